import { CHANGE_SOURCES } from '@wikiquery/changes';
import { type Env, type Timestamp, toTimestamp } from '@wikiquery/core';
import { type Database, layoutOf, whereEquals } from '@wikiquery/database';
import type { ExpressionBuilder } from 'kysely';

/** Value of `querycachetwo.qcc_type` for active users. */
export const ACTIVE = 'activeusers';

/** Counts the recent actions of each account, except account creations. */
export async function loadRecentActions(q: Env, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const since = await windowStart(q);
  const actions = whereEquals(q.db.selectFrom('actor').innerJoin('recentchanges', 'rc_actor', 'actor_id'), { actor_user: userIds })
    .select(['actor_user', is => is.fn.countAll<number>().as('actions')])
    .where(isAction(q.db))
    .where(is => is.or([is('rc_log_type', 'is', null), is('rc_log_type', '!=', 'newusers')]))
    .groupBy('actor_user');
  const rows = await (since === undefined ? actions : actions.where('rc_timestamp', '>=', since)).execute();
  return new Map(rows.map(row => [row.actor_user as number, Number(row.actions)]));
}

/** Returns a condition for recent changes that are actions of a user. Category changes count only in older database layouts. */
const isAction = (db: Env['db']) => (is: ExpressionBuilder<Database, 'recentchanges'>) =>
  layoutOf(db).has('changeSources')
    ? is('rc_source', 'in', [CHANGE_SOURCES.edit, CHANGE_SOURCES.new, CHANGE_SOURCES.log])
    : is('rc_source', '!=', CHANGE_SOURCES.external);

const DAY = 86_400;
const DEFAULT_DAYS = 30;

/**
 * Returns the start of the activity period, or undefined if the period is unlimited. The database does not contain
 * `$wgActiveUserDays`. If the cached last actions span more than MediaWiki's default, the wiki has a longer period.
 */
async function windowStart({ db, site, now }: Env): Promise<Timestamp | undefined> {
  const { activeUserDays } = site.configuration;
  if (activeUserDays === undefined) {
    const active = db.selectFrom('querycachetwo').where('qcc_type', '=', ACTIVE);
    const last = active.select('qcc_value').orderBy('qcc_value', 'desc').limit(1);
    const first = active.select('qcc_value').orderBy('qcc_value').limit(1);
    const [newest, oldest] = await Promise.all([last.executeTakeFirst(), first.executeTakeFirst()]);
    if (newest && oldest && newest.qcc_value - oldest.qcc_value > DEFAULT_DAYS * DAY) return undefined;
  }
  return toTimestamp(new Date(now.getTime() - (activeUserDays ?? DEFAULT_DAYS) * DAY * 1000));
}
