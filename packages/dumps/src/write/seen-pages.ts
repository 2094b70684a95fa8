import { loadInChunks, sql } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';

/** Checkpoint with the dumps that were imported. Log entries of a page that are older than its last dump are already applied. */
const DUMPS = '#dumps';

interface Dumps {
  /** The first dump. Its pages are not recorded individually. */
  readonly first: string;
  /** Time of the newest edit in each complete dump. Earlier versions of this program stored the times here. */
  readonly newest: Readonly<Record<string, string>>;
}

/** Prefix of the checkpoints with the time of a dump's newest edit. Each dump has its own, because there may be thousands. */
const NEWEST = '#newest ';

const ALWAYS = '99999999999999';

type Context = Pick<ImportContext, 'database' | 'checkpoints' | 'options'>;

const tableOf = ({ options }: Context) => sql.table(`${options.prefix ?? ''}wikiquery_pages`);

/** Creates the table of seen pages. Must be called before `noteSeen`, and not in a transaction. */
export async function prepareSeen(context: Context): Promise<void> {
  const { db, engine } = context.database;
  const type = sql.raw(engine === 'mariadb' ? 'varbinary(700)' : 'text');
  await sql`create table if not exists ${tableOf(context)} (page integer not null primary key, dump ${type} not null)`.execute(db);
}

/** Records the pages of a dump other than the first. Must be called in the transaction that writes these pages. */
export async function noteSeen(context: Context, dump: string, pages: readonly number[]): Promise<void> {
  const { db } = context.database;
  await loadInChunks(pages, async chunk => {
    await sql`delete from ${tableOf(context)} where page in (${sql.join(chunk)})`.execute(db);
    await sql`insert into ${tableOf(context)} (page, dump) values ${sql.join(chunk.map(page => sql`(${page}, ${dump})`))}`.execute(db);
    return [];
  });
}

/** Records a completely imported dump with the time of its newest edit. */
export async function noteDump({ checkpoints }: Context, dump: string, isFirst: boolean, newest: string): Promise<void> {
  const before = await checkpoints.read<Dumps>(DUMPS);
  if (isFirst || !before) await checkpoints.write(DUMPS, { first: dump, newest: before?.newest ?? {} } satisfies Dumps);
  await checkpoints.write(NEWEST + dump, { newest });
}

export class SeenPages {
  /** Earliest of the times of the newest edits in dumps. Undefined if no dump of pages was imported completely. */
  readonly oldest: string | undefined;
  readonly #context: Context;
  readonly #first: string;
  /** Time of the newest edit per dump. */
  readonly #newest: ReadonlyMap<string, string>;

  static async read(context: Context): Promise<SeenPages> {
    const dumps = await context.checkpoints.read<Dumps>(DUMPS);
    const newest = new Map(Object.entries(dumps?.newest ?? {}));
    const later = dumps ? await context.checkpoints.beginningWith<{ newest: string }>(NEWEST) : [];
    for (const [dump, state] of later) newest.set(dump, state.newest);
    return new SeenPages(context, dumps?.first ?? '', newest);
  }

  private constructor(context: Context, first: string, newest: ReadonlyMap<string, string>) {
    [this.#context, this.#first, this.#newest] = [context, first, newest];
    this.oldest = [...newest.values()].sort()[0];
  }

  /** Returns a function that returns the time up to which the last dump of a page contains its edits. */
  async of(pages: readonly number[]): Promise<(page: number) => string> {
    const [first, newest] = [this.#first, this.#newest];
    const { db } = this.#context.database;
    const read = (chunk: readonly number[]) =>
      sql<{ page: number; dump: string }>`select page, dump from ${tableOf(this.#context)} where page in (${sql.join(chunk)})`.execute(db);
    const rows = newest.size > 1 ? await loadInChunks(pages, async chunk => (await read(chunk)).rows) : [];
    const dumps = new Map(rows.map(({ page, dump }) => [Number(page), String(dump)]));
    return page => newest.get(dumps.get(page) ?? first) ?? ALWAYS;
  }
}
