import type { Title } from '@wikiquery/core';
import { dateWords, directionOf } from '@wikiquery/languages';
import { encodeTitle } from '@wikiquery/site';
import { createWikitextEscape } from '@wikiquery/titles';
import type { Statistics, WikitextContext } from './context.ts';
import { table } from './table.ts';
import type { SyntaxWords } from './words.ts';

/** What a variable may look at. */
export interface VariableContext
  extends Pick<
    WikitextContext,
    | ('site' | 'titles' | 'title' | 'now' | 'genderOf' | 'message' | 'page' | 'revision' | 'size')
    | ('pageFacts' | 'categorySize' | 'restriction' | 'cascadingSources' | 'groupSize' | 'fileUrl')
  > {
  readonly lang: string;
  readonly words: SyntaxWords;
  /** Whether one more question to the database may be asked: one that was asked before may. */
  asks(name?: string): boolean;
  /** The text depends on a page: on whether it exists, or on its revision. */
  depends(title: Title, on: 'existence' | 'revision'): void;
  /** The text may be another after so many seconds. */
  lasts(seconds: number): void;
  track(key: 'nonnumeric-formatnum'): void;
}

type Variable = (given: VariableContext) => string;

const two = (value: number): string => String(value).padStart(2, '0');
const display = (dbkey: string): string => dbkey.replaceAll('_', ' ');
/** As `wfUrlencode` writes titles. */
export const encoded = (text: string): string => encodeTitle(text.replaceAll(' ', '_'));

const general =
  (key: string): Variable =>
  ({ site }) => {
    const value = site.general[key];
    return typeof value === 'string' ? value : '';
  };

const escapes = new WeakMap<object, (text: string) => string>();
/** A name that means nothing as markup. */
export function escaped(text: string, { site }: Pick<VariableContext, 'site'>): string {
  let escaping = escapes.get(site);
  if (!escaping) {
    escaping = createWikitextEscape((site.info.protocols as readonly string[] | undefined) ?? []);
    escapes.set(site, escaping);
  }
  return escaping(text);
}

const hasSubpages = ({ site, title }: VariableContext): boolean => site.namespaces.get(title.namespace)?.subpages ?? false;
const talkOf = ({ titles, title }: VariableContext): Title | undefined => titles.talk(title);
const spaceOf = ({ site }: VariableContext, title: Title | undefined): string =>
  (title && site.namespaces.get(title.namespace)?.name) ?? '';

/** Names of the page, in database form but for the namespace. */
const names: Readonly<Record<string, (given: VariableContext) => string>> = {
  pagename: ({ title }) => display(title.dbkey),
  fullpagename: ({ titles, title }) => titles.text(title),
  basepagename: given => display(given.title.dbkey.slice(0, baseEnd(given))),
  rootpagename: given => display(hasSubpages(given) ? (given.title.dbkey.split('/')[0] as string) : given.title.dbkey),
  subpagename: given => display(hasSubpages(given) ? given.title.dbkey.slice(given.title.dbkey.lastIndexOf('/') + 1) : given.title.dbkey),
  subjectpagename: ({ titles, title }) => titles.text(titles.subject(title)),
  talkpagename: given => {
    const talk = talkOf(given);
    return talk ? given.titles.text(talk) : '';
  },
};

const spaces: Readonly<Record<string, (given: VariableContext) => string>> = {
  namespace: given => spaceOf(given, given.title),
  subjectspace: given => spaceOf(given, given.titles.subject(given.title)),
  talkspace: given => spaceOf(given, talkOf(given)),
};

function baseEnd(given: VariableContext): number {
  const { dbkey } = given.title;
  return hasSubpages(given) && dbkey.includes('/') ? dbkey.lastIndexOf('/') : dbkey.length;
}

