import { isIP } from 'node:net';
import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import { Expander, extensionTagsOf } from './expand.ts';
import { preprocess } from './preprocess.ts';
import { type Node, toSource } from './tree.ts';
import type { Work } from './work.ts';

/** What `preSaveTransform` does, here and now; of a text that no response can hold the beginning. */
export async function transformHere(text: string, user: string, context: WikitextContext, work?: Work): Promise<string> {
  const nodes = preprocess(text.replaceAll('\r\n', '\n').trimEnd(), { extensionTags: extensionTagsOf(context.site), work });
  const expander = new Expander(context, work, { substitutes: true });
  const sign = signer(user, context.now);
  const { maxResultSize } = context.site.configuration;
  let out = '';
  // Headings hold nodes, and may hold headings.
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined && out.length <= maxResultSize; node = stack.pop()) {
    if (typeof node === 'string') out += completeLinks(sign(node), context.title);
    else if (node.kind === 'heading') for (const child of node.children.toReversed()) stack.push(child);
    else out += isSubstituted(node) ? await expander.nodes([node]) : toSource([node]);
  }
  return out.slice(0, maxResultSize + 1);
}

const isSubstituted = (node: Exclude<Node, string>): boolean =>
  node.kind === 'template' && /^\s*(?:safe)?subst:/i.test(toSource(node.title.slice(0, 1)));

/** Three tildes are the name, four the name and the time, five the time. */
function signer(user: string, now: Date): (text: string) => string {
  const name = isIP(user) ? `[[Special:Contributions/${user}|${user}]]` : `[[User:${user}|${user}]] ([[User talk:${user}|talk]])`;
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(now);
  const time = `${now.toISOString().slice(11, 16)}, ${day} (UTC)`;
  const signatures = [name, `${name} ${time}`, time];
  return text => text.replace(/~{3,5}/g, ({ length }) => signatures[length - 3] as string);
}

/** `[[Help:Stone (rock)|]]` reads `Stone`; `[[|Stone]]` means the sibling of a page such as `Wall (rock)` or `Wall, Kent`. */
function completeLinks(text: string, title: Title): string {
  const context = /(?: (\([^()]+\))|(, .+))$/.exec(title.dbkey.replaceAll('_', ' '));
  return text
    .replace(/\[\[([^[\]{}|]*)\|\]\]/g, (link, target: string) => {
      const name = shortName(target);
      return name === '' ? link : `[[${target}|${name}]]`;
    })
    .replace(
      /\[\[\|([^[\]{}|]+)\]\]/g,
      (_, name: string) => `[[${name}${context ? (context[1] ? ` ${context[1]}` : context[2]) : ''}|${name}]]`,
    );
}

/** Without what stands before a colon, and without brackets at the end or all from a comma on. */
function shortName(target: string): string {
  const name = target.slice(target.indexOf(':', 1) + 1).replace(/^:/, '');
  const comma = name.indexOf(', ');
  const bracket = name.endsWith(')') ? name.lastIndexOf('(') : -1;
  const isClosed = bracket >= 0 && name.indexOf(')', bracket) === name.length - 1;
  const blank = isClosed && name[bracket - 1] === ' ' ? bracket - 1 : bracket;
  const ends = [comma, isClosed ? blank : -1].filter(end => end >= 0);
  return name.slice(0, Math.min(name.length, ...ends));
}
