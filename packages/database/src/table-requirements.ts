import { PRIVATE } from './absent.ts';
import { PRIVATE_COLUMNS } from './private-columns.ts';

/** Tables, and columns as `table.column`, that a plugin reads. */
export interface TableRequirements {
  readonly needed: ReadonlySet<string>;
  /** Names that may be missing. The plugin then reads them as empty. */
  readonly optional: ReadonlySet<string>;
}

/** Requirements as declared in a package.json. `tables`: table names, or the columns of each table. `optional`: tables or columns. */
export interface DeclaredTables {
  readonly tables?: readonly string[] | Readonly<Record<string, readonly string[] | true>>;
  readonly optional?: readonly string[];
}

/** Returns the requirements of a declaration, or undefined if it declares no tables. */
export function tableRequirementsOf({ tables, optional = [] }: DeclaredTables): TableRequirements | undefined {
  if (tables === undefined) return undefined;
  const entries: readonly (readonly [string, readonly string[] | true])[] = isList(tables)
    ? tables.map(table => [table, true] as const)
    : Object.entries(tables);
  const all = entries.flatMap(([table, columns]) => (columns === true ? [table] : columns.map(column => `${table}.${column}`)));
  const spared = new Set(optional);
  const isSpared = (name: string): boolean => spared.has(name) || spared.has(tableOf(name));
  return { needed: new Set(all.filter(name => !isSpared(name))), optional: new Set(all.filter(isSpared)) };
}

const isList = (tables: NonNullable<DeclaredTables['tables']>): tables is readonly string[] => Array.isArray(tables);

/** Returns the table of a name such as `page` or `page.page_id`. */
export const tableOf = (name: string): string => name.replace(/\..*/, '');

/** Whether the requirements include a table or column. They include a private column only if they name it. */
export const isRequired = ({ needed, optional }: TableRequirements, name: string): boolean =>
  [needed, optional].some(
    names =>
      names.has(name) ||
      (name.includes('.') ? names.has(tableOf(name)) && !PRIVATE_COLUMNS.has(name) : [...names].some(each => tableOf(each) === name)),
  );

/** Tables and columns that every server reads: for page sets, for the user's groups and at startup. A test compares them with the statements. */
export const SERVER_REQUIREMENTS = tableRequirementsOf({
  tables: {
    actor: true,
    archive: ['ar_namespace', 'ar_rev_id', 'ar_title'],
    block: true,
    block_target: true,
    image: ['img_name'],
    interwiki: ['iw_api', 'iw_local', 'iw_prefix', 'iw_trans', 'iw_url', 'iw_wikiid'],
    page: [
      'page_content_model',
      'page_id',
      'page_is_new',
      'page_is_redirect',
      'page_lang',
      'page_latest',
      'page_len',
      'page_namespace',
      'page_title',
      'page_touched',
    ],
    redirect: ['rd_fragment', 'rd_from', 'rd_interwiki', 'rd_namespace', 'rd_title'],
    revision: ['rev_deleted', 'rev_id', 'rev_page'],
    slot_roles: ['role_name'],
    user: ['user_editcount', 'user_email_authenticated', 'user_id', 'user_is_temp', 'user_name', 'user_registration'],
    user_groups: ['ug_expiry', 'ug_group', 'ug_user'],
    user_properties: ['up_property', 'up_user', 'up_value'],
  },
  // Public replicas lack preferences.
  optional: [...PRIVATE],
}) as TableRequirements;

/** Tables and columns that a server reads if its plugins log users in: to check passwords, and to continue sessions. */
export const SESSION_REQUIREMENTS = tableRequirementsOf({
  tables: {
    bot_passwords: ['bp_app_id', 'bp_grants', 'bp_restrictions', 'bp_token', 'bp_user'],
    user: ['user_password', 'user_password_expires', 'user_token'],
  },
  // Public replicas lack passwords, so users cannot log in there.
  optional: [...PRIVATE],
}) as TableRequirements;

/** Returns requirements that include all of these. */
export const allRequirements = (...all: readonly TableRequirements[]): TableRequirements => ({
  needed: new Set(all.flatMap(({ needed }) => [...needed])),
  optional: new Set(all.flatMap(({ optional }) => [...optional])),
});