/** Of any page: `{{PAGENAME}}`, `{{PAGENAME:title}}`. Each has a form for URLs: `PAGENAMEE`. */
export const pageVariables = table<Variable>({
  ...Object.fromEntries(Object.entries(names).map(([id, name]) => [id, (given: VariableContext) => escaped(name(given), given)])),
  ...Object.fromEntries(
    Object.entries(names).map(([id, name]) => [`${id}e`, (given: VariableContext) => escaped(encoded(name(given)), given)]),
  ),
  ...spaces,
  ...Object.fromEntries(Object.entries(spaces).map(([id, name]) => [`${id}e`, (given: VariableContext) => encoded(name(given))])),
  namespacenumber: ({ title }) => String(title.namespace),
});

const clock: Readonly<Record<string, (now: Date, given: VariableContext) => string>> = {
  year: now => String(now.getUTCFullYear()),
  month: now => two(now.getUTCMonth() + 1),
  month1: now => String(now.getUTCMonth() + 1),
  monthname: (now, { lang }) => dateWords(lang).months[now.getUTCMonth()] ?? '',
  monthnamegen: (now, { lang }) => dateWords(lang).genitives[now.getUTCMonth()] ?? '',
  monthabbrev: (now, { lang }) => dateWords(lang).shortMonths[now.getUTCMonth()] ?? '',
  day: now => String(now.getUTCDate()),
  day2: now => two(now.getUTCDate()),
  dow: now => String(now.getUTCDay()),
  dayname: (now, { lang }) => dateWords(lang).days[now.getUTCDay()] ?? '',
  time: now => `${two(now.getUTCHours())}:${two(now.getUTCMinutes())}`,
  hour: now => two(now.getUTCHours()),
  week: now => String(isoWeek(now).week),
  timestamp: now => now.toISOString().slice(0, 19).replace(/[-T:]/g, ''),
};

/** The week by ISO 8601, and the year that it belongs to. */
export function isoWeek(date: Date): { readonly week: number; readonly year: number } {
  const thursday = new Date(date);
  thursday.setUTCHours(0, 0, 0, 0);
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const first = new Date(0);
  first.setUTCFullYear(year, 0, 1);
  return { week: 1 + Math.floor((thursday.getTime() - first.getTime()) / (7 * DAY)), year };
}
const DAY = 86_400_000;

/** What a clock of the wiki's place shows, as if it were UTC. */
export const localTime = (now: Date, { site }: Pick<VariableContext, 'site'>): Date =>
  new Date(now.getTime() + (typeof site.general.timeoffset === 'number' ? site.general.timeoffset : 0) * 60_000);

/** `{{NAME}}`, by MediaWiki's ids. */
export const variables = table<Variable>({
  ...pageVariables,
  ...Object.fromEntries(Object.entries(clock).map(([id, read]) => [`current${id}`, (given: VariableContext) => read(given.now, given)])),
  ...Object.fromEntries(
    Object.entries(clock).map(([id, read]) => [`local${id}`, (given: VariableContext) => read(localTime(given.now, given), given)]),
  ),
  '!': () => '|',
  '=': () => '=',
  sitename: general('sitename'),
  server: general('server'),
  servername: general('servername'),
  scriptpath: general('scriptpath'),
  articlepath: general('articlepath'),
  stylepath: given => `${general('scriptpath')(given)}/skins`,
  currentversion: given => general('generator')(given).replace(/^MediaWiki /, ''),
  directionmark: ({ lang }) => (directionOf(lang) === 'rtl' ? '\u200f' : '\u200e'),
  contentlanguage: ({ site }) => site.lang,
  pagelanguage: ({ lang }) => lang,
});

/** `{{NAME}}` is such a number, `{{NAME:R}}` its bare digits. */
export const counts = table<keyof Statistics>({
  numberofarticles: 'articles',
  numberofedits: 'edits',
  numberoffiles: 'files',
  numberofpages: 'pages',
  numberofusers: 'users',
  numberofactiveusers: 'activeUsers',
});
