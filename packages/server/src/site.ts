import { readFile } from 'node:fs/promises';
import { type AnyPlugin, extensionsOf, type HostSite } from '@wikiquery/core/host';
import type { WikiDatabase } from '@wikiquery/database';
import { loadSlotRoles } from '@wikiquery/revisions';
import { readSite } from '@wikiquery/site';
import type { Genders } from '@wikiquery/users';
import { needsService, WIKIS } from './discovery.ts';
import { siteBeside } from './imported.ts';
import { oneLine, StartError } from './problems.ts';
import type { WikiSettings } from './settings.ts';

/** What is known of the wiki before anybody asks: its description, and what the database tells of it. Rejects with a StartError, or with a SiteError. */
export async function describeSite(
  settings: WikiSettings,
  { database, genders }: { readonly database: WikiDatabase | undefined; readonly genders: Genders | undefined },
  warn: (text: string) => void,
): Promise<HostSite> {
  const path = settings.site ?? (database && (await siteBeside(settings, database, warn)));
  const described = path === undefined ? {} : await readDescription(path);
  const description = settings.origin === undefined ? described : withOrigin(described as Description, settings.origin);
  const interwikis = (await database?.db.selectFrom('interwiki').selectAll().execute()) ?? [];
  const slotRoles = database && { slotRoles: await loadSlotRoles(database.db) };
  const site = readSite(description, { ...slotRoles, ...settings.wiki }, interwikis, name => genders?.of(name));
  if (site.hasGenderedNamespaces) await genders?.load();
  return site;
}

/** Where nobody told what the wiki has, it has the extensions of what is served. */
export function withExtensions(site: HostSite, plugins: readonly AnyPlugin[]): HostSite {
  if (site.extensions) return site;
  // An extension that does not say what it is for is of this type.
  const extensions = [...new Set(plugins.flatMap(extensionsOf))].sort().map(name => ({ type: 'other', name }));
  return { ...site, info: { ...site.info, extensions } };
}

interface Description {
  readonly query: { readonly general: { readonly base: string } };
}

function withOrigin({ query }: Description, origin: string): Description {
  const { host, hostname } = new URL(origin);
  const base = Object.assign(new URL(query.general.base), { host }).href;
  return { query: { ...query, general: { ...query.general, ...{ base, server: origin, servername: hostname } } } };
}

async function readDescription(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError([
      `The site description ${path} cannot be read: ${oneLine(error)}. Save it with "wikiquery adopt URL --out ${path}".`,
    ]);
  }
}

/** A server of many wikis tells of each the extensions of the plugins that list them, whatever its description says. */
export function withListOfWikis(site: HostSite, plugins: readonly AnyPlugin[]): HostSite {
  const brought = plugins.filter(plugin => needsService(plugin, WIKIS)).flatMap(extensionsOf);
  const names = [...new Set(brought)].filter(name => site.extensions && !site.extensions.has(name));
  if (names.length === 0) return site;
  const told = [...((site.info.extensions ?? []) as readonly object[]), ...names.map(name => ({ type: 'other', name }))];
  return { ...site, info: { ...site.info, extensions: told }, extensions: new Set([...(site.extensions ?? []), ...names]) };
}
