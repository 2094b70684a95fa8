import { defineModule, type Entry, type Env, f, isoTimestamp, message, type ParamsOut, p, Records, type Returned } from '@wikiquery/core';
import { type Database, loadInChunks, whereEquals } from '@wikiquery/database';
import {
  blockFields,
  centralFields,
  currentMemberships,
  describeCentral,
  describeMemberships,
  groupsOf,
  isHiddenUser,
  loadAccountFacts,
  MEMBER_COLUMNS,
  membershipFields,
  rightsOf,
} from '@wikiquery/users';
import type { Selectable } from 'kysely';

const props = f.props(
  {
    blockinfo: blockFields,
    groups: { groups: f.array(f.string()).element('g') },
    groupmemberships: membershipFields,
    implicitgroups: { implicitgroups: f.array(f.string()).element('g') },
    rights: { rights: f.array(f.string()).element('r') },
    editcount: { editcount: f.int() },
    /** Registration time; null for accounts that were created before MediaWiki stored it. */
    registration: { registration: f.nullable(f.timestamp()) },
    emailable: { emailable: f.boolean() },
    gender: { gender: f.string() },
    centralids: centralFields,
    cancreate: {
      cancreate: f.boolean().help('Whether an account of this name can be created.'),
      cancreateerror: f.array(f.error()).element('error').optional().help('Reasons that prevent the creation of the account.'),
    },
  },
  {
    userid: f.int().optional(),
    name: f.string().optional(),
    invalid: f.flag().help('The value is not a valid user name.'),
    missing: f.flag().help('The account does not exist.'),
    systemuser: f.flag().since('1.43').help('The account is a system account.'),
    hidden: f.flag(),
  },
);

const params = {
  prop: props.param().help('Properties to return.'),
  attachedwiki: p.string().help('Id of a wiki. With `centralids`, return whether the account is attached to that wiki.'),
  users: p.string().multi().help('Names of the accounts.'),
  userids: p.int().multi().help('Ids of the accounts.'),
};

/** Returns properties of user accounts, as MediaWiki's `list=users` does. */
export default defineModule({
  group: 'list',
  name: 'users',
  prefix: 'us',
  summary: 'Return properties of user accounts.',
  cache: ({ prop }) => (prop?.has('blockinfo') ? 'anon-public' : 'public'),
  sources: ['database', 'clock'],
  params,
  atMostOne: [['users', 'userids']],
  element: 'user',
  returns: props,
  examples: {
    'list=users&ususers=Jimbo%20Wales&usprop=groups|editcount|registration': 'Groups, edit count and registration of an account.',
  },

  async execute(q) {
    const { users, userids } = q.params;
    const refs = users ? [...users].map(text => readName(q, text)) : [...(userids ?? [])].map(id => ({ text: String(id), id }));
    const describe = await loadAccounts(q, q.params, refs);
    // Invalid names come first.
    const ordered = [...refs.filter(isInvalid), ...refs.filter(one => !isInvalid(one))];
    return new Records(
      ordered.map(
        (one, at): Entry<Returned<typeof props>> => ({
          record: describe(one),
          cursor: { [users ? 'users' : 'userids']: joined(ordered.slice(at).map(({ text }) => text)) },
        }),
      ),
    );
  },
});

type AccountRef = { readonly text: string; readonly id: number } | { readonly text: string; readonly name: string | undefined };
type Params = ParamsOut<typeof params>;
/** Columns of an account, including the columns that identify system accounts. */
const COLUMNS = ['user_id', 'user_token', 'user_password', 'user_newpassword', ...MEMBER_COLUMNS] as const;
type Account = Pick<Selectable<Database['user']>, (typeof COLUMNS)[number]>;

const readName = ({ users }: Env, text: string) => ({ text, name: users.read(text, ['name', 'temp'])?.name });
const isInvalid = (one: AccountRef): boolean => 'name' in one && one.name === undefined;

/** Joins values with pipes, or with U+001F and a leading U+001F if a value contains a pipe. */
const joined = (values: readonly string[]): string =>
  values.some(value => value.includes('|')) ? values.map(value => `\u001f${value}`).join('') : values.join('|');

