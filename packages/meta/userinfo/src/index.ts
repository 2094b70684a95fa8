import { defineModule, type Env, f, isoTimestamp, message, type ParamsOut, p, type Returned } from '@wikiquery/core';
import { hasOwnOrder } from '@wikiquery/database';
import { newCode } from '@wikiquery/languages';
import {
  blockFields,
  blockMessage,
  centralFields,
  currentMemberships,
  describeBlock,
  describeCentral,
  describeMemberships,
  groupsWithRight,
  loadActorsByUser,
  loadDateFormat,
  loadMemberships,
  membershipFields,
} from '@wikiquery/users';
import { changeableGroups } from './changeable-groups.ts';
import { rateLimits } from './rate-limits.ts';

const groupNames = f.array(f.string()).element('g');
const limits = f.assoc(f.assoc(f.object({ hits: f.int().help('Number of actions.'), seconds: f.int().help('Period in seconds.') })));

const props = f.props(
  {
    blockinfo: blockFields,
    hasmsg: { messages: f.boolean().help('Whether the user has new messages on the talk page.') },
    groups: { groups: groupNames },
    groupmemberships: membershipFields,
    implicitgroups: { implicitgroups: groupNames },
    rights: { rights: f.array(f.string()).element('r') },
    changeablegroups: {
      changeablegroups: f
        .object({
          add: groupNames.help('Groups that the user can add others to.'),
          remove: groupNames.help('Groups that the user can remove others from.'),
          'add-self': groupNames.help('Groups that the user can join.'),
          'remove-self': groupNames.help('Groups that the user can leave.'),
        })
        .help('Groups that the user can change.'),
    },
    /** Preferences by name. Stored values are strings; default values can also be numbers and booleans. */
    options: { options: f.assoc(f.oneOf(f.string(), f.number(), f.realBoolean(), f.literal(null))) },
    editcount: { editcount: f.int() },
    ratelimits: { ratelimits: limits },
    theoreticalratelimits: { theoreticalratelimits: limits.help('Rate limits that would apply without the right to bypass them.') },
    email: { email: f.string().optional(), emailauthenticated: f.timestamp().optional() },
    realname: { realname: f.string() },
    acceptlang: {
      acceptlang: f
        .array(f.object({ q: f.number().help('Weight of the language, from 0 to 1.'), code: f.string().content() }))
        .element('lang')
        .help('Languages in the `Accept-Language` header.'),
    },
    /** Registration time; null for accounts that were created before MediaWiki stored it. */
    registrationdate: { registrationdate: f.nullable(f.timestamp()).optional() },
    /** Number of unread watched pages; the string `1000+` from 1000 onward. */
    unreadcount: { unreadcount: f.oneOf(f.int(), f.string()) },
    centralids: centralFields,
    latestcontrib: { latestcontrib: f.timestamp().optional() },
    cancreateaccount: {
      cancreateaccount: f.boolean().help('Whether the user can create accounts.'),
      cancreateaccounterror: f.array(f.error()).element('error').optional().help('Reasons that prevent account creation.'),
    },
  },
  {
    id: f.int().help('Id of the account; 0 for an anonymous user.'),
    name: f.string().help('User name, or address of an anonymous user.'),
    anon: f.flag().help('The user is anonymous.'),
    temp: f.flag().help('The account is temporary.'),
  },
);

const params = {
  prop: props.param().values({ since: '1.40' }, 'cancreateaccount').all().help('Properties to return.'),
  attachedwiki: p.string().help('Id of a wiki. With `centralids`, return whether the user is attached to that wiki.'),
};

/** Returns properties and rights of the current user, as MediaWiki's `meta=userinfo` does. */
export default defineModule({
  group: 'meta',
  name: 'userinfo',
  prefix: 'ui',
  summary: 'Return properties and rights of the current user.',
  cache: 'private',
  sources: ['database', 'clock'],
  params,
  returns: props,
  examples: { 'meta=userinfo&uiprop=groups|rights': 'Groups and rights of the current user.' },

  async execute(q): Promise<Returned<typeof props>> {
    const { actor, site, request } = q;
    const prop = q.params.prop ?? new Set();
    const [account, blockinfo, memberships, hasMessages, options, unread, latest, creation] = await Promise.all([
      actor.isAnon ? undefined : loadAccount(q),
      prop.has('blockinfo') && describeOwnBlock(q),
      prop.has('groupmemberships') || prop.has('ratelimits') || prop.has('theoreticalratelimits') ? loadOwnMemberships(q) : [],
      prop.has('hasmsg') && hasNewMessages(q),
      prop.has('options') ? loadOptions(q) : {},
      prop.has('unreadcount') ? countUnread(q) : 0,
      prop.has('latestcontrib') ? latestContribution(q) : undefined,
      prop.has('cancreateaccount') && describeCreation(q),
    ]);
    const explicitGroups = memberships.map(({ name }) => name);
    return {
      id: actor.id,
      name: actor.name,
      ...(actor.isAnon && { anon: true }),
      ...(q.users.isTemp(actor.name) && { temp: true }),
      ...blockinfo,
      ...(prop.has('hasmsg') && { messages: hasMessages }),
      ...(prop.has('groups') && { groups: actor.groups }),
      ...(prop.has('groupmemberships') && describeMemberships(memberships)),
      ...(prop.has('implicitgroups') && { implicitgroups: actor.implicitGroups }),
      ...(prop.has('rights') && { rights: [...actor.rights] }),
      ...(prop.has('changeablegroups') && { changeablegroups: changeableGroups(site, actor) }),
      ...(prop.has('options') && { options }),
      ...(prop.has('editcount') && { editcount: account?.user_editcount ?? 0 }),
      ...(prop.has('ratelimits') && { ratelimits: actor.can('noratelimit') ? {} : rateLimits(site, actor, explicitGroups) }),
      ...(prop.has('theoreticalratelimits') && { theoreticalratelimits: rateLimits(site, actor, explicitGroups) }),
      ...(prop.has('realname') && { realname: account?.user_real_name ?? '' }),
      ...(prop.has('email') &&
        actor.can('viewmyprivateinfo') && {
          email: account?.user_email ?? '',
          ...(account?.user_email_authenticated && { emailauthenticated: isoTimestamp(account.user_email_authenticated) }),
        }),
      ...(prop.has('registrationdate') &&
        account && { registrationdate: account.user_registration && isoTimestamp(account.user_registration) }),
      ...(prop.has('acceptlang') && { acceptlang: [...request.acceptLanguages()].map(([code, weight]) => ({ q: weight, code })) }),
      ...(prop.has('unreadcount') && { unreadcount: unread < UNREAD_LIMIT ? unread : `${UNREAD_LIMIT}+` }),
      ...(prop.has('centralids') && describeCentral(site, { id: actor.id, isHidden: account?.isHidden ?? false }, q.params.attachedwiki)),
      ...(latest !== undefined && { latestcontrib: isoTimestamp(latest) }),
      ...creation,
    };
  },
});

