import { isInvalid, NS, type Site } from '@wikiquery/core';
import { escapeAttribute } from '@wikiquery/html';
import { directionOf, embedded, formatNumber, inflect, languageName, localDigits, plainNumber, pluralForm } from '@wikiquery/languages';
import { encodeTitle } from '@wikiquery/site';
import { decodeCharacterReferences, hasDottedI, languageChain, localSpecialName, upperFirst } from '@wikiquery/titles';
import { formatDate } from './format-date.ts';
import { hideTags } from './nested-tags.ts';
import { pageFunctions } from './page-functions.ts';
import { at, integer, type ParserFunction } from './parser-function.ts';
import { parserFunctions } from './parser-functions.ts';
import { stringFunctions } from './string-functions.ts';
import { table } from './table.ts';
import { extensionTagsOf } from './tags.ts';
import { ArgumentValue } from './values.ts';
import { encoded, type VariableContext } from './variables.ts';

const all = async (values: readonly ArgumentValue[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const value of values) texts.push(await value.text());
  return texts;
};
const one =
  (change: (text: string, context: VariableContext) => string | undefined): ParserFunction =>
  async (values, context) =>
    change(await at(values, 0), context);

const upper = (text: string, { site }: VariableContext): string => upperFirst(text, hasDottedI(languageChain(site)));
/** In Turkish, the small letters of `I` and `İ` are `ı` and `i`. */
const lower = (text: string, { site }: VariableContext): string =>
  text.replace(/^./su, first => (languageChain(site).includes('tr') ? first.toLocaleLowerCase('tr') : first.toLowerCase()));

/** Returns up to `most` characters of a text. A character has at most two code units. */
const signsOf = (text: string, most: number): string[] => Array.from(text.slice(0, 2 * most)).slice(0, most);

const pad =
  (side: 'left' | 'right'): ParserFunction =>
  async values => {
    const text = await at(values, 0);
    const padding = values.length > 2 ? await at(values, 2) : '0';
    const lacking = Math.min(integer(await at(values, 1)), 500) - signsOf(text, 500).length;
    if (padding === '' || lacking <= 0) return text;
    const signs = signsOf(padding, lacking);
    const filling = signs.join('').repeat(Math.floor(lacking / signs.length)) + signs.slice(0, lacking % signs.length).join('');
    return side === 'left' ? filling + text : text + filling;
  };

const url =
  (kind: 'full' | 'local' | 'canonical', quote: (text: string) => string = text => text): ParserFunction =>
  async (values, { site, titles }) => {
    const written = await at(values, 0);
    const query = values.length > 1 ? await at(values, 1) : undefined;
    const parsed = titles.parse(written);
    if (isInvalid(parsed)) return undefined;
    const fragment = parsed.fragment === '' ? '' : `#${parsed.fragment.replaceAll(' ', '_')}`;
    if (parsed.interwiki !== '') {
      const address = site.urls.interwiki(parsed.interwiki, parsed.dbkey, parsed.fragment);
      return address === undefined ? undefined : quote(address);
    }
    if (parsed.dbkey === '') return undefined;
    const title = parsed.namespace === NS.MEDIA ? { ...parsed, namespace: NS.FILE } : parsed;
    return quote(site.urls[kind](title, query) + (kind === 'local' ? '' : fragment));
  };

function namespaceNamed(text: string, { site }: VariableContext): string | undefined {
  const number = integer(text);
  const lowerName = text.replaceAll('_', ' ').toLowerCase();
  for (const { id, name, canonical, aliases } of site.namespaces.values()) {
    if (number !== 0 || /^0+$/.test(text)) {
      if (id === number) return name;
    } else if ([name, canonical ?? name, ...aliases].some(known => known.toLowerCase() === lowerName)) return name;
  }
  return undefined;
}

/** Encodes a text as PHP's `rawurlencode` does. */
const rawUrlEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const urlEncode: ParserFunction = async (values, { words }) => {
  const text = await at(values, 0);
  const style = await at(values, 1);
  if (words.is('url_wiki', style)) return encodeTitle(text.replaceAll(' ', '_'));
  if (words.is('url_path', style)) return rawUrlEncode(text);
  return rawUrlEncode(text).replaceAll('%20', '+').replaceAll('~', '%7E');
};

