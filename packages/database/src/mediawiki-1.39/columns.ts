import { ColumnNode, type OperationNode, RawNode, ReferenceNode, TableNode } from 'kysely';
import type { EngineName } from '../engine.ts';

/** What 1.39 has instead of a column of 1.43. Conditions and values are about the row of the table that goes by `alias`. */
export type Counterpart =
  /** A column of another name. */
  | string
  /** The column, where a condition holds; null elsewhere. */
  | { readonly column: string; readonly only: (alias: string) => OperationNode }
  /** An expression, and where an index can find its values. */
  | { readonly value: (alias: string, engine: EngineName) => OperationNode; readonly bounds?: BoundsOf }
  /** Nothing; the sentence says what a statement can do without it. */
  | { readonly missing: string };

/** The range of an indexed column in which all rows lie that a comparison keeps. */
type BoundsOf = (operator: string, value: string) => Bounds | undefined;
interface Bounds {
  readonly column: string;
  readonly within: readonly (readonly ['>=' | '<', string])[];
}

const ofUser = (alias: string): OperationNode => raw`${column(alias, 'ipb_user')} <> 0`;
const ofAddress = (alias: string): OperationNode => raw`${column(alias, 'ipb_user')} = 0`;
/** A single address is a range that ends where it starts; accounts have none. */
const ofRange = (alias: string): OperationNode => raw`${column(alias, 'ipb_range_start')} <> ${column(alias, 'ipb_range_end')}`;

const inPageLinks =
  'The page links of MediaWiki 1.39 have no target id: join "linktarget" in the same statement and use its namespace and title.';

const byTable: Readonly<Record<string, Readonly<Record<string, Counterpart>>>> = {
  block: {
    bl_id: 'ipb_id',
    bl_target: 'ipb_id',
    bl_by_actor: 'ipb_by_actor',
    bl_reason_id: 'ipb_reason_id',
    bl_timestamp: 'ipb_timestamp',
    bl_anon_only: 'ipb_anon_only',
    bl_create_account: 'ipb_create_account',
    bl_enable_autoblock: 'ipb_enable_autoblock',
    bl_expiry: 'ipb_expiry',
    bl_deleted: 'ipb_deleted',
    bl_block_email: 'ipb_block_email',
    bl_allow_usertalk: 'ipb_allow_usertalk',
    bl_parent_block_id: 'ipb_parent_block_id',
    bl_sitewide: 'ipb_sitewide',
  },
  // A target is blocked once at most: the id of the block serves.
  block_target: {
    bt_id: 'ipb_id',
    bt_address: { column: 'ipb_address', only: ofAddress },
    bt_user: { column: 'ipb_user', only: ofUser },
    bt_user_text: { column: 'ipb_address', only: ofUser },
    bt_auto: 'ipb_auto',
    bt_range_start: { column: 'ipb_range_start', only: ofRange },
    bt_range_end: { column: 'ipb_range_end', only: ofRange },
    bt_ip_hex: { column: 'ipb_range_start', only: ofAddress },
    bt_count: { value: () => raw`1` },
  },
  externallinks: {
    el_to_domain_index: { value: (alias, engine) => ofUrl(alias, engine).domain, bounds: inIndex },
    el_to_path: { value: (alias, engine) => ofUrl(alias, engine).path },
  },
  linktarget: {
    lt_id: { missing: inPageLinks },
    lt_namespace: 'pl_namespace',
    lt_title: 'pl_title',
  },
  pagelinks: {
    pl_target_id: { missing: inPageLinks },
  },
  revision: {
    rev_comment_id: {
      value: alias =>
        raw`(select revcomment_comment_id from ${TableNode.create('revision_comment_temp')} where revcomment_rev = ${column(alias, 'rev_id')})`,
    },
  },
  user: {
    user_is_temp: { value: () => raw`0` },
  },
};

/** By the name of the column in 1.43. */
export const counterparts: ReadonlyMap<string, { readonly table: string; readonly counterpart: Counterpart }> = new Map(
  Object.entries(byTable).flatMap(([table, columns]) =>
    Object.entries(columns).map(([name, counterpart]) => [name, { table, counterpart }] as const),
  ),
);

/** A column of the table that goes by an alias. */
export const column = (alias: string, name: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create(name), TableNode.create(alias));

/** A fragment of SQL around nodes. */
export const raw = (text: TemplateStringsArray, ...nodes: OperationNode[]): RawNode => RawNode.create(text, nodes);

/**
 * The two parts in which newer tables keep a URL. `el_index` is both with the host turned round, where there is a host: `http://org.example./a`.
 * `mailto:` and `news:` addresses are turned round too, up to a question mark; of other URLs the first part is the protocol alone.
 */
function ofUrl(alias: string, engine: EngineName): { readonly domain: RawNode; readonly path: RawNode } {
  const find = (text: OperationNode, what: string): RawNode =>
    engine === 'postgres' ? raw`strpos(${text}, ${quoted(what)})` : raw`instr(${text}, ${quoted(what)})`;
  const index = column(alias, 'el_index');
  const url = column(alias, 'el_to');
  const colon = find(index, ':');
  const hasHost = raw`substr(${index}, ${colon}, 3) = '://'`;
  const slash = raw`(${colon} + 2 + ${find(raw`substr(${index}, ${colon} + 3)`, '/')})`;
  const isTurned = raw`substr(${index}, 1, ${colon}) in ('mailto:', 'news:')`;
  const question = find(index, '?');
  const scheme = raw`substr(${url}, 1, ${find(url, ':')})`;
  return {
    domain: raw`case when ${hasHost} then substr(${index}, 1, ${slash} - 1) when not ${isTurned} then replace(${scheme}, ':', ':.') when ${question} = 0 then ${index} else substr(${index}, 1, ${question} - 1) end`,
    path: raw`case when ${hasHost} then substr(${index}, ${slash}) when not ${isTurned} then substr(${url}, ${find(url, ':')} + 1) when ${question} = 0 then '' else substr(${index}, ${question}) end`,
  };
}

const quoted = (text: string): RawNode => RawNode.createWithSql(`'${text}'`);

/** `el_index` begins with the first part of the URL, or at least with the protocol in it. */
function inIndex(operator: string, value: string): Bounds | undefined {
  const within = withinIndex(operator, isInIndex(value) ? value : value.replace(/:.*$/s, operator === '<' ? ';' : ':'));
  return within && { column: 'el_index', within };
}

const isInIndex = (value: string): boolean => /^[^:]*(?:$|:\/\/)|^(?:mailto|news):/.test(value);

function withinIndex(operator: string, value: string): Bounds['within'] | undefined {
  if (operator === '=')
    return [
      ['>=', value],
      ['<', `${value}\u{10ffff}`],
    ];
  return operator === '>=' || operator === '<' ? [[operator, value]] : undefined;
}
