import { loadInChunks, sql } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';

/** Which dump had which page last: so what a log tells from before that is known to be done. */
const DUMPS = '#dumps';

interface Dumps {
  /** The dump that came first, whose pages are not noted one by one. */
  readonly first: string;
  /** The time of the newest edit in each, as far as it does not lie in a checkpoint of its own. A dump whose import was not finished has none. */
  readonly newest: Readonly<Record<string, string>>;
}

/** Begins the names of checkpoints with the time of the newest edit in a dump: one for each, since there may be thousands. */
const NEWEST = '#newest ';

/** As new as anything. */
const ALWAYS = '99999999999999';

type Context = Pick<ImportContext, 'database' | 'checkpoints' | 'options'>;

const tableOf = ({ options }: Context) => sql.table(`${options.prefix ?? ''}wikiquery_pages`);

/** To be called before `noteSeen`, outside a transaction. */
export async function prepareSeen(context: Context): Promise<void> {
  const { db, engine } = context.database;
  const type = sql.raw(engine === 'mariadb' ? 'varbinary(700)' : 'text');
  await sql`create table if not exists ${tableOf(context)} (page integer not null primary key, dump ${type} not null)`.execute(db);
}

/** To be called in the transaction that writes pages of a dump; those of the first one are not noted. */
export async function noteSeen(context: Context, dump: string, pages: readonly number[]): Promise<void> {
  const { db } = context.database;
  await loadInChunks(pages, async chunk => {
    await sql`delete from ${tableOf(context)} where page in (${sql.join(chunk)})`.execute(db);
    await sql`insert into ${tableOf(context)} (page, dump) values ${sql.join(chunk.map(page => sql`(${page}, ${dump})`))}`.execute(db);
    return [];
  });
}

/** To be called when a dump of pages was read to its end; `newest` is the time of its newest edit. */
export async function noteDump({ checkpoints }: Context, dump: string, isFirst: boolean, newest: string): Promise<void> {
  const before = await checkpoints.read<Dumps>(DUMPS);
  if (isFirst || !before) await checkpoints.write(DUMPS, { first: dump, newest: before?.newest ?? {} } satisfies Dumps);
  await checkpoints.write(NEWEST + dump, { newest });
}

/** Until when everything is known of pages. */
export class SeenPages {
  /** The oldest of all these times; undefined when no dump of pages was imported. */
  readonly oldest: string | undefined;
  readonly #context: Context;
  readonly #dumps: Dumps | undefined;

  static async read(context: Context): Promise<SeenPages> {
    const dumps = await context.checkpoints.read<Dumps>(DUMPS);
    if (!dumps) return new SeenPages(context, undefined);
    const newest = { ...dumps.newest };
    for (const [dump, state] of await context.checkpoints.beginningWith<{ newest: string }>(NEWEST)) newest[dump] = state.newest;
    return new SeenPages(context, { ...dumps, newest });
  }

  private constructor(context: Context, dumps: Dumps | undefined) {
    [this.#context, this.#dumps] = [context, dumps];
    this.oldest = dumps && Object.values(dumps.newest).sort()[0];
  }

  async of(pages: readonly number[]): Promise<(page: number) => string> {
    const { first = '', newest = {} } = this.#dumps ?? {};
    const { db } = this.#context.database;
    const read = (chunk: readonly number[]) =>
      sql<{ page: number; dump: string }>`select page, dump from ${tableOf(this.#context)} where page in (${sql.join(chunk)})`.execute(db);
    const rows = Object.keys(newest).length > 1 ? await loadInChunks(pages, async chunk => (await read(chunk)).rows) : [];
    const dumps = new Map(rows.map(({ page, dump }) => [Number(page), String(dump)]));
    return page => newest[dumps.get(page) ?? first] ?? ALWAYS;
  }
}
