import { type PreprocessOptions, preprocess } from './preprocess.ts';
import { type Heading, type Node, toSource } from './tree.ts';

/** What `sectionOf` does, here and now. */
export function sectionHere(text: string, section: string, options: PreprocessOptions = {}): string | undefined {
  const { nodes, begin, end } = find(text, section, options);
  return begin < 0 ? undefined : withoutBlanksAtEnd(toSource(nodes.slice(begin, end)));
}

/** What `withSection` does, here and now. */
export function withSectionHere(text: string, section: string, written: string, options: PreprocessOptions = {}): string {
  if (section === '') return written;
  if (section === 'new') return text === '' ? written : `${withoutBlanksAtEnd(text)}\n\n${written}`;
  const { nodes, begin, end } = find(text, section, options);
  if (begin < 0) return text;
  const instead = written === '' ? '' : `${written}\n\n`;
  return withoutBlanksAtEnd(toSource(nodes.slice(0, begin)) + instead + toSource(nodes.slice(end)));
}

/** The section stands from the node at `begin` to that before `end`; `begin` is negative where there is none. */
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

function withoutBlanksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n\r\0\v'.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}
