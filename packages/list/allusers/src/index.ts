import {
  defineModule,
  type Entry,
  type Env,
  exclusiveParams,
  f,
  isoTimestamp,
  NS,
  type ParamsOut,
  p,
  Records,
  type Returned,
  readPage,
  toTimestamp,
} from '@wikiquery/core';
import { type Database, whereStartsWith } from '@wikiquery/database';
import {
  anyRightParam,
  blockFields,
  centralFields,
  currentMemberships,
  describeCentral,
  groupParam,
  groupsOf,
  groupsWithRight,
  isHiddenUser,
  isImplicitRight,
  isTemporaryName,
  loadAccountFacts,
  MEMBER_COLUMNS,
  rightsOf,
} from '@wikiquery/users';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { ACTIVE, loadRecentActions } from './recent-actions.ts';

const props = f.props(
  {
    blockinfo: blockFields,
    groups: { groups: f.array(f.string()).element('g') },
    implicitgroups: { implicitgroups: f.array(f.string()).element('g') },
    rights: { rights: f.array(f.string()).element('r') },
    editcount: { editcount: f.int() },
    /** Registration time; empty for accounts that were created before MediaWiki stored it. */
    registration: { registration: f.string() },
    centralids: centralFields,
  },
  { userid: f.int(), name: f.string(), hidden: f.flag(), recentactions: f.int().optional() },
);

const params = {
  from: p.string().help('Account name to start at.'),
  to: p.string().help('Account name to end at.'),
  prefix: p.string().help('Include only accounts with this name prefix.'),
  dir: p.dir.alphabetic().help('Sort direction.'),
  group: groupParam().multi().help('Include only members of at least one of these groups.'),
  excludegroup: groupParam().multi().help('Exclude members of these groups.'),
  rights: anyRightParam().multi().help('Include only accounts whose explicit groups grant one of these rights.'),
  prop: props.param().help('Account properties to return.'),
  limit: p.limit().help('Number of accounts to return.'),
  witheditsonly: p.boolean().help('Include only accounts with at least one edit.'),
  activeusers: p.boolean().help('Include only accounts with recent activity.'),
  attachedwiki: p.string().help('Id of a wiki. With `centralids`, return whether the account is attached to that wiki.'),
  excludenamed: p.boolean().since('1.43').help('Exclude accounts that are not temporary.'),
  excludetemp: p.boolean().since('1.43').help('Exclude temporary accounts.'),
};

/** Lists user accounts by name, as MediaWiki's `list=allusers` does. */
export default defineModule({
  group: 'list',
  name: 'allusers',
  prefix: 'au',
  summary: 'List user accounts by name.',
  cache: 'anon-public',
  sources: ['database', 'clock'],
  params,
  element: 'u',
  returns: props,
  continuesBy: 'from',
  examples: {
    'list=allusers&aufrom=Y': 'Accounts from the letter Y onward.',
    'list=allusers&augroup=sysop&auprop=groups|editcount': 'Administrators with their groups and edit counts.',
  },

  async execute(q) {
    const { from, to, dir, limit, activeusers } = q.params;
    const groups = matchingGroups(q, q.params);
    if (groups === 'none') return new Records<never>([]);
    if (groups && q.params.excludegroup) throw exclusiveParams({ params: ['group', 'excludegroup'].map(name => q.wirePrefix + name) });

    // An account has one row per matching group. The extra rows reach the next account, which becomes the continue value.
    const { rows } = await readPage(matchingAccounts(q, q.params, groups), {
      // Query planners do not infer that `querycachetwo` is also sorted by user name.
      by: activeusers ? { 'active.qcc_title': 'string' } : { user_name: 'string' },
      limit: limit + (groups?.size || 1),
      dir,
      start: keyOf(q, from),
      end: keyOf(q, to),
    });
    // Like MediaWiki, applies the limit to rows, so fewer accounts can be returned.
    const starts = [...rows.entries()].filter(([at, row]) => row.user_id !== rows[at - 1]?.user_id);
    const accounts = starts.filter(([at]) => at < limit).map(([, row]) => row);
    const describe = await loadFacts(q, q.params, accounts);
    const next = starts[accounts.length]?.[1];
    return new Records(
      accounts.values().flatMap((account): Entry<Returned<typeof props>>[] => {
        const record = describe(account);
        return record ? [{ record, cursor: { from: account.user_name } }] : [];
      }),
      next && { from: next.user_name },
    );
  },
});

type Params = ParamsOut<typeof params>;

const keyOf = ({ titles }: Env, text: string | undefined) =>
  text === undefined ? undefined : titles.capitalize(text, NS.USER).replaceAll('_', ' ');

/** Returns the groups to filter by: undefined without a filter, `none` if no group grants the requested rights. */
function matchingGroups({ site }: Env, { group, rights }: Params): ReadonlySet<string> | 'none' | undefined {
  if (!rights?.size) return group;
  const granting = new Set([...rights].flatMap(right => (isImplicitRight(site, right) ? EVERYBODY : groupsWithRight(site, right))));
  if (granting.size === 0) return 'none';
  // Before MediaWiki 1.42, rights of implicit groups matched no account.
  const isForAll = site.since('1.42') && EVERYBODY.some(name => granting.has(name));
  return isForAll ? new Set(group) : new Set([...(group ?? []), ...granting]);
}

