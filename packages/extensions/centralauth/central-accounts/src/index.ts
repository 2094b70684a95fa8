import { type Env, toTimestamp } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { centralAccounts } from './tables.ts';

export { CENTRAL_TABLES, centralAccounts } from './tables.ts';

/** Value of `gu_hidden_level` for accounts that are not suppressed. Other accounts require the right {@link SEES_HIDDEN}. */
export const NOT_HIDDEN = 0;
/** Name of the right to see suppressed global accounts. */
export const SEES_HIDDEN = 'centralauth-suppress';

/** Loads the unexpired global groups of accounts by global id, each list in alphabetical order. */
export async function loadGlobalGroups(
  { db, now }: Pick<Env, 'db' | 'now'>,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await loadInChunks(new Set(ids), chunk =>
    centralAccounts(db)
      .selectFrom('global_user_groups')
      .select(['gug_user', 'gug_group'])
      .where('gug_user', 'in', chunk)
      .where(is => is.or([is('gug_expiry', 'is', null), is('gug_expiry', '>=', toTimestamp(now))]))
      .execute(),
  );
  const byUser = Map.groupBy(rows, row => row.gug_user);
  return new Map([...byUser].map(([id, own]) => [id, own.map(row => row.gug_group).sort()]));
}

/** Returns the rights that global groups grant on a wiki. Wiki sets limit groups to certain wikis. */
export async function loadRights(db: Kysely<Database>, groups: readonly string[], wikiId: string): Promise<string[]> {
  if (groups.length === 0) return [];
  const [limits, permissions] = await Promise.all([
    centralAccounts(db)
      .selectFrom('global_group_restrictions')
      .innerJoin('wikiset', 'ws_id', 'ggr_set')
      .select(['ggr_group', 'ws_type', 'ws_wikis'])
      .where('ggr_group', 'in', groups)
      .execute(),
    centralAccounts(db)
      .selectFrom('global_group_permissions')
      .select(['ggp_group', 'ggp_permission'])
      .where('ggp_group', 'in', groups)
      .orderBy('ggp_permission')
      .execute(),
  ]);
  const elsewhere = new Set(
    limits.filter(({ ws_type, ws_wikis }) => (ws_type === 'optin') !== ws_wikis.split(',').includes(wikiId)).map(row => row.ggr_group),
  );
  const byGroup = Map.groupBy(permissions, row => row.ggp_group);
  const effective = groups.filter(group => !elsewhere.has(group));
  return [...new Set(effective.flatMap(group => byGroup.get(group)?.map(row => row.ggp_permission) ?? []))];
}
