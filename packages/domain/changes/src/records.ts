import { type Actor, type Env, f, isoTimestamp, type ShapeOut } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { logParams, parseLogParams, showLogParams } from '@wikiquery/logs';
import { type Visibility, visibilityOf } from '@wikiquery/users';
import type { Selectable } from 'kysely';
import type { PatrolVisibility } from './patrol.ts';
import { CHANGE_SOURCES, LOG_CHANGE } from './types.ts';

const ALWAYS = ['rc_id', 'rc_timestamp', 'rc_source', 'rc_deleted'] as const;

const COLUMNS = {
  title: ['rc_namespace', 'rc_title'],
  ids: ['rc_cur_id', 'rc_this_oldid', 'rc_last_oldid'],
  flags: ['rc_minor', 'rc_bot'],
  sizes: ['rc_old_len', 'rc_new_len'],
  patrol: ['rc_patrolled', 'rc_log_type'],
  loginfo: ['rc_logid', 'rc_log_type', 'rc_log_action', 'rc_params'],
} as const;

export type ColumnGroup = keyof typeof COLUMNS;
type ChangeColumn = (typeof ALWAYS)[number] | (typeof COLUMNS)[ColumnGroup][number];

/** Returns the columns of the requested groups. The row type has all columns, so read only the requested ones. */
export function changeColumns(groups: Readonly<Record<ColumnGroup, boolean>>): ChangeColumn[] {
  const columns = new Set<ChangeColumn>(ALWAYS);
  for (const group in COLUMNS) if (groups[group as ColumnGroup]) for (const column of COLUMNS[group as ColumnGroup]) columns.add(column);
  return [...columns];
}

/** Row of table `recentchanges` with the columns of {@link changeColumns}. */
export type ChangeRow = Pick<Selectable<Database['recentchanges']>, ChangeColumn>;

/** Fields of recent changes by requested property. */
export const changeFields = {
  flags: { bot: f.boolean(), new: f.boolean(), minor: f.boolean() },
  sizes: { oldlen: f.int(), newlen: f.int() },
  patrol: { patrolled: f.boolean(), unpatrolled: f.boolean(), autopatrolled: f.boolean() },
  loginfo: {
    logid: f.int().optional(),
    logtype: f.nullable(f.string()).optional(),
    logaction: f.nullable(f.string()).optional(),
    logparams: logParams().optional(),
  },
};

/** Adds the page and the revision ids to a record, unless the user may not see the action. */
export function addPage(
  record: {
    ns?: number | undefined;
    title?: string | undefined;
    pageid?: number | undefined;
    revid?: number | undefined;
    old_revid?: number | undefined;
  },
  row: ChangeRow,
  selected: { readonly title: boolean; readonly ids: boolean },
  { canSee }: Visibility,
  titles: Env['titles'],
): void {
  if (!canSee.action) return;
  if (selected.title) {
    record.ns = row.rc_namespace;
    record.title = titles.textOf(row.rc_namespace, row.rc_title);
  }
  if (selected.ids) {
    record.pageid = row.rc_cur_id;
    record.revid = row.rc_this_oldid;
    record.old_revid = row.rc_last_oldid;
  }
}

/** Adds the requested flags, sizes and timestamp to a record. */
export function addFacts(
  record: Partial<ShapeOut<typeof changeFields.flags & typeof changeFields.sizes>> & { timestamp?: string | undefined },
  row: ChangeRow,
  selected: { readonly flags: boolean; readonly sizes: boolean; readonly timestamp: boolean },
): void {
  if (selected.flags) {
    record.bot = row.rc_bot !== 0;
    record.new = row.rc_source === CHANGE_SOURCES.new;
    record.minor = row.rc_minor !== 0;
  }
  if (selected.sizes) {
    record.oldlen = row.rc_old_len ?? 0;
    record.newlen = row.rc_new_len ?? 0;
  }
  if (selected.timestamp) record.timestamp = isoTimestamp(row.rc_timestamp);
}

/** Adds the patrol flags to a record. `unpatrolled` is false for kinds of changes whose patrol flags the user may not see. */
export function addPatrol(record: Partial<ShapeOut<typeof changeFields.patrol>>, row: ChangeRow, visibility: PatrolVisibility): void {
  record.patrolled = row.rc_patrolled !== 0;
  record.unpatrolled =
    row.rc_patrolled === 0 &&
    (visibility.edits || (visibility.pages && row.rc_source === CHANGE_SOURCES.new) || (visibility.files && row.rc_log_type === 'upload'));
  record.autopatrolled = row.rc_patrolled === 2;
}

/** Returns the fields of a change's log entry. Call it only if the user may see the action. */
export const describeLogEntry = (row: ChangeRow, names: Pick<Env, 'site' | 'titles' | 'users'>) => ({
  logid: row.rc_logid,
  logtype: row.rc_log_type,
  logaction: row.rc_log_action,
  logparams: showLogParams(
    { type: row.rc_log_type ?? '', action: row.rc_log_action ?? '', timestamp: row.rc_timestamp },
    parseLogParams(row.rc_params).values,
    names,
  ),
});

/** Returns the visibility of a change's parts. Only log entries can have a revision-deleted action, which also hides the title. */
export function changeVisibility(
  actor: Actor,
  { rc_deleted: bits, rc_source: source }: Pick<ChangeRow, 'rc_deleted' | 'rc_source'>,
): Visibility {
  const visibility = visibilityOf(actor, bits);
  if (source === LOG_CHANGE || bits === 0) return visibility;
  return { hides: { ...visibility.hides, action: false }, canSee: { ...visibility.canSee, action: true } };
}
