import { type Interwiki, type Namespace, NS, type UserGroup } from '@wikiquery/core';
import { type HostConfiguration, type HostSite, sinceOf } from '@wikiquery/core/host';
import { readConfiguration } from './configuration.ts';
import type { Description } from './description.ts';
import { readDescription } from './description.ts';
import type { InterwikiRow } from './interwikis.ts';
import { interwikiMap } from './interwikis.ts';
import defaults from './mediawiki-1.45.json' with { type: 'json' };
import { coreRights } from './permissions.ts';
import type { GenderOf } from './prefixes.ts';
import { createPrefixes } from './prefixes.ts';
import { coreTags } from './tags.ts';
import { createUrls, preferredProtocol } from './urls.ts';

export { defaultConfiguration } from './configuration.ts';
export { SiteError } from './error.ts';
export type { InterwikiRow } from './interwikis.ts';
export type { GenderOf } from './prefixes.ts';
export { withPublicUrl } from './public-url.ts';
export { imagesOf, messagesOf, renderingsOf, searchIndexOf, siteFileBeside, siteFileOf, sqliteFileOf } from './site-file.ts';
export { encodeFragment, encodePath, encodeTitle } from './urls.ts';
export { describeWiki, isSameWiki, joinNames, type WikiName, whichWiki } from './which-wiki.ts';

/**
 * Creates a site from a saved response to `action=query&meta=siteinfo|filerepoinfo&formatversion=2`. Missing parts are those of a new
 * MediaWiki 1.45. Throws a {@link SiteError} for an invalid response or setting.
 */
export const readSite = (
  description: unknown,
  configuration: Partial<HostConfiguration> = {},
  interwikis: readonly InterwikiRow[] = [],
  genderOf: GenderOf = () => undefined,
): HostSite => {
  const described = readDescription(description);
  const since = sinceOf(described.general?.generator);
  const complete: Description = { ...(defaults.query as unknown as Description), ...described };
  // The saved values come first, so that `meta=siteinfo` keeps their order.
  const general = { ...described.general, ...generalDefaults(described.general), ...described.general };
  const info: Description = {
    ...complete,
    general,
    repos: described.repos ?? [localRepository(general, complete.namespaces[NS.FILE]?.case)],
    interwikimap: described.interwikimap ?? interwikiMap(interwikis, complete.languages, preferredProtocol(general.base)),
  };
  const namespaces = readNamespaces(info);
  const groups = readGroups(info);
  const settings = readConfiguration({
    miserMode: general.misermode === true,
    softwareTags: coreTags(since),
    defaultLanguageVariant: described.userinfo?.options?.variant ?? '',
    ...configuration,
  });
  const { lang } = general;
  const { gender } = (info.defaultoptions as { readonly gender?: string } | undefined) ?? {};
  const { prefix, hasGenderedNamespaces } = createPrefixes({ lang, defaultGender: gender ?? 'unknown' }, namespaces, settings, genderOf);
  return {
    info,
    general: info.general,
    namespaces,
    interwikis: new Map(info.interwikimap.map(wiki => [wiki.prefix.toLowerCase(), readInterwiki(wiki)])),
    groups,
    rights: [...new Set([...coreRights(since), ...[...groups.values()].flatMap(group => group.rights)])].sort((a, b) => (a < b ? -1 : 1)),
    restrictions: info.restrictions,
    lang,
    since,
    extensions: described.extensions && new Set(described.extensions.flatMap(({ name }) => name ?? [])),
    wikiId: info.general.wikiid,
    prefix,
    hasGenderedNamespaces,
    urls: createUrls(info, prefix),
    configuration: settings,
  };
};

/** Returns a new English wiki without extensions at http://localhost:8080/wiki/. */
export const defaultSite = (configuration: Partial<HostConfiguration> = {}, interwikis: readonly InterwikiRow[] = []): HostSite =>
  readSite({}, configuration, interwikis);

/**
 * Returns the defaults for `general`. A complete siteinfo gets none for fields that MediaWiki omits if they do not apply. The default logo and
 * icon are on the wiki's server.
 */
function generalDefaults(described: Partial<Description['general']> | undefined): Description['general'] {
  const { general } = defaults.query;
  const server = typeof described?.server === 'string' ? described.server : general.server;
  const onServer = (url: string): string => server + URL.parse(url)?.pathname;
  const all = { ...general, logo: onServer(general.logo), favicon: onServer(general.favicon) };
  const { imagewhitelistenabled: _whitelist, favicon: _favicon, ...always } = all;
  return (described && 'generator' in described ? always : all) as unknown as Description['general'];
}

const localRepository = ({ sitename, scriptpath, favicon, uploadsenabled }: Description['general'], fileNames: string | undefined) => {
  const url = `${scriptpath}/images`;
  return {
    name: 'local',
    displayname: sitename,
    rootUrl: url,
    local: true,
    url,
    thumbUrl: `${url}/thumb`,
    initialCapital: fileNames !== 'case-sensitive',
    scriptDirUrl: scriptpath,
    ...(favicon !== undefined && { favicon }),
    canUpload: uploadsenabled === true,
  };
};

const readNamespaces = (info: Description): Map<number, Namespace> => {
  const aliases = Map.groupBy(info.namespacealiases, alias => alias.id);
  return new Map(
    Object.values(info.namespaces).map(namespace => [
      namespace.id,
      {
        id: namespace.id,
        name: namespace.name,
        canonical: namespace.canonical,
        aliases: (aliases.get(namespace.id) ?? []).map(alias => alias.alias),
        caseSensitive: namespace.case === 'case-sensitive',
        subpages: namespace.subpages,
        content: namespace.content,
        nonincludable: namespace.nonincludable,
        defaultContentModel: namespace.defaultcontentmodel,
        protection: namespace.namespaceprotection,
      },
    ]),
  );
};

const readGroups = (info: Description): Map<string, UserGroup> =>
  new Map(
    info.usergroups.map(group => [
      group.name,
      {
        name: group.name,
        rights: group.rights,
        add: group.add ?? [],
        remove: group.remove ?? [],
        addSelf: group['add-self'] ?? [],
        removeSelf: group['remove-self'] ?? [],
      },
    ]),
  );

const readInterwiki = (wiki: Description['interwikimap'][number]): Interwiki => ({
  prefix: wiki.prefix.toLowerCase(),
  url: wiki.protorel ? wiki.url.replace(/^https?:/, '') : wiki.url,
  local: wiki.local ?? false,
  trans: wiki.trans ?? false,
  api: wiki.api,
  language: wiki.language,
  localinterwiki: wiki.localinterwiki ?? false,
  extralanglink: wiki.extralanglink ?? false,
});
