import { isAddress } from '@wikiquery/addresses';
import { isoTimestamp } from '@wikiquery/core';

/** `export-0.11.xsd`: every slot of a revision. `0.10` has the main slot only, and is what older releases read. */
export const SCHEMAS = ['0.11', '0.10'] as const;
export type Schema = (typeof SCHEMAS)[number];

type Attributes = Readonly<Record<string, string | number>>;

/** An element in the form of MediaWiki's own dumps, where one without content is `<x />`. */
export const element = (name: string, text: string, attributes?: Attributes): string => {
  const head = attributes ? `<${name}${written(attributes)}` : `<${name}`;
  return text === '' ? `${head} />` : `${head}>${escapeText(text)}</${name}>`;
};

/** What is not told: `<comment deleted="deleted" />`. */
export const hidden = (name: string): string => `<${name} deleted="deleted" />`;

function written(attributes: Attributes): string {
  let text = '';
  for (const name in attributes) text += ` ${name}="${escapeAttribute(String(attributes[name]))}"`;
  return text;
}

/** Characters of control but tab and ends of lines, which XML cannot hold. */
const IMPOSSIBLE = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/u;
const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };

/** What no XML can hold is replaced, as MediaWiki does when it reads. Texts are long, and few have anything of all this: looking for one character is quick. */
export function escapeText(text: string): string {
  let escaped = text;
  if (IMPOSSIBLE.test(escaped)) escaped = escaped.replaceAll(new RegExp(IMPOSSIBLE, 'gu'), '\ufffd');
  if (!escaped.isWellFormed()) escaped = escaped.toWellFormed();
  if (escaped.includes('&')) escaped = escaped.replaceAll('&', '&amp;');
  if (escaped.includes('<')) escaped = escaped.replaceAll('<', '&lt;');
  return escaped.includes('>') ? escaped.replaceAll('>', '&gt;') : escaped;
}

const escapeAttribute = (text: string): string =>
  /[&<>"'\n\r\t]/.test(text)
    ? text.replace(/[&<>"']/g, character => NAMES[character] as string).replace(/[\n\r\t]/g, character => `&#${character.charCodeAt(0)};`)
    : text;

export const timestamp = (indent: string, stamp: string): string => `${indent}<timestamp>${isoTimestamp(stamp)}</timestamp>\n`;

/** Who did it; undefined where that is hidden. */
export function contributor(indent: string, who: { readonly id: number | null; readonly name: string | null } | undefined): string {
  if (!who) return `${indent}${hidden('contributor')}\n`;
  const { id, name } = who;
  const text = name ?? '';
  const inner =
    id || !isAddress(text)
      ? `${indent}  ${element('username', text)}\n${indent}  <id>${id ?? 0}</id>`
      : `${indent}  ${element('ip', text)}`;
  return `${indent}<contributor>\n${inner}\n${indent}</contributor>\n`;
}

/** A comment, which is left out where there is none; undefined where it is hidden. */
export function comment(indent: string, text: string | undefined): string {
  if (text === undefined) return `${indent}${hidden('comment')}\n`;
  return text === '' ? '' : `${indent}${element('comment', text)}\n`;
}
