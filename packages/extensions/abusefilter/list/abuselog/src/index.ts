import { type ABUSE_FILTER_TABLES, abuseFilters, type FilterVisibility, filterVisibility, UNKNOWN_FILTER } from '@wikiquery/abuse-filters';
import { isAddressOrCidr, sanitizeAddress, sanitizeCidr } from '@wikiquery/addresses';
import {
  type Actor,
  type Env,
  f,
  invalidTitle,
  isInvalid,
  isoTimestamp,
  type ParamsOut,
  p,
  permissionDenied,
  type Returned,
  readPage,
} from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { finds, type RowsOf, sql, whereEquals } from '@wikiquery/database';
import { isHiddenUser, isSuppressed } from '@wikiquery/users';
import type { Selectable, SqlBool } from 'kysely';
import { type FilterName, loadFilters, readFilters } from './filters.ts';
import { ADDRESS, loadVariables, type Variables } from './variables.ts';

const props = f.props({
  ids: {
    id: f.int().help('Id of the log entry.'),
    filter_id: f.string().help('Number of the filter; global filters have the prefix `global-`.'),
  },
  filter: { filter: f.string().help('Description of the filter.') },
  user: { user: f.string() },
  title: f.title(),
  action: { action: f.string().help('Action of the user that matched the filter.') },
  // MediaWiki returns an empty list for missing details.
  details: { details: f.oneOf(f.assoc(), f.array(f.json())).help('Values of the filter variables.') },
  result: { result: f.string().help('Actions that the filter took, separated by commas.') },
  timestamp: { timestamp: f.timestamp() },
  hidden: { hidden: f.boolean() },
  revid: {
    revid: f
      .oneOf(f.int(), f.literal(''))
      .optional()
      .help('Id of the resulting revision; empty if the user cannot see it. Absent if no revision resulted.'),
  },
});

const params = {
  logid: p.int().help('Id of the only entry to return.'),
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  dir: p.dir.temporal(),
  user: p.string().help('Include only entries about actions of this user.'),
  title: p.string().help('Include only entries about this page.'),
  filter: p.string().multi().help('Include only matches of these filters. Global filters have the prefix `global-`.'),
  limit: p.limit().help('Number of entries to return.'),
  prop: props.param().default(['ids', 'user', 'title', 'action', 'result', 'timestamp', 'hidden', 'revid']).help('Properties to return.'),
};

/** Lists actions that matched a filter, as AbuseFilter's `list=abuselog` does. */
export default defineModule({
  group: 'list',
  name: 'abuselog',
  prefix: 'afl',
  summary: 'List actions that matched an abuse filter.',
  extension: 'Abuse Filter',
  differences: [
    'Protected variables of protected filters are never returned. MediaWiki logs access to them, and this server writes nothing.',
    'Actions of suppressed accounts are visible only to users who can see their names.',
    'Filters by user, page or id skip entries whose revision data the user cannot see.',
    'Entries of unreadable filters are treated as entries of private filters. MediaWiki fails.',
  ],
  params,
  element: 'item',
  returns: props,
  continuesBy: 'start',
  quirks: { emptyIsList: true },
  examples: { 'list=abuselog&afltitle=API': 'Filter matches on a page.' },

  async execute(q) {
    const { prop, limit, dir, start, end } = q.params;
    if (!q.actor.can('abusefilter-log')) throw permissionDenied({ action: 'abusefilter-log', what: 'see what filters caught' });
    if (prop.has('details') && !q.actor.can('abusefilter-log-detail'))
      throw permissionDenied({ action: 'abusefilter-log-detail', what: 'see the details of what filters caught' });
    const visibility = await filterVisibility(q.actor);
    const named = q.params.filter?.size ? await readFilters(q, q.params.filter, visibility) : [];
    const rows = await readPage(matchingEntries(q, visibility, named), {
      by: { afl_timestamp: 'timestamp', afl_id: 'int' },
      ...{ limit, dir, start, end },
      cursor: row => ({ start: isoTimestamp(row.afl_timestamp) }),
    });

    const isLocal = ({ afl_global }: Row): boolean => afl_global === 0;
    const [filters, unseen] = await Promise.all([
      loadFilters(
        q,
        rows.rows.filter(isLocal).map(row => row.afl_filter_id),
      ),
      unseenRevisions(q, rows.rows),
    ]);
    const filterOf = (row: Row) => (isLocal(row) ? filters.get(row.afl_filter_id) : undefined) ?? { description: '', ...UNKNOWN_FILTER };
    const variables = await loadVariables(q.db, prop.has('details') ? rows.rows.filter(row => visibility.details(filterOf(row))) : []);

    return rows.records(row => {
      // Hiding a revision also hides its log entry.
      if (row.afl_rev_id !== null && unseen.has(row.afl_rev_id)) return undefined;
      const filter = filterOf(row);
      const canSeeDetails = visibility.details(filter);
      const record: LogRecord = {};
      if (prop.has('ids')) {
        record.id = row.afl_id;
        record.filter_id = canSeeDetails ? `${isLocal(row) ? '' : 'global-'}${row.afl_filter_id}` : '';
      }
      if (prop.has('filter')) record.filter = filter.description;
      if (prop.has('user')) record.user = row.afl_user_text;
      if (prop.has('title')) Object.assign(record, q.titles.fields(row.afl_namespace, row.afl_title));
      if (prop.has('action')) record.action = row.afl_action;
      if (prop.has('result')) record.result = row.afl_actions;
      if (prop.has('revid') && row.afl_rev_id !== null) record.revid = canSeeDetails ? row.afl_rev_id : '';
      if (prop.has('timestamp')) record.timestamp = isoTimestamp(row.afl_timestamp);
      if (prop.has('details'))
        record.details = shown(variables.get(row.afl_id) ?? new Map(), visibility.protectedData && !filter.isProtected);
      if (prop.has('hidden')) record.hidden = row.afl_deleted !== 0;
      return Object.keys(record).length > 0 ? record : undefined;
    });
  },
});

