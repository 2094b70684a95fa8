import { preprocess } from './preprocess.ts';
import { type Extension, type Node, toSource } from './tree.ts';

/** When a tag that stands within one of the same name is read: before the outer one, as `{{#tag:…}}` does, or when what the outer one holds is shown. */
export type Moment = 'before' | 'later';

// MediaWiki lets no such characters into a text.
const BEGINS: Readonly<Record<Moment, string>> = { before: '\x1c', later: '\x1d' };
const ENDS = '\x1e';
const BEGIN = `[${BEGINS.before}${BEGINS.later}]`;
const TOKEN = new RegExp(`${BEGIN}([^>${BEGINS.before}${BEGINS.later}${ENDS}]*)>|${ENDS}`, 'g');

/** Where tags of this name stand in a text, it has other signs for their angles: so the text can stand within such a tag, which the first end tag ends. */
export function hideTags(text: string, name: string, extensionTags: readonly string[], moment: Moment): string {
  const wanted = name.toLowerCase();
  if (!text.toLowerCase().includes(`<${wanted}`)) return text;
  const begin = BEGINS[moment];
  const write = (node: Node): string => {
    if (typeof node === 'string' || node.kind !== 'ext' || node.name.toLowerCase() !== wanted || (node.inner !== undefined && !node.close))
      return toSource([node]);
    const { attributes, inner } = node;
    return inner === undefined ? `${begin}${node.name}${attributes}/>` : `${begin}${node.name}${attributes}>${inner}${ENDS}${node.name}>`;
  };
  return outermost(preprocess(text, { extensionTags })).map(write).join('');
}

/** The text with the angles that it had. */
export const shownTags = (text: string): string => text.replaceAll(new RegExp(BEGIN, 'g'), '<').replaceAll(ENDS, '</');

/** The outermost hidden tags of one moment, replaced; those of the other one stay as they are. */
export function replaceHidden(text: string, moment: Moment, replace: (tag: Extension) => string): string {
  if (!text.includes(BEGINS[moment])) return text;
  let out = '';
  let from = 0;
  let depth = 0;
  let begun: { readonly at: number; readonly inside: number; readonly head: string; readonly isWanted: boolean } | undefined;
  const close = (inner: string | undefined, end: number): void => {
    if (begun?.isWanted) {
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
      if (depth === 0) begun = { at: match.index, inside: end, head, isWanted: token.startsWith(BEGINS[moment]) };
      if (!head.endsWith('/')) depth++;
      else if (depth === 0) close(undefined, end);
    } else if (depth > 0 && --depth === 0) {
      const angle = text.indexOf('>', end);
      close(text.slice(begun?.inside ?? end, match.index), angle < 0 ? text.length : angle + 1);
    }
  }
  return out + text.slice(from);
}

/** Tags in headings, too. */
function outermost(nodes: readonly Node[]): Node[] {
  const found: Node[] = [];
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'string' && node.kind === 'heading') stack.push(...node.children.toReversed());
    else found.push(node);
  }
  return found;
}
