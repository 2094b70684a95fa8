import { inTransaction, RowTooLargeError } from '@wikiquery/database';
import { describeProblem, type ImportContext, SourceError } from '../context.ts';
import { type DumpLocation, marksOf, nameOf, shortNameOf } from '../input/location.ts';
import type { FileProblem, Item, PageItem } from '../items.ts';
import { describeSite } from '../site-description.ts';
import { RowNames } from '../write/actors.ts';
import { forgetDerived } from '../write/derived.ts';
import { nothingWritten, type OpenPage, PageWriter, type WrittenPages } from '../write/page-writer.ts';
import { noteDump, noteSeen, prepareSeen } from '../write/seen-pages.ts';
import { TargetDatabase } from '../write/target.ts';
import { DumpTitles } from '../write/titles.ts';
import type { ReadTask } from './read-thread.ts';
import { ReadingThread } from './reading-thread.ts';

interface State {
  readonly mark: string;
  readonly position: number;
  readonly page: OpenPage | undefined;
  readonly isFirst: boolean;
  readonly isDone: boolean;
  readonly written: WrittenPages;
  readonly newest?: string | undefined;
}

/** Imports XML dumps one after the other: a thread reads while this one writes. They share thread and caches, because many are small. */
export class XmlImport {
  readonly #context: ImportContext;
  readonly #thread = new ReadingThread();
  #shared: Shared | undefined;
  #isSeenReady = false;
  #name = '';