type LogRecord = Returned<typeof props>;
type Row = Selectable<RowsOf<typeof ABUSE_FILTER_TABLES>['abuse_filter_log']>;

function matchingEntries(
  q: Env & { readonly params: ParamsOut<typeof params> },
  visibility: FilterVisibility,
  named: readonly FilterName[],
) {
  const { logid, title } = q.params;
  const user = q.params.user === undefined ? undefined : performerNamed(q, q.params.user);
  let entries = whereEquals(abuseFilters(q.db).selectFrom('abuse_filter_log').selectAll('abuse_filter_log'), {
    afl_id: logid,
    afl_user_text: user,
    afl_deleted: visibility.hiddenEntries ? undefined : 0,
    ...(title !== undefined && titleCondition(q, title)),
  });
  // The index starts with the user id, which is 0 for users without an account.
  if (user !== undefined)
    entries = entries.where('afl_user', '=', is =>
      is.fn.coalesce(is.selectFrom('user').select('user_id').where('user_name', '=', user), is.lit(0)),
    );
  if (named.length > 0)
    entries = entries.where(is =>
      is.or(
        [...Map.groupBy(named, ({ isGlobal }) => isGlobal)].map(([isGlobal, filters]) =>
          is.and([
            is('afl_global', '=', Number(isGlobal)),
            is(
              'afl_filter_id',
              'in',
              filters.map(({ id }) => id),
            ),
          ]),
        ),
      ),
    );
  if (!q.actor.can('hideuser')) entries = entries.where(({ not }) => not(isHiddenUser('afl_user')));
  // Prevents queries by user, page or id from revealing hidden entries.
  if (user !== undefined || title !== undefined || logid !== undefined)
    entries = entries.where(is => finds(is.selectFrom('revision').whereRef('rev_id', '=', 'afl_rev_id').where(hides(q.actor)), false));
  return entries;
}

/** Returns the normalized user name or IP address, or undefined for an invalid name, which MediaWiki ignores. */
function performerNamed({ users }: Env, text: string): string | undefined {
  if (isAddressOrCidr(text)) return sanitizeCidr(text) ?? sanitizeAddress(text);
  return users.canonical(text, 'valid');
}

function titleCondition({ titles }: Env, text: string) {
  const title = titles.parse(text);
  if (isInvalid(title)) throw invalidTitle({ title: text });
  return { afl_namespace: title.namespace, afl_title: title.dbkey };
}

/** Returns the ids of the revisions that have parts hidden from the actor. */
async function unseenRevisions({ db, actor }: Env, rows: readonly Row[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.flatMap(row => row.afl_rev_id || []))];
  if (ids.length === 0) return new Set();
  const revisions = await whereEquals(db.selectFrom('revision').select(['rev_id', 'rev_deleted']), { rev_id: ids }).execute();
  const { suppressed, hidden } = visibilityOfRevisions(actor);
  const isSeen = (bits: number): boolean => bits === 0 || (isSuppressed(bits) ? suppressed : hidden);
  return new Set(revisions.filter(row => !isSeen(row.rev_deleted)).map(row => row.rev_id));
}

/** Returns the SQL condition that is equivalent to `unseenRevisions`. */
function hides(actor: Actor) {
  const { suppressed, hidden } = visibilityOfRevisions(actor);
  const bits = sql.ref('rev_deleted');
  if (suppressed) return hidden ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${bits} <> 0 and (${bits} & 8) = 0`;
  return hidden ? sql<SqlBool>`(${bits} & 8) <> 0` : sql<SqlBool>`${bits} <> 0`;
}

/** AbuseFilter does not distinguish which part of a revision is hidden. */
const visibilityOfRevisions = (actor: Actor) => ({
  suppressed: actor.can('suppressrevision') || actor.can('viewsuppressed'),
  hidden: actor.can('deletedtext'),
});

/** Returns the variables; the protected variable is blank if the actor cannot see it. */
function shown(variables: Variables, canSeeProtected: boolean): Record<string, unknown> | readonly [] {
  if (variables.size === 0) return [];
  const address = variables.get(ADDRESS);
  if (!canSeeProtected && address !== undefined && address !== null) variables.set(ADDRESS, '');
  return Object.fromEntries(variables);
}
