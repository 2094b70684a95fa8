import { parentPort, workerData } from 'node:worker_threads';
import { open, sql } from '@wikiquery/database';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { contentConverter } from '@wikiquery/language-converters';
import { loadMainTexts } from '@wikiquery/revisions';
import { encodeWords, indexRow, searchLanguage, shortestWord } from '@wikiquery/search';
import { readSite } from '@wikiquery/site';
import { STEPS } from '../context.ts';
import { type DerivedPage, derivePage, type SourcePage } from './derive-page.ts';
import { readSurroundings } from './surroundings.ts';
import { type DeriveAnswer, type DeriveJob, type DeriveTask, type GivenUp, type IndexedPage, keyOf, type Pass } from './task.ts';

freezeIntrinsics();

/** Characters of a page that are indexed: one that is longer cannot be saved in a wiki, unless its configuration says otherwise. */
const MOST_INDEXED = 2 << 20;

const { address, prefix, site: source, without, now } = workerData as DeriveTask;
const database = await open(address, { single: true, prefix });
const { db, engine } = database;
// What the threads read is in the memory of the system once, not in that of each thread.
if (engine === 'sqlite') await sql`pragma cache_size = -8192`.execute(db);
const site = readSite(...source);
const language = searchLanguage(site, await contentConverter({ db, site }));
const shortest = engine === 'mariadb' ? await shortestWord(db) : 0;
let around: ReturnType<typeof readSurroundings> | undefined;
let earlier: Pass | undefined;
let turn: Promise<unknown> = Promise.resolve();

parentPort?.on('message', ({ ids, pass, given }: DeriveJob) => {
  turn = turn.then(async () => {
    // What was read before the redirects were known is not asked again.
    if (pass !== earlier) around = readSurroundings(database, site);
    earlier = pass;
    parentPort?.postMessage(await derive(ids, pass, new Set(given)));
  });
});

/** `given`: pages to leave out, and of which step. */
async function derive(ids: readonly number[], pass: Pass, given: ReadonlySet<string>): Promise<DeriveAnswer> {
  const surroundings = await (around as NonNullable<typeof around>);
  const answer = { pages: [] as DerivedPage[], index: [] as IndexedPage[], givenUp: [] as GivenUp[] };
  const steps = STEPS.filter(step =>
    step === 'links' ? pass === 'redirects' || !without.includes(step) : pass === 'links' && !without.includes(step),
  );
  for (const page of await loadPages(ids)) {
    for (const step of steps) {
      if (given.has(keyOf(page.id, step))) continue;
      [now[0], now[1]] = [page.id, STEPS.indexOf(step)];
      try {
        if (step === 'links') answer.pages.push(await derivePage(page, surroundings));
        else answer.index.push(words(page));
      } catch (error) {
        // What is nested too deeply for the stack, or too long for a string. Others are faults of the program or of the database.
        if (!(error instanceof RangeError)) throw error;
        answer.givenUp.push({ id: page.id, step, reason: error.message });
      }
      now[0] = 0;
    }
  }
  return answer;
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

/** PostgreSQL splits texts itself. */
function words(page: SourcePage): IndexedPage {
  const { id } = page;
  if (engine === 'postgres') return { id, title: '', text: '' };
  const { title, text } = indexRow(page, page.text?.slice(0, MOST_INDEXED) ?? '', language, engine === 'sqlite');
  if (engine === 'sqlite') return { id, title, text };
  return { id, title: encodeWords(title, language, shortest), text: encodeWords(text, language, shortest) };
}
