import { NS } from '@wikiquery/core';
import { dateWords, embedded, formatNumber, inflect, parseNumber, pluralForm } from '@wikiquery/languages';
import { localSpecialName } from '@wikiquery/titles';
import type { Statistics, WikitextContext } from './context.ts';
import { ExpressionError, evaluate, writeNumber } from './expressions.ts';
import type { Value } from './values.ts';

/** What a variable may look at. */
export interface Given extends Pick<WikitextContext, 'site' | 'titles' | 'title' | 'now' | 'genderOf'> {
  readonly lang: string;
}

type Variable = (given: Given) => string;
type ParserFunction = (values: readonly Value[], given: Given) => Promise<string> | string;

const two = (value: number): string => String(value).padStart(2, '0');
const display = (dbkey: string): string => dbkey.replaceAll('_', ' ');
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(' ', '_')).replace(/%(?:2F|3A|40|24|21|2A|28|29|2C|3B)/g, decodeURIComponent);
const general =
  (key: string): Variable =>
  ({ site }) => {
    const value = site.general[key];
    return typeof value === 'string' ? value : '';
  };
const namespaceName = ({ site, title }: Given): string => site.namespaces.get(title.namespace)?.name ?? '';

const page: Readonly<Record<string, Variable>> = {
  PAGENAME: ({ title }) => display(title.dbkey),
  FULLPAGENAME: ({ titles, title }) => titles.text(title),
  NAMESPACE: namespaceName,
  BASEPAGENAME: ({ title }) => display(title.dbkey.slice(0, slash(title.dbkey))),
  ROOTPAGENAME: ({ title }) => display(title.dbkey.split('/')[0] ?? ''),
  SUBPAGENAME: ({ title }) => display(title.dbkey.slice(title.dbkey.lastIndexOf('/') + 1)),
  SUBJECTPAGENAME: ({ titles, title }) => titles.text(titles.subject(title)),
  ARTICLEPAGENAME: ({ titles, title }) => titles.text(titles.subject(title)),
  TALKPAGENAME: given => given.titles.text(given.titles.talk(given.title) ?? given.title),
  SUBJECTSPACE: given => namespaceName({ ...given, title: given.titles.subject(given.title) }),
  ARTICLESPACE: given => namespaceName({ ...given, title: given.titles.subject(given.title) }),
  TALKSPACE: given => namespaceName({ ...given, title: given.titles.talk(given.title) ?? given.title }),
};

const slash = (dbkey: string): number => (dbkey.includes('/') ? dbkey.lastIndexOf('/') : dbkey.length);

/** Each of them has a form for URLs: `PAGENAMEE`. */
const pageForUrls = Object.fromEntries(
  Object.entries(page).map(([name, variable]) => [`${name}E`, (given: Given) => encoded(variable(given))]),
);

const clock: Readonly<Record<string, Variable>> = {
  YEAR: ({ now }) => String(now.getUTCFullYear()),
  MONTH: ({ now }) => two(now.getUTCMonth() + 1),
  MONTH1: ({ now }) => String(now.getUTCMonth() + 1),
  MONTHNAME: ({ now, lang }) => dateWords(lang).months[now.getUTCMonth()] ?? '',
  MONTHNAMEGEN: ({ now, lang }) => dateWords(lang).genitives[now.getUTCMonth()] ?? '',
  MONTHABBREV: ({ now, lang }) => dateWords(lang).shortMonths[now.getUTCMonth()] ?? '',
  DAY: ({ now }) => String(now.getUTCDate()),
  DAY2: ({ now }) => two(now.getUTCDate()),
  DOW: ({ now }) => String(now.getUTCDay()),
  DAYNAME: ({ now, lang }) => dateWords(lang).days[now.getUTCDay()] ?? '',
  TIME: ({ now }) => `${two(now.getUTCHours())}:${two(now.getUTCMinutes())}`,
  HOUR: ({ now }) => two(now.getUTCHours()),
  TIMESTAMP: ({ now }) => now.toISOString().slice(0, 19).replace(/[-T:]/g, ''),
};
const clocks = Object.fromEntries(
  Object.entries(clock).flatMap(([name, variable]) => [
    [`CURRENT${name}`, variable],
    [`LOCAL${name}`, variable],
  ]),
);

