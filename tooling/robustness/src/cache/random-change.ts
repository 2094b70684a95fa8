import { type Database, tables } from '@wikiquery/database';
import type { Kysely, WhereInterface } from 'kysely';
import type { Random } from '../random.ts';

type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;

/** Updates, deletes or copies a row of a random table. Returns a description, or undefined if nothing was changed. */
export async function randomChange(db: Kysely<Database>, random: Random): Promise<string | undefined> {
  const anyTables = db as unknown as Kysely<AnyTables>;
  const table = random.of(Object.keys(tables));
  const rows = await anyTables.selectFrom(table).selectAll().limit(200).execute();
  if (rows.length === 0) return undefined;
  const row = random.of(rows);
  // The database rejects a change that violates a unique key.
  const description = await random
    .of(CHANGES)(anyTables, table, row, random.of(rows), random)
    .catch(() => undefined);
  return description && `${description} ${table} ${JSON.stringify(row).slice(0, 200)}`;
}

type Change = (db: Kysely<AnyTables>, table: string, row: Row, other: Row, random: Random) => Promise<string | undefined>;

const CHANGES: readonly Change[] = [
  async (db, table, row, other, random) => {
    const column = random.of(Object.keys(row));
    const value = typeof other[column] === 'number' && random.chance(0.3) ? random.below(20) : other[column];
    const { numUpdatedRows } = await whereIs(row, db.updateTable(table).set({ [column]: value })).executeTakeFirst();
    return numUpdatedRows > 0 ? `set ${column} in` : undefined;
  },
  async (db, table, row) => {
    const { numDeletedRows } = await whereIs(row, db.deleteFrom(table)).executeTakeFirst();
    return numDeletedRows > 0 ? 'deleted from' : undefined;
  },
  async (db, table, row, other) => {
    const [[key, value] = ['', 0]] = Object.entries(row);
    const added = { ...row, ...(typeof value === 'number' ? { [key]: value + 100_000 } : { [key]: other[key] }) };
    const { numInsertedOrUpdatedRows = 0n } = await db.insertInto(table).values(added).executeTakeFirst();
    return numInsertedOrUpdatedRows > 0 ? 'added to' : undefined;
  },
];

/** Restricts a statement to a row, by its numbers and short strings, which all engines compare in the same way. */
function whereIs<S extends WhereInterface<AnyTables, string>>(row: Row, statement: S): S {
  const isComparable = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value.length < 100 && value !== '');
  for (const [name, value] of Object.entries(row).filter(([, value]) => isComparable(value)))
    statement = statement.where(name, '=', value) as S;
  return statement;
}
