import type { Interwiki, ParsedTitle, Site } from '@wikiquery/core';

/** The prefixes of a wiki, ready to be looked up. Prefixes come with underscores, results of `prefix` and `spacedPrefix` with the colon. */
export const readNames = (site: Site) => {
  const ids = namespaceIds(site);
  const prefixes = new Map<number, string>();
  const special = site.namespaces.get(-1)?.name ?? 'Special';
  let mainPage: ParsedTitle | undefined;

  const prefix = (namespace: number): string => {
    let known = prefixes.get(namespace);
    if (known === undefined) {
      // MediaWiki's way to show a page whose namespace is gone.
      const name = site.namespaces.get(namespace)?.name ?? `${special}:Badtitle/NS${namespace}`;
      known = name === '' ? '' : `${name.replaceAll(' ', '_')}:`;
      prefixes.set(namespace, known);
    }
    return known;
  };

  const spaced = new Map<number, string>();
  return {
    namespace: (name: string): number | undefined => ids.get(name.toLowerCase()),
    interwiki: (name: string): Interwiki | undefined => site.interwikis.get(name.toLowerCase()),
    mainPage: (read: (text: string) => ParsedTitle): ParsedTitle => {
      mainPage ??= read(site.general.mainpage as string);
      return mainPage;
    },
    prefix,
    spacedPrefix: (namespace: number): string => {
      let known = spaced.get(namespace);
      if (known === undefined) {
        known = prefix(namespace).replaceAll('_', ' ');
        spaced.set(namespace, known);
      }
      return known;
    },
    /** The prefix that no local name or alias can shadow; undefined for a namespace that the wiki does not have. */
    canonicalPrefix: (namespace: number): string | undefined => {
      const known = site.namespaces.get(namespace);
      if (known === undefined) return undefined;
      return known.id === 0 ? '' : `${(known.canonical ?? known.name).replaceAll(' ', '_')}:`;
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