  constructor(context: ImportContext) {
    this.#context = context;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** Clears cached rows. Must be called after other code has written to the tables. */
  forget(): void {
    this.#shared = undefined;
  }

  async import(place: DumpLocation): Promise<void> {
    const { database, checkpoints, options } = this.#context;
    const name = nameOf(place);
    this.#name = name;
    const { size, mark, earlier } = await marksOf(place, options.namespaces ?? null, options.limit ?? null);
    const saved = await checkpoints.read<State>(name);
    const older = saved?.mark === mark ? undefined : (saved ?? (await checkpoints.read<State>(shortNameOf(place))));
    const before = saved?.mark === mark ? saved : older?.mark === earlier ? older : undefined;
    if (before?.isDone) {
      options.progress.warn(`${name}: already imported.`);
      return;
    }
    let state: State = {
      mark,
      position: before?.position ?? 0,
      page: before?.page,
      isFirst: before?.isFirst ?? (await hasNoRevision(this.#context)),
      isDone: false,
      written: { ...nothingWritten(), ...before?.written },
      ...(before?.newest !== undefined && { newest: before.newest }),
    };
    const from = state.written;

    options.progress.begin(name, size);
    let writer: PageWriter | undefined;
    const write = async (items: readonly Item[], position: number): Promise<void> => {
      const shared = await this.#prepare();
      writer ??= await this.#writer(shared, state);
      const to = writer;
      state = await inTransaction(database, async () => {
        const written = sumOf(state.written, await to.write(items));
        await shared.target.flush();
        await forgetDerived(this.#context);
        const next: State = { ...state, newest: newestOf(items, state.newest), position, page: to.page && { ...to.page }, written };
        await checkpoints.write(name, next);
        return next;
      });
    };

    const task: ReadTask = {
      place,
      skip: state.position,
      namespaces: options.namespaces,
      limit: options.limit ?? Number.POSITIVE_INFINITY,
    };
    let problem: FileProblem | undefined;
    let page: PageItem | undefined;
    for await (const message of this.#thread.read(task)) {
      if (message.kind === 'site') {
        if (await this.#context.describe(describeSite(message.site))) this.forget();
      } else if (message.kind === 'end') problem = message.problem;
      else {
        for (const warning of message.warnings) this.#context.warn(name, warning);
        try {
          await write(message.items, message.position);
        } catch (error) {
          if (!(error instanceof RowTooLargeError)) throw error;
          problem = tooLarge(message.items, page, error);
          // Rows that were rolled back must be removed from the caches.
          this.forget();
          writer = undefined;
          break;
        }
        page = message.items.findLast(item => item.kind === 'page') ?? page;
        options.progress.update(message.read, { pages: state.written.pages - from.pages, ...countsSince(state.written, from) });
      }
    }
    options.progress.end();
    if (problem) {
      // The dump is truncated within a page: writes the page with the revisions that were read.
      const open = state.page && { ...state.page, isWritten: true };
      if (open) await write([{ kind: 'end of page' }], state.position);
      await checkpoints.write(name, { ...state, page: open } satisfies State);
      throw new SourceError(describeProblem(problem));
    }
    await inTransaction(database, async () => {
      await checkpoints.write(name, { ...state, page: undefined, isDone: true } satisfies State);
      if (state.newest !== undefined) await noteDump(this.#context, name, state.isFirst, state.newest);
    });
  }

  async #prepare(): Promise<Shared> {
    if (this.#shared) return this.#shared;
    const { database, options } = this.#context;
    const target = await TargetDatabase.open(database, options.prefix ?? '');
    const names = new RowNames(target, message => this.#context.warn(this.#name, message));
    this.#shared = { target, names, titles: new DumpTitles(await this.#context.site()) };
    return this.#shared;
  }

  async #writer({ target, names, titles }: Shared, { page, isFirst }: State): Promise<PageWriter> {
    const name = this.#name;
    if (!isFirst && !this.#isSeenReady) await prepareSeen(this.#context);
    this.#isSeenReady ||= !isFirst;
    return new PageWriter({
      target,
      names,
      titles,
      namespaces: this.#context.options.namespaces && new Set(this.#context.options.namespaces),
      page: page && { ...page },
      isFirst,
      ...(!isFirst && { onPages: (pages: readonly number[]) => noteSeen(this.#context, name, pages) }),
      warn: (message, item) => this.#context.warn(name, item ? problemOf(item, message) : message),
    });
  }
}

/** Caches that are valid as long as no other code writes to the tables. */
interface Shared {
  readonly target: TargetDatabase;
  readonly names: RowNames;
  readonly titles: DumpTitles;
}

async function hasNoRevision({ database }: ImportContext): Promise<boolean> {
  return (await database.db.selectFrom('revision').select('rev_id').limit(1).executeTakeFirst()) === undefined;
}

const problemOf = ({ offset, title }: PageItem, message: string): FileProblem => ({ message, offset, page: title });

/** Describes the revision that is too large for the server. `page`: the last page that began before these items. */
function tooLarge(items: readonly Item[], page: PageItem | undefined, { message, row }: RowTooLargeError): FileProblem {
  const at = items.findIndex(item => item.kind === 'revision' && item.slots.some(({ text }) => text !== undefined && row.includes(text)));
  const revision = items[at];
  const what = revision?.kind === 'revision' ? `The text of revision ${revision.id} is too large. ` : '';
  const { offset = 0, title } = items.slice(0, at + 1).findLast(item => item.kind === 'page') ?? page ?? {};
  return { message: `${what}${message} Then import again to resume.`, offset, page: title };
}

/** Returns the timestamp of the newest revision, or undefined if there is none, as in a dump of the log. */
function newestOf(items: readonly Item[], before = ''): string | undefined {
  const newest = items.reduce((last, item) => (item.kind === 'revision' && item.timestamp > last ? item.timestamp : last), before);
  return newest === '' ? undefined : newest;
}

function sumOf(a: WrittenPages, b: WrittenPages): WrittenPages {
  const sum = { ...a };
  for (const key of Object.keys(b) as (keyof WrittenPages)[]) sum[key] += b[key];
  return sum;
}

const countsSince = (now: WrittenPages, before: WrittenPages): Record<string, number> => ({
  revisions: now.revisions - before.revisions,
  'known revisions': now.known - before.known,
  files: now.uploads - before.uploads,
  'log entries': now.log - before.log,
  MB: Math.round((now.text - before.text) / 1e6),
});
