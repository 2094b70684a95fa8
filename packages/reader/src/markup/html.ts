import { escapeHtml } from '@wikiquery/html';

/** Markup that is safe to send: it comes from a template, or the API has returned it as HTML. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** Value in a template. Text is escaped, lists are joined, and undefined and false are omitted. */
export type TemplateValue = Html | string | number | undefined | false | readonly TemplateValue[];

/**
 * Creates markup from a template, and escapes every text in it. Values of `href`, `src`, `srcset` and `action` must be URLs of pages:
 * others, such as `javascript:`, are replaced with `#`. Throws a TypeError if a value is outside of text and quoted attributes.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly TemplateValue[]): Html {
  const places = placesOf(strings);
  let markup = strings[0] ?? '';
  for (const [at, part] of parts.entries()) {
    markup += places[at] === 'url' ? escapeHtml(safeUrl(typeof part === 'string' ? part : '#')) : written(part);
    markup += strings[at + 1] ?? '';
  }
  return new Html(markup);
}

/** Marks a string as HTML that the API has returned, such as a rendered page or a formatted comment. */
export const fromApi = (markup: string | undefined): Html => new Html(markup ?? '');

export const join = (parts: readonly TemplateValue[], separator: string): Html =>
  new Html(parts.map(written).filter(Boolean).join(escapeHtml(separator)));

function written(part: TemplateValue): string {
  if (part instanceof Html) return part.markup;
  if (part === undefined || part === false) return '';
  if (typeof part === 'object') return part.map(written).join('');
  return escapeHtml(String(part).toWellFormed());
}

type Place = 'text' | 'url';
const known = new WeakMap<TemplateStringsArray, readonly Place[]>();

function placesOf(strings: TemplateStringsArray): readonly Place[] {
  let places = known.get(strings);
  if (!places) {
    let before = '';
    places = strings.slice(0, -1).map(text => {
      before += text;
      return placeAfter(before);
    });
    known.set(strings, places);
  }
  return places;
}

/** Returns the kind of place at the end of a template's text. */
function placeAfter(before: string): Place {
  const tag = before.slice(before.lastIndexOf('<'));
  const isInTag = tag.startsWith('<') && !withoutValues(tag).includes('>');
  if (!isInTag) return 'text';
  if (!/="[^"]*$/.test(tag)) throw new TypeError(`A value in a tag must be in a quoted attribute: ${tag}`);
  if (/\s(?:on\w+|style)="[^"]*$/i.test(tag)) throw new TypeError(`A value must not be in an attribute with code: ${tag}`);
  return /\s(?:href|src|action)="$/.test(tag) ? 'url' : 'text';
}

const withoutValues = (tag: string): string => tag.replaceAll(/="[^"]*(?:"|$)/g, '');

/** Returns a URL with the scheme http, https or mailto, or a relative one. Others are replaced with `#`. */
export function safeUrl(url: string): string {
  // Browsers ignore these characters in URLs.
  const plain = url.replaceAll(/[\0-\x20\x7f]/g, '');
  const scheme = /^([^/?#:]*):/.exec(plain)?.[1];
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme) ? url : '#';
}
