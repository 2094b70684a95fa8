import { escapeAttribute } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';

/**
 * Transforms only the text of an HTML string. Tags, character references, and `code`, `script` and `pre` elements stay unchanged.
 * `attribute` transforms the values of `title` and `alt`.
 */
export function betweenMarkup(html: string, change: (text: string) => string, attribute?: (value: string) => string): string {
  const clean = html.replaceAll('\0', '').replaceAll('\u0004', '');
  const texts: string[] = [];
  const markup: string[] = [];
  let begin = 0;
  for (const [from, to] of markupIn(clean)) {
    texts.push(clean.slice(begin, from));
    markup.push(attribute ? withAttributes(clean.slice(from, to), attribute) : clean.slice(from, to));
    begin = to;
  }
  // Transforms all texts in one call, joined by separators, so that patterns for the end of a text do not match before markup.
  if (begin < clean.length) texts.push(clean.slice(begin), '');
  const changed = change(texts.join('\0')).split('\0');
  return changed.map((text, at) => text + (markup[at] ?? '')).join('');
}

/** Yields the ranges of markup. Unclosed markup extends to the end of the string. */
function* markupIn(html: string): Generator<readonly [from: number, to: number]> {
  const rest = /^[^<>]*>/.exec(html)?.[0];
  let at = 0;
  if (rest !== undefined && !REFERENCE_FIRST.test(html)) {
    yield [0, rest.length];
    at = rest.length;
  }
  // Delete characters delimit strip markers.
  const start = /<(code>|script[^>]*>|pre[^>]*>)?|&[a-zA-Z#][a-z0-9]+;|\u007f[^\u007f]+\u007f/g;
  for (;;) {
    start.lastIndex = at;
    const match = start.exec(html);
    if (!match) return;
    const { 0: whole, 1: element, index } = match;
    at = !whole.startsWith('<') ? index + whole.length : endOf(html, index, element);
    yield [index, at];
  }
}

/** Returns the position after the tag that starts at a position, or after the element if it contains code. */
export function endOfElement(html: string, from: number): number {
  RAW.lastIndex = from;
  const name = RAW.exec(html)?.[1];
  const closing = name === undefined ? -1 : html.indexOf(`</${name}>`, from);
  return name !== undefined && closing >= 0 ? closing + name.length + 3 : endOfTag(html, from);
}
const RAW = /<(script|style|math|svg)\b/y;

/** Transforms the attributes `title` and `alt` of a tag. */
function withAttributes(markup: string, change: (value: string) => string): string {
  if (!markup.startsWith('<') || !/\s(?:title|alt)=/.test(markup)) return markup;
  const end = endOfTag(markup, 0);
  const tag = markup.slice(0, end).replaceAll(/\s(title|alt)="([^"]*)"/g, (whole, name: string, value: string) => {
    const plain = decodeCharacterReferences(value);
    const changed = change(plain);
    return changed === plain ? whole : ` ${name}="${escapeAttribute(changed)}"`;
  });
  return tag + markup.slice(end);
}

function endOf(html: string, from: number, element: string | undefined): number {
  const name = element && /^[a-z]+/.exec(element)?.[0];
  const closing = name ? html.indexOf(`</${name}>`, from) : -1;
  return name && closing >= 0 ? closing + name.length + 3 : endOfTag(html, from);
}

/** Returns the position after the first `>` outside attribute values. */
function endOfTag(html: string, from: number): number {
  const next = /[>=]/g;
  for (let at = from + 1; ; ) {
    next.lastIndex = at;
    const sign = next.exec(html);
    if (!sign) return html.length;
    if (sign[0] === '>') return sign.index + 1;
    VALUE.lastIndex = sign.index + 1;
    at = VALUE.test(html) ? VALUE.lastIndex : sign.index + 1;
  }
}

const REFERENCE_FIRST = /^&[a-zA-Z#][a-z0-9]+;/;
const VALUE = /\s*(?:"[^"]*"|'[^']*'|[^'">\s]*)/y;
