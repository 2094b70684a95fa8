import { isAddress } from '@wikiquery/addresses';
import { isoTimestamp } from '@wikiquery/core';
import { cleanXml, escapeDumpAttribute, escapeText } from '@wikiquery/html';

/** Versions of the export format. `0.11` contains all slots; `0.10`, for older releases, contains only the main slot. */
export const SCHEMAS = ['0.11', '0.10'] as const;
export type DumpSchema = (typeof SCHEMAS)[number];

type Attributes = Readonly<Record<string, string | number>>;

/** Formats an element as MediaWiki's dumps do: `<x />` if it is empty. */
export const element = (name: string, text: string, attributes?: Attributes): string => {
  const head = attributes ? `<${name}${written(attributes)}` : `<${name}`;
  return text === '' ? `${head} />` : `${head}>${textOf(text)}</${name}>`;
};

/** Returns the placeholder for a suppressed field, such as `<comment deleted="deleted" />`. */
export const hidden = (name: string): string => `<${name} deleted="deleted" />`;

function written(attributes: Attributes): string {
  let text = '';
  for (const name in attributes) text += ` ${name}="${escapeDumpAttribute(String(attributes[name]))}"`;
  return text;
}

/** Replaces characters that XML cannot contain, as MediaWiki does. */
export const textOf = (text: string): string => escapeText(cleanXml(text));

export const timestamp = (indent: string, stamp: string): string => `${indent}<timestamp>${isoTimestamp(stamp)}</timestamp>\n`;

/** Formats the user of an edit or log entry. `who` is undefined if the user is suppressed. */
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

/** Formats a comment. `text` is empty without a comment, and undefined if the comment is suppressed. */
export function comment(indent: string, text: string | undefined): string {
  if (text === undefined) return `${indent}${hidden('comment')}\n`;
  return text === '' ? '' : `${indent}${element('comment', text)}\n`;
}