/** Loads the requested properties of accounts with one statement per kind. Returns a function that describes an account. */
async function loadAccounts(q: Env, { prop, attachedwiki }: Params, refs: readonly AccountRef[]) {
  const accounts = await findAccounts(q, refs);
  const ids = accounts.map(account => account.user_id);
  const need = (...names: NonNullable<typeof prop> extends ReadonlySet<infer Name> ? Name[] : never) => names.some(name => prop?.has(name));
  const memberships = need('groups', 'groupmemberships', 'implicitgroups', 'rights');
  const [facts, preferences, taken] = await Promise.all([
    loadAccountFacts(q, ids, { memberships, blocks: need('blockinfo') }),
    loadPreferences(q, need('gender', 'emailable') ? ids : []),
    need('cancreate') ? loadTakenNames(q, refs) : new Set<string>(),
  ]);
  const byName = new Map(accounts.map(account => [account.user_name, account]));
  const byId = new Map(accounts.map(account => [account.user_id, account]));

  return (one: AccountRef): Returned<typeof props> => {
    const account = 'id' in one ? byId.get(one.id) : byName.get(one.name ?? '');
    if (account) return describe(account);
    if ('id' in one) return { userid: one.id, missing: true };
    if (one.name === undefined) return { name: one.text, invalid: true };
    return { name: one.name, missing: true, ...(prop?.has('cancreate') && describeCreation(q, one.name, taken)) };
  };

  function describe(account: Account): Returned<typeof props> {
    const { user_id: id, user_name: name } = account;
    const isHidden = facts.isHidden(id);
    const member = facts.toMember(account);
    const { groups, implicitGroups } = groupsOf(q.site, member, q.request.ip, q.now);
    const preference = (key: 'gender' | 'disablemail') => preferences.get(id)?.get(key) || defaultPreference(q, key);
    return {
      userid: id,
      name,
      ...(isSystemUser(account) && { systemuser: true }),
      ...(prop?.has('editcount') && { editcount: member.editCount }),
      ...(prop?.has('registration') && { registration: account.user_registration && isoTimestamp(account.user_registration) }),
      ...(prop?.has('groups') && { groups }),
      ...(prop?.has('groupmemberships') && describeMemberships(currentMemberships(member.memberships, q.now))),
      ...(prop?.has('implicitgroups') && { implicitgroups: implicitGroups }),
      ...(prop?.has('rights') && { rights: [...rightsOf(q.site, groups)] }),
      ...(isHidden && { hidden: true }),
      ...facts.blockInfo(id),
      ...(prop?.has('emailable') && { emailable: member.emailConfirmed && !Number(preference('disablemail')) }),
      ...(prop?.has('gender') && { gender: String(preference('gender') ?? 'unknown') }),
      ...(prop?.has('centralids') && describeCentral(q.site, { id, isHidden }, attachedwiki)),
    };
  }
}

async function findAccounts({ db, actor }: Env, refs: readonly AccountRef[]): Promise<Account[]> {
  const ids = new Set(refs.flatMap(one => ('id' in one ? one.id : [])));
  const visible = actor.can('hideuser')
    ? db.selectFrom('user').select(COLUMNS)
    : db
        .selectFrom('user')
        .select(COLUMNS)
        .where(is => is.not(isHiddenUser('user_id')));
  return [
    ...(await loadInChunks(namesOf(refs), chunk => whereEquals(visible, { user_name: chunk }).execute())),
    ...(await loadInChunks(ids, chunk => whereEquals(visible, { user_id: chunk }).execute())),
  ];
}

/** Describes whether an account with a name can be created. Names of suppressed accounts are also unavailable. */
function describeCreation(q: Env, name: string, taken: ReadonlySet<string>) {
  const isCreatable = q.users.canonical(name, 'creatable') !== undefined;
  if (isCreatable && !taken.has(name)) return { cancreate: true };
  const reason = taken.has(name)
    ? message('userexists', `The account "${name}" already exists.`, { key: 'userexists' })
    : message('invaliduser', `No account can have the name "${name}".`, { key: 'noname' });
  return { cancreate: false, cancreateerror: [q.describeError(reason)] };
}

async function loadTakenNames({ db }: Env, refs: readonly AccountRef[]): Promise<ReadonlySet<string>> {
  const rows = await loadInChunks(namesOf(refs), chunk =>
    whereEquals(db.selectFrom('user').select('user_name'), { user_name: chunk }).execute(),
  );
  return new Set(rows.map(row => row.user_name));
}

const namesOf = (refs: readonly AccountRef[]) => new Set(refs.flatMap(one => ('name' in one ? (one.name ?? []) : [])));

/** Whether an account is a system account, which nobody can log in to. */
const isSystemUser = (account: Account): boolean =>
  account.user_email === '' &&
  account.user_token.startsWith('*** INVALID ***') &&
  account.user_password === '' &&
  account.user_newpassword === '';

async function loadPreferences({ db }: Env, ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<string, string | null>>> {
  const rows = await loadInChunks(ids, chunk =>
    whereEquals(db.selectFrom('user_properties').select(['up_user', 'up_property', 'up_value']), {
      up_user: chunk,
      up_property: ['gender', 'disablemail'],
    }).execute(),
  );
  const byUser = Map.groupBy(rows, row => row.up_user);
  return new Map([...byUser].map(([id, own]) => [id, new Map(own.map(row => [row.up_property, row.up_value]))]));
}

const defaultPreference = ({ site }: Env, key: 'gender' | 'disablemail'): string | number | undefined =>
  (site.info.defaultoptions as Readonly<Record<string, string | number>> | undefined)?.[key];
