import { type Database, loadInChunks, type WikiDatabase } from '@wikiquery/database';

export async function deleteRows<Table extends keyof Database>(
  db: WikiDatabase['db'],
  table: Table,
  column: keyof Database[Table] & string,
  values: Iterable<number | string>,
): Promise<void> {
  // The casts avoid a large union type of all tables and columns.
  const [from, by] = [table as 'page', column as 'page_id'];
  await loadInChunks(values as Iterable<number>, async chunk => {
    await db.deleteFrom(from).where(by, 'in', chunk).execute();
    return [];
  });
}
