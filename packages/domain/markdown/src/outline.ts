import type { FlowContent, MarkdownNode } from './mdast.ts';
import { plainText } from './plain-text.ts';

type Heading = MarkdownNode<'heading'>;

/** A section of a page. */
export interface OutlineEntry {
  /** Number of the section, such as `2.1`. */
  readonly number: string;
  readonly title: string;
  /** Fragment of the section in URLs. */
  readonly anchor: string;
  /** Level of the heading, from 1 to 6. */
  readonly level: number;
}

export interface PageSection extends OutlineEntry {
  /** Position of the heading among the blocks of the page. */
  readonly from: number;
  /** Position of the first block after the section and its subsections. */
  readonly to: number;
}

/** Returns the sections of a page in order. */
export function sectionsOf(blocks: readonly FlowContent[], anchors: ReadonlyMap<Heading, string>): PageSection[] {
  const sections: (PageSection & { to: number })[] = [];
  const open: { readonly section: { to: number; readonly level: number }; readonly number: string; children: number }[] = [];
  let count = 0;
  for (const [from, block] of blocks.entries()) {
    if (block.type !== 'heading') continue;
    while ((open.at(-1)?.section.level ?? 0) >= block.depth) closeLast(open, from);
    const parent = open.at(-1);
    if (parent) parent.children += 1;
    else count += 1;
    const number = parent ? `${parent.number}.${parent.children}` : String(count);
    const title = plainText(block.children).trim();
    const section = { number, title, anchor: anchors.get(block) ?? '', level: block.depth, from, to: blocks.length };
    sections.push(section);
    open.push({ section, number, children: 0 });
  }
  return sections;
}

const closeLast = (open: { readonly section: { to: number } }[], end: number): void => {
  const last = open.pop();
  if (last) last.section.to = end;
};

/** Positions of the blocks of some sections, and the names that no section has. */
export interface SelectedBlocks {
  readonly positions: readonly number[];
  readonly missing: readonly string[];
}

/** Selects the lead, or sections by number, title or fragment, with their subsections. Default: the whole page. */
export function select(count: number, sections: readonly PageSection[], wanted: 'lead' | readonly string[] | undefined): SelectedBlocks {
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
  if (wanted === undefined) return { positions: range(0, count), missing: [] };
  if (wanted === 'lead') return { positions: range(0, sections[0]?.from ?? count), missing: [] };
  const byName = new Map<string, PageSection>();
  for (const section of sections.toReversed()) {
    for (const name of [section.anchor, section.title, section.number]) byName.set(nameOf(name), section);
  }
  const missing = wanted.filter(name => !byName.has(nameOf(name)));
  const chosen = new Set<number>();
  for (const section of new Set(wanted.map(name => byName.get(nameOf(name))))) {
    for (let i = section?.from ?? 0; i < (section?.to ?? 0); i++) chosen.add(i);
  }
  return { positions: [...chosen].toSorted((a, b) => a - b), missing };
}

const nameOf = (name: string): string => name.replaceAll('_', ' ').trim().toLowerCase();
