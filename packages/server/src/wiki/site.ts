import { readFile } from 'node:fs/promises';
import { parseJson } from '@wikiquery/client/fetch';
import type { UserGroup } from '@wikiquery/core';
import { type AnyPlugin, extensionsOf, type HostSite } from '@wikiquery/core/host';
import type { WikiDatabase } from '@wikiquery/database';
import { loadSlotRoles } from '@wikiquery/revisions';
import { readSite, withPublicUrl } from '@wikiquery/site';
import { type Genders, isPublicWiki } from '@wikiquery/users';
import type { Settings } from '../config/settings.ts';
import { needsService, servicesOf } from '../plugins/discovery.ts';
import type { ServerExtension } from '../plugins/server-extension.ts';
import { oneLine, StartError } from '../start-error.ts';
import { siteBeside } from './imported.ts';
import { fileVersion, type SiteFile } from './site-file.ts';

export interface DescribedSite {
  readonly site: HostSite;
  /** The site configuration. Undefined if the wiki has none. */
  readonly file: SiteFile | undefined;
}

/** Reads the site configuration, and the interwiki prefixes and slot roles in the database. Rejects with a StartError or a SiteError. */
export async function describeSite(
  settings: Settings,
  { database, genders }: { readonly database: WikiDatabase | undefined; readonly genders: Genders | undefined },
  warn: (text: string) => void,
): Promise<DescribedSite> {
  const path = settings.site ?? (database && (await siteBeside(settings, database, warn)));
  // The version comes first, so that a later change of the file is detected.
  const file = path === undefined ? undefined : { path, version: await fileVersion(path) };
  const described = path === undefined ? {} : await readDescription(path);
  const description = settings.publicUrl === undefined ? described : withPublicUrl(described, settings.publicUrl);
  const interwikis = (await database?.db.selectFrom('interwiki').selectAll().execute()) ?? [];
  const slotRoles = database && { slotRoles: await loadSlotRoles(database.db) };
  const { revokedRights } = settings.accounts;
  const configuration = { ...slotRoles, ...(revokedRights && { revokedRights }), ...settings.wiki };
  const read = readSite(description, configuration, interwikis, name => genders?.of(name));
  const site = settings.private ? withoutPublicRead(read) : read;
  if (path === undefined && isPublicWiki(site)) warn(PUBLIC);
  if (site.hasGenderedNamespaces) await genders?.load();
  return { site, file };
}

const PUBLIC =
  'The database is served without a site configuration: everybody may read all of it. If the wiki is private, use --private, or save its site configuration with "wikiquery adopt" and use it with --site.';

/** Removes the right to read from everybody, like `$wgGroupPermissions['*']['read'] = false` in MediaWiki. */
function withoutPublicRead(site: HostSite): HostSite {
  const change = <Group extends { readonly name: string; readonly rights: readonly string[] }>(group: Group): Group =>
    group.name === '*' ? { ...group, rights: group.rights.filter(right => right !== 'read') } : group;
  const groups = new Map([...site.groups].map(([name, group]) => [name, change(group)]));
  const usergroups = (site.info.usergroups as readonly UserGroup[]).map(change);
  return { ...site, groups, info: { ...site.info, usergroups } };
}

/** Adds the MediaWiki extensions of the plugins if the site configuration has no list of extensions. */
export function withExtensions(site: HostSite, plugins: readonly AnyPlugin[]): HostSite {
  if (site.extensions) return site;
  // MediaWiki's type for extensions that declare no type.
  const extensions = [...new Set(plugins.flatMap(extensionsOf))].sort().map(name => ({ type: 'other', name }));
  return { ...site, info: { ...site.info, extensions } };
}

async function readDescription(path: string): Promise<unknown> {
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError([
      `The site configuration ${path} cannot be read: ${oneLine(error)}. Save it again with "wikiquery adopt URL --out ${path}".`,
    ]);
  }
}

/** Adds the MediaWiki extensions of plugins that need a service of a server extension: the server provides them, not the wiki. */
export function withProvidedExtensions(site: HostSite, plugins: readonly AnyPlugin[], extensions: readonly ServerExtension[]): HostSite {
  const services = servicesOf(extensions);
  const provided = plugins.filter(plugin => services.some(name => needsService(plugin, name))).flatMap(extensionsOf);
  const names = [...new Set(provided)].filter(name => site.extensions && !site.extensions.has(name));
  if (names.length === 0) return site;
  const extended = [...((site.info.extensions ?? []) as readonly object[]), ...names.map(name => ({ type: 'other', name }))];
  return { ...site, info: { ...site.info, extensions: extended }, extensions: new Set([...(site.extensions ?? []), ...names]) };
}
