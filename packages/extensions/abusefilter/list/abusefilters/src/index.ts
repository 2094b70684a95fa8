import { abuseFilters, filterVisibility, flagsOf } from '@wikiquery/abuse-filters';
import { contradictoryShow, defineModule, f, isoTimestamp, p, permissionDenied, type Returned, readPage } from '@wikiquery/core';
import { type Database, sql } from '@wikiquery/database';
import { loadUnseenUsers } from '@wikiquery/users';
import type { Kysely, SqlBool } from 'kysely';

const mark = () => f.literal('').optional();

const props = f.props({
  id: { id: f.int().help('Number of the filter.') },
  description: { description: f.string().help('Short description of the filter.') },
  pattern: { pattern: f.string().optional().help('Conditions of the filter.') },
  actions: { actions: f.string().help('Actions of the filter, separated by commas.') },
  hits: { hits: f.int().help('Number of hits.') },
  comments: { comments: f.string().optional().help('Comments of the filter editors.') },
  lasteditor: { lasteditor: f.string().optional().help('User who last changed the filter.') },
  lastedittime: { lastedittime: f.timestamp().help('Time of the last change.') },
  status: { enabled: mark().help('The filter is enabled.'), deleted: mark().help('The filter is marked as deleted.') },
  private: { private: mark().help('The filter is private.') },
  protected: { protected: mark().help('The filter uses protected variables.') },
});

const SHOW = ['enabled', '!enabled', 'deleted', '!deleted', 'private', '!private', 'protected', '!protected'] as const;

/** Lists filters of edits, as AbuseFilter's `list=abusefilters` does. Patterns of private filters need rights. */
export default defineModule({
  group: 'list',
  name: 'abusefilters',
  prefix: 'abf',
  summary: 'List abuse filters.',
  extension: 'Abuse Filter',
  differences: ['Suppressed accounts are not named.'],
  params: {
    startid: p.int().help('Filter number to start at.'),
    endid: p.int().help('Filter number to end at.'),
    dir: p.enum(['older', 'newer']).default('newer').help('Sort direction of the filter numbers.'),
    show: p.enum(SHOW).multi().help('Include or exclude filters by status.'),
    limit: p.limit().help('Number of filters to return.'),
    prop: props.param().default(['id', 'description', 'actions', 'status']).help('Properties to return.'),
  },
  element: 'filter',
  returns: props,
  continuesBy: 'startid',
  examples: { 'list=abusefilters&abfshow=enabled|!private': 'Public filters that are enabled.' },

  async execute({ actor, db, params }) {
    if (!actor.can('abusefilter-view')) throw permissionDenied({ action: 'abusefilter-view', what: 'see filters of edits' });
    const { prop, limit } = params;
    const { startid: start, endid: end, dir } = params;
    const cursor = (row: { readonly af_id: number }) => ({ startid: row.af_id });
    const rows = await readPage(matchingFilters(db, params.show), { by: { af_id: 'int' }, limit, dir, start, end, cursor });
    const visibility = await filterVisibility(actor);
    const hidden = await loadUnseenUsers(
      { db, actor },
      rows.map(row => row.actor_user),
    );
    return rows.records(row => {
      const flags = flagsOf(row.af_hidden);
      const canSeeRules = visibility.rules(flags);
      const record: FilterRecord = {};
      if (prop.has('id')) record.id = row.af_id;
      if (prop.has('description')) record.description = row.af_public_comments ?? '';
      if (prop.has('pattern') && canSeeRules) record.pattern = trimmed(row.af_pattern);
      if (prop.has('actions')) record.actions = [...new Set(row.af_actions.split(','))].join(',');
      if (prop.has('hits')) record.hits = row.af_hit_count;
      if (prop.has('comments') && canSeeRules) record.comments = row.af_comments ?? '';
      if (prop.has('lasteditor') && !hidden.has(row.actor_user ?? 0)) record.lasteditor = row.actor_name;
      if (prop.has('lastedittime')) record.lastedittime = isoTimestamp(row.af_timestamp);
      if (prop.has('private') && flags.isPrivate) record.private = '';
      if (prop.has('protected') && flags.isProtected) record.protected = '';
      if (prop.has('status') && row.af_enabled !== 0) record.enabled = '';
      if (prop.has('status') && row.af_deleted !== 0) record.deleted = '';
      return Object.keys(record).length > 0 ? record : undefined;
    });
  },
});

type FilterRecord = Returned<typeof props>;

function matchingFilters(db: Kysely<Database>, show: ReadonlySet<(typeof SHOW)[number]> = new Set()) {
  for (const flag of ['enabled', 'deleted', 'private'] as const) if (show.has(flag) && show.has(`!${flag}`)) throw contradictoryShow();
  let filters = abuseFilters(db)
    .selectFrom('abuse_filter')
    .innerJoin('actor', 'actor_id', 'af_actor')
    .select(['af_id', 'af_pattern', 'af_timestamp', 'af_enabled', 'af_comments', 'af_public_comments', 'af_hidden', 'af_hit_count'])
    .select(['af_deleted', 'af_actions', 'actor_name', 'actor_user']);
  if (show.has('enabled')) filters = filters.where('af_enabled', '!=', 0);
  if (show.has('!enabled')) filters = filters.where('af_enabled', '=', 0);
  if (show.has('deleted')) filters = filters.where('af_deleted', '!=', 0);
  if (show.has('!deleted')) filters = filters.where('af_deleted', '=', 0);
  if (show.has('private')) filters = filters.where(sql<SqlBool>`(af_hidden & 1) <> 0`);
  if (show.has('!private')) filters = filters.where(sql<SqlBool>`(af_hidden & 1) = 0`);
  // MediaWiki always returns nothing for `!protected` and ignores `protected`.
  if (show.has('!protected')) filters = filters.where(sql<SqlBool>`1 = 0`);
  return filters;
}

/** Trims the same characters as PHP's `trim`. */
function trimmed(text: string): string {
  const isSpace = (at: number): boolean => SPACES.includes(text.charAt(at));
  let [from, to] = [0, text.length];
  while (from < to && isSpace(from)) from++;
  while (from < to && isSpace(to - 1)) to--;
  return text.slice(from, to);
}
const SPACES = ' \t\n\r\0\v';