type Query = Env & { readonly params: ParamsOut<typeof params> };

const UNREAD_LIMIT = 1000;

async function loadAccount({ db, actor }: Query) {
  const account = await db
    .selectFrom('user')
    .select(['user_real_name', 'user_email', 'user_email_authenticated', 'user_registration', 'user_editcount'])
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  return account && { ...account, isHidden: (await actor.block())?.hideUser ?? false };
}

async function describeOwnBlock(q: Query) {
  const block = await q.actor.block();
  return block && describeBlock(block, await loadDateFormat(q));
}

async function loadOwnMemberships(q: Query) {
  return q.actor.isAnon ? [] : currentMemberships((await loadMemberships(q, [q.actor.id])).get(q.actor.id) ?? [], q.now);
}

async function hasNewMessages({ db, actor }: Query): Promise<boolean> {
  const notices = db.selectFrom('user_newtalk').select('user_id');
  const own = actor.isAnon ? notices.where('user_ip', '=', actor.name) : notices.where('user_id', '=', actor.id);
  return (await own.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns stored preferences, followed by defaults. */
async function loadOptions({ db, site, actor, request }: Query): Promise<Record<string, unknown>> {
  const defaults = (site.info.defaultoptions ?? {}) as Readonly<Record<string, unknown>>;
  if (actor.isAnon) return { ...defaults, language: request.variant(), variant: request.variant() };
  const stored = await db
    .selectFrom('user_properties')
    .select(['up_property', 'up_value'])
    .where('up_user', '=', actor.id)
    .$if(!hasOwnOrder(db), query => query.orderBy('up_property'))
    .execute();
  const options: Record<string, unknown> = {};
  for (const { up_property, up_value } of stored) {
    // Older MediaWiki versions stored some values in SQLite as numbers.
    const value = up_value === null ? null : String(up_value);
    options[up_property] = value === '0' ? 0 : isLanguage(up_property) && value !== null ? newCode(value) : value;
  }
  return { ...options, ...defaults, ...options };
}

const isLanguage = (option: string): boolean => option === 'language' || /^variant(?:-|$)/.test(option);

async function countUnread({ db, actor }: Query): Promise<number> {
  const unread = db
    .selectFrom('watchlist')
    .select('wl_id')
    .where('wl_user', '=', actor.id)
    .where('wl_notificationtimestamp', 'is not', null);
  return (await unread.limit(UNREAD_LIMIT).execute()).length;
}

async function latestContribution({ db, actor }: Query): Promise<string | undefined> {
  const own = actor.isAnon ? undefined : (await loadActorsByUser(db, [actor.id])).get(actor.id);
  if (!own) return undefined;
  const revisions = db.selectFrom('revision').select('rev_timestamp').where('rev_actor', '=', own.actorId);
  return (await revisions.orderBy('rev_timestamp', 'desc').limit(1).executeTakeFirst())?.rev_timestamp;
}

async function describeCreation(q: Query) {
  const { actor, site } = q;
  const block = await actor.block();
  const reasons = [];
  if (!actor.can('createaccount')) {
    const groups = groupsWithRight(site, 'createaccount');
    reasons.push(
      message('permissiondenied', 'You do not have the right to create accounts.', {
        key: groups.length > 0 ? 'badaccess-groups' : 'badaccess-group0',
        params: groups.length > 0 ? [{ list: groups, type: 'comma' }, groups.length] : [],
      }),
    );
  }
  if (block?.noCreate) reasons.push(blockMessage(block, { titles: q.titles, ip: q.request.ip, formatDate: await loadDateFormat(q) }));
  return { cancreateaccount: reasons.length === 0, ...(reasons.length > 0 && { cancreateaccounterror: reasons.map(q.describeError) }) };
}
