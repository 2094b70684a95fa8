import { NS, type Site, type Titles } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';

/** Maximum number of users in a text whose genders are loaded. */
const MOST_NAMES = 1000;

/** Returns the names of users whose pages a text mentions, in the form of the database. */
export function userNamesIn(text: string, site: Site, titles: Titles): Set<string> {
  const names = new Set<string>();
  for (const { 1: written = '' } of text.matchAll(patternOf(site))) {
    const title = titles.make(NS.USER, written);
    if (title) names.add(title.dbkey.replaceAll('_', ' '));
    if (names.size >= MOST_NAMES) break;
  }
  return names;
}

const patternOf = perSite(({ namespaces }) => {
  const prefixes = [NS.USER, NS.USER_TALK].flatMap(id => {
    const { name, canonical, aliases = [] } = namespaces.get(id) ?? {};
    return [name, canonical, ...aliases].filter(prefix => prefix !== undefined && prefix !== '') as string[];
  });
  const alternatives = prefixes.map(prefix => RegExp.escape(prefix).replaceAll(/\\x20|_/g, '[ _]'));
  return new RegExp(`(?:${alternatives.join('|')})[ _]*:[ _]*([^\\n\\[\\]{}|<>#/:]{1,255})`, 'giu');
});
