import { timingSafeEqual } from 'node:crypto';
import { ApiError, defineError, type Env, escapeWikitext, message, p, permissionDenied, toTimestamp, type UserRef } from '@wikiquery/core';
import { type Database, expressionBuilder } from '@wikiquery/database';
import type { Expression, SqlBool } from 'kysely';

/** Parameters for the watchlist of another user, which {@link watchlistOwner} evaluates. */
export const ownerParams = {
  owner: p.user('name').help('Owner of the watchlist, together with the token. Default: your own watchlist.'),
  token: p.string().sensitive().help('The watchlist token in the preferences of the owner.'),
};

interface Owned {
  readonly owner: UserRef | undefined;
  readonly token: string | undefined;
}

/**
 * Returns the account id of `owner`, or of the user if `owner` or `token` is missing. Throws `notloggedin`, `permissiondenied`,
 * `bad_wlowner` or `bad_wltoken`.
 */
export async function watchlistOwner({ db, actor }: Env, { owner, token }: Owned): Promise<number> {
  if (owner === undefined || token === undefined) {
    if (actor.isAnon) throw notLoggedIn();
    if (!actor.can('viewmywatchlist')) throw permissionDenied({ action: 'viewmywatchlist', what: 'see your watchlist' });
    return actor.id;
  }
  const account = await db
    .selectFrom('user')
    .leftJoin('user_properties', on => on.onRef('up_user', '=', 'user_id').on('up_property', '=', 'watchlisttoken'))
    .select(['user_id', 'up_value'])
    .where('user_name', '=', owner.name)
    .executeTakeFirst();
  if (!account) throw noSuchOwner(owner.name);
  if (!account.up_value || !isEqualInConstantTime(account.up_value, token)) throw badToken();
  return account.user_id;
}

/** Condition for expired items of table `watchlist`. Use it only if the wiki sets `$wgWatchlistExpiry`. */
export const isExpired = (now: Date): Expression<SqlBool> => {
  const eb = expressionBuilder<Database, 'watchlist'>();
  return eb.exists(
    eb.selectFrom('watchlist_expiry').select('we_item').whereRef('we_item', '=', 'wl_id').where('we_expiry', '<=', toTimestamp(now)),
  );
};

function isEqualInConstantTime(secret: string, token: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const notLoggedIn = defineError('notloggedin', () => ({ text: 'Log in to read your watchlist.', key: 'watchlistanontext' }));

const noSuchOwner = (name: string): ApiError =>
  new ApiError(message('bad_wlowner', `There is no account "${name}".`, { key: 'nosuchusershort', params: [escapeWikitext(name)] }));

const badToken = defineError('bad_wltoken', () => ({
  text: 'The watchlist token is wrong. The owner finds it in the preferences.',
  key: 'apierror-bad-watchlist-token',
}));
