import { NS, type Site } from '@wikiquery/core';
import type { LinkNames } from './plain-text.ts';

/** Returns the names of a wiki that classify links. */
export function linkNamesOf(site: Site): LinkNames {
  const namesOf = (id: number, ...english: string[]): ReadonlySet<string> => {
    const { name, canonical, aliases = [] } = site.namespaces.get(id) ?? {};
    return new Set([name, canonical, ...aliases, ...english].flatMap(each => (each ? [each.replaceAll('_', ' ').toLowerCase()] : [])));
  };
  const languages = Array.from(site.interwikis.values()).filter(({ language }) => language !== undefined);
  return {
    files: namesOf(NS.FILE, 'file', 'image'),
    categories: namesOf(NS.CATEGORY, 'category'),
    languages: new Set(languages.map(({ prefix }) => prefix.toLowerCase())),
  };
}
