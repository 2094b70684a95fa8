import { centralAccounts, loadGlobalGroups, loadRights, NOT_HIDDEN, SEES_HIDDEN } from '@wikiquery/central-accounts';
import { defineError, defineModule, type Env, f, ifOffered, isoTimestamp, p, type Returned, type ShapeOut } from '@wikiquery/core';
import { wikis } from '@wikiquery/wiki-list';
import { asStored, type LocalAccount, loadLocalAccount, momentOf } from './local-accounts.ts';

const localFields = {
  groups: f.array(f.string()).element('group').optional().help('Groups of the account on that wiki.'),
  blocked: f
    .object({ expiry: f.expiry().help('End of the block.'), reason: f.string() })
    .optional()
    .help('Present while the account is blocked on that wiki.'),
};

const attached = f.object({
  wiki: f.string().help('Id of the wiki.'),
  url: f.string().optional().help('Address of the wiki.'),
  id: f.int().optional().help('Local id of the account.'),
  timestamp: f.timestamp().help('Time when the account was attached.'),
  method: f.nullable(f.string()).help('Method by which the account was attached.'),
  editcount: f.int().optional().help('Number of edits on that wiki.'),
  registration: f.timestamp().optional().help('Registration time.'),
  ...localFields,
});

const apart = f.object({
  wiki: f.string().help('Id of the wiki.'),
  editcount: f.oneOf(f.int(), f.string()).help('Number of edits on that wiki.'),
  registration: f.timestamp().help('Registration time.'),
  ...localFields,
});

const props = f.props(
  {
    groups: { groups: f.array(f.string()).element('g').optional().help('Global groups of the account.') },
    rights: { rights: f.array(f.string()).element('r').optional().help('Global rights of the account on this wiki.') },
    merged: { merged: f.array(attached).element('account').optional().help('Local accounts attached to the global account.') },
    unattached: {
      unattached: f.array(apart).element('account').optional().help('Local accounts of the same name that are not attached.'),
    },
    editcount: { editcount: f.int().optional().help('Number of edits on all wikis.') },
  },
  {
    home: f.nullable(f.string()).optional().help('Id of the home wiki.'),
    id: f.int().optional().help('Global id of the account.'),
    registration: f.timestamp().optional().help('Registration time.'),
    name: f.string().optional().help('Name of the account.'),
    locked: f.flag().help('The account is locked.'),
    hidden: f.flag().help('The account name is hidden.'),
    missing: f.flag().help('The account does not exist.'),
  },
);

/** Returns a global account, its groups and its local accounts, as CentralAuth's `meta=globaluserinfo` does. */
export default defineModule({
  group: 'meta',
  name: 'globaluserinfo',
  prefix: 'gui',
  summary: 'Return the global account of a user with its groups and local accounts.',
  extension: 'CentralAuth',
  differences: [
    'Local data such as edits, registration, groups and blocks is complete for this wiki only. For other wikis, `merged` contains the data of the central tables and `unattached` none.',
    'Local accounts with hidden names are omitted from `merged` and `unattached` unless the user has the `hideuser` right.',
    'The id of a hidden account is treated as nonexistent.',
  ],
  cache: ({ user, id }) => (user === undefined && id === undefined ? 'private' : 'anon-public'),
  params: {
    user: p.user('name', 'temp', 'interwiki').help('Account name. Default: the current user.'),
    id: p.int().help('Global account id, as an alternative to the name.'),
    prop: props.param().help('Properties to return in addition to the basic data.'),
  },
  returns: props,
  services: { wikis: ifOffered(wikis) },
  examples: {
    'meta=globaluserinfo': 'Global account of the current user.',
    'meta=globaluserinfo&guiuser=Example&guiprop=groups|merged|unattached': 'Groups and local accounts of another user.',
  },

  async execute(q): Promise<Returned<typeof props>> {
    const prop = q.params.prop ?? new Set<never>();
    const [account, name] = await findAccount(q, q.params);
    if (!account) {
      return { missing: true, ...(prop.has('unattached') && { unattached: await describeUnattached(q, name) }) };
    }
    const needsMerged = prop.has('merged') || prop.has('editcount') || !account.gu_home_db;
    const [groups, merged] = await Promise.all([
      loadGlobalGroups(q, prop.has('groups') || prop.has('rights') ? [account.gu_id] : []),
      needsMerged || prop.has('rights') ? loadMerged(q, name) : [],
    ]);
    const own = groups.get(account.gu_id) ?? [];
    const isHere = merged.some(({ wiki }) => wiki === q.site.wikiId);
    const edits = prop.has('editcount') ? await countAllEdits(q, account.gu_id, merged) : undefined;
    const shown = prop.has('merged') ? await describeMerged(q, merged, q.services.wikis) : [];
    return {
      home: account.gu_home_db || homeOf(merged),
      id: account.gu_id,
      registration: momentOf(account.gu_registration, q.now),
      name,
      ...(account.gu_locked !== 0 && { locked: true }),
      ...(account.gu_hidden_level !== NOT_HIDDEN && { hidden: true }),
      ...(prop.has('groups') && { groups: own }),
      ...(prop.has('rights') && { rights: isHere ? await loadRights(q.db, own, q.site.wikiId) : [] }),
      ...(prop.has('merged') && { merged: shown }),
      ...(edits !== undefined && { editcount: edits }),
      ...(prop.has('unattached') && { unattached: await describeUnattached(q, name) }),
    };
  },
});

