import type { Element } from './html-tree.ts';
import type { MarkdownNode } from './mdast.ts';

type Heading = MarkdownNode<'heading'>;

/** How links and images are written. */
export interface LinkOptions {
  /** URL of the page, which resolves relative links. Default: links are written as in the HTML. */
  readonly baseUrl?: string | undefined;
  /** `target` writes links with their URL, `text` only their text. Default: `target`. */
  readonly links?: 'target' | 'text' | undefined;
  /** `embed` writes images with their URL, `link` only links to the description pages of files. Default: `embed`. */
  readonly images?: 'embed' | 'link' | undefined;
}

/** State of the conversion of a page. */
export interface Conversion {
  readonly options: LinkOptions;
  /** Elements that are blocks or contain one. */
  readonly blocks: ReadonlySet<Element>;
  /** Labels of footnotes by the `id` of the note. */
  readonly labels: ReadonlyMap<string, string>;
  /** Fragments of the headings so far. */
  readonly anchors: Map<Heading, string>;
}
