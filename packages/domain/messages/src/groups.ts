import { createRequire } from 'node:module';

/** MediaWiki's own groups, in the order of the lists in `group-names.json`; `all` is everybody. */
const GROUPS = ['user', 'autoconfirmed', 'bot', 'sysop', 'interface-admin', 'bureaucrat', 'suppress', 'all'];

interface Language {
  readonly names: string;
  /** The pages about them, in namespace Project, when they are called otherwise than the groups. */
  readonly pages?: string;
}

/** What a language calls MediaWiki's groups (`group-sysop`) and the pages about them (`grouppage-sysop`). */
export function groupTexts(language: string): (readonly [key: string, text: string])[] {
  const words = wordsOf(language);
  if (!words) return [];
  const { names, pages = names } = words;
  const titles = pages.split('|').slice(0, GROUPS.length - 1);
  return [
    ...names.split('|').map((name, at) => [`group-${GROUPS[at]}`, name] as const),
    ...titles.map((title, at) => [`grouppage-${GROUPS[at]}`, `{{ns:project}}:${title}`] as const),
  ];
}

type Languages = Readonly<Record<string, string | Language | undefined>>;

/** Read when somebody asks for a text of the software. */
let languages: Languages | undefined;

/** A language with the words of another stands there under the name of that one. */
function wordsOf(language: string): Language | undefined {
  languages ??= createRequire(import.meta.url)('./group-names.json') as Languages;
  const all = languages;
  const found = Object.hasOwn(all, language) ? all[language] : undefined;
  return typeof found === 'string' ? wordsOf(found) : found;
}