/** `{{NAME}}`. */
export const variables = table<Variable>({
  ...page,
  ...pageForUrls,
  ...clocks,
  '!': () => '|',
  '=': () => '=',
  NAMESPACENUMBER: ({ title }) => String(title.namespace),
  SITENAME: general('sitename'),
  SERVER: general('server'),
  SERVERNAME: general('servername'),
  SCRIPTPATH: general('scriptpath'),
  CONTENTLANGUAGE: ({ site }) => site.lang,
  CONTENTLANG: ({ site }) => site.lang,
});

/** `{{NAME}}` is such a number, `{{NAME:R}}` its bare digits. */
export const counts = table<keyof Statistics>({
  NUMBEROFARTICLES: 'articles',
  NUMBEROFEDITS: 'edits',
  NUMBEROFFILES: 'files',
  NUMBEROFPAGES: 'pages',
  NUMBEROFUSERS: 'users',
  NUMBEROFACTIVEUSERS: 'activeUsers',
});

const at = async (values: readonly Value[], position: number): Promise<string> => (await values[position]?.text()) ?? '';
const all = async (values: readonly Value[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const value of values) texts.push(await value.text());
  return texts;
};
const one =
  (change: (text: string, given: Given) => string): ParserFunction =>
  async (values, given) =>
    change(await at(values, 0), given);

const pad =
  (side: 'padStart' | 'padEnd'): ParserFunction =>
  async values => {
    const length = Math.min(Number.parseInt(await at(values, 1), 10) || 0, 500);
    return (await at(values, 0))[side](length, values.length > 2 ? await at(values, 2) : '0');
  };

const url =
  (kind: 'full' | 'local' | 'canonical'): ParserFunction =>
  async (values, { site, titles }) => {
    const title = titles.local(await at(values, 0));
    return title ? site.urls[kind](title, values.length > 1 ? await at(values, 1) : undefined) : '';
  };

const space: ParserFunction = one((text, { site }) => {
  const wanted = text.replaceAll('_', ' ').toLowerCase();
  for (const { id, name, canonical, aliases } of site.namespaces.values()) {
    if ([String(id), name, canonical ?? name, ...aliases].some(known => known.toLowerCase() === wanted)) return name;
  }
  return '';
});

/** `{{name:first|second}}`: MediaWiki's own, and those of ParserFunctions that choose. */
export const functions = table<ParserFunction>({
  lc: one(text => text.toLowerCase()),
  uc: one(text => text.toUpperCase()),
  lcfirst: one(text => text.slice(0, 1).toLowerCase() + text.slice(1)),
  ucfirst: one(text => text.slice(0, 1).toUpperCase() + text.slice(1)),
  urlencode: one(text => encodeURIComponent(text).replaceAll('%20', '+')),
  anchorencode: one(text => text.replaceAll(' ', '_')),
  ns: space,
  formatnum: one((text, { lang }) => formatNumber(lang, text)),
  padleft: pad('padStart'),
  padright: pad('padEnd'),
  fullurl: url('full'),
  localurl: url('local'),
  canonicalurl: url('canonical'),
  grammar: async (values, { lang }) => inCase(lang, await at(values, 1), await at(values, 0)),
  bidi: one(embedded),
  gender: chooseByGender,
  '#special': one((text, given) => specialTitle(text, given)),
  '#speciale': one((text, given) => encoded(specialTitle(text, given))),
  '#tag': async values => {
    const attributes = await all(values.slice(2));
    return `<${[await at(values, 0), ...attributes].join(' ')}>${await at(values, 1)}</${await at(values, 0)}>`;
  },
  // These say something of the page and leave nothing in its text.
  defaultsort: () => '',
  displaytitle: () => '',
  plural: async (values, { lang }) => {
    const [count = '', ...forms] = await all(values);
    return pluralForm(lang, parseNumber(lang, count) || 0, forms);
  },
  '#if': async values => at(values, (await at(values, 0)) === '' ? 2 : 1),
  '#ifeq': async values => at(values, sameValue(await at(values, 0), await at(values, 1)) ? 2 : 3),
  '#switch': chooseCase,
  '#expr': async values => calculate(await at(values, 0)),
  '#ifexpr': async values => {
    const result = calculate(await at(values, 0));
    return isError(result) ? result : at(values, result === '' || result === '0' ? 2 : 1);
  },
  '#iferror': async values => {
    const text = await at(values, 0);
    if (isError(text)) return at(values, 1);
    return values.length > 2 ? at(values, 2) : text;
  },
});

