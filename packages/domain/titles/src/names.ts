import { type Interwiki, NS, type ParsedTitle, type Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';

/** Returns functions that look up the prefixes of a wiki. Arguments have underscores for spaces. Returned prefixes end with a colon. */
export const readNames = (site: Site) => {
  const ids = namespaceIds(site);
  const mainPrefix = site.prefix(NS.MAIN, '').replaceAll('_', ' ');
  let mainPage: ParsedTitle | undefined;

  return {
    namespace: (name: string): number | undefined => ids.get(name.toLowerCase()),
    interwiki: (name: string): Interwiki | undefined => site.interwikis.get(name.toLowerCase()),
    mainPage: (read: (text: string) => ParsedTitle): ParsedTitle => {
      mainPage ??= read(site.general.mainpage as string);
      return mainPage;
    },
    spacedPrefix: (namespace: number, dbkey: string): string => {
      if (namespace === NS.MAIN) return mainPrefix;
      return site.prefix(namespace, dbkey).replaceAll('_', ' ');
    },
    /** Returns the namespace's canonical prefix, which no name in the wiki's language can shadow. */
    canonicalPrefix: (namespace: number): string | undefined => {
      const found = site.namespaces.get(namespace);
      return found && (found.id === NS.MAIN ? '' : `${(found.canonical ?? found.name).replaceAll(' ', '_')}:`);
    },
  };
};

// Canonical names take precedence over aliases, and aliases over local names.
const namespaceIds = perSite(site => {
  const ids = new Map<string, number>();
  const add = (name: string | undefined, id: number) => {
    if (name) ids.set(name.replaceAll(' ', '_').toLowerCase(), id);
  };
  const all = [...site.namespaces.values()];
  for (const namespace of all) add(namespace.name, namespace.id);
  for (const namespace of all) for (const alias of namespace.aliases) add(alias, namespace.id);
  for (const namespace of all) add(namespace.canonical, namespace.id);
  return ids;
});

/** Finds a namespace by name, alias or canonical name, case-insensitively and without a colon. The empty name is the main namespace. */
export const namespaceNamed = (site: Site, name: string): number | undefined =>
  name === '' ? NS.MAIN : namespaceIds(site).get(name.replaceAll(' ', '_').toLowerCase());
