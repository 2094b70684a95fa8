import type { Database } from '@wikiquery/database';
import { whereEquals } from '@wikiquery/database';
import { lacksBits } from '@wikiquery/users';
import type { SelectQueryBuilder } from 'kysely';
import type { PatrolVisibility } from './patrol.ts';
import { CHANGE_SOURCES, LOG_CHANGE } from './types.ts';

/** Choices of `show`: with the quality, without it, or (undefined) either. */
export interface ChangeFilter {
  readonly minor?: boolean | undefined;
  readonly bot?: boolean | undefined;
  /** Made without an account of one's own: by an address or a temporary account. */
  readonly anon?: boolean | undefined;
  readonly patrolled?: boolean | undefined;
  readonly autopatrolled?: boolean | undefined;
  /** Still to be patrolled by this reader. */
  readonly unpatrolled?: boolean | undefined;
}

type Changes<Row> = SelectQueryBuilder<Database, 'recentchanges', Row>;

const UNPATROLLED = 0;
const AUTOPATROLLED = 2;

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
 * Keeps changes that do not hide, from a reader who may not see all, what they are chosen by. Takes `unseenBits` of the user and of the action:
 * undefined where nothing is to be left out. Only log entries hide their action.
 */
export function whereSeen<Row>(changes: Changes<Row>, unseenUser: number | undefined, unseenAction: number | undefined): Changes<Row> {
  if (unseenUser !== undefined) changes = changes.where(lacksBits('rc_deleted', unseenUser));
  if (unseenAction === undefined) return changes;
  return changes.where(is => is.or([is('rc_source', '!=', LOG_CHANGE), lacksBits('rc_deleted', unseenAction)]));
}

const flag = (wanted: boolean | undefined): number | undefined => (wanted === undefined ? undefined : Number(wanted));
