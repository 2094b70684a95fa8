import type { Site, Title, Titles } from '@wikiquery/core';

/** What a variable may look at. */
export interface Given {
  readonly site: Site;
  readonly titles: Titles;
  readonly title: Title;
  readonly now: Date;
  readonly lang: string;
}

type Variable = (given: Given) => string;
/** Values are expanded when they are asked for: of a choice only the chosen one. */
type ParserFunction = (values: readonly (() => Promise<string>)[], given: Given) => Promise<string> | string;

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

const monthName = ({ now, lang }: Given, month: 'long' | 'short'): string => format(now, lang, { month });
const format = (date: Date, lang: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(Intl.DateTimeFormat.supportedLocalesOf([lang])[0] ?? 'en', { timeZone: 'UTC', ...options }).format(date);

const clock: Readonly<Record<string, Variable>> = {
  YEAR: ({ now }) => String(now.getUTCFullYear()),
  MONTH: ({ now }) => two(now.getUTCMonth() + 1),
  MONTH1: ({ now }) => String(now.getUTCMonth() + 1),
  MONTHNAME: given => monthName(given, 'long'),
  MONTHABBREV: given => monthName(given, 'short'),
  DAY: ({ now }) => String(now.getUTCDate()),
  DAY2: ({ now }) => two(now.getUTCDate()),
  DOW: ({ now }) => String(now.getUTCDay()),
  DAYNAME: ({ now, lang }) => format(now, lang, { weekday: 'long' }),
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
export const variables: Readonly<Record<string, Variable>> = {
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
  CONTENTLANGUAGE: ({ lang }) => lang,
  CONTENTLANG: ({ lang }) => lang,
};

const at = async (values: readonly (() => Promise<string>)[], position: number): Promise<string> => (await values[position]?.()) ?? '';
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
export const functions: Readonly<Record<string, ParserFunction>> = {
  lc: one(text => text.toLowerCase()),
  uc: one(text => text.toUpperCase()),
  lcfirst: one(text => text.slice(0, 1).toLowerCase() + text.slice(1)),
  ucfirst: one(text => text.slice(0, 1).toUpperCase() + text.slice(1)),
  urlencode: one(text => encodeURIComponent(text).replaceAll('%20', '+')),
  anchorencode: one(text => text.replaceAll(' ', '_')),
  ns: space,
  formatnum: one((text, { lang }) =>
    Number.isFinite(Number(text)) && text !== '' ? new Intl.NumberFormat(lang, { maximumFractionDigits: 20 }).format(Number(text)) : text,
  ),
  padleft: pad('padStart'),
  padright: pad('padEnd'),
  fullurl: url('full'),
  localurl: url('local'),
  canonicalurl: url('canonical'),
  grammar: values => at(values, 1),
  // Without knowing the user, the word for everybody.
  gender: values => at(values, values.length > 3 ? 3 : 1),
  '#tag': async values => {
    const attributes = await Promise.all(values.slice(2).map(async value => ` ${await value()}`));
    return `<${await at(values, 0)}${attributes.join('')}>${await at(values, 1)}</${await at(values, 0)}>`;
  },
  // These say something of the page and leave nothing in its text.
  defaultsort: () => '',
  displaytitle: () => '',
  plural: async values => at(values, Number(await at(values, 0)) === 1 || values.length < 3 ? 1 : 2),
  '#if': async values => at(values, (await at(values, 0)) === '' ? 2 : 1),
  '#ifeq': async values => at(values, sameValue(await at(values, 0), await at(values, 1)) ? 2 : 3),
  '#switch': chooseCase,
};

const sameValue = (a: string, b: string): boolean => a === b || (a !== '' && b !== '' && Number(a) === Number(b));

/** `a=1|b|c=2|3`: the value of the first label that fits; labels without value share that of the next. */
async function chooseCase(values: readonly (() => Promise<string>)[]): Promise<string> {
  const wanted = await at(values, 0);
  let fell = false;
  let fallback = '';
  for (const [position, value] of values.entries()) {
    if (position === 0) continue;
    const text = await value();
    const equals = text.indexOf('=');
    if (equals < 0) {
      if (position === values.length - 1) return text;
      fell ||= sameValue(text, wanted);
      continue;
    }
    const label = text.slice(0, equals).trim();
    const result = text.slice(equals + 1).trim();
    if (fell || sameValue(label, wanted)) return result;
    if (label === '#default') fallback = result;
  }
  return fallback;
}
