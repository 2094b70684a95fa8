import type { Database } from '@wikiquery/database';
import { whereEquals } from '@wikiquery/database';
import { lacksBits } from '@wikiquery/users';
import type { SelectQueryBuilder } from 'kysely';
import type { PatrolVisibility } from './patrol.ts';
import { CHANGE_SOURCES, LOG_CHANGE } from './types.ts';

/** Criteria of the parameter `show`. An undefined criterion matches any value. */
export interface ChangeFilter {
  readonly minor?: boolean | undefined;
  readonly bot?: boolean | undefined;
  /** Whether the change is by an IP address or a temporary account. */
  readonly anon?: boolean | undefined;
  readonly patrolled?: boolean | undefined;
  readonly autopatrolled?: boolean | undefined;
  /** Only unpatrolled changes: any if the user may see the patrol flags of edits, otherwise only page creations. */
  readonly unpatrolled?: boolean | undefined;
}

type Changes<Row> = SelectQueryBuilder<Database, 'recentchanges', Row>;

const UNPATROLLED = 0;
const AUTOPATROLLED = 2;

/** Selects the changes that meet the criteria of `show`, as MediaWiki does. */
export function whereChange<Row>(changes: Changes<Row>, show: ChangeFilter, visibility: PatrolVisibility): Changes<Row> {
  changes = whereEquals(changes, { rc_minor: flag(show.minor), rc_bot: flag(show.bot) });
  if (show.anon !== undefined) {
    changes = changes.where(({ exists, not, selectFrom }) => {
      const withoutAccount = exists(
        selectFrom('actor')
          .leftJoin('user', 'user_id', 'actor_user')
          .select('actor_id')
          .whereRef('actor_id', '=', 'rc_actor')
          .where(is => is.or([is('actor_user', 'is', null), is('user_is_temp', '=', 1)])),
      );
      return show.anon ? withoutAccount : not(withoutAccount);
    });
  }
  if (show.patrolled !== undefined) changes = changes.where('rc_patrolled', show.patrolled ? '!=' : '=', UNPATROLLED);
  if (show.autopatrolled !== undefined) changes = changes.where('rc_patrolled', show.autopatrolled ? '=' : '!=', AUTOPATROLLED);
  if (show.unpatrolled) {
    changes = whereEquals(changes, { rc_patrolled: UNPATROLLED, rc_source: visibility.edits ? undefined : CHANGE_SOURCES.new });
  }
  return changes;
}

/**
 * Excludes changes whose user or action the user may not see, so that filters do not reveal them. Only log entries can have a
 * revision-deleted action. `unseenUser` and `unseenAction`: the results of `unseenBits`, or undefined to exclude none.
 */
export function whereVisible<Row>(changes: Changes<Row>, unseenUser: number | undefined, unseenAction: number | undefined): Changes<Row> {
  if (unseenUser !== undefined) changes = changes.where(lacksBits('rc_deleted', unseenUser));
  if (unseenAction === undefined) return changes;
  return changes.where(is => is.or([is('rc_source', '!=', LOG_CHANGE), lacksBits('rc_deleted', unseenAction)]));
}

const flag = (value: boolean | undefined): number | undefined => (value === undefined ? undefined : Number(value));
