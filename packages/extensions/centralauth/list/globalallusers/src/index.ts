import { centralAccounts, loadGlobalGroups, NOT_HIDDEN } from '@wikiquery/central-accounts';
import { defineModule, f, p, readPage, toTimestamp } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { isTemporaryName } from '@wikiquery/users';

/** Lists global accounts by name, as CentralAuth's `list=globalallusers` does, without hidden accounts. */
export default defineModule({
  group: 'list',
  name: 'globalallusers',
  prefix: 'agu',
  summary: 'List global accounts by name.',
  extension: 'CentralAuth',
  differences: ['`agugroup` and `aguexcludegroup` accept any group name.'],
  sources: ['database', 'clock'],
  params: {
    from: p.string().help('Account name to start at.'),
    to: p.string().help('Account name to end at.'),
    prefix: p.string().help('Include only accounts with this name prefix.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
    group: p.string().multi().help('Include only members of these global groups.'),
    excludegroup: p.string().multi().help('Exclude members of these global groups.'),
    prop: p.enum(['lockinfo', 'groups', 'existslocally']).multi().help('Properties to return in addition to the id and name.'),
    limit: p.limit().help('Number of accounts to return.'),
    excludenamed: p.boolean().since('1.43').help('Exclude accounts that are not temporary.'),
    excludetemp: p.boolean().since('1.43').help('Exclude temporary accounts.'),
  },
  atMostOne: [['group', 'excludegroup']],
  element: 'globaluser',
  returns: f.record({
    id: f.int().help('Global id of the account.'),
    name: f.string().help('Name of the account.'),
    groups: f.array(f.string()).element('group').optional().help('Global groups of the account.'),
    existslocally: f.literal('').optional().help('Present if the account exists on this wiki.'),
    locked: f.literal('').optional().help('Present if the account is locked.'),
  }),
  continuesBy: 'from',
  examples: { 'list=globalallusers&agufrom=ABC&aguprop=lockinfo|groups|existslocally': 'Global accounts from a name onward.' },

  async execute(q) {
    const { from, to, prefix, dir, group, excludegroup, prop, limit } = q.params;
    const db = centralAccounts(q.db);
    const now = toTimestamp(q.now);
    let accounts = db.selectFrom('globaluser').select(['gu_id', 'gu_name', 'gu_locked']).where('gu_hidden_level', '=', NOT_HIDDEN);
    if (group?.size)
      accounts = accounts.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('global_user_groups')
            .select('gug_user')
            .whereRef('gug_user', '=', 'gu_id')
            .where('gug_group', 'in', [...group])
            .where(is => is.or([is('gug_expiry', 'is', null), is('gug_expiry', '>=', now)])),
        ),
      );
    // The subquery stays small: global groups have few members.
    if (excludegroup?.size)
      accounts = accounts.where('gu_id', 'not in', ({ selectFrom }) =>
        selectFrom('global_user_groups')
          .select('gug_user')
          .where('gug_group', 'in', [...excludegroup]),
      );
    const isTemporary = isTemporaryName(q.site, 'gu_name');
    if (isTemporary && q.params.excludetemp) accounts = accounts.where(is => is.not(isTemporary));
    if (isTemporary && q.params.excludenamed) accounts = accounts.where(isTemporary);
    const spaced = (name: string | undefined) => name?.replaceAll('_', ' ');
    const rows = await readPage(accounts, {
      by: { gu_name: 'string' },
      ...{ limit, dir, start: spaced(from), end: spaced(to), prefix: spaced(prefix) },
      cursor: row => ({ from: row.gu_name ?? '' }),
    });
    const groupsOf = await loadGlobalGroups(q, prop?.has('groups') ? rows.map(row => row.gu_id) : []);
    const names = new Set(rows.rows.flatMap(row => row.gu_name ?? []));
    const local = prop?.has('existslocally')
      ? await loadInChunks(names, chunk =>
          db.selectFrom('localuser').select('lu_name').where('lu_wiki', '=', q.site.wikiId).where('lu_name', 'in', chunk).execute(),
        )
      : [];
    const here = new Set(local.map(row => row.lu_name));
    return rows.records(({ gu_id, gu_name, gu_locked }) => {
      const name = gu_name ?? '';
      return {
        id: gu_id,
        name,
        ...(prop?.has('groups') && { groups: groupsOf.get(gu_id) ?? [] }),
        ...(here.has(name) && { existslocally: '' as const }),
        ...(prop?.has('lockinfo') && gu_locked !== 0 && { locked: '' as const }),
      };
    });
  },
});
