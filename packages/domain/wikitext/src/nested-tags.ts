import { preprocess } from './preprocess.ts';
import { type Extension, flattenHeadings, type Node, toSource } from './tree.ts';

/**
 * When a tag inside a tag of the same name is processed: before the outer tag (as with `{{#tag:…}}`), or later with the outer tag's
 * content.
 */
export type Moment = 'before' | 'later';

// Wikitext does not contain these characters, because MediaWiki removes them from input.
const BEGINS: Readonly<Record<Moment, string>> = { before: '\x1c', later: '\x1d' };
const ENDS = '\x1e';
const BEGIN = `[${BEGINS.before}${BEGINS.later}]`;
const TOKEN = new RegExp(`${BEGIN}([^>${BEGINS.before}${BEGINS.later}${ENDS}]*)>|${ENDS}`, 'g');

/** Hides the angle brackets of tags with this name. Otherwise, a tag of this name around the text would end at the first end tag in it. */
export function hideTags(text: string, name: string, extensionTags: readonly string[], moment: Moment): string {
  const lowerName = name.toLowerCase();
  if (!text.toLowerCase().includes(`<${lowerName}`)) return text;
  const begin = BEGINS[moment];
  const write = (node: Node): string => {
    if (
      typeof node === 'string' ||
      node.kind !== 'ext' ||
      node.name.toLowerCase() !== lowerName ||
      (node.inner !== undefined && !node.close)
    )
      return toSource([node]);
    const { attributes, inner } = node;
    return inner === undefined ? `${begin}${node.name}${attributes}/>` : `${begin}${node.name}${attributes}>${inner}${ENDS}${node.name}>`;
  };
  return flattenHeadings(preprocess(text, { extensionTags })).map(write).join('');
}

/** Restores the angle brackets of hidden tags. */
export const shownTags = (text: string): string => text.replaceAll(new RegExp(BEGIN, 'g'), '<').replaceAll(ENDS, '</');

/** Replaces the outermost hidden tags of one moment. Hidden tags of the other moment stay unchanged. */
export function replaceHidden(text: string, moment: Moment, replace: (tag: Extension) => string): string {
  if (!text.includes(BEGINS[moment])) return text;
  let out = '';
  let from = 0;
  let depth = 0;
  let begun: { readonly at: number; readonly inside: number; readonly head: string; readonly isMatch: boolean } | undefined;
  const close = (inner: string | undefined, end: number): void => {
    if (begun?.isMatch) {
      const [, name = '', attributes = ''] = /^([^\s/]*)(.*?)\/?$/s.exec(begun.head) ?? [];
      out +=
        text.slice(from, begun.at) +
        replace({ kind: 'ext', name, attributes, inner, close: inner === undefined ? undefined : `</${name}>` });
      from = end;
    }
    begun = undefined;
  };
  for (const match of text.matchAll(TOKEN)) {
    const [token, head] = match;
    const end = match.index + token.length;
    if (head !== undefined) {
      if (depth === 0) begun = { at: match.index, inside: end, head, isMatch: token.startsWith(BEGINS[moment]) };
      if (!head.endsWith('/')) depth++;
      else if (depth === 0) close(undefined, end);
    } else if (depth > 0 && --depth === 0) {
      const angle = text.indexOf('>', end);
      close(text.slice(begun?.inside ?? end, match.index), angle < 0 ? text.length : angle + 1);
    }
  }
  return out + text.slice(from);
}
