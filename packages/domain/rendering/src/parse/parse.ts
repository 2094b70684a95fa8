import { behaviorSwitches, extensionTagsOf, type Node, piecesOf, preprocess, shownTags } from '@wikiquery/wikitext';
import { blocksOf } from './blocks.ts';
import { showTag } from './extension-tags.ts';
import { externalLinks } from './external-links.ts';
import { internalLinks, type LinkContext } from './links.ts';
import { quoteMarkup } from './quotes.ts';
import { type StripState, withoutMarkers } from './strip-state.ts';
import { convertTables } from './tables.ts';
import { cleanTags } from './tags.ts';

export interface ParseContext extends LinkContext {
  readonly stripState: StripState;
}

/**
 * Converts expanded wikitext to HTML with paragraphs, lists, tables, headings, elements and pictures. The HTML is unbalanced and contains
 * strip markers.
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

  #inline(wikitext: string): string {
    const { site, writer, stripState } = this.#context;
    const attributesOf = writer.attributes;
    const { pattern, nameOf } = behaviorSwitches(site);
    let text = cleanTags(this.#withoutTags(wikitext), attributesOf);
    text = convertTables(text, attributesOf).replaceAll(/(^|\n)-----*/g, '$1<hr>');
    text = text.replace(pattern, written => {
      const name = nameOf(written);
      return name === undefined ? written : writer.behavior(name);
    });
    text = externalLinks(quoteMarkup(internalLinks(headings(text), this.#context)), site, writer.external);
    return stripState.unstripBlocks(writer.freeLinks(text));
  }

  #withoutTags(wikitext: string): string {
    const { stripState, writer } = this.#context;
    let text = '';
    const nodes = preprocess(withoutMarkers(wikitext), { extensionTags: extensionTagsOf(this.#context.site) });
    const stack: Node[] = nodes.toReversed();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (typeof node === 'string') text += shownTags(node);
      else if (node.kind === 'heading') for (const child of node.children.toReversed()) stack.push(child);
      else if (node.kind === 'ext') {
        const parse = (inner: string): string => this.#nested(inner);
        const { html, isText } = writer.tag(node, parse) ?? showTag(node, parse);
        text += stripState.stripTag(html, this.#depth, isText === true);
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

const MOST_NESTED = 10;

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

/** Trims spaces and tabs, but keeps the last character. A regular expression would take quadratic time. */
function withoutBlanks(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end - 1 && isBlank(text, begin)) begin++;
  while (end > begin + 1 && isBlank(text, end - 1)) end--;
  return text.slice(begin, end);
}

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';
