import type { Title } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { dateWords, directionOf, localDigits, writeDatePart } from '@wikiquery/languages';
import { encodeTitle } from '@wikiquery/site';
import { createWikitextEscape } from '@wikiquery/titles';
import type { Statistics, WikitextContext } from './context.ts';
import { protocolsIn } from './protocols.ts';
import { table } from './table.ts';
import type { SyntaxWords } from './words.ts';

/** Context of variables and parser functions. */
export interface VariableContext
  extends Pick<
    WikitextContext,
    | ('site' | 'titles' | 'title' | 'now' | 'genderOf' | 'message' | 'page' | 'revision' | 'size')
    | ('contentMessage' | 'gendersOf')
    | ('pageFacts' | 'categorySize' | 'restriction' | 'cascadingSources' | 'groupSize' | 'fileUrl')
  > {
  readonly lang: string;
  readonly words: SyntaxWords;
  /** Counts an expensive call. Returns whether the call is allowed; a call with a repeated name always is. */
  allowsExpensive(name?: string): boolean;
  /** Records that the text depends on the existence or the revision of a page. */
  depends(title: Title, on: 'existence' | 'revision'): void;
  /** Records that the text may change after this number of seconds. */
  lasts(seconds: number): void;
  /** Adds the page to a tracking category. */
  track(key: 'nonnumeric-formatnum'): void;
}

type Variable = (context: VariableContext) => string;

const two = (value: number): string => String(value).padStart(2, '0');
const display = (dbkey: string): string => dbkey.replaceAll('_', ' ');
/** Encodes a title as `wfUrlencode` does. */
export const encoded = (text: string): string => encodeTitle(text.replaceAll(' ', '_'));

const general =
  (key: string): Variable =>
  ({ site }) => {
    const value = site.general[key];
    return typeof value === 'string' ? value : '';
  };

const escapeOf = perSite(site => createWikitextEscape(protocolsIn(site)));
export const escaped = (text: string, { site }: Pick<VariableContext, 'site'>): string => escapeOf(site)(text);

const hasSubpages = ({ site, title }: VariableContext): boolean => site.namespaces.get(title.namespace)?.subpages ?? false;
const talkOf = ({ titles, title }: VariableContext): Title | undefined => titles.talk(title);
const spaceOf = ({ site }: VariableContext, title: Title | undefined): string =>
  (title && site.namespaces.get(title.namespace)?.name) ?? '';

const names: Readonly<Record<string, Variable>> = {
  pagename: ({ title }) => display(title.dbkey),
  fullpagename: ({ titles, title }) => titles.text(title),
  basepagename: context => display(context.title.dbkey.slice(0, baseEnd(context))),
  rootpagename: context => display(hasSubpages(context) ? (context.title.dbkey.split('/')[0] as string) : context.title.dbkey),
  subpagename: context =>
    display(hasSubpages(context) ? context.title.dbkey.slice(context.title.dbkey.lastIndexOf('/') + 1) : context.title.dbkey),
  subjectpagename: ({ titles, title }) => titles.text(titles.subject(title)),
  talkpagename: context => {
    const talk = talkOf(context);
    return talk ? context.titles.text(talk) : '';
  },
};

const spaces: Readonly<Record<string, Variable>> = {
  namespace: context => spaceOf(context, context.title),
  subjectspace: context => spaceOf(context, context.titles.subject(context.title)),
  talkspace: context => spaceOf(context, talkOf(context)),
};

const derived = <T>(from: Readonly<Record<string, T>>, change: (value: T) => Variable, prefix = '', suffix = '') =>
  Object.fromEntries(Object.entries(from).map(([id, value]) => [prefix + id + suffix, change(value)]));

function baseEnd(context: VariableContext): number {
  const { dbkey } = context.title;
  return hasSubpages(context) && dbkey.includes('/') ? dbkey.lastIndexOf('/') : dbkey.length;
}

