import { NS } from '@wikiquery/core';
import type { InfoQuery } from './info-query.ts';
import { loadTexts } from './interface-texts.ts';

const EVERYBODY = '*';

/**
 * The groups that have a right, in the wiki's order, as links in wikitext to the pages about them: named in the language of the reader, with
 * titles in that of the wiki.
 */
export async function loadGroupLinks(q: InfoQuery): Promise<(right: string) => readonly string[]> {
  const { site, titles } = q;
  const groups = [...site.groups.values()];
  const keys = (prefix: string) => groups.map(({ name }) => keyOf(prefix, name));
  const [nameText, pageText] = await Promise.all([loadTexts(q, keys('group')), loadTexts({ ...q, lang: site.lang }, keys('grouppage'))]);
  const project = site.namespaces.get(NS.PROJECT)?.name ?? '';
  const link = (name: string): string => {
    const shown = nameText(keyOf('group', name)) ?? name;
    if (name === EVERYBODY) return shown;
    const page = pageText(keyOf('grouppage', name));
    const title = page && titles.local(page.replaceAll(/\{\{ns:project\}\}/gi, () => project));
    return title ? `[[${titles.text(title)}|${shown}]]` : shown;
  };
  return right => groups.filter(({ rights }) => rights.includes(right)).map(({ name }) => link(name));
}

const keyOf = (prefix: string, group: string): string => `${prefix}-${group === EVERYBODY ? 'all' : group}`;
