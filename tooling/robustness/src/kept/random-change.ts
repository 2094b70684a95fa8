import { type Database, tables } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { Random } from '../random.ts';

type Row = Record<string, unknown>;
/** Of any tables: which are changed is a matter of chance. */
type AnyTables = Record<string, Row>;

/** Changes a row of some table, removes one, or adds one that is nearly the same. Gives what it did; undefined where the database would not have it. */
export async function randomChange(db: Kysely<Database>, random: Random): Promise<string | undefined> {
  const anything = db as unknown as Kysely<AnyTables>;
  const table = random.of(Object.keys(tables));
  const rows = await anything.selectFrom(table).selectAll().limit(200).execute();
  if (rows.length === 0) return undefined;
  const row = random.of(rows);
  const change = random.of(CHANGES);
  const { numChanged, what } = await change(anything, table, row, random.of(rows), random).catch(refused);
  return numChanged > 0 ? `${what} ${table} ${JSON.stringify(row).slice(0, 200)}` : undefined;
}

interface Changed {
  readonly numChanged: number;
  readonly what: string;
}

/** Two rows cannot have the same key. */
const refused = (): Changed => ({ numChanged: 0, what: '' });

type Change = (db: Kysely<AnyTables>, table: string, row: Row, other: Row, random: Random) => Promise<Changed>;

const CHANGES: readonly Change[] = [
  async (db, table, row, other, random) => {
    const column = random.of(Object.keys(row));
    const value = typeof other[column] === 'number' && random.chance(0.3) ? random.below(20) : other[column];
    let update = db.updateTable(table).set({ [column]: value });
    for (const [name, is] of identifying(row)) update = update.where(name, '=', is);
    const { numUpdatedRows } = await update.executeTakeFirst();
    return { numChanged: Number(numUpdatedRows), what: `set ${column} in` };
  },
  async (db, table, row) => {
    let remove = db.deleteFrom(table);
    for (const [name, is] of identifying(row)) remove = remove.where(name, '=', is);
    const { numDeletedRows } = await remove.executeTakeFirst();
    return { numChanged: Number(numDeletedRows), what: 'removed from' };
  },
  async (db, table, row, other) => {
    const [[key, value] = ['', 0]] = Object.entries(row);
    const added = { ...row, ...(typeof value === 'number' ? { [key]: value + 100_000 } : { [key]: other[key] }) };
    const { numInsertedOrUpdatedRows } = await db.insertInto(table).values(added).executeTakeFirst();
    return { numChanged: Number(numInsertedOrUpdatedRows), what: 'added to' };
  },
];

/** Numbers and short texts, which all engines compare alike. */
const identifying = (row: Row): [string, unknown][] =>
  Object.entries(row).filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length < 100 && value !== ''));
