import { behaviorSwitches, extensionTagsOf, type Node, piecesOf, preprocess, shownTags } from '@wikiquery/wikitext';
import { blocksOf } from './blocks.ts';
import { showTag } from './extension-tags.ts';
import { externalLinks } from './external-links.ts';
import { internalLinks, type LinkContext } from './links.ts';
import { type Markers, withoutMarks } from './markers.ts';
import { quoteMarkup } from './quotes.ts';
import { drawTables } from './tables.ts';
import { cleanTags } from './tags.ts';

export interface ParseContext extends LinkContext {
  /** For pieces of HTML that no pass may look into: they are put back at the end. */
  readonly texts: Markers;
}

/**
 * The structure of a text whose templates are expanded, as HTML: paragraphs, lists, tables, headings, elements and pictures. What it opens and closes is not
 * balanced yet, as that of MediaWiki before it is tidied; what is held in `texts` is still to be put back.
 */
export function parseWikitext(wikitext: string, context: ParseContext): string {
  return new Pass(context).page(wikitext);
}

class Pass {
  readonly #context: ParseContext;
  #depth = 0;

  constructor(context: ParseContext) {
    this.#context = context;
  }

  page(wikitext: string): string {
    return blocksOf(this.#inline(wikitext) + this.#context.writer.rest());
  }

  /** All but paragraphs and lists. */
  #inline(wikitext: string): string {
    const { site, writer, texts } = this.#context;
    const attributesOf = writer.attributes;
    const { pattern, nameOf } = behaviorSwitches(site);
    let text = cleanTags(this.#withoutTags(wikitext), attributesOf);
    text = drawTables(text, attributesOf).replaceAll(/(^|\n)-----*/g, '$1<hr>');
    text = text.replace(pattern, written => {
      const name = nameOf(written);
      return name === undefined ? written : writer.behavior(name);
    });
    text = externalLinks(quoteMarkup(internalLinks(headings(text), this.#context)), site, writer.external);
    return texts.releaseBlocks(writer.freeLinks(text));
  }

  /** Tags of extensions become marks; comments are gone. */
  #withoutTags(wikitext: string): string {
    const { texts, writer } = this.#context;
    let text = '';
    const nodes = preprocess(withoutMarks(wikitext), { extensionTags: extensionTagsOf(this.#context.site) });
    // Headings hold nodes, and may hold headings.
    const stack: Node[] = nodes.toReversed();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (typeof node === 'string') text += shownTags(node);
      else if (node.kind === 'heading') for (const child of node.children.toReversed()) stack.push(child);
      else if (node.kind === 'ext') {
        const parse = (inner: string): string => this.#nested(inner);
        const { html, isText } = writer.tag(node, parse) ?? showTag(node, parse);
        text += texts.holdTag(html, this.#depth, isText === true);
      } else if (node.kind === 'template' || node.kind === 'argument') for (const piece of piecesOf(node).toReversed()) stack.push(piece);
    }
    return text;
  }

  #nested(inner: string): string {
    if (this.#depth >= MOST_NESTED) return '';
    this.#depth++;
    try {
      return this.#inline(inner);
    } finally {
      this.#depth--;
    }
  }
}

/** Tags within tags. */
const MOST_NESTED = 10;

/** Lines between equals signs. */
function headings(text: string): string {
  let out = text;
  for (let level = 6; level >= 1; level--) {
    const signs = '='.repeat(level);
    if (!out.includes(signs)) continue;
    out = out.replaceAll(
      new RegExp(`^${signs}(.+)${signs}\\s*$`, 'gm'),
      (_, text: string) => `<h${level}>${withoutBlanks(text)}</h${level}>`,
    );
  }
  return out;
}

/** Without spaces and tabs at its ends. Keeps the last of a text that has nothing else. A regular expression would take quadratic time for runs within the text. */
function withoutBlanks(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end - 1 && isBlank(text, begin)) begin++;
  while (end > begin + 1 && isBlank(text, end - 1)) end--;
  return text.slice(begin, end);
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';