/** Implicit groups that contain every account. They have no rows in `user_groups`. */
const EVERYBODY = ['*', 'user'];

/** Selects matching accounts that the user can see, with one row per group in `groups`. */
function matchingAccounts(q: Env, params: Params, groups: ReadonlySet<string> | undefined) {
  const { prefix, excludegroup, prop, witheditsonly, activeusers, excludenamed, excludetemp } = params;
  const isMember = (is: ExpressionBuilder<Database, 'user' | 'user_groups'>, names: ReadonlySet<string>) =>
    is.and([
      is('ug_user', '=', is.ref('user_id')),
      is('ug_group', 'in', [...names]),
      is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(q.now))]),
    ]);
  const isTemporary = isTemporaryName(q.site, 'user_name');

  let accounts = q.db
    .selectFrom('user')
    .select(columnsFor(prop))
    .$if(activeusers, query =>
      query
        .innerJoin('querycachetwo as active', on =>
          on.on('qcc_type', '=', ACTIVE).on('qcc_namespace', '=', NS.USER).onRef('qcc_title', '=', 'user_name'),
        )
        .select('qcc_title'),
    )
    .$if(Boolean(groups?.size), query => query.innerJoin('user_groups', on => on.on(is => isMember(is, groups as ReadonlySet<string>))))
    .$castTo<AccountRow>();
  accounts = whereStartsWith(accounts, 'user_name', keyOf(q, prefix) ?? '');
  if (excludegroup?.size) {
    accounts = accounts.where(is =>
      is.not(
        is.exists(
          is
            .selectFrom('user_groups')
            .select('ug_user')
            .where(member => isMember(member, excludegroup)),
        ),
      ),
    );
  }
  if (witheditsonly) accounts = accounts.where('user_editcount', '>', 0);
  if (isTemporary && excludetemp) accounts = accounts.where(is => is.not(isTemporary));
  if (isTemporary && excludenamed) accounts = accounts.where(isTemporary);
  return q.actor.can('hideuser') ? accounts : accounts.where(is => is.not(isHiddenUser('user_id')));
}

/** Row of an account, with all columns that `prop` can select. */
type AccountRow = Pick<Selectable<Database['user']>, 'user_id' | (typeof MEMBER_COLUMNS)[number]> & { readonly qcc_title: string };

function columnsFor(prop: Params['prop']) {
  const columns = new Set<'user_id' | (typeof MEMBER_COLUMNS)[number]>(['user_id', 'user_name']);
  if (prop?.has('editcount')) columns.add('user_editcount');
  if (prop?.has('registration')) columns.add('user_registration');
  if (wantsGroups(prop)) for (const column of MEMBER_COLUMNS) columns.add(column);
  return [...columns];
}

const wantsGroups = (prop: Params['prop']): boolean => ['groups', 'implicitgroups', 'rights'].some(name => prop?.has(name as 'groups'));

/**
 * Loads the requested properties of accounts with one statement per kind. Returns a function that describes an account.
 * The function returns undefined if recent actions are required and the account has none.
 */
async function loadFacts(q: Env, { prop, activeusers, attachedwiki }: Params, accounts: readonly AccountRow[]) {
  const ids = accounts.map(account => account.user_id);
  const [facts, actions] = await Promise.all([
    loadAccountFacts(q, ids, { memberships: wantsGroups(prop), blocks: prop?.has('blockinfo') === true }),
    activeusers ? loadRecentActions(q, ids) : undefined,
  ]);

  return (account: AccountRow): Returned<typeof props> | undefined => {
    const { user_id: id, user_name: name } = account;
    const isHidden = facts.isHidden(id);
    const recentactions = actions?.get(id);
    if (actions && !recentactions) return undefined;
    return {
      userid: id,
      name,
      ...(prop?.has('centralids') && describeCentral(q.site, { id, isHidden }, attachedwiki)),
      ...facts.blockInfo(id),
      ...(isHidden && { hidden: true }),
      ...(prop?.has('editcount') && { editcount: account.user_editcount ?? 0 }),
      ...(recentactions && { recentactions }),
      ...(prop?.has('registration') && { registration: isoTimestamp(account.user_registration ?? '') }),
      ...(wantsGroups(prop) && describeGroups(account)),
    };
  };

  function describeGroups(account: AccountRow) {
    const member = facts.toMember(account);
    const { groups, implicitGroups } = groupsOf(q.site, member, q.request.ip, q.now);
    const explicit = currentMemberships(member.memberships, q.now).map(({ name }) => name);
    return {
      ...(prop?.has('groups') && { groups: [...implicitGroups, ...groups.filter(name => explicit.includes(name))] }),
      ...(prop?.has('implicitgroups') && { implicitgroups: implicitGroups }),
      ...(prop?.has('rights') && { rights: [...rightsOf(q.site, [...explicit, ...implicitGroups])] }),
    };
  }
}