const invalidUserId = defineError<number>('invaliduserid', id => ({ text: `No account has the id ${id}.`, params: [String(id)] }));
const invalidUser = defineError<string>('invaliduser', name => ({ text: `"${name}" is not a valid account name.`, params: [name] }));

/** Returns the requested account, if it is visible, and its name. Throws `invaliduserid` or `invaliduser`. */
async function findAccount(
  q: Env,
  { user, id }: { readonly user?: { readonly name: string } | undefined; readonly id?: number | undefined },
) {
  const accounts = centralAccounts(q.db)
    .selectFrom('globaluser')
    .select(['gu_id', 'gu_name', 'gu_home_db', 'gu_locked', 'gu_hidden_level', 'gu_registration'])
    .$if(!q.actor.can(SEES_HIDDEN), query => query.where('gu_hidden_level', '=', NOT_HIDDEN));
  if (user === undefined && id !== undefined) {
    const account = await accounts.where('gu_id', '=', id).executeTakeFirst();
    if (!account) throw invalidUserId(id);
    return [account, account.gu_name ?? ''] as const;
  }
  const requested = user?.name ?? q.actor.name;
  const name = q.users.canonical(requested, 'creatable');
  if (name === undefined) throw invalidUser(requested);
  return [await accounts.where('gu_name', '=', name).executeTakeFirst(), name] as const;
}

async function loadMerged({ db, site, now }: Env, name: string) {
  const rows = await centralAccounts(db)
    .selectFrom('localuser')
    .select(['lu_wiki', 'lu_attached_timestamp', 'lu_attached_method', 'lu_local_id'])
    .where('lu_name', '=', name)
    .orderBy('lu_wiki')
    .execute();
  const here = rows.some(row => row.lu_wiki === site.wikiId) ? await loadLocalAccount(db, name, now) : undefined;
  return rows
    .map(row => ({ wiki: row.lu_wiki, row, local: row.lu_wiki === site.wikiId ? here : undefined }))
    .filter(({ wiki, local }) => wiki !== site.wikiId || local !== undefined);
}

type Merged = Awaited<ReturnType<typeof loadMerged>>;

async function describeMerged(
  q: Env,
  merged: Merged,
  known: { all(): Promise<readonly { readonly dbname: string; readonly url: string }[]> } | undefined,
): Promise<ShapeOut<{ all: typeof attached }>['all'][]> {
  const { server } = q.site.general;
  const own = typeof server === 'string' ? server : '';
  const urls = new Map((await known?.all())?.map(({ dbname, url }) => [dbname, url]));
  urls.set(q.site.wikiId, own.startsWith('//') ? `https:${own}` : own);
  return merged
    .filter(({ local }) => isShown(q, local))
    .map(({ wiki, row, local }) => {
      const url = urls.get(wiki);
      const id = local?.id ?? row.lu_local_id ?? undefined;
      return {
        wiki,
        ...(url !== undefined && { url }),
        ...(id !== undefined && { id }),
        timestamp: row.lu_attached_timestamp === null ? momentOf(null, q.now) : isoTimestamp(row.lu_attached_timestamp),
        method: row.lu_attached_method,
        ...(local && { editcount: local.edits, registration: local.registration, ...localDetails(local) }),
      };
    });
}

async function describeUnattached(q: Env, name: string) {
  const row = await centralAccounts(q.db)
    .selectFrom('localnames')
    .leftJoin('localuser', join => join.onRef('lu_wiki', '=', 'ln_wiki').onRef('lu_name', '=', 'ln_name'))
    .select('ln_wiki')
    .where('ln_name', '=', name)
    .where('ln_wiki', '=', q.site.wikiId)
    .where('lu_name', 'is', null)
    .executeTakeFirst();
  const local = row && (await loadLocalAccount(q.db, name, q.now));
  if (!local || !isShown(q, local)) return [];
  return [{ wiki: q.site.wikiId, editcount: asStored(q, local.edits), registration: local.registration, ...localDetails(local) }];
}

const localDetails = ({ groups, blocked }: LocalAccount) => ({ ...(groups.length > 0 && { groups }), ...(blocked && { blocked }) });

const isShown = ({ actor }: Env, local: LocalAccount | undefined): boolean => !local?.isHidden || actor.can('hideuser');

/** Returns the stored global edit count, or the local edit count if all attached accounts are on this wiki. */
async function countAllEdits({ db }: Env, id: number, merged: Merged): Promise<number | undefined> {
  const counted = await centralAccounts(db)
    .selectFrom('global_edit_count')
    .select('gec_count')
    .where('gec_user', '=', id)
    .executeTakeFirst();
  if (counted) return counted.gec_count;
  if (merged.some(({ local }) => !local)) return undefined;
  return merged.reduce((sum, { local }) => sum + (local?.edits ?? 0), 0);
}

const homeOf = (merged: Merged): string | null =>
  (merged.find(({ row }) => row.lu_attached_method === 'primary' || row.lu_attached_method === 'new') ?? merged[0])?.wiki ?? null;
