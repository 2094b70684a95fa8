import languages from './group-names.json' with { type: 'json' };
import { loadInterfaceTexts } from './interface-texts.ts';
import type { InfoQuery } from './parts.ts';

const PROJECT = 4;
const EVERYBODY = '*';

/**
 * The groups that have a right, in the wiki's order, as links in wikitext to the pages about them: named in the language of the reader, with
 * titles in that of the wiki.
 */
export async function loadGroupLinks(q: InfoQuery): Promise<(right: string) => readonly string[]> {
  const { site, titles } = q;
  const groups = [...site.groups.values()];
  const keys = (prefix: string) => groups.map(({ name }) => `${prefix}-${name}`);
  const [nameText, pageText] = await Promise.all([
    loadInterfaceTexts(q, keys('group')),
    loadInterfaceTexts({ ...q, lang: site.lang }, keys('grouppage')),
  ]);
  const { names } = wordsOf(q.lang);
  const { pages } = wordsOf(site.lang);
  const project = site.namespaces.get(PROJECT)?.name ?? '';
  const link = (name: string): string => {
    const shown = nameText(`group-${name}`) ?? names.get(name) ?? name;
    if (name === EVERYBODY) return shown;
    const own = pages.get(name);
    const page = pageText(`grouppage-${name}`) ?? (own && `${project}:${own}`);
    const title = page && titles.local(page.replaceAll(/\{\{ns:project\}\}/gi, project));
    return title ? `[[${titles.text(title)}|${shown}]]` : shown;
  };
  return right => groups.filter(({ rights }) => rights.includes(right)).map(({ name }) => link(name));
}

/** MediaWiki's own groups, in the order of the lists in `group-names.json`. */
const GROUPS = ['user', 'autoconfirmed', 'bot', 'sysop', 'interface-admin', 'bureaucrat', 'suppress'];

interface Words {
  /** By group. */
  readonly names: ReadonlyMap<string, string>;
  /** The page about it, without namespace. */
  readonly pages: ReadonlyMap<string, string>;
}

const wordsOf = (code: string): Words => {
  const { names, pages = names } = languageOf(code);
  const byGroup = (list: string) => {
    const words = list.split('|');
    return new Map([...GROUPS, EVERYBODY].flatMap((group, at) => (words[at] === undefined ? [] : [[group, words[at]] as const])));
  };
  return { names: byGroup(names), pages: byGroup(pages) };
};

interface Language {
  readonly names: string;
  /** When they are called otherwise than the groups. */
  readonly pages?: string;
}

/** A language with the words of another stands there under the name of that one. */
const languageOf = (code: string): Language => {
  const all: Readonly<Record<string, string | Language | undefined>> = languages;
  const found = Object.hasOwn(all, code) ? all[code] : undefined;
  return typeof found === 'string' ? languageOf(found) : (found ?? languages.en);
};
