import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { escapeHtmlAttribute } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { protocolsIn } from '@wikiquery/wikitext';
import { inClosedPart } from './closed-part.ts';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Attributes that MediaWiki allows on every element, in addition to `data-*` and `aria-*`. */
const COMMON = names(
  'id class style lang dir title tabindex role itemid itemprop itemref itemscope itemtype about property resource datatype typeof',
);
const BLOCK = names('align');
const CELL = names('abbr axis headers scope rowspan colspan nowrap width height bgcolor align valign');

/** Additional attributes that MediaWiki allows on particular elements. */
const OWN: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(Array.from(names('div p h1 h2 h3 h4 h5 h6 caption'), name => [name, BLOCK])),
  ...{ td: CELL, th: CELL, tr: names('bgcolor align valign') },
  table: names('summary width border frame rules cellspacing cellpadding align bgcolor'),
  ...{ br: names('clear'), hr: names('width'), pre: names('width'), font: names('size color face') },
  ...{ ul: names('type'), ol: names('type start reversed'), li: names('type value') },
  ...{ blockquote: names('cite'), q: names('cite'), ins: names('cite datetime'), del: names('cite datetime') },
  ...{ time: names('datetime'), data: names('value') },
  ...{ meta: names('content'), link: names('href') },
};

export const isAllowedAttribute = (element: string, name: string): boolean =>
  COMMON.has(name) ||
  (Object.hasOwn(OWN, element) && OWN[element]?.has(name)) ||
  /^aria-[a-z-]+$/.test(name) ||
  (/^data-[a-z0-9_.-]+$/.test(name) && !/^data-(?:ooui|mw|parsoid)/.test(name));

const ATTRIBUTE = /([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?/gu;
const NAME = /^[:_\p{L}\p{N}][:_.\-\p{L}\p{N}]*$/u;

/** Parses attributes. Returns them by lower-case name. Of duplicates, the last one counts. */
export const allAttributes = (written: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(written.matchAll(ATTRIBUTE))
      .filter(([, name = '']) => NAME.test(name))
      .map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        decodeCharacterReferences((double ?? single ?? bare ?? '').replaceAll(/[\t\r\n ]+/g, ' ').replace(/^ | $/g, '')),
      ]),
  );

/** Parses attributes and returns those that are allowed, with safe values, by lower-case name. Of duplicates, the last one counts. */
export function readAttributes(element: string, written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  if (!/\S/.test(written)) return attributes;
  for (const [name, rawValue] of allAttributes(written)) {
    const value = isAllowedAttribute(element, name) ? cleanValue(name, rawValue) : undefined;
    if (value !== undefined) attributes.set(name, value);
  }
  return attributes;
}

/** Writes attributes from wikitext, with markup escaped so that later passes do not parse the values. */
export const writeOwnAttributes = (attributes: Iterable<readonly [string, string]>, site: Site): string =>
  Array.from(attributes, ([name, value]) => ` ${name}="${escapeAttribute(value).replaceAll(markupIn(site), referenceTo)}"`).join('');

const markupIn = perSite(site => {
  const protocols = protocolsIn(site).filter(each => each.includes(':'));
  const ends = protocols.map(
    each => `(?<=${RegExp.escape(each.slice(0, each.indexOf(':')))}):(?=${RegExp.escape(each.slice(each.indexOf(':') + 1))})`,
  );
  return new RegExp(
    ['[{}[\\]|_]', 'I(?=SBN)', 'R(?=FC)', 'P(?=MID)', ...(ends.length > 0 ? [`(?i:${ends.join('|')})`] : [])].join('|'),
    'g',
  );
});
const referenceTo = (sign: string): string => `&#${sign.charCodeAt(0)};`;

export const writeAttributes = (attributes: Iterable<readonly [string, string]>): string =>
  Array.from(attributes, ([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');

export const escapeAttribute = (value: string): string => escapeHtmlAttribute(withoutMarks(value));

/** Removes delete characters, which delimit strip markers. */
export const withoutMarks = (value: string): string => value.replaceAll('\u007f', '');

function cleanValue(name: string, value: string): string | undefined {
  if (name === 'style') return cleanStyle(value);
  if (name === 'id') return value === '' ? undefined : value.replaceAll(' ', '_');
  if (name === 'cite' || name === 'href' || name === 'itemtype' || name === 'itemid')
    return /^(?:https?:)?\/\//i.test(value) ? value : undefined;
  if (name === 'tabindex') return value === '0' ? value : undefined;
  return value;
}

const INSECURE = new RegExp(
  [
    ...['[\\u0000-\\u0008\\u000e-\\u001f\\u007f]', 'expression', 'accelerator\\s*:', '-o-link', '-o-replace', 'behaviou?r', '-moz-binding'],
    ...['@import', '(?:url|src|image|image-set)\\s*\\(', 'attr\\s*\\([^)]+[\\s,]+url', 'filter\\s*:', 'javascript:'],
  ].join('|'),
  'i',
);

const NO_STYLE = '/* insecure input */';

export function cleanStyle(written: string): string {
  if (written === NO_STYLE) return written;
  const unescaped = written
    .normalize('NFKC')
    .replaceAll(/\\(?:([0-9a-f]{1,6})\s?|\n|(.))/gi, (_, hex?: string, character?: string) =>
      hex === undefined ? (character ?? '') : characterOf(Number.parseInt(hex, 16)),
    );
  const bare = withoutComments(unescaped, ' ').replace(/\/\*[\s\S]*$/, '');
  const isInsecure = INSECURE.test(bare) || INSECURE.test(withoutComments(written, ''));
  return isInsecure || bare.includes('\\') ? NO_STYLE : bare.replaceAll(/[<>]/g, '');
}

const withoutComments = (style: string, replacement: string): string =>
  inClosedPart(style, /\*\//g, part => part.replaceAll(/\/\*[\s\S]*?\*\//g, replacement));

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';

export function anchor(
  shown: string,
  { href, class: names, title }: { readonly href: string; readonly class?: string; readonly title?: string },
): string {
  const attributes = { href, ...(names && { class: names }), ...(title && { title }) };
  return `<a${writeAttributes(Object.entries(attributes))}>${shown}</a>`;
}
