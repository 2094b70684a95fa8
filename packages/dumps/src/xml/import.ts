import { Worker } from 'node:worker_threads';
import { inTransaction, RowTooLargeError } from '@wikiquery/database';
import { describeProblem, type ImportContext, SourceError } from '../context.ts';
import { markOf, nameOf, type Place } from '../input/place.ts';
import type { Item, PageItem, Problem } from '../items.ts';
import { describeSite } from '../site-description.ts';
import { forgetDerived } from '../write/derived.ts';
import { nothingWritten, type OpenPage, PageWriter, type Written } from '../write/page-writer.ts';
import { noteDump, noteSeen, prepareSeen } from '../write/seen-pages.ts';
import { Target } from '../write/target.ts';
import { DumpTitles } from '../write/titles.ts';
import type { ReadMessage, ReadTask } from './read-thread.ts';

/** How far the import of a dump came. */
interface State {
  /** What the dump and the wishes were: others make it another import. */
  readonly mark: string;
  /** Items of the file that are written. */
  readonly position: number;
  readonly page: OpenPage | undefined;
  readonly isFirst: boolean;
  readonly isDone: boolean;
  readonly written: Written;
  /** Time of the newest edit that was read. */
  readonly newest?: string | undefined;
}

/** Imports the pages, revisions and log entries of an XML dump; one thread reads while this one writes. */
export async function importXml(place: Place, context: ImportContext): Promise<void> {
  const { database, checkpoints, options } = context;
  const name = nameOf(place);
  const { size, mtimeMs } = await markOf(place);
  const mark = JSON.stringify([size, mtimeMs, options.namespaces ?? null, options.limit ?? null]);
  const saved = await checkpoints.read<State>(name);
  const before = saved?.mark === mark ? saved : undefined;
  if (before?.isDone) {
    options.progress.warn(`${name}: was imported before.`);
    return;
  }
  let state: State = {
    mark,
    position: before?.position ?? 0,
    page: before?.page,
    isFirst: before?.isFirst ?? (await hasNoRevision(context)),
    isDone: false,
    written: { ...nothingWritten(), ...before?.written },
    ...(before?.newest !== undefined && { newest: before.newest }),
  };
  const from = state.written;
  if (!state.isFirst) await prepareSeen(context);

  options.progress.begin(name, size);
  const target = await Target.open(database, options.prefix ?? '');
  let writer: PageWriter | undefined;
  const makeWriter = async (): Promise<PageWriter> =>
    new PageWriter({
      target,
      titles: new DumpTitles(await context.site()),
      namespaces: options.namespaces && new Set(options.namespaces),
      page: state.page && { ...state.page },
      isFirst: state.isFirst,
      ...(!state.isFirst && { wrote: (pages: readonly number[]) => noteSeen(context, name, pages) }),
      warn: (message, item) => context.warn(name, item ? problemOf(item, message) : message),
    });
  const write = async (items: readonly Item[], position: number): Promise<void> => {
    writer ??= await makeWriter();
    const to = writer;
    state = await inTransaction(database, async () => {
      const written = sumOf(state.written, await to.write(items));
      await target.flush();
      await forgetDerived(context);
      const next: State = { ...state, newest: newestOf(items, state.newest), position, page: to.page && { ...to.page }, written };
      await checkpoints.write(name, next);
      return next;
    });
  };

  const task: ReadTask = { place, skip: state.position, namespaces: options.namespaces, limit: options.limit ?? Number.POSITIVE_INFINITY };
  let problem: Problem | undefined;
  let page: PageItem | undefined;
  for await (const message of read(task)) {
    if (message.kind === 'site') await context.describe(describeSite(message.site));
    else if (message.kind === 'end') problem = message.problem;
    else {
      for (const warning of message.warnings) context.warn(name, warning);
      try {
        await write(message.items, message.position);
      } catch (error) {
        if (!(error instanceof RowTooLargeError)) throw error;
        problem = tooLarge(message.items, page, error);
        target.discard();
        writer = undefined;
        break;
      }
      page = message.items.findLast(item => item.kind === 'page') ?? page;
      options.progress.update(message.read, { pages: state.written.pages - from.pages, ...countsSince(state.written, from) });
    }
  }
  options.progress.end();
  if (problem) {
    // Of a page that was cut off, the revisions that are there make a page.
    const open = state.page && { ...state.page, isWritten: true };
    if (open) await write([{ kind: 'end of page' }], state.position);
    await checkpoints.write(name, { ...state, page: open } satisfies State);
    throw new SourceError(describeProblem(problem));
  }
  await checkpoints.write(name, { ...state, page: undefined, isDone: true } satisfies State);
  if (state.newest !== undefined) await noteDump(context, name, state.isFirst, state.newest);
}

/** What the reading thread tells, as soon as it is asked for. */
async function* read(task: ReadTask): AsyncGenerator<ReadMessage> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Worker(new URL(`./read-thread.${extension}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
  });
  const messages: ReadMessage[] = [];
  let failure: Error | undefined;
  let wake = (): void => undefined;
  thread.on('message', (message: ReadMessage) => {
    messages.push(message);
    wake();
  });
  thread.on('error', (error: Error) => {
    failure = error;
    wake();
  });
  try {
    for (;;) {
      const message = messages.shift();
      if (message) {
        yield message;
        if (message.kind === 'end') return;
        if (message.kind === 'batch') thread.postMessage('next');
      } else if (failure && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        yield { kind: 'end', problem: { message: 'What stands next takes too much memory.', offset: 0, page: undefined } };
        return;
      } else if (failure) throw failure;
      else {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    }
  } finally {
    await thread.terminate();
  }
}

async function hasNoRevision({ database }: ImportContext): Promise<boolean> {
  return (await database.db.selectFrom('revision').select('rev_id').limit(1).executeTakeFirst()) === undefined;
}

const problemOf = ({ offset, title }: PageItem, message: string): Problem => ({ message, offset, page: title });

/** Names the revision with the row that the server refuses; `page` is the one that began before these items. */
function tooLarge(items: readonly Item[], page: PageItem | undefined, { message, row }: RowTooLargeError): Problem {
  const at = items.findIndex(item => item.kind === 'revision' && item.slots.some(({ text }) => text !== undefined && row.includes(text)));
  const revision = items[at];
  const what = revision?.kind === 'revision' ? `The text of revision ${revision.id} cannot be written. ` : '';
  const { offset = 0, title } = items.slice(0, at + 1).findLast(item => item.kind === 'page') ?? page ?? {};
  return { message: `${what}${message} Then import again: it goes on here.`, offset, page: title };
}

/** Undefined in a dump of the log. */
function newestOf(items: readonly Item[], before = ''): string | undefined {
  const newest = items.reduce((last, item) => (item.kind === 'revision' && item.timestamp > last ? item.timestamp : last), before);
  return newest === '' ? undefined : newest;
}

function sumOf(a: Written, b: Written): Written {
  const sum = { ...a };
  for (const key of Object.keys(b) as (keyof Written)[]) sum[key] += b[key];
  return sum;
}

const countsSince = (now: Written, before: Written): Record<string, number> => ({
  revisions: now.revisions - before.revisions,
  'known revisions': now.known - before.known,
  files: now.uploads - before.uploads,
  'log entries': now.log - before.log,
  MB: Math.round((now.text - before.text) / 1e6),
});
