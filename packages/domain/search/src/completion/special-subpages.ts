import { type Env, isInvalid, NS } from '@wikiquery/core';
import { keyColumn, whereStartsWith } from '@wikiquery/database';
import { logTypes } from '@wikiquery/logs';
import { explicitGroups, isHiddenUser } from '@wikiquery/users';
import type { CompletionRequest, SearchBackend } from '../backend.ts';
import { namespacePrefix } from '../namespace-prefix.ts';

type Complete = (q: Env, backend: SearchBackend, request: CompletionRequest) => Promise<readonly string[]>;

/** Completes the part after `Special:Name/`. Returns up to `limit` values, or one value more if there are further values. */
export async function subpagesOf(q: Env, backend: SearchBackend, realname: string, request: CompletionRequest): Promise<readonly string[]> {
  const complete = SUBPAGES.get(realname);
  return complete ? complete(q, backend, request) : [];
}

const pageTitles: Complete = async (q, backend, request) => {
  const title = q.titles.parse(request.text);
  if (isInvalid(title) || title.interwiki !== '' || title.namespace < 0 || title.dbkey === '') return [];
  return (await completeIn(q, backend, request, NS.MAIN)).map(hit => q.titles.text(hit));
};

const fileNames: Complete = async (q, backend, request) => {
  const title = q.titles.parse(request.text, NS.FILE);
  if (isInvalid(title) || title.interwiki !== '' || title.namespace !== NS.FILE) return [];
  return (await completeIn(q, backend, request, NS.FILE)).map(({ dbkey }) => dbkey);
};

async function completeIn(q: Env, backend: SearchBackend, { text, limit, offset }: CompletionRequest, namespace: number) {
  const prefixed = namespacePrefix(q.site, text);
  const namespaces = prefixed?.namespaces ?? [namespace];
  const hits = await backend.complete(q, { text: (prefixed?.text ?? text).trim(), namespaces, limit, offset });
  return hits.slice(0, limit + 1);
}

/** Excludes suppressed accounts even for users who can see them, as MediaWiki does. */
const userNames: Complete = async ({ db, users }, _, { text, limit, offset }) => {
  const prefix = users.canonical(text);
  if (prefix === undefined) return [];
  const names = whereStartsWith(db.selectFrom('user').select('user_name'), 'user_name', prefix);
  const rows = await names
    .where(is => is.not(isHiddenUser('user_id')))
    .orderBy(keyColumn({ column: 'user_name', isText: true, forward: true }))
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.map(row => row.user_name);
};

const propertyNames: Complete = async ({ db }, _, { text, limit, offset }) => {
  const names = db.selectFrom('page_props').select('pp_propname').distinct();
  const rows = await names
    .orderBy('pp_propname')
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.map(row => row.pp_propname).filter(beginsWith(text));
};

const oneOf =
  (values: (q: Env) => readonly string[]): Complete =>
  async (q, _, { text, limit, offset }) =>
    values(q)
      .slice(offset)
      .filter(beginsWith(text))
      .slice(0, limit + 1);

const beginsWith = (text: string) => (name: string) => name.toLowerCase().startsWith(text.toLowerCase());

const logs = oneOf(({ site }) => [...logTypes(site), 'all'].sort());

const SUBPAGES: ReadonlyMap<string, Complete> = new Map([
  ...[
    'Allpages',
    'ChangeContentModel',
    'DeletePage',
    'EditPage',
    'Movepage',
    'NewSection',
    'PageHistory',
    'PageInfo',
    'PageLanguage',
    'Prefixindex',
    'ProtectPage',
    'Purge',
    'Recentchangeslinked',
    'Undelete',
    'Whatlinkshere',
  ].map(name => [name, pageTitles] as const),
  ...['Block', 'Contributions', 'DeletedContributions', 'Emailuser', 'Listfiles', 'Renameuser', 'Unblock', 'Userrights'].map(
    name => [name, userNames] as const,
  ),
  ...['FileDuplicateSearch', 'Filepath'].map(name => [name, fileNames] as const),
  ['Listusers', oneOf(({ site }) => explicitGroups(site))],
  ['Log', logs],
  ['Mylog', logs],
  ['EditWatchlist', oneOf(() => ['clear', 'raw'])],
  ['Watchlist', oneOf(() => ['edit', 'raw', 'clear'])],
  ['Redirect', oneOf(() => ['file', 'page', 'revision', 'user', 'logid'])],
  ['PagesWithProp', propertyNames],
]);
