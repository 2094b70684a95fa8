import { blocksOf } from './blocks.ts';
import { type SizeBudget, writePart } from './budget.ts';
import type { LinkOptions } from './conversion.ts';
import { blocksAmong } from './elements.ts';
import { parseHtml } from './html-tree.ts';
import type { FlowContent, MarkdownNode } from './mdast.ts';
import { noteLabels } from './notes.ts';
import { type OutlineEntry, sectionsOf, select } from './outline.ts';
import { type Pieces, piecesOf } from './pieces.ts';
import { estimateTokens } from './tokens.ts';
import { written } from './write.ts';

type FootnoteDefinition = MarkdownNode<'footnoteDefinition'>;
type Heading = MarkdownNode<'heading'>;

/** Selection and form of the Markdown. */
export interface MarkdownOptions extends LinkOptions {
  /** `lead` for the text before the first heading, or numbers, titles or fragments of sections. Default: the whole page. */
  readonly sections?: 'lead' | readonly string[] | undefined;
  /** Maximum size of the result. Default: no limit. */
  readonly budget?: SizeBudget | undefined;
  /** Value of `next` of the part before, with the same page and options. Default: the start. */
  readonly cursor?: number | undefined;
}

/** Markdown of a page, of sections of it, or of a part. */
export interface MarkdownPage {
  readonly markdown: string;
  /** Estimated number of tokens of `markdown`. */
  readonly tokens: number;
  /** Sections of the whole page. */
  readonly outline: readonly OutlineEntry[];
  /** Names in `sections` that no section has. */
  readonly missing: readonly string[];
  /** Cursor of the next part. Undefined at the end. */
  readonly next: number | undefined;
}

/** Input of `convert`, which runs in an isolated process. */
export interface ConvertTask {
  readonly html: string;
  readonly options: MarkdownOptions;
}

export function convert({ html, options }: ConvertTask): MarkdownPage {
  const nodes = parseHtml(html);
  const anchors = new Map<Heading, string>();
  const blocks = blocksOf(nodes, { options, blocks: blocksAmong(nodes), labels: noteLabels(nodes), anchors });
  const sections = sectionsOf(blocks, anchors);
  const { positions, missing } = select(blocks.length, sections, options.sections);
  const { budget, cursor = 0 } = options;
  const pieces = budget === undefined && cursor === 0 ? wholeBlock : piecesOf;
  const chosen = positions.map(position => blocks[position] as FlowContent);
  const source = { count: chosen.length, pieces: (at: number) => pieces(chosen[at] as FlowContent), notes: citedNotes(blocks) };
  const { markdown, next } = writePart(source, cursor, budget);
  const outline = sections.map(({ number, title, anchor, level }) => ({ number, title, anchor, level }));
  return { markdown, tokens: estimateTokens(markdown), outline, missing, next };
}

const wholeBlock = (block: FlowContent): Pieces => ({ before: '', bodies: [written(block)], between: '\n\n', after: '' });

/** Returns a function that finds the definitions of the notes that some Markdown cites, and of the notes that these cite. */
function citedNotes(blocks: readonly FlowContent[]): (body: string) => ReadonlyMap<string, string> {
  const definitions = new Map<string, FootnoteDefinition>();
  for (const block of blocks) if (block.type === 'footnoteDefinition') definitions.set(block.identifier, block);
  const texts = new Map<string, string>();
  const textOf = (identifier: string): string | undefined => {
    const definition = definitions.get(identifier);
    if (!definition) return undefined;
    const text = texts.get(identifier) ?? written(definition);
    texts.set(identifier, text);
    return text;
  };
  return body => {
    const found = new Map<string, string>();
    const waiting = [body];
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      for (const [, label = ''] of text.matchAll(CITATION)) {
        const identifier = label.toLowerCase();
        const definition = found.has(identifier) ? undefined : textOf(identifier);
        if (definition === undefined) continue;
        found.set(identifier, definition);
        waiting.push(definition);
      }
    }
    return found;
  };
}

const CITATION = /\[\^([^\]\s]+)\](?!:)/g;
