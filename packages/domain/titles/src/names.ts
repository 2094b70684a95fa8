import { type Interwiki, NS, type ParsedTitle, type Site } from '@wikiquery/core';

/** The prefixes of a wiki, ready to be looked up. Prefixes come with underscores, results with the colon. */
export const readNames = (site: Site) => {
  const ids = namespaceIds(site);
  const spaced = new Map<string, string>();
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
      // That of most titles.
      if (namespace === NS.MAIN) return mainPrefix;
      const prefix = site.prefix(namespace, dbkey);
      let known = spaced.get(prefix);
      if (known === undefined) {
        known = prefix.replaceAll('_', ' ');
        spaced.set(prefix, known);
      }
      return known;
    },
    /** The prefix that no local name or alias can shadow; undefined for a namespace that the wiki does not have. */
    canonicalPrefix: (namespace: number): string | undefined => {
      const known = site.namespaces.get(namespace);
      if (known === undefined) return undefined;
      return known.id === NS.MAIN ? '' : `${(known.canonical ?? known.name).replaceAll(' ', '_')}:`;
    },
  };
};

// Canonical names win over local names, and aliases over local names of other namespaces.
const namespaceIds = (site: Site): Map<string, number> => {
  const ids = new Map<string, number>();
  const add = (name: string | undefined, id: number) => {
    if (name) ids.set(name.replaceAll(' ', '_').toLowerCase(), id);
  };
  const all = [...site.namespaces.values()];
  for (const namespace of all) add(namespace.name, namespace.id);
  for (const namespace of all) for (const alias of namespace.aliases) add(alias, namespace.id);
  for (const namespace of all) add(namespace.canonical, namespace.id);
  return ids;
};

const namespacesOf = new WeakMap<Site, ReadonlyMap<string, number>>();

/** The namespace of a name, alias or English name, without the colon and in any case; nothing at all is the main namespace. */
export const namespaceNamed = (site: Site, name: string): number | undefined => {
  if (name === '') return NS.MAIN;
  let ids = namespacesOf.get(site);
  if (!ids) {
    ids = namespaceIds(site);
    namespacesOf.set(site, ids);
  }
  return ids.get(name.replaceAll(' ', '_').toLowerCase());
};