/** Rules are for words. */
const inCase = (lang: string, word: string, grammaticalCase: string): string =>
  word.length > LONGEST_WORD || grammaticalCase.length > LONGEST_WORD ? word : inflect(lang, word, grammaticalCase);
const LONGEST_WORD = 1000;

/** The value of an expression, or what is wrong with it, marked as an error. */
function calculate(expression: string): string {
  try {
    const value = evaluate(expression);
    return value === undefined ? '' : writeNumber(value);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `<strong class="error">Expression error: ${error.message}</strong>`;
  }
}

/** Whether some element of the text has the class `error`. */
function isError(text: string): boolean {
  let isInTag = false;
  for (const [token, classes] of text.matchAll(/<(?:strong|span|p|div)(?=\s)|>|\sclass="([^">]*)"/g)) {
    if (token !== '>' && classes === undefined) isInTag = true;
    else if (token === '>') isInTag = false;
    else if (isInTag && classes?.split(/\s/).includes('error')) return true;
  }
  return false;
}

/** A special page by its local name. */
function specialTitle(text: string, { site, titles }: Given): string {
  const written = text.trim().replaceAll(' ', '_');
  const title = titles.make(NS.SPECIAL, localSpecialName(site, written) ?? written);
  return title ? titles.text(title) : '';
}

/** For a man, for a woman, for everybody else. */
async function chooseByGender(values: readonly Value[], { site, genderOf }: Given): Promise<string> {
  const forms = values.length - 1;
  const { gender: usual } = (site.info.defaultoptions ?? {}) as { readonly gender?: string };
  const gender = forms > 1 ? ((await genderOf?.(await at(values, 0))) ?? usual) : undefined;
  if (gender === 'female' && forms > 1) return at(values, 2);
  return at(values, gender !== 'male' && forms > 2 ? 3 : 1);
}

const sameValue = (a: string, b: string): boolean =>
  a === b || (a !== '' && b !== '' && a.length <= LONGEST_NUMBER && b.length <= LONGEST_NUMBER && Number(a) === Number(b));

/** Nobody writes longer ones, and each comparison reads them. */
const LONGEST_NUMBER = 400;

/** `a=1|b|c=2|3`: the value of the first label that fits; labels without value share that of the next. */
async function chooseCase(values: readonly Value[]): Promise<string> {
  const wanted = await at(values, 0);
  let fell = false;
  let fallback: Value | undefined;
  for (const [position, value] of values.entries()) {
    if (position === 0) continue;
    const label = await value.label();
    if (label === undefined) {
      const text = await value.text();
      if (position === values.length - 1) return text;
      fell ||= sameValue(text, wanted);
    } else if (fell || sameValue(label, wanted)) return value.value();
    else if (label === '#default') fallback = value;
  }
  return fallback?.value() ?? '';
}

/** Names come from texts: without a prototype `constructor` is none of them. */
function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
