import { dropRows, putRows } from './rows.ts';
import type { Db, ServerEngine } from './tables.ts';

/** Writes the links of pages that differ from `before`. Pages without links have no row. */
export async function writeOutgoing(
  engine: ServerEngine,
  db: Db,
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): Promise<void> {
  const changed = Array.from(after, ([page, links]) => ({ page, links })).filter(({ page, links }) => (before.get(page) ?? '') !== links);
  const emptied = changed.filter(({ links }) => links === '');
  await dropRows(
    db,
    'outgoing',
    emptied.map(({ page }) => page),
  );
  await putRows(
    engine,
    db,
    'outgoing',
    'page',
    changed.filter(({ links }) => links !== ''),
  );
}
