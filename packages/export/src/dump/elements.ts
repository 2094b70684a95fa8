import { isAddress } from '@wikiquery/addresses';
import { isoTimestamp } from '@wikiquery/core';
import { cleanXml, escapeDumpAttribute, escapeText } from '@wikiquery/html';

/** `export-0.11.xsd`: every slot of a revision. `0.10` has the main slot only, and is what older releases read. */
export const SCHEMAS = ['0.11', '0.10'] as const;
export type DumpSchema = (typeof SCHEMAS)[number];

type Attributes = Readonly<Record<string, string | number>>;

/** An element in the form of MediaWiki's own dumps, where one without content is `<x />`. */
export const element = (name: string, text: string, attributes?: Attributes): string => {
  const head = attributes ? `<${name}${written(attributes)}` : `<${name}`;
  return text === '' ? `${head} />` : `${head}>${textOf(text)}</${name}>`;
};

/** What is not told: `<comment deleted="deleted" />`. */
export const hidden = (name: string): string => `<${name} deleted="deleted" />`;

function written(attributes: Attributes): string {
  let text = '';
  for (const name in attributes) text += ` ${name}="${escapeDumpAttribute(String(attributes[name]))}"`;
  return text;
}

/** MediaWiki replaces what XML cannot hold when it reads. */
export const textOf = (text: string): string => escapeText(cleanXml(text));

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
