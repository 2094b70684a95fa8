import { availableParallelism } from 'node:os';
import { inTransaction } from '@wikiquery/database';
import type { ImportContext, Step } from '../context.ts';
import { countText } from '../progress.ts';
import { DERIVED } from '../write/derived.ts';
import { TargetDatabase } from '../write/target.ts';
import { CoordinateWriter } from './coordinate-writer.ts';
import { LinkWriter } from './link-writer.ts';
import { SearchWriter } from './search-writer.ts';
import type { StalePages } from './stale-pages.ts';
import { type DeriveResult, PASSES, type Pass, type SkippedStep } from './task.ts';
import { DeriveThread } from './thread.ts';

export interface DeriveOptions {
  readonly without: ReadonlySet<Step>;
  /** Tables that were imported from table dumps, and so are not derived. */
  readonly imported: ReadonlySet<string>;
  /** Derives only these pages, and removes them once they are written. Default: all pages. */
  readonly stale?: StalePages;
}

interface State {
  /** Number of the current pass, and the last page that it completed. */
  readonly pass: number;
  readonly page: number;
  /** Number of pages by variable or function that could not be expanded. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Number of pages that failed. */
  readonly givenUp?: number;
}

const BATCH = 50;
const BATCH_BYTES = 1 << 20;
const AHEAD = 2;

const PAGE_TIMEOUT = 30_000;

/** Limits memory use. More threads would not help much, because one thread writes the results of all. */
const MAX_THREADS = 4;
/** Pages per additional thread: deriving this many pages takes as long as starting a thread. */
const PAGES_PER_THREAD = 500;

/** Fills the tables that depend on page texts: links, page properties, redirects and the search index. Uses up to four threads. */
export async function deriveTables(address: string, context: ImportContext, { without, imported, stale }: DeriveOptions): Promise<void> {
  const { database, checkpoints, options } = context;
  if (without.has('links') && without.has('search')) return;
  let state: State = (!stale && (await checkpoints.read<State>(DERIVED))) || { pass: 0, page: 0, unknown: {} };
  if (state.pass >= PASSES.length) return;
  const selection: Selection = { ...context, stale };
  const count = await pagesAfter(selection, 'links', 0);
  if (stale && count === 0) return;
  const threads = await startThreads(address, context, without, count);
  try {
    const target = await TargetDatabase.open(database, options.prefix ?? '');
    const links = new LinkWriter(target, imported);
    const coordinates = without.has('links') ? undefined : await CoordinateWriter.open(context, target);
    const search = new SearchWriter(database, options.prefix ?? '');
    for (; state.pass < PASSES.length; state = { ...state, pass: state.pass + 1, page: 0 }) {
      const pass = PASSES[state.pass] as Pass;
      const total = await pagesAfter(selection, pass, 0);
      let done = total - (await pagesAfter(selection, pass, state.page));
      const before = done;
      options.progress.begin(pass === 'links' ? 'links and search index' : pass, total);
      for await (const { ids, pages, index, skipped } of deriveInOrder(selection, pass, state.page, threads)) {
        const counts = new Map(Object.entries(state.unknown));
        for (const page of pages) for (const name of page.unknown) counts.set(name, (counts.get(name) ?? 0) + 1);
        const unknown = Object.fromEntries(counts);
        state = { ...state, page: ids.at(-1) as number, unknown, givenUp: (state.givenUp ?? 0) + skipped.length };
        await warnFailed(context, skipped);
        await inTransaction(database, async () => {
          if (pass === 'redirects') await links.writeRedirects(pages);
          else {
            if (!without.has('links')) await links.write(ids, pages);
            await coordinates?.write(ids, pages);
            if (!without.has('search')) await search.write(index);
          }
          await target.flush();
          if (!stale) await checkpoints.write(DERIVED, state);
          else if (pass === 'links') await stale.remove(ids);
        });
        done += ids.length;
        options.progress.update(done, { pages: done - before });
      }
      options.progress.end();
    }
    await coordinates?.close();
    if (stale) return;
    await checkpoints.write(DERIVED, state);
    warnUnknown(context, state.unknown);
    if (state.givenUp)
      options.progress.warn(`${countText(state.givenUp, 'pages')} failed (see above). Their links and words are incomplete.`);
  } finally {
    await Promise.all(threads.map(thread => thread.end()));
  }
}

