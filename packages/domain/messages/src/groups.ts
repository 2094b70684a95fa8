import { createRequire } from 'node:module';

/** MediaWiki's groups in the order of `group-names.json`; `all` is everybody. */
const GROUPS = ['user', 'autoconfirmed', 'bot', 'sysop', 'interface-admin', 'bureaucrat', 'suppress', 'all'];

interface Language {
  readonly names: string;
  /** Names of their pages in namespace Project, if they differ. */
  readonly pages?: string;
}

/** Returns a language's names of MediaWiki's groups (`group-sysop`) and their pages (`grouppage-sysop`). */
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

/** Languages with the names of another refer to it. */
function wordsOf(language: string): Language | undefined {
  languages ??= createRequire(import.meta.url)('./group-names.json') as Languages;
  const all = languages;
  const found = Object.hasOwn(all, language) ? all[language] : undefined;
  return typeof found === 'string' ? wordsOf(found) : found;
}
