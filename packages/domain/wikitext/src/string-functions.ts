import type { Site } from '@wikiquery/core';
import { escapeAttribute } from '@wikiquery/html';
import { at, integer, type ParserFunction } from './parser-function.ts';
import { preprocess } from './preprocess.ts';
import { extensionTagsOf } from './tags.ts';
import { toSource } from './tree.ts';
import type { ArgumentValue } from './values.ts';
import type { VariableContext } from './variables.ts';

/** Maximum length of an argument in characters (`$wgPFStringLengthLimit`). */
const LONGEST = 1000;

/** A text whose arguments are split into characters. */
type Compute = (texts: readonly string[], chars: readonly string[]) => string;

/**
 * Creates a string function of ParserFunctions. They exist if the wiki has `$wgPFEnableStringFunctions`. `texts`: number of arguments whose
 * length is limited. Extension tags in them count as empty.
 */
const stringFunction =
  (texts: number, compute: Compute): ParserFunction =>
  async (values, context) => {
    const written: string[] = [];
    for (const [i, value] of values.entries()) written.push(i < texts ? withoutTags(await value.text(), context.site) : await value.text());
    const chars = Array.from(written[0] ?? '');
    if (written.slice(0, texts).some(isTooLong)) return tooLong(context);
    const result = compute(written, chars);
    return isTooLong(result) ? tooLong(context) : result;
  };

const isTooLong = (text: string): boolean => text.length > LONGEST && Array.from(text.slice(0, 2 * LONGEST + 1)).length > LONGEST;

async function tooLong({ message }: VariableContext): Promise<string> {
  const text = (await message?.('pfunc_string_too_long', [String(LONGEST)])) ?? '';
  const shown = text === '' || text.startsWith('⧼') ? `A string exceeds ${LONGEST} characters.` : text;
  return `<strong class="error">${escapeAttribute(shown)}</strong>`;
}

function withoutTags(text: string, site: Site): string {
  if (!text.includes('<')) return text;
  const nodes = preprocess(text, { extensionTags: extensionTagsOf(site) });
  return toSource(nodes.filter(node => typeof node === 'string' || node.kind !== 'ext'));
}

const orSpace = (text: string | undefined): string => (text === undefined || text === '' ? ' ' : text);
/** Converts an index in UTF-16 units to characters. */
const inCharacters = (text: string, index: number): number => Array.from(text.slice(0, index)).length;

export const stringFunctions: Readonly<Record<string, ParserFunction>> = {
  // The length has no limit.
  len: async (values: readonly ArgumentValue[], { site }) => String(Array.from(withoutTags(await at(values, 0), site)).length),
  pos: stringFunction(2, ([text = '', needle, offset], chars) => {
    const from = Math.min(integer(offset ?? ''), chars.length);
    const start = chars.slice(0, from < 0 ? chars.length + from : from).join('').length;
    const found = text.indexOf(orSpace(needle), start);
    return found < 0 ? '' : String(inCharacters(text, found));
  }),
  rpos: stringFunction(2, ([text = '', needle]) => {
    const found = text.lastIndexOf(orSpace(needle));
    return String(found < 0 ? -1 : inCharacters(text, found));
  }),
  sub: stringFunction(1, ([, start, length], chars) => {
    const count = integer(length ?? '');
    const rest = chars.slice(integer(start ?? ''));
    return (count === 0 ? rest : rest.slice(0, count)).join('');
  }),
  count: stringFunction(2, ([text = '', needle]) => String(text.split(orSpace(needle)).length - 1)),
  replace: stringFunction(3, ([text = '', from, to = '', limit]) => {
    const parts = text.split(orSpace(from));
    const most = limit === undefined || integer(limit) < 0 ? parts.length : integer(limit);
    const replaced = parts.slice(0, most + 1).join(to);
    return parts.length > most + 1 ? [replaced, ...parts.slice(most + 1)].join(orSpace(from)) : replaced;
  }),
  explode: stringFunction(2, ([text = '', divider, position, limit]) => {
    const all = text.split(orSpace(divider));
    const most = integer(limit ?? '');
    const parts = most > 0 && all.length > most ? [...all.slice(0, most - 1), all.slice(most - 1).join(orSpace(divider))] : all;
    return parts.at(integer(position ?? '')) ?? '';
  }),
  urldecode: stringFunction(1, ([text = '']) => urlDecode(text)),
};

/** Decodes a text as PHP's `urldecode` does. Invalid escapes stay as written. */
const urlDecode = (text: string): string =>
  text.replaceAll('+', ' ').replaceAll(/(?:%[0-9a-f]{2})+/gi, escapes => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'));
