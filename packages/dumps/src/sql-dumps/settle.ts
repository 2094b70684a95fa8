import { existsSync } from 'node:fs';
import { inTransaction, sql, type TableName } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';
import { type DumpLocation, nameOf } from '../input/location.ts';
import { PAGE_OF } from '../page-tables.ts';
import { Actors } from '../write/actors.ts';
import { forgetDerived } from '../write/derived.ts';
import { importedTables } from '../write/imported-tables.ts';
import { Comments } from '../write/names.ts';
import { TargetDatabase } from '../write/target.ts';
import { isFill } from './fill-writer.ts';
import { importSqlDump } from './import.ts';
import { numbersElsewhere } from './layouts.ts';
import { readStates, type TableState, type TableStates, writeStates } from './states.ts';
import { TableWriter } from './table-writer.ts';

/** Completes work that depends on more than one table. Must be called after all sources were read. */
export async function settleSqlDumps(context: ImportContext): Promise<void> {
  await importWaiting(context);
  const states = await readStates(context.checkpoints);
  const open = Object.entries(states).filter(
    ([table, state]) => state && state.status !== 'waiting' && !state.isSettled && !isFill(table),
  ) as [TableName, TableState][];
  if (open.length === 0) return;
  const target = await TargetDatabase.open(context.database, context.options.prefix ?? '');
  // If an import was interrupted and not repeated, its table has no indexes yet.
  for (const [table, { status, columns }] of open)
    if (status === 'begun') await new TableWriter(table, columns, {}, undefined, 0).complete(target);
  const imported = await importedTables(context);
  const hasPages = (await context.database.db.selectFrom('page').select('page_id').limit(1).executeTakeFirst()) !== undefined;
  await inTransaction(context.database, async () => {
    for (const [table, state] of open) {
      if (hasPages) await dropSkippedPages(table, state, context);
      if (hasPages) await fillFromPages(table, state, target);
      await fillMissing(table, state, imported, target, context);
    }
    if (open.some(([table, { columns }]) => table === 'change_tag' && columns.includes('ct_tag')) && !imported.has('change_tag_def'))
      await countTags(target);
    const settled: TableStates = Object.fromEntries(open.map(([table, state]) => [table, { ...state, isSettled: true }]));
    await writeStates(context.checkpoints, { ...states, ...settled });
    await forgetDerived(context);
  });
}

/** Imports the table dumps that waited for `linktarget`. */
async function importWaiting(context: ImportContext): Promise<void> {
  const imported = await importedTables(context);
  if (!imported.has('linktarget')) return;
  const waiting = Object.values(await readStates(context.checkpoints)).filter(state => state?.status === 'waiting') as TableState[];
  const locations = new Map(
    waiting.map(({ path, member, called, below }) => [
      JSON.stringify([path, member]),
      { path, member, called, below } satisfies DumpLocation,
    ]),
  );
  for (const location of locations.values()) {
    const name = nameOf(location);
    if (existsSync(location.path)) await context.attempt(name, () => importSqlDump(location, context));
    else context.warn(name, `The file must be imported again because linktarget has changed, but it no longer exists.`);
  }
}

/** Deletes rows of skipped pages that were imported before the selection of pages was known. */
async function dropSkippedPages(table: TableName, { isFiltered }: TableState, { options, database }: ImportContext): Promise<void> {
  const page = PAGE_OF[table];
  if (page === undefined || isFiltered || (options.namespaces === undefined && options.limit === undefined)) return;
  const prefix = options.prefix ?? '';
  await sql`delete from ${sql.table(prefix + table)} where ${sql.ref(page)} not in (select page_id from ${sql.table(`${prefix}page`)})`.execute(
    database.db,
  );
}

/** Fills columns that old dumps lack with values of the page that the row belongs to. */
async function fillFromPages(table: TableName, { columns }: TableState, { db, prefix }: TargetDatabase): Promise<void> {
  const page = PAGE_OF[table];
  const filled = FROM_PAGES[table];
  if (page === undefined || !filled || columns.includes(filled.column)) return;
  const known = sql`select ${filled.value} from ${sql.table(`${prefix}page`)} where page_id = ${sql.ref(page)}`;
  await sql`update ${sql.table(prefix + table)} set ${sql.ref(filled.column)} = coalesce((${known}), ${filled.otherwise})`.execute(db);
}

const namespace = sql.ref('page_namespace');
const FROM_PAGES: Readonly<
  Partial<Record<TableName, { column: string; value: ReturnType<typeof sql>; otherwise: ReturnType<typeof sql> }>>
> = {
  categorylinks: {
    column: 'cl_type',
    value: sql`case ${namespace} when 14 then 'subcat' when 6 then 'file' else 'page' end`,
    otherwise: sql`'page'`,
  },
  imagelinks: { column: 'il_from_namespace', value: namespace, otherwise: sql`0` },
  pagelinks: { column: 'pl_from_namespace', value: namespace, otherwise: sql`0` },
  templatelinks: { column: 'tl_from_namespace', value: namespace, otherwise: sql`0` },
};

/** Replaces references to the tables `comment` and `actor` if these are missing, by an empty comment and an unknown user. */
async function fillMissing(
  table: TableName,
  state: TableState,
  imported: ReadonlySet<string>,
  target: TargetDatabase,
  context: ImportContext,
): Promise<void> {
  const lost = numbersElsewhere(table, state.columns).filter(([, elsewhere]) => !imported.has(elsewhere));
  if (lost.length === 0) return;
  const actorOf = await new Actors(target, message => context.warn(nameOf(state), message)).numbers([
    { contributor: undefined, timestamp: '' },
  ]);
  const comments = await new Comments(target).numbers(new Map([['', '']]));
  await target.flush();
  for (const [column, elsewhere] of lost) {
    const number = elsewhere === 'actor' ? actorOf(undefined) : comments.get('');
    await sql`update ${sql.table(target.prefix + table)} set ${sql.ref(column)} = ${number}`.execute(target.db);
  }
  const names = [...new Set(lost.map(([, elsewhere]) => elsewhere))].sort().join(' and ');
  context.warn(nameOf(state), `The table ${names} is missing: users or comments in ${table} are left empty.`);
}

async function countTags({ db, prefix }: TargetDatabase): Promise<void> {
  const uses = sql`select count(*) from ${sql.table(`${prefix}change_tag`)} where ct_tag_id = ctd_id`;
  await sql`update ${sql.table(`${prefix}change_tag_def`)} set ctd_count = (${uses})`.execute(db);
}
