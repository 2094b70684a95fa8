import type { Title } from '@wikiquery/core';
import { expandTemplates, extensionTagsOf, type WikitextContext } from './expand.ts';
import { preprocess } from './preprocess.ts';
import { type Node, toSource } from './tree.ts';

/**
 * What MediaWiki would save: signatures are written out, `{{subst:…}}` is replaced, links whose text is left to the software get it, and blanks at
 * the end go. `user` signs.
 */
export async function preSaveTransform(text: string, user: string, context: WikitextContext): Promise<string> {
  const nodes = preprocess(text.replaceAll('\r\n', '\n').trimEnd(), { extensionTags: extensionTagsOf(context.site) });
  const out: string[] = [];
  for (const node of nodes) out.push(await transform(node, user, context));
  return out.join('');
}

async function transform(node: Node, user: string, context: WikitextContext): Promise<string> {
  if (typeof node === 'string') return completeLinks(sign(node, user, context.now), context.title);
  if (node.kind === 'heading') return (await Promise.all(node.children.map(child => transform(child, user, context)))).join('');
  const source = toSource([node]);
  return node.kind === 'template' && /^\{\{\s*(?:safe)?subst:/i.test(source) ? expandTemplates(source, context) : source;
}

/** Three tildes are the name, four the name and the time, five the time. */
function sign(text: string, user: string, now: Date): string {
  const name = `[[User:${user}|${user}]] ([[User talk:${user}|talk]])`;
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(now);
  const time = `${now.toISOString().slice(11, 16)}, ${day} (UTC)`;
  return text.replace(/~{3,5}/g, tildes => (tildes.length === 3 ? name : tildes.length === 4 ? `${name} ${time}` : time));
}

/** `[[Help:Stone (rock)|]]` reads `Stone`; `[[|Stone]]` means the sibling of a page such as `Wall (rock)` or `Wall, Kent`. */
function completeLinks(text: string, title: Title): string {
  const context = /(?: (\([^()]+\))|(, .+))$/.exec(title.dbkey.replaceAll('_', ' '));
  return text
    .replace(
      /\[\[(:?(?:[^[\]{}|:]*:)?)([^[\]{}|]*?)( ?\([^()]*\)|, [^[\]{}|]*)?\|\]\]/g,
      (link, prefix: string, name: string, rest = '') => (name === '' ? link : `[[${prefix}${name}${rest}|${name}]]`),
    )
    .replace(
      /\[\[\|([^[\]{}|]+)\]\]/g,
      (_, name: string) => `[[${name}${context ? (context[1] ? ` ${context[1]}` : context[2]) : ''}|${name}]]`,
    );
}
