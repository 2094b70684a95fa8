import { DatabaseUnusableError } from '../errors.ts';
import { isRead, UNREAD_COLUMNS } from '../unread.ts';
import { everyTable, type Layout, layoutWith } from './layout.ts';
import { has, NEWEST, type PresentColumns, releaseOf } from './releases.ts';
import type { AnyDatabase, AnyQuery, Trait } from './trait.ts';
import { TRAITS, type TraitName } from './traits/index.ts';

export interface Look {
  /** The tables and columns that there are. */
  readonly found: PresentColumns;
  /** To look at rows, where tables and columns do not tell. */
  readonly db: AnyDatabase;
  /** How to call the database in errors. */
  readonly where: string;
  /** Tables of the newest release that somebody reads; all when left out. */
  readonly wanted?: ReadonlySet<string> | undefined;
}

/**
 * The layout that the tables have. Throws an error that names what is missing where something is that is read, unless the database is of a release
 * that came after those that are known: then the layout says what it lacks.
 */
export async function detectLayout({ found, db, where, wanted }: Look): Promise<Layout> {
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
  const missing = missingFrom(layoutWith(release, older), found, wanted);
  // Columns that the newest release has and this one lacks, a later one may have dropped.
  const isLater = unknown.length > 0 || (release === NEWEST && missing.length > 0 && missing.every(name => name.includes('.')));
  if (missing.length === 0 || isLater) return layoutWith(release, older, { described, isLater, unknown, missing });
  throw new DatabaseUnusableError(
    `${where} has tables of MediaWiki ${release}, but lacks some of those that are read: ${shortened(missing)}. ` +
      'Check that the account may see them and that no migration of the tables was broken off.',
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

/** Columns of known tables that no known release has. Tables that are not known may be of extensions. */
const unknownIn = (found: PresentColumns): string[] =>
  Object.entries(everyTable).flatMap(([table, { columns }]) =>
    [...(found.get(table) ?? [])].flatMap(column => (column in columns || ALSO_KNOWN.has(column) ? [] : [`${table}.${column}`])),
  );

/** Columns that nobody reads and that some release has, or an engine. */
const ALSO_KNOWN: ReadonlySet<string> = new Set([
  ...['cl_collation', 'page_restrictions', 'modtoken', 'ss_temp_users', 'ss_active_temp_users'],
  // What search reads on PostgreSQL, and what MariaDB's and SQLite's own tables of words have.
  ...['titlevector', 'textvector', 'searchindex', 'docid', 'FTS_DOC_ID'],
]);

const shortened = (names: readonly string[]): string =>
  names.slice(0, 20).join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '');

function missingFrom(layout: Layout, found: PresentColumns, wanted: ReadonlySet<string> | undefined): string[] {
  return Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    // Without an index of words only searches fail.
    if (!isRead(table, wanted) || table === 'searchindex') return [];
    const present = found.get(table);
    if (!present) return [table];
    return Object.keys(columns)
      .map(column => `${table}.${column}`)
      .filter((name, i) => !present.has(Object.keys(columns)[i] as string) && !UNREAD_COLUMNS.has(name));
  });
}