function anchor(text: string): string {
  const plain = text
    .replaceAll(/\[\[:?([^[|]+)\|([^[]+?)\]\]/g, '$2')
    .replaceAll(/\[\[:?([^[]+?)\|?\]\]/g, '$1')
    .replaceAll(/'{2,}/g, '');
  // No tag ends after the last `>`. The rest is not searched, because that could take quadratic time.
  const closed = plain.lastIndexOf('>') + 1;
  const untagged = plain.slice(0, closed).replaceAll(/<[^>]*>/g, '') + plain.slice(closed);
  const id = decodeCharacterReferences(untagged.replaceAll(/[ _\t\n]+/g, ' ').trim()).replaceAll(/[ \t\n\f\r]/g, '_');
  return escapeAttribute(id).replaceAll(/[{}[\]|]|''|__/g, found =>
    found === '__' ? '&#95;_' : found.replaceAll(/[{}[\]|']/g, character => `&#${character.charCodeAt(0)};`),
  );
}

const formatted: ParserFunction = async (values, { lang, words, site, track }) => {
  const text = await at(values, 0);
  // MediaWiki 1.45 and later accept two styles.
  const styles = [await at(values, 1), site.since('1.45') ? await at(values, 2) : ''];
  const has = (word: string): boolean => styles.some(style => words.is(word, style));
  if (has('rawsuffix')) return plainNumber(lang, text);
  const [isPlain, isLossless] = [has('nocommafysuffix'), has('lossless')];
  const format = (number: string): string => {
    if (isLossless && String(Number(number)) !== number) return number;
    return isPlain ? localDigits(lang, number) : formatNumber(lang, number);
  };
  if (/^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|-?INF)$/i.test(text)) return format(text.replace('+', isPlain ? '+' : ''));
  track('nonnumeric-formatnum');
  return text.replaceAll(/(?:-(?=[\d.]))?(?:\d+|(?=\.\d))(?:\.\d*)?(?:e[-+]?\d+)?/gi, number => (number === '' ? '' : format(number)));
};

/** Converts a text to a number as PHP does: reads the number that the text starts with. */
function leadingNumber(text: string): number {
  const [number = '0'] = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/i.exec(text) ?? [];
  return Number(number);
}

export const functions = table<ParserFunction>({
  lc: one(text => text.toLowerCase()),
  uc: one(text => text.toUpperCase()),
  lcfirst: one(lower),
  ucfirst: one(upper),
  urlencode: urlEncode,
  anchorencode: one(anchor),
  ns: one(namespaceNamed),
  nse: one((text, context) => {
    const name = namespaceNamed(text, context);
    return name === undefined ? undefined : encoded(name);
  }),
  formatdate: formatDate,
  formatnum: formatted,
  padleft: pad('left'),
  padright: pad('right'),
  fullurl: url('full'),
  fullurle: url('full', escapeAttribute),
  localurl: url('local'),
  localurle: url('local', escapeAttribute),
  canonicalurl: url('canonical'),
  canonicalurle: url('canonical', escapeAttribute),
  grammar: async (values, { lang }) => inCase(lang, await at(values, 1), await at(values, 0)),
  bidi: one(embedded),
  formal: one(text => text),
  gender: chooseByGender,
  language: async (values, { site, lang }) => {
    const code = (await at(values, 0)) || lang;
    const within = (await at(values, 1)).toLowerCase();
    return languageName(site, code.toLowerCase(), within === '' ? undefined : within) || code;
  },
  dir: async (values, { lang }) => directionOf((await at(values, 0)) || lang),
  bcp47: async (values, { site, lang }) => bcp47((await at(values, 0)) || lang, site),
  special: one((text, context) => specialTitle(text, context)),
  speciale: one((text, context) => encoded(specialTitle(text, context))),
  tag,
  plural: async (values, { lang }) => {
    const [count = '', ...forms] = await all(values);
    return pluralForm(lang, leadingNumber(plainNumber(lang, count)), forms);
  },
  ...pageFunctions,
  ...parserFunctions,
  ...stringFunctions,
});

async function tag(values: readonly ArgumentValue[], { site }: VariableContext): Promise<string> {
  const name = (await at(values, 0)).toLowerCase();
  const written = values.length > 1 ? await values[1]?.untrimmed() : undefined;
  const content = written === undefined ? undefined : hideTags(written, name, extensionTagsOf(site), 'before');
  let attributes = '';
  for (const value of values.slice(2)) {
    const label = await value.label();
    if (label === undefined) continue;
    const [, quoted] = /^["'](.*)["']$/s.exec(await value.value()) ?? [];
    attributes += ` ${escapeAttribute(label)}="${escapeAttribute(quoted ?? (await value.value()))}"`;
  }
  return content === undefined ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

/** Converts a language code to a BCP 47 tag. Tags in the site configuration take precedence. */
const bcp47 = (code: string, { info }: Site): string =>
  ((info.languages ?? []) as readonly { readonly code: string; readonly bcp47?: string }[]).find(known => known.code === code)?.bcp47 ??
  code
    .split('-')
    .map((part, i) => {
      if (i > 0 && part.length === 2) return part.toUpperCase();
      return i > 0 && part.length === 4 ? upperFirst(part.toLowerCase()) : part.toLowerCase();
    })
    .join('-');

const inCase = (lang: string, word: string, grammaticalCase: string): string =>
  word.length > LONGEST_WORD || grammaticalCase.length > LONGEST_WORD ? word : inflect(lang, word, grammaticalCase);
const LONGEST_WORD = 1000;

function specialTitle(text: string, { site, titles }: VariableContext): string {
  const written = text.trim().replaceAll(' ', '_');
  const title = titles.make(NS.SPECIAL, localSpecialName(site, written) ?? written);
  return title ? titles.text(title) : '';
}

async function chooseByGender(values: readonly ArgumentValue[], { site, genderOf }: VariableContext): Promise<string> {
  const forms = values.length - 1;
  const { gender: usual } = (site.info.defaultoptions ?? {}) as { readonly gender?: string };
  const gender = forms > 1 ? ((await genderOf?.(await at(values, 0))) ?? usual) : undefined;
  if (gender === 'female' && forms > 1) return at(values, 2);
  return at(values, gender !== 'male' && forms > 2 ? 3 : 1);
}

/**
 * Calls a parser function by MediaWiki's id, with texts as arguments. Returns undefined if the id is unknown or the call refers to a page,
 * and null if the call stays as written.
 */
export const callFunction = async (id: string, texts: readonly string[], context: VariableContext): Promise<string | null | undefined> =>
  functions[id]?.(
    texts.map(text => new ArgumentValue({ name: undefined, value: [text] }, async () => text)),
    context,
  );
