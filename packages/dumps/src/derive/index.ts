import { availableParallelism } from 'node:os';
import { inTransaction } from '@wikiquery/database';
import type { ImportContext, Step } from '../context.ts';
import { DERIVED } from '../write/derived.ts';
import { TargetDatabase } from '../write/target.ts';
import { LinkWriter } from './link-writer.ts';
import { PlaceWriter } from './place-writer.ts';
import { SearchWriter } from './search-writer.ts';
import type { StalePages } from './stale-pages.ts';
import { type DeriveAnswer, type GivenUp, PASSES, type Pass } from './task.ts';
import { DeriveThread } from './thread.ts';

export interface DeriveOptions {
  readonly without: ReadonlySet<Step>;
  /** Tables that a dump held. */
  readonly given: ReadonlySet<string>;
  /** Only pages that are noted as stale; all where this is left out, as far as they were not done before. */
  readonly stale?: StalePages;
}

interface State {
  /** Which pass over all pages goes on, and the last page that it has done. */
  readonly pass: number;
  readonly page: number;
  /** Variables and functions that were not expanded, and on how many pages. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Pages that were given up. */
  readonly givenUp?: number;
}

/** Pages that a thread is given at a time, the bytes that they may have together, and how many such tasks wait for it. */
const BATCH = 50;
const BATCH_BYTES = 1 << 20;
const AHEAD = 2;

/** Milliseconds that a page may take: far more than any takes that a wiki could show. */
const PATIENCE = 30_000;

/** More threads would take more memory, and one thread writes what they all find. */
const MOST_THREADS = 4;
/** Fewer pages are done before another thread has started. */
const WORTH_A_THREAD = 500;

/** Fills the tables that follow from the texts of pages: links, properties, redirects and the search index. One thread for each core reads. */
export async function deriveTables(address: string, context: ImportContext, { without, given, stale }: DeriveOptions): Promise<void> {
  const { database, checkpoints, options } = context;
  if (without.has('links') && without.has('search')) return;
  let state: State = (!stale && (await checkpoints.read<State>(DERIVED))) || { pass: 0, page: 0, unknown: {} };
  if (state.pass >= PASSES.length) return;
  const wanted: Selection = { ...context, stale };
  const count = await pagesAfter(wanted, 'links', 0);
  if (stale && count === 0) return;
  const threads = await startThreads(address, context, without, count);
  try {
    const target = await TargetDatabase.open(database, options.prefix ?? '');
    const links = new LinkWriter(target, given);
    const places = without.has('links') ? undefined : await PlaceWriter.open(context, target);
    const search = new SearchWriter(database, options.prefix ?? '');
    for (; state.pass < PASSES.length; state = { ...state, pass: state.pass + 1, page: 0 }) {
      const pass = PASSES[state.pass] as Pass;
      const total = await pagesAfter(wanted, pass, 0);
      let done = total - (await pagesAfter(wanted, pass, state.page));
      const before = done;
      options.progress.begin(pass === 'links' ? 'links and search index' : pass, total);
      for await (const { ids, pages, index, givenUp } of inOrder(wanted, pass, state.page, threads)) {
        const counts = new Map(Object.entries(state.unknown));
        for (const page of pages) for (const name of page.unknown) counts.set(name, (counts.get(name) ?? 0) + 1);
        const unknown = Object.fromEntries(counts);
        state = { ...state, page: ids.at(-1) as number, unknown, givenUp: (state.givenUp ?? 0) + givenUp.length };
        await tellGivenUp(context, givenUp);
        await inTransaction(database, async () => {
          if (pass === 'redirects') await links.writeRedirects(pages);
          else {
            if (!without.has('links')) await links.write(ids, pages);
            await places?.write(ids, pages);
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
    await places?.close();
    if (stale) return;
    await checkpoints.write(DERIVED, state);
    tellUnknown(context, state.unknown);
    if (state.givenUp) options.progress.warn(`Given up: ${state.givenUp} pages, named above; what follows from their texts is missing.`);
  } finally {
    await Promise.all(threads.map(thread => thread.end()));
  }
}

async function tellGivenUp({ database: { db }, warn }: ImportContext, pages: readonly GivenUp[]): Promise<void> {
  for (const { id, step, reason } of pages) {
    const page = await db.selectFrom('page').select(['page_namespace', 'page_title']).where('page_id', '=', id).executeTakeFirst();
    warn(
      step === 'links' ? 'links' : 'search index',
      `Page ${id} ("${page?.page_title}" in namespace ${page?.page_namespace}) is given up: ${reason}.`,
    );
  }
}

function tellUnknown({ options }: ImportContext, unknown: State['unknown']): void {
  const names = Object.entries(unknown).sort(([, a], [, b]) => b - a);
  if (names.length === 0) return;
  const most = names
    .slice(0, 10)
    .map(([name, pages]) => `${name} (on ${pages} pages)`)
    .join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  options.progress.warn(`Not expanded, so that links made by them are missing: ${most}${more}.`);
}

async function startThreads(address: string, context: ImportContext, without: ReadonlySet<Step>, pages: number): Promise<DeriveThread[]> {
  const { prefix = '', patience = PATIENCE } = context.options;
  const task = { address, prefix, site: await context.siteSource(), without: [...without] };
  const count = Math.max(1, Math.min(MOST_THREADS, availableParallelism(), Math.ceil(pages / WORTH_A_THREAD)));
  return Array.from({ length: count }, () => new DeriveThread(task, patience));
}

type Selection = Pick<ImportContext, 'database'> & { readonly stale: StalePages | undefined };

/** Gives the pages to the threads in turn, and their answers in the order of the pages: so the rows are the same each time. */
async function* inOrder(
  wanted: Selection,
  pass: Pass,
  after: number,
  threads: readonly DeriveThread[],
): AsyncGenerator<DeriveAnswer & { readonly ids: readonly number[] }> {
  const pending: Promise<DeriveAnswer & { readonly ids: readonly number[] }>[] = [];
  let last: number | undefined = after;
  for (let turn = 0; ; turn++) {
    while (last !== undefined && pending.length < threads.length * AHEAD) {
      const ids = await nextPages(wanted, pass, last);
      last = ids.at(-1);
      if (last === undefined) break;
      const thread = threads[(turn + pending.length) % threads.length] as DeriveThread;
      pending.push(thread.ask(ids, pass).then(answer => ({ ...answer, ids })));
    }
    const next = pending.shift();
    if (!next) return;
    yield await next;
  }
}

const selected = ({ database: { db }, stale }: Selection, pass: Pass, after: number) => {
  const pages = db
    .selectFrom('page')
    .where('page_id', '>', after)
    .$if(stale !== undefined, query => query.where('page_id', 'in', (stale as StalePages).ids()));
  return pass === 'redirects' ? pages.where('page_is_redirect', '=', 1) : pages;
};

async function nextPages(wanted: Selection, pass: Pass, after: number): Promise<number[]> {
  const rows = await selected(wanted, pass, after).select(['page_id', 'page_len']).orderBy('page_id').limit(BATCH).execute();
  const ids: number[] = [];
  let bytes = 0;
  for (const { page_id, page_len } of rows) {
    bytes += page_len;
    if (ids.length > 0 && bytes > BATCH_BYTES) break;
    ids.push(page_id);
  }
  return ids;
}

async function pagesAfter(wanted: Selection, pass: Pass, after: number): Promise<number> {
  const row = await selected(wanted, pass, after)
    .select(is => is.fn.countAll<number>().as('pages'))
    .executeTakeFirstOrThrow();
  return Number(row.pages);
}
