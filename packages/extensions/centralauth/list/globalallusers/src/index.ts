import { centralAccounts, loadGlobalGroups, NOT_HIDDEN } from '@wikiquery/central-accounts';
import { defineModule, f, p, readPage, toTimestamp } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { isTemporaryName } from '@wikiquery/users';

export default defineModule({
  group: 'list',
  name: 'globalallusers',
  prefix: 'agu',
  summary: 'List the accounts that all wikis have in common.',
  extension: 'CentralAuth',
  differences: ['`agugroup` and `aguexcludegroup` take the name of any group.'],
  sources: ['database', 'clock'],
  params: {
    from: p.string().help('The name to start from.'),
    to: p.string().help('The name to end with.'),
    prefix: p.string().help('Only names that begin with this.'),
    dir: p.dir.alphabetic().help('The direction in which to list.'),
    group: p.string().multi().help('Only members of these global groups.'),
    excludegroup: p.string().multi().help('Only accounts that are in none of these global groups.'),
    prop: p.enum(['lockinfo', 'groups', 'existslocally']).multi().help('Which properties to get besides the id and the name.'),
    limit: p.limit().help('How many accounts to return.'),
    excludenamed: p.boolean().since('1.43').help('Leave out accounts that are not temporary.'),
    excludetemp: p.boolean().since('1.43').help('Leave out temporary accounts.'),
  },
  atMostOne: [['group', 'excludegroup']],
  element: 'globaluser',
  returns: f.record({
    id: f.int().help('The id that the account has on all wikis.'),
    name: f.string().help('The name of the account.'),
    groups: f.array(f.string()).element('group').optional().help('Its global groups.'),
    existslocally: f.literal('').optional().help('There where this wiki has the account.'),
    locked: f.literal('').optional().help('There where nobody can log in with it.'),
  }),
  continuesBy: 'from',
  examples: { 'list=globalallusers&agufrom=ABC&aguprop=lockinfo|groups|existslocally': 'Accounts from a name on.' },

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
    // Groups of all wikis have few members.
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
