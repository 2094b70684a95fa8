import type { Env } from '@wikiquery/core';
import { escapeSpecialChars } from '@wikiquery/html';
import { fallbacksOf, languageName } from '@wikiquery/languages';
import { fillIn, type InterfaceTexts } from '@wikiquery/messages';
import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';

export const EXIF_TEXTS = ['metadata-langitem', 'metadata-langitem-default', 'exif-contact-value'];

type Reader = Pick<Env, 'site' | 'lang'>;

/** Whether version 1 of Exif metadata (flat) is requested, and the stored metadata has version 2 (with lists). */
export function hasOlderForm(metadata: PhpArray, version: string): boolean {
  const requested = Number.parseInt(version, 10);
  return requested >= 1 && requested < 2 && metadata.get(VERSION) === 2;
}

const VERSION = 'MEDIAWIKI_EXIF_VERSION';

/** Converts Exif metadata from version 2 to version 1: lists become wikitext in the user's language. */
export function olderForm(reader: Reader, metadata: PhpArray, texts: InterfaceTexts): PhpArray {
  return new Map(
    [...metadata].flatMap(([name, value]): [string | number, PhpValue][] => {
      if (name === VERSION) return [[name, 1]];
      if (name === 'Software' && isPhpArray(value)) return [[name, softwareText(reader, value, texts)]];
      if (name === 'Contact' && value !== null) return [[name, contactText(isPhpArray(value) ? value : new Map([[0, value]]), texts)]];
      if (typeof name === 'string' && LOCATIONS.has(name) && typeof value !== 'string' && value !== null) return [];
      return [[name, flatText(reader, value, texts)]];
    }),
  );
}

const LOCATIONS: ReadonlySet<string> = new Set(['LocationShown', 'LocationCreated']);

function softwareText(reader: Reader, value: PhpArray, texts: InterfaceTexts): PhpValue {
  const first = value.get(0);
  const [name, version] = isPhpArray(first) ? [first.get(0), first.get(1)] : [];
  return isSet(name) && isSet(version) ? `${toText(name)} (Version ${toText(version)})` : flatText(reader, value, texts);
}

function flatText(reader: Reader, value: PhpValue, texts: InterfaceTexts): PhpValue {
  if (!isPhpArray(value)) return value;
  const declared = value.get('_type');
  const type = isSet(declared) ? toText(declared) : 'ul';
  const items = new Map([...value].filter(([key]) => key !== '_type' || !isSet(declared)));
  const [only] = items.values();
  if (items.size === 1 && type !== 'lang' && isSet(items.get(0))) return only as PhpValue;
  if (items.size === 0) return '';
  if (type === 'lang') return languageList(reader, items, texts);
  const mark = type === 'ol' ? '\n#' : '\n*';
  return mark + [...items.values()].map(toText).join(mark);
}

/** Lists the languages of the user and of the wiki first. The default value precedes them unless one of them has the same value. */
function languageList(reader: Reader, items: PhpArray, texts: InterfaceTexts): string {
  const rest = new Map(items);
  let standard = rest.get('x-default');
  if (!isSet(standard)) standard = undefined;
  else rest.delete('x-default');
  let [content, language] = ['', undefined as string | undefined];
  for (const code of preferredLanguages(reader)) {
    const item = rest.get(code);
    if (!isSet(item)) continue;
    if (item === standard) standard = undefined;
    content += languageItem(reader, item, code, texts);
    rest.delete(code);
  }
  for (const [code, item] of rest) {
    if (item === standard) language = String(code);
    else content += languageItem(reader, item, String(code), texts);
  }
  return standard === undefined ? content : languageItem(reader, standard, language, texts) + content;
}

const preferredLanguages = ({ site, lang }: Reader): string[] => {
  const chain = (code: string) => [code, ...fallbacksOf(code), 'en'];
  return [...chain(lang), ...chain(site.lang)];
};

function languageItem({ site }: Reader, value: PhpValue, language: string | undefined, texts: InterfaceTexts): string {
  const literal = escapeSpecialChars(toText(value));
  if (language === undefined) return `${filled(texts, 'metadata-langitem-default', literal)}\n\n`;
  const code = language.toLowerCase();
  const name = languageName(site, code) || languageName(site, code.split('-')[0] ?? '') || language;
  return `*${filled(texts, 'metadata-langitem', literal, name, language)}`;
}

function contactText(value: PhpArray, texts: InterfaceTexts): string {
  const part = (name: string): string | undefined => {
    const text = value.get(name);
    return isSet(text) ? toText(text) : undefined;
  };
  if (CONTACT_PARTS.every(name => part(name) === undefined)) {
    return htmlList([...value.values()].map(text => escapeSpecialChars(toText(text))));
  }
  const span = (name: string, kind: string): string => {
    const text = part(name);
    return text === undefined ? '' : `<span class="${kind}">${escapeSpecialChars(text)}</span>`;
  };
  return filled(
    texts,
    'exif-contact-value',
    mailLinks(part('CiEmailWork') ?? ''),
    span('CiUrlWork', 'url'),
    span('CiAdrExtadr', 'extended-address'),
    span('CiAdrCity', 'locality'),
    span('CiAdrRegion', 'region'),
    span('CiAdrPcode', 'postal-code'),
    span('CiAdrCtry', 'country-name'),
    span('CiTelWork', 'tel'),
  );
}

const filled = (texts: InterfaceTexts, name: string, ...params: string[]): string => fillIn(texts.text(name) ?? '', params, name);

const CONTACT_PARTS = ['CiAdrExtadr', 'CiAdrCity', 'CiAdrCtry', 'CiEmailWork', 'CiTelWork', 'CiAdrPcode', 'CiAdrRegion', 'CiUrlWork'];

const htmlList = (items: readonly string[]): string =>
  items.length === 1 ? (items[0] as string) : `<ul>${items.map(item => `<li>${item}</li>`).join('\n')}</ul>`;

const mailLinks = (addresses: string): string =>
  addresses
    .split(/[\n,]/)
    .map(address => address.trim())
    .filter(address => address !== '')
    .map(address =>
      address.includes('<') ? escapeSpecialChars(address) : `[mailto:${address} <span class="email">${escapeSpecialChars(address)}</span>]`,
    )
    .join(', ');

const isSet = (value: PhpValue | undefined): value is Exclude<PhpValue, null> => value !== undefined && value !== null;
