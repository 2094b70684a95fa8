import { endOfText } from './blanks.ts';
import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { type Heading, type Node, toSource } from './tree.ts';

export function extractSection(text: string, section: string, options: PreprocessOptions = {}): string | undefined {
  const { nodes, begin, end } = find(text, section, options);
  return begin < 0 ? undefined : trimmedEnd(toSource(nodes.slice(begin, end)));
}

export function replaceSection(text: string, section: string, replacement: string, options: PreprocessOptions = {}): string {
  if (section === '') return replacement;
  if (section === 'new') return text === '' ? replacement : `${trimmedEnd(text)}\n\n${replacement}`;
  const { nodes, begin, end } = find(text, section, options);
  if (begin < 0) return text;
  const inserted = replacement === '' ? '' : `${replacement}\n\n`;
  return trimmedEnd(toSource(nodes.slice(0, begin)) + inserted + toSource(nodes.slice(end)));
}

/** Finds the nodes of a section: from index `begin` up to, but not including, `end`. `begin` is negative if the section does not exist. */
function find(text: string, section: string, options: PreprocessOptions): { nodes: readonly Node[]; begin: number; end: number } {
  const words = section.split('-');
  const index = Number.parseInt(words.pop() ?? '', 10) || 0;
  if (text === '') return { nodes: [], begin: index === 0 ? 0 : -1, end: 0 };
  const nodes = preprocess(text, { ...options, forInclusion: words.includes('T') });
  const begin = index === 0 ? 0 : nodes.findIndex(node => isHeading(node) && node.index === index);
  if (begin < 0) return { nodes, begin, end: begin };
  const level = index === 0 ? Number.POSITIVE_INFINITY : (nodes[begin] as Heading).level;
  let end = begin + (index === 0 ? 0 : 1);
  while (end < nodes.length && !endsSection(nodes[end] as Node, level)) end++;
  return { nodes, begin, end };
}

const isHeading = (node: Node): node is Heading => typeof node !== 'string' && node.kind === 'heading';
const endsSection = (node: Node, level: number): boolean => isHeading(node) && node.level <= level;

const trimmedEnd = (text: string): string => text.slice(0, endOfText(text));
