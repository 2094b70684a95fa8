import type { Pieces } from './pieces.ts';
import { estimateTokens } from './tokens.ts';

/** Maximum size of the Markdown, in characters or estimated tokens. The first piece of text, about 1500 characters, is written anyway. */
export type SizeBudget = { readonly characters: number } | { readonly tokens: number };

export interface Part {
  readonly markdown: string;
  /** Number of pieces before the next part. Undefined at the end. */
  readonly next: number | undefined;
}

/** Blocks of a part, and the notes that its blocks cite. */
export interface PartSource {
  /** Number of blocks. */
  readonly count: number;
  /** Returns the pieces of the block at a position. */
  pieces(position: number): Pieces;
  /** Returns the definitions of the notes that a piece cites and that precede no later block: identifier and Markdown. */
  notes(body: string): ReadonlyMap<string, string>;
}

/** Writes as many pieces from `start` as the budget allows, with the definitions of the notes that they cite. */
export function writePart(source: PartSource, start: number, budget: SizeBudget | undefined): Part {
  const measure = budget && 'tokens' in budget ? estimateTokens : (text: string) => text.length;
  let room = budget === undefined ? Number.POSITIVE_INFINITY : 'tokens' in budget ? budget.tokens : budget.characters;
  const blocks: string[] = [];
  const notes = new Map<string, string>();
  let index = 0;
  let isFull = false;
  for (let position = 0; position < source.count && !isFull; position++) {
    const { before, bodies, between, after } = source.pieces(position);
    const taken: string[] = [];
    for (const body of bodies) {
      if (index < start) {
        index++;
        continue;
      }
      const cited = [...source.notes(body)].filter(([identifier]) => !notes.has(identifier));
      const added = taken.length === 0 ? `\n\n${before}${after}${body}` : `${between}${body}`;
      const size = measure(added) + cited.reduce((sum, [, text]) => sum + measure(text) + measure('\n\n'), 0);
      if (size > room && (blocks.length > 0 || taken.length > 0)) {
        isFull = true;
        break;
      }
      taken.push(body);
      index++;
      room -= size;
      for (const [identifier, text] of cited) if (room >= 0 || budget === undefined) notes.set(identifier, text);
    }
    if (taken.length > 0) blocks.push(`${before}${taken.join(between)}${after}`);
  }
  const written = new Set(blocks);
  const definitions = [...notes.values()].filter(text => !written.has(text));
  return { markdown: [...blocks, ...definitions].join('\n\n'), next: isFull ? index : undefined };
}