async function warnFailed({ database: { db }, warn }: ImportContext, pages: readonly SkippedStep[]): Promise<void> {
  for (const { id, step, reason } of pages) {
    const page = await db.selectFrom('page').select(['page_namespace', 'page_title']).where('page_id', '=', id).executeTakeFirst();
    warn(
      step === 'links' ? 'links' : 'search index',
      `Page ${id} ("${page?.page_title}" in namespace ${page?.page_namespace}) is skipped: ${reason}.`,
    );
  }
}

function warnUnknown({ options }: ImportContext, unknown: State['unknown']): void {
  const names = Object.entries(unknown).sort(([, a], [, b]) => b - a);
  if (names.length === 0) return;
  const most = names
    .slice(0, 10)
    .map(([name, pages]) => `${name} (on ${countText(pages, 'pages')})`)
    .join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  options.progress.warn(`These variables and functions were not expanded, so their links are missing: ${most}${more}.`);
}

async function startThreads(address: string, context: ImportContext, without: ReadonlySet<Step>, pages: number): Promise<DeriveThread[]> {
  const { prefix = '', pageTimeout = PAGE_TIMEOUT } = context.options;
  const task = { address, prefix, site: await context.siteSource(), without: [...without] };
  const count = Math.max(1, Math.min(MAX_THREADS, availableParallelism(), Math.ceil(pages / PAGES_PER_THREAD)));
  return Array.from({ length: count }, () => new DeriveThread(task, pageTimeout));
}

type Selection = Pick<ImportContext, 'database'> & { readonly stale: StalePages | undefined };

/** Distributes pages to the threads. Yields results in page order, so that repeated imports write the same rows. */
async function* deriveInOrder(
  selection: Selection,
  pass: Pass,
  after: number,
  threads: readonly DeriveThread[],
): AsyncGenerator<DeriveResult & { readonly ids: readonly number[] }> {
  const pending: Promise<DeriveResult & { readonly ids: readonly number[] }>[] = [];
  let last: number | undefined = after;
  for (let done = 0; ; done++) {
    while (last !== undefined && pending.length < threads.length * AHEAD) {
      const ids = await nextPages(selection, pass, last);
      last = ids.at(-1);
      if (last === undefined) break;
      const thread = threads[(done + pending.length) % threads.length] as DeriveThread;
      pending.push(thread.derive(ids, pass).then(result => ({ ...result, ids })));
    }
    const next = pending.shift();
    if (!next) return;
    yield await next;
  }
}

const selectPages = ({ database: { db }, stale }: Selection, pass: Pass, after: number) => {
  const pages = db
    .selectFrom('page')
    .where('page_id', '>', after)
    .$if(stale !== undefined, query => query.where('page_id', 'in', (stale as StalePages).ids()));
  return pass === 'redirects' ? pages.where('page_is_redirect', '=', 1) : pages;
};

async function nextPages(selection: Selection, pass: Pass, after: number): Promise<number[]> {
  const rows = await selectPages(selection, pass, after).select(['page_id', 'page_len']).orderBy('page_id').limit(BATCH).execute();
  const ids: number[] = [];
  let bytes = 0;
  for (const { page_id, page_len } of rows) {
    bytes += page_len;
    if (ids.length > 0 && bytes > BATCH_BYTES) break;
    ids.push(page_id);
  }
  return ids;
}

async function pagesAfter(selection: Selection, pass: Pass, after: number): Promise<number> {
  const row = await selectPages(selection, pass, after)
    .select(is => is.fn.countAll<number>().as('pages'))
    .executeTakeFirstOrThrow();
  return Number(row.pages);
}
