import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serialize } from 'parse5';
import { trimmedText } from './parse/blanks.ts';
import { isShown } from './plain-text.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Elements that stay, without attributes: nothing that could be active. The text of others stays without them. */
const KEPT: ReadonlySet<string> = new Set(
  (
    'b bdi bdo del i ins u big small sub sup h1 h2 h3 h4 h5 h6 cite code em s strike strong tt var center blockquote ol ul li dl dt dd pre ' +
    'ruby rb rp rt rtc p span br hr wbr abbr dfn kbd samp data time mark q'
  ).split(' '),
);
const BLOCKS: ReadonlySet<string> = new Set(
  'address blockquote center dd div dl dt figure h1 h2 h3 h4 h5 h6 hr li ol p pre table ul'.split(' '),
);

/** A page (HTML, not yet balanced) with its paragraphs, lists, headings and inline markup alone: no tables, boxes, pictures, notes, links and attributes. */
export function limitedHtml(page: string): string {
  const fragment = parseFragment(page);
  wrapText(fragment);
  const stack: ParentNode[] = [fragment];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    const children: ChildNode[] = [];
    const waiting = parent.childNodes.toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (defaultTreeAdapter.isTextNode(node)) children.push(node);
      else if (isShown(node)) {
        if (node.namespaceURI === html.NS.HTML && KEPT.has(node.tagName)) {
          node.attrs = [];
          if (node.tagName === 'blockquote') wrapText(node);
          children.push(node);
          stack.push(node);
        } else for (const child of node.childNodes.toReversed()) waiting.push(child);
      }
    }
    parent.childNodes = children;
  }
  return trimmedText(serialize(fragment));
}

/** Text that stands in no paragraph gets one. */
function wrapText(parent: ParentNode): void {
  const wrapped: ChildNode[] = [];
  let run: ChildNode[] = [];
  const end = (): void => {
    if (run.some(node => !defaultTreeAdapter.isTextNode(node) || node.value.trim() !== '')) {
      const paragraph = defaultTreeAdapter.createElement('p', html.NS.HTML, []);
      for (const node of run) defaultTreeAdapter.appendChild(paragraph, node);
      wrapped.push(paragraph);
    } else wrapped.push(...run);
    run = [];
  };
  for (const node of parent.childNodes) {
    if (defaultTreeAdapter.isElementNode(node) && BLOCKS.has(node.tagName)) {
      end();
      wrapped.push(node);
    } else run.push(node);
  }
  end();
  parent.childNodes = wrapped;
}

/** HTML that was cut off, with everything closed that it opens; here and now. */
export const balancedHere = (cut: string): string => serialize(parseFragment(cut));
