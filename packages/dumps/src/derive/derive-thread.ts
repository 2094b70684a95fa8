import { parentPort, workerData } from 'node:worker_threads';
import { open, sql } from '@wikiquery/database';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { contentConverter } from '@wikiquery/language-converters';
import { loadMainTexts } from '@wikiquery/revisions';
import { encodeWords, indexRow, searchLanguage, shortestWord } from '@wikiquery/search';
import { readSite } from '@wikiquery/site';
import { STEPS } from '../context.ts';
import { type DerivedPage, derivePage, type SourcePage } from './derive-page.ts';
import { type DeriveJob, type DeriveResult, type DeriveTask, type IndexedPage, keyOf, type Pass, type SkippedStep } from './task.ts';
import { openWikiLookup } from './wiki-lookup.ts';

freezeIntrinsics();

/** Maximum indexed characters of a page. By default, MediaWiki does not save longer pages. */
const MAX_INDEXED = 2 << 20;

const { address, prefix, site: source, without, now } = workerData as DeriveTask;
const database = await open(address, { single: true, prefix });
const { db, engine } = database;
// A small page cache suffices, because the operating system caches the file for all threads.
if (engine === 'sqlite') await sql`pragma cache_size = -8192`.execute(db);
const site = readSite(...source);
const language = searchLanguage(site, await contentConverter({ db, site }));
const shortest = engine === 'mariadb' ? await shortestWord(db) : 0;
let lookup: ReturnType<typeof openWikiLookup> | undefined;
let earlier: Pass | undefined;
let queue: Promise<unknown> = Promise.resolve();

parentPort?.on('message', ({ ids, pass, skipped }: DeriveJob) => {
  queue = queue.then(async () => {
    // The caches of the first pass lack redirects.
    if (pass !== earlier) lookup = openWikiLookup(database, site);
    earlier = pass;
    parentPort?.postMessage(await derive(ids, pass, new Set(skipped)));
  });
});

async function derive(ids: readonly number[], pass: Pass, skipped: ReadonlySet<string>): Promise<DeriveResult> {
  const wiki = await (lookup as NonNullable<typeof lookup>);
  const result = { pages: [] as DerivedPage[], index: [] as IndexedPage[], skipped: [] as SkippedStep[] };
  const steps = STEPS.filter(step =>
    step === 'links' ? pass === 'redirects' || !without.includes(step) : pass === 'links' && !without.includes(step),
  );
  for (const page of await loadPages(ids)) {
    for (const step of steps) {
      if (skipped.has(keyOf(page.id, step))) continue;
      [now[0], now[1]] = [page.id, STEPS.indexOf(step)];
      try {
        if (step === 'links') result.pages.push(await derivePage(page, wiki));
        else result.index.push(words(page));
      } catch (error) {
        // Text is nested too deeply for the stack, or too long for a string. Any other error is a bug or a database failure.
        if (!(error instanceof RangeError)) throw error;
        result.skipped.push({ id: page.id, step, reason: error.message });
      }
      now[0] = 0;
    }
  }
  return result;
}

async function loadPages(ids: readonly number[]): Promise<SourcePage[]> {
  const rows = await db
    .selectFrom('page')
    .innerJoin('revision', 'rev_id', 'page_latest')
    .select(['page_id', 'page_namespace', 'page_title', 'page_is_redirect', 'page_latest', 'page_content_model', 'rev_timestamp'])
    .where('page_id', 'in', ids)
    .orderBy('page_id')
    .execute();
  const texts = await loadMainTexts(db, new Set(rows.map(row => row.page_latest)), 'any');
  return rows.map(row => ({
    id: row.page_id,
    namespace: row.page_namespace,
    dbkey: row.page_title,
    model: row.page_content_model ?? 'wikitext',
    isRedirect: row.page_is_redirect !== 0,
    timestamp: row.rev_timestamp,
    text: texts.get(row.page_latest),
  }));
}

/** Returns the searchable text of a page. It is empty on PostgreSQL, which tokenizes the texts itself. */
function words(page: SourcePage): IndexedPage {
  const { id } = page;
  if (engine === 'postgres') return { id, title: '', text: '' };
  const { title, text } = indexRow(page, page.text?.slice(0, MAX_INDEXED) ?? '', language, engine === 'sqlite');
  if (engine === 'sqlite') return { id, title, text };
  return { id, title: encodeWords(title, language, shortest), text: encodeWords(text, language, shortest) };
}