/** Variables of any page: `{{PAGENAME}}`, `{{PAGENAME:title}}`, and `PAGENAMEE` for URLs. */
export const pageVariables = table<Variable>({
  ...derived(names, name => context => escaped(name(context), context)),
  ...derived(names, name => context => escaped(encoded(name(context)), context), '', 'e'),
  ...spaces,
  ...derived(spaces, name => context => encoded(name(context)), '', 'e'),
  namespacenumber: ({ title }) => String(title.namespace),
});

/** Clock variables that are written with the digits of the language. */
const clockNumbers: Readonly<Record<string, (now: Date) => string>> = {
  year: now => String(now.getUTCFullYear()),
  month: now => two(now.getUTCMonth() + 1),
  month1: now => String(now.getUTCMonth() + 1),
  day: now => String(now.getUTCDate()),
  day2: now => two(now.getUTCDate()),
  dow: now => String(now.getUTCDay()),
  hour: now => two(now.getUTCHours()),
  week: now => String(isoWeek(now).week),
};

const clock: Readonly<Record<string, (now: Date, context: VariableContext) => string>> = {
  ...Object.fromEntries(
    Object.entries(clockNumbers).map(([id, write]) => [id, (now: Date, { lang }: VariableContext) => localDigits(lang, write(now))]),
  ),
  monthname: (now, { lang }) => dateWords(lang).months[now.getUTCMonth()] ?? '',
  monthnamegen: (now, { lang }) => dateWords(lang).genitives[now.getUTCMonth()] ?? '',
  monthabbrev: (now, { lang }) => dateWords(lang).shortMonths[now.getUTCMonth()] ?? '',
  dayname: (now, { lang }) => dateWords(lang).days[now.getUTCDay()] ?? '',
  time: (now, { lang, site }) => writeDatePart(now, 'time', lang, site),
  timestamp: now => now.toISOString().slice(0, 19).replace(/[-T:]/g, ''),
};

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

/** Returns the wiki's local time, as if it were UTC. */
export function localTime(now: Date, { site }: Pick<VariableContext, 'site'>): Date {
  const { timezone, timeoffset } = site.general;
  const offset = typeof timezone === 'string' ? offsetOf(now, timezone) : undefined;
  return new Date(now.getTime() + (offset ?? (typeof timeoffset === 'number' ? timeoffset : 0)) * 60_000);
}

/** Returns the offset of a time zone at a time in minutes, or undefined for an unknown time zone. */
function offsetOf(date: Date, timeZone: string): number | undefined {
  if (timeZone === 'UTC') return 0;
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(date);
    const [, sign, hours, minutes] =
      /^GMT(?:([+-])(\d+):(\d+))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  } catch {
    return undefined;
  }
}

export const variables = table<Variable>({
  ...pageVariables,
  ...derived(clock, read => context => read(context.now, context), 'current'),
  ...derived(clock, read => context => read(localTime(context.now, context), context), 'local'),
  '!': () => '|',
  '=': () => '=',
  sitename: general('sitename'),
  server: general('server'),
  servername: general('servername'),
  scriptpath: general('scriptpath'),
  articlepath: general('articlepath'),
  stylepath: context => `${general('scriptpath')(context)}/skins`,
  currentversion: context => general('generator')(context).replace(/^MediaWiki /, ''),
  directionmark: ({ lang }) => (directionOf(lang) === 'rtl' ? '\u200f' : '\u200e'),
  contentlanguage: ({ site }) => site.lang,
  pagelanguage: ({ lang }) => lang,
  // MediaWiki returns the user's language only with `$wgParserEnableUserLanguage`.
  userlanguage: ({ lang }) => lang,
});

/** Variables for statistics. `{{NAME}}` is formatted; `{{NAME:R}}` consists of plain digits. */
export const counts = table<keyof Statistics>({
  numberofarticles: 'articles',
  numberofedits: 'edits',
  numberoffiles: 'files',
  numberofpages: 'pages',
  numberofusers: 'users',
  numberofactiveusers: 'activeUsers',
});
