import { sql, type WikiDatabase } from '@wikiquery/database';
import { FILE_NAMES, hasFileNames } from './files.ts';

const CHUNK = 5000;

/** Deletes rows of uploaded files whose names would lead out of the upload folder. Resolves to the number of deleted rows. */
export async function dropUnsafeFiles(database: WikiDatabase, prefix: string): Promise<number> {
  let dropped = 0;
  for (const [table, columns] of Object.entries(FILE_NAMES)) {
    const { rows } = await sql`select 1 from sqlite_schema where name = ${prefix + table}`.execute(database.db);
    if (rows.length > 0) dropped += await dropFrom(database, prefix + table, columns);
  }
  return dropped;
}

async function dropFrom(
  { db }: WikiDatabase,
  table: string,
  { name, archiveName }: NonNullable<(typeof FILE_NAMES)[string]>,
): Promise<number> {
  const textOf = (column: string | undefined, missing: string | null) =>
    column === undefined ? sql.lit(missing) : sql`cast(${sql.ref(column)} as text)`;
  let dropped = 0;
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ id: number; name: string; archiveName: string | null }>`
      select rowid as id, ${textOf(name, 'x')} as name, ${textOf(archiveName, null)} as "archiveName"
      from ${sql.table(table)} where rowid > ${last} order by rowid limit ${CHUNK}`.execute(db);
    const unsafe = rows.filter(row => !hasFileNames(row.name, row.archiveName ?? undefined)).map(row => row.id);
    if (unsafe.length > 0) await sql`delete from ${sql.table(table)} where rowid in (${sql.join(unsafe)})`.execute(db);
    dropped += unsafe.length;
    if (rows.length < CHUNK) return dropped;
    last = Number(rows.at(-1)?.id);
  }
}
