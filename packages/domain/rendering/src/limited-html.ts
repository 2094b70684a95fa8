import { trimmedText } from '@wikiquery/wikitext';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serialize } from 'parse5';
import { isShown } from './plain-text.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Elements that stay, but lose their attributes. All other elements are replaced with their content. */
const ALLOWED: ReadonlySet<string> = new Set(
  (
    'b bdi bdo del i ins u big small sub sup h1 h2 h3 h4 h5 h6 cite code em s strike strong tt var center blockquote ol ul li dl dt dd pre ' +
    'ruby rb rp rt rtc p span br hr wbr abbr dfn kbd samp data time mark q'
  ).split(' '),
);
const BLOCKS: ReadonlySet<string> = new Set(
  'address blockquote center dd div dl dt figure h1 h2 h3 h4 h5 h6 hr li ol p pre table ul'.split(' '),
);

/**
 * Reduces unbalanced HTML to paragraphs, lists, headings and inline markup without attributes. Drops tables, boxes, pictures and notes.
 * Replaces links with their text.
 */
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
        if (node.namespaceURI === html.NS.HTML && ALLOWED.has(node.tagName)) {
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

/** Closes the open elements of truncated HTML in this process. */
export const closeElementsInProcess = (cut: string): string => serialize(parseFragment(cut));
