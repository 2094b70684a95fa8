import { type Database, loadInChunks, type WikiDatabase } from '@wikiquery/database';

/** Deletes the rows of a table that have one of these values in the column. */
export async function deleteRows<Table extends keyof Database>(
  db: WikiDatabase['db'],
  table: Table,
  column: keyof Database[Table] & string,
  values: Iterable<number | string>,
): Promise<void> {
  // The tables and columns are any of the wiki's; to the compiler they are these.
  const [from, by] = [table as 'page', column as 'page_id'];
  await loadInChunks(values as Iterable<number>, async chunk => {
    await db.deleteFrom(from).where(by, 'in', chunk).execute();
    return [];
  });
}
