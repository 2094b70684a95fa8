import { createRequire } from 'node:module';

/** MediaWiki's user groups in the order of the lists in `group-names.json`. Group `all` contains everybody. */
const GROUPS = ['user', 'autoconfirmed', 'bot', 'sysop', 'interface-admin', 'bureaucrat', 'suppress', 'all'];

interface Language {
  readonly names: string;
  /** Titles of the groups' pages in namespace Project, if they differ from `names`. */
  readonly pages?: string;
}

/** Returns a language's messages for the names (`group-sysop`) and pages (`grouppage-sysop`) of MediaWiki's user groups. */
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

let languages: Languages | undefined;

/** In the file, a string refers to another language with the same names. */
function wordsOf(language: string): Language | undefined {
  languages ??= createRequire(import.meta.url)('./group-names.json') as Languages;
  const all = languages;
  const found = Object.hasOwn(all, language) ? all[language] : undefined;
  return typeof found === 'string' ? wordsOf(found) : found;
}
