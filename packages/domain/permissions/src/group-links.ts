import { NS } from '@wikiquery/core';
import { loadInterfaceTexts } from '@wikiquery/messages';
import type { PermissionEnv } from './subjects.ts';

const EVERYBODY = '*';

/**
 * Loads the labels of groups. Returns a function that lists the groups with a right as wikitext links, in the wiki's order. Labels are in
 * the user's language, page titles in the wiki's.
 */
export async function loadGroupLinks(q: PermissionEnv): Promise<(right: string) => readonly string[]> {
  const { site, titles } = q;
  const groups = [...site.groups.values()];
  const keys = (prefix: string) => groups.map(({ name }) => keyOf(prefix, name));
  const [names, pages] = await Promise.all([
    loadInterfaceTexts(q, keys('group'), q.services),
    loadInterfaceTexts({ ...q, lang: site.lang }, keys('grouppage'), q.services),
  ]);
  const project = site.namespaces.get(NS.PROJECT)?.name ?? '';
  const link = (name: string): string => {
    const shown = names.text(keyOf('group', name)) ?? name;
    if (name === EVERYBODY) return shown;
    const page = pages.text(keyOf('grouppage', name));
    const title = page && titles.local(page.replaceAll(/\{\{ns:project\}\}/gi, () => project));
    return title ? `[[${titles.text(title)}|${shown}]]` : shown;
  };
  return right => groups.filter(({ rights }) => rights.includes(right)).map(({ name }) => link(name));
}

const keyOf = (prefix: string, group: string): string => `${prefix}-${group === EVERYBODY ? 'all' : group}`;
