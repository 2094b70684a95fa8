import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inTransaction } from '@wikiquery/database';
import { describeProblem, type ImportContext, SourceError } from '../import.ts';
import type { PageItem, Problem } from '../items.ts';
import { describeSite } from '../site-description.ts';
import { nothingWritten, type OpenPage, PageWriter, type Written } from '../write/page-writer.ts';
import { Target } from '../write/target.ts';
import { DumpTitles } from '../write/titles.ts';
import type { ReadBatch, ReadMessage, ReadTask } from './read-thread.ts';

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
}

/** Imports the pages, revisions and log entries of an XML dump; one thread reads while this one writes. */
export async function importXml(path: string, context: ImportContext): Promise<boolean> {
  const { database, checkpoints, options } = context;
  const name = basename(path);
  const { size, mtimeMs } = await stat(path);
  const mark = JSON.stringify([size, mtimeMs, options.namespaces ?? null, options.limit ?? null]);
  const saved = await checkpoints.read<State>(name);
  const before = saved?.mark === mark ? saved : undefined;
  if (before?.isDone) {
    options.progress.warn(`${name}: was imported before.`);
    return false;
  }
  const isFirst = before?.isFirst ?? (await hasNoRevision(context));
  const written = { ...nothingWritten(), ...before?.written };
  const from = { ...written };
  let position = before?.position ?? 0;
  const task: ReadTask = { path, skip: position, namespaces: options.namespaces, limit: options.limit ?? Number.POSITIVE_INFINITY };

  options.progress.begin(name, size);
  let writer: PageWriter | undefined;
  const target = await Target.open(database, options.prefix ?? '');
  const makeWriter = async (): Promise<PageWriter> =>
    new PageWriter({
      target,
      titles: new DumpTitles(await context.site()),
      namespaces: options.namespaces && new Set(options.namespaces),
      page: before?.page,
      isFirst,
      warn: (message, item) => context.warn(path, item ? problemOf(item, message) : message),
    });
  const write = async (batch: ReadBatch): Promise<void> => {
    writer ??= await makeWriter();
    for (const problem of batch.warnings) context.warn(path, problem);
    await inTransaction(database, async () => {
      add(written, await (writer as PageWriter).write(batch.items));
      await target.flush();
      position = batch.position;
      await checkpoints.write(name, { mark, position, page: writer?.page, isFirst, isDone: false, written } satisfies State);
    });
    options.progress.update(batch.read, { pages: written.pages - from.pages, ...countsSince(written, from) });
  };

  let problem: Problem | undefined;
  for await (const message of read(task)) {
    if (message.kind === 'site') await context.describe(describeSite(message.site));
    else if (message.kind === 'batch') await write(message);
    else problem = message.problem;
  }
  options.progress.end();
  // Of a page that was cut off, the revisions that are there make a page.
  if (problem && writer?.page) {
    await write({ kind: 'batch', items: [{ kind: 'end of page' }], warnings: [], position, bytes: 0, read: size, size });
  }
  if (problem) throw new SourceError(describeProblem(problem));
  await checkpoints.write(name, { mark, position, page: undefined, isFirst, isDone: true, written } satisfies State);
  return true;
}

/** What the reading thread tells, as soon as it is asked for. */
async function* read(task: ReadTask): AsyncGenerator<ReadMessage> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Worker(new URL(`./read-thread.${extension}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
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

function add(sum: Written, more: Written): void {
  for (const key of Object.keys(more) as (keyof Written)[]) sum[key] += more[key];
}

const countsSince = (now: Written, before: Written): Record<string, number> => ({
  revisions: now.revisions - before.revisions,
  'known revisions': now.known - before.known,
  files: now.uploads - before.uploads,
  'log entries': now.log - before.log,
  MB: Math.round((now.text - before.text) / 1e6),
});
