import { type Env, toTimestamp } from '@wikiquery/core';
import { type Database, sql } from '@wikiquery/database';
import type { Expression, Kysely, SqlBool } from 'kysely';

/** Loads the ids of the tags that mark reverts: rollback, undo and manual revert. */
export async function revertTags(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom('change_tag_def')
    .select('ctd_id')
    .where('ctd_name', 'in', ['mw-rollback', 'mw-undo', 'mw-manual-revert'])
    .execute();
  return rows.map(({ ctd_id }) => ctd_id);
}

/** Condition for accounts in a group with the right `bot`. `user`: the column with the account id. */
export function whereBot({ db, site, now }: Env, user: string): Expression<SqlBool> {
  const groups = [...site.groups.values()].filter(({ rights }) => rights.includes('bot')).map(({ name }) => name);
  if (groups.length === 0) return sql<SqlBool>`1 = 0`;
  const members = db
    .selectFrom('user_groups')
    .select('ug_user')
    .where('ug_group', 'in', groups)
    .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]));
  return sql<SqlBool>`${sql.ref(user)} in ${members}`;
}
