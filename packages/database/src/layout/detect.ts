import { DatabaseUnusableError } from '../errors.ts';
import { isRead, UNREAD_COLUMNS } from '../unread.ts';
import { everyTable, type Layout, layoutWith } from './layout.ts';
import { has, NEWEST, type PresentColumns, releaseOf } from './releases.ts';
import type { AnyDatabase, AnyQuery, Trait } from './trait.ts';
import { TRAITS, type TraitName } from './traits/index.ts';

interface DetectOptions {
  readonly found: PresentColumns;
  /** Inspects rows where tables and columns alone do not identify the layout. */
  readonly db: AnyDatabase;
  readonly where: string;
  /** Required tables of the newest release. Default: all that any query reads. */
  readonly required?: ReadonlySet<string> | undefined;
}

/** Detects the layout. Throws a `DatabaseUnusableError` that lists missing names, unless the release is newer than the supported ones. */
export async function detectLayout({ found, db, where, required }: DetectOptions): Promise<Layout> {
  if (!found.has('page') || !found.has('revision')) {
    throw new DatabaseUnusableError(
      `${where} is not a MediaWiki database: it has no tables "page" and "revision". Check the address${found.size ? ' and the table prefix' : ''}.`,
    );
  }
  const forms = await Promise.all(TRAITS.map(async ([name, trait]) => [name, trait, await stateOf(trait, found, db)] as const));
  const older = new Set<TraitName>(forms.flatMap(([name, , { isOlder }]) => (isOlder ? [name] : [])));
  const described = forms.map(
    ([, { about, newer, older: before }, { isOlder, isUnderWay }]) =>
      `${about}: by ${(isOlder ? before : newer).by}${isUnderWay ? ` until all rows are migrated to ${newer.by}` : ''}`,
  );
  const unknown = unknownIn(found);
  const release = releaseOf(found);
  const missing = missingFrom(layoutWith(release, older), found, required);
  // A later release may have removed columns of the newest supported one.
  const isLater = unknown.length > 0 || (release === NEWEST && missing.length > 0 && missing.every(name => name.includes('.')));
  if (missing.length === 0 || isLater) return layoutWith(release, older, { described, isLater, unknown, missing });
  throw new DatabaseUnusableError(
    `${where} has the tables of MediaWiki ${release}, but lacks some required names: ${shortened(missing)}. ` +
      'Check that the account can read them and that no schema migration was interrupted.',
    missing,
  );
}

interface State {
  readonly isOlder: boolean;
  readonly isUnderWay: boolean;
}

async function stateOf({ older, newer, migration }: Trait, found: PresentColumns, db: AnyDatabase): Promise<State> {
  const hasOlder = older.sign !== undefined && has(found, older.sign);
  const hasNewer = newer.sign === undefined ? !hasOlder : has(found, newer.sign);
  if (!hasOlder || !hasNewer || !migration) return { isOlder: older.sign === undefined ? !hasNewer : hasOlder, isUnderWay: false };
  const [remaining, done] = await Promise.all([any(migration.remaining(db)), any(migration.done(db))]);
  return { isOlder: remaining || !done, isUnderWay: remaining && done };
}

const any = async (rows: AnyQuery): Promise<boolean> =>
  (await rows
    .select(({ lit }) => lit(1).as('one'))
    .limit(1)
    .executeTakeFirst()) !== undefined;

const unknownIn = (found: PresentColumns): string[] =>
  Object.entries(everyTable).flatMap(([table, { columns }]) =>
    [...(found.get(table) ?? [])].flatMap(column =>
      Object.hasOwn(columns, column) || ALSO_KNOWN.has(column) ? [] : [`${table}.${column}`],
    ),
  );

/** Columns of some release or engine that no query reads. */
const ALSO_KNOWN: ReadonlySet<string> = new Set([
  ...['cl_collation', 'page_restrictions', 'modtoken', 'ss_temp_users', 'ss_active_temp_users'],
  // Full-text columns of PostgreSQL, and internal columns of MariaDB's and SQLite's full-text tables.
  ...['titlevector', 'textvector', 'searchindex', 'docid', 'FTS_DOC_ID'],
]);

const shortened = (names: readonly string[]): string =>
  names.slice(0, 20).join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '');

function missingFrom(layout: Layout, found: PresentColumns, required: ReadonlySet<string> | undefined): string[] {
  return Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    // Without the table `searchindex`, only searches fail.
    if (!isRead(table, required) || table === 'searchindex') return [];
    const present = found.get(table);
    if (!present) return [table];
    return Object.keys(columns)
      .map(column => `${table}.${column}`)
      .filter((name, i) => !present.has(Object.keys(columns)[i] as string) && !UNREAD_COLUMNS.has(name));
  });
}
