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
    /** Empty for accounts older than the column. */
    registration: { registration: f.string() },
    centralids: centralFields,
  },
  { userid: f.int(), name: f.string(), hidden: f.flag(), recentactions: f.int().optional() },
);

const params = {
  from: p.string().help('The name to start enumerating from.'),
  to: p.string().help('The name to stop enumerating at.'),
  prefix: p.string().help('Only accounts whose names begin with this value.'),
  dir: p.dir.alphabetic().help('The direction in which to list.'),
  group: groupParam().multi().help('Only accounts that are in one of these groups.'),
  excludegroup: groupParam().multi().help('Only accounts that are in none of these groups.'),
  rights: anyRightParam().multi().help('Only accounts that have one of these rights by a group that they were put into.'),
  prop: props.param().help('What to tell of each account.'),
  limit: p.limit().help('How many accounts to return.'),
  witheditsonly: p.boolean().help('Only accounts that have made edits.'),
  activeusers: p.boolean().help('Only accounts that did something lately.'),
  attachedwiki: p.string().help('With centralids: tell whether the account is attached to the wiki with this id.'),
  excludenamed: p.boolean().since('1.43').help('Leave out accounts that are not temporary.'),
  excludetemp: p.boolean().since('1.43').help('Leave out temporary accounts.'),
};

export default defineModule({
  group: 'list',
  name: 'allusers',
  prefix: 'au',
  summary: 'Enumerate all accounts.',
  cache: 'anon-public',
  sources: ['database', 'clock'],
  params,
  element: 'u',
  returns: props,
  continuesBy: 'from',
  examples: {
    'list=allusers&aufrom=Y': 'Accounts from the letter Y on.',
    'list=allusers&augroup=sysop&auprop=groups|editcount': 'Administrators, their groups and the number of their edits.',
  },

  async execute(q) {
    const { from, to, dir, limit, activeusers } = q.params;
    const groups = wantedGroups(q, q.params);
    if (groups === 'none') return new Records<never>([]);
    if (groups && q.params.excludegroup) throw exclusiveParams({ params: ['group', 'excludegroup'].map(name => q.wirePrefix + name) });

    // A row for each of the wanted groups that an account is in, and one more account that tells where to go on.
    const { rows } = await readPage(matchingAccounts(q, q.params, groups), {
      // Databases do not see that the names of active users are in order in their own table, too.
      by: activeusers ? { 'active.qcc_title': 'string' } : { user_name: 'string' },
      limit: limit + (groups?.size || 1),
      dir,
      start: keyOf(q, from),
      end: keyOf(q, to),
    });
    // Rows count, not accounts: MediaWiki gives less accounts for it.
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

/** The groups of which an account must be in one; undefined when that does not matter, and `none` when nobody has the rights. */
function wantedGroups({ site }: Env, { group, rights }: Params): ReadonlySet<string> | 'none' | undefined {
  if (!rights?.size) return group;
  const granting = new Set([...rights].flatMap(right => (isImplicitRight(site, right) ? EVERYBODY : groupsWithRight(site, right))));
  if (granting.size === 0) return 'none';
  // Before 1.42 nobody was found by what everybody may do.
  const isForAll = site.since('1.42') && EVERYBODY.some(name => granting.has(name));
  return isForAll ? new Set(group) : new Set([...(group ?? []), ...granting]);
}

/** Every account is in these, without a row that says so. */
const EVERYBODY = ['*', 'user'];

/** The accounts that the parameters ask for and that the reader may know of, in rows for each of `groups`. */
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

/** Which columns are there depends on what is asked. */
type AccountRow = Pick<Selectable<Database['user']>, 'user_id' | (typeof MEMBER_COLUMNS)[number]> & { readonly qcc_title: string };

function columnsFor(prop: Params['prop']) {
  const columns = new Set<'user_id' | (typeof MEMBER_COLUMNS)[number]>(['user_id', 'user_name']);
  if (prop?.has('editcount')) columns.add('user_editcount');
  if (prop?.has('registration')) columns.add('user_registration');
  if (wantsGroups(prop)) for (const column of MEMBER_COLUMNS) columns.add(column);
  return [...columns];
}

const wantsGroups = (prop: Params['prop']): boolean => ['groups', 'implicitgroups', 'rights'].some(name => prop?.has(name as 'groups'));

/** Reads all that is asked for, in one query for each kind of fact, and returns what describes one account; nothing when it is not active any more. */
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
