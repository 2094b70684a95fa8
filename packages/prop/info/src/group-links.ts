import { loadInterfaceTexts } from './interface-texts.ts';
import type { InfoQuery } from './parts.ts';

/** MediaWiki's own groups: what they are called in English, which is (but once) also the title of the page about them. */
const ENGLISH: Readonly<Record<string, string>> = {
  user: 'Users',
  autoconfirmed: 'Autoconfirmed users',
  bot: 'Bots',
  sysop: 'Administrators',
  'interface-admin': 'Interface administrators',
  bureaucrat: 'Bureaucrats',
  suppress: 'Suppressors',
};
const ENGLISH_PAGES: Readonly<Record<string, string>> = { ...ENGLISH, suppress: 'Suppress' };
const PROJECT = 4;

/** The groups that have a right, in the wiki's order, as links in wikitext to the pages about them. */
export async function loadGroupLinks(q: InfoQuery): Promise<(right: string) => readonly string[]> {
  const { site, titles } = q;
  const groups = [...site.groups.values()];
  const text = await loadInterfaceTexts(
    q,
    groups.flatMap(({ name }) => [`group-${name}`, `grouppage-${name}`]),
  );
  const project = site.namespaces.get(PROJECT)?.name ?? '';
  const link = (name: string): string => {
    if (name === '*') return '(all)';
    const shown = text(`group-${name}`) ?? ENGLISH[name] ?? name;
    const page = text(`grouppage-${name}`) ?? (ENGLISH_PAGES[name] && `${project}:${ENGLISH_PAGES[name]}`);
    const title = page && titles.local(page.replaceAll(/\{\{ns:project\}\}/gi, project));
    return title ? `[[${titles.text(title)}|${shown}]]` : shown;
  };
  return right => groups.filter(({ rights }) => rights.includes(right)).map(({ name }) => link(name));
}
