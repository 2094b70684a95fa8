import { decodeCharacterReferences } from '@wikiquery/titles';

const names = (list: string): readonly string[] => list.split(' ');

/** Attributes that every element may have, as MediaWiki allows them; besides those that begin with `data-` and `aria-`. */
const COMMON = names('id class style lang dir title tabindex role itemid itemprop itemref itemscope itemtype');
const BLOCK = names('align');
const CELL = names('abbr axis headers scope rowspan colspan nowrap width height bgcolor align valign');

/** Those of single elements besides. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(names('div p h1 h2 h3 h4 h5 h6 caption').map(name => [name, BLOCK])),
  ...{ td: CELL, th: CELL, tr: names('bgcolor align valign') },
  table: names('summary width border frame rules cellspacing cellpadding align bgcolor'),
  ...{ br: names('clear'), hr: names('width'), pre: names('width'), font: names('size color face') },
  ...{ ul: names('type'), ol: names('type start reversed'), li: names('type value') },
  ...{ blockquote: names('cite'), q: names('cite'), ins: names('cite datetime'), del: names('cite datetime') },
  ...{ time: names('datetime'), data: names('value') },
};

const allowed = new Map<string, ReadonlySet<string>>();

function allowedFor(element: string): ReadonlySet<string> {
  let known = allowed.get(element);
  if (!known) {
    known = new Set([...COMMON, ...(Object.hasOwn(OWN, element) ? (OWN[element] as readonly string[]) : [])]);
    allowed.set(element, known);
  }
  return known;
}

/** Whether wikitext may give an element this attribute. */
export const isAllowedAttribute = (element: string, name: string): boolean =>
  allowedFor(element).has(name) ||
  /^aria-[a-z-]+$/.test(name) ||
  (/^data-[a-z0-9_.-]+$/.test(name) && !/^data-(?:ooui|mw|parsoid)/.test(name));

const ATTRIBUTE = /([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?/gu;
const NAME = /^[:_\p{L}\p{N}][:_.\-\p{L}\p{N}]*$/u;

/** All attributes of a tag, by name in lower case: one that comes twice counts as the last. */
export const allAttributes = (written: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(written.matchAll(ATTRIBUTE))
      .filter(([, name = '']) => NAME.test(name))
      .map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        decodeCharacterReferences(double ?? single ?? bare ?? '')
          .replaceAll(/[\s\u200b]+/g, ' ')
          .trim(),
      ]),
  );

/** What stays of the attributes of a tag, by name: an attribute that comes twice counts as the last. */
export function readAttributes(element: string, written: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  if (!/\S/.test(written)) return attributes;
  for (const [name, given] of allAttributes(written)) {
    const value = isAllowedAttribute(element, name) ? cleanValue(name, given) : undefined;
    if (value !== undefined) attributes.set(name, value);
  }
  return attributes;
}

/** Attributes as HTML, with a blank in front of each. */
export const writeAttributes = (attributes: Iterable<readonly [string, string]>): string =>
  Array.from(attributes, ([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');

export const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u007f', '');

function cleanValue(name: string, value: string): string | undefined {
  if (name === 'style') return cleanStyle(value);
  if (name === 'id') return value === '' ? undefined : value.replaceAll(' ', '_');
  if (name === 'cite' || name === 'itemtype' || name === 'itemid') return /^(?:https?:)?\/\//i.test(value) ? value : undefined;
  if (name === 'role' && /^(?:presentation|none)$/.test(value)) return value;
  return value;
}

/** What could make a style active, or load something: it is not shown then. */
const INSECURE = new RegExp(
  [
    ...['[\\u0000-\\u0008\\u000e-\\u001f\\u007f]', 'expression', 'accelerator\\s*:', '-o-link', '-o-replace', 'behaviou?r', '-moz-binding'],
    ...[
      '@import',
      'url\\s*\\(',
      'src\\s*\\(',
      'image\\s*\\(',
      'image-set\\s*\\(',
      'attr\\s*\\([^)]+[\\s,]+url',
      'filter\\s*:',
      'javascript:',
    ],
  ].join('|'),
  'i',
);

export function cleanStyle(written: string): string {
  const unescaped = written
    .normalize('NFKC')
    .replaceAll(/\\(?:([0-9a-f]{1,6})\s?|\n|(.))/gi, (_, hex?: string, character?: string) =>
      hex === undefined ? (character ?? '') : characterOf(Number.parseInt(hex, 16)),
    );
  const bare = unescaped.replaceAll(/\/\*[\s\S]*?\*\//g, '').replace(/\/\*[\s\S]*$/, '');
  const isInsecure = INSECURE.test(bare) || INSECURE.test(written.replaceAll(/\/\*[\s\S]*?\*\//g, ''));
  return isInsecure || bare.includes('\\') ? '/* insecure input */' : bare.replaceAll(/[<>]/g, '');
}

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';

export function anchor(
  shown: string,
  { href, class: names, title }: { readonly href: string; readonly class?: string; readonly title?: string },
): string {
  const attributes = { href, ...(names && { class: names }), ...(title && { title }) };
  return `<a${writeAttributes(Object.entries(attributes))}>${shown}</a>`;
}
