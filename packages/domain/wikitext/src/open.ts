// What a reader of wikitext has opened, and what becomes of it: a node where its end is found, else text.
import { append, flat, type Rope } from './rope.ts';
import type { BracePart, Node } from './tree.ts';

interface OpenPart {
  /** What stood before the first equals sign. */
  readonly name: Rope | undefined;
  readonly nodes: Rope;
}

/** Something whose end is not found yet. Everything read meanwhile belongs to it. A text may open a million: each is one object at first. */
export interface Open {
  readonly kind: 'root' | 'heading' | '[' | '{' | '-{';
  /** How many opening characters are still unmatched. */
  count: number;
  /** A hyphen that stood before braces. */
  prefix: '' | '-';
  readonly start: number;
  readonly lineStart: boolean;
  /** The parts before the one that is being read. */
  before: OpenPart[] | undefined;
  /** The part that is being read; where its text ends if the comments at its end are left out, and the last character of these comments. */
  name: Rope | undefined;
  nodes: Rope;
  visualEnd: number;
  commentEnd: number;
}

/** What nearly all begin with. */
export const NO_NODES = Object.freeze([]) as unknown as Rope;
export const NEW_PART = { name: undefined, nodes: NO_NODES, visualEnd: -1, commentEnd: -1 } as const;

export const opened = (kind: Open['kind'], count: number, start: number, lineStart: boolean, prefix: Open['prefix'] = ''): Open => ({
  kind,
  count,
  prefix,
  start,
  lineStart,
  before: undefined,
  ...NEW_PART,
});

const partsOf = (open: Open): readonly OpenPart[] => (open.before ? [...open.before, open] : [open]);

/** Braces that match: a template, or an argument of one. */
export function braces(open: Open, kind: 'template' | 'argument', usesAll: boolean): Node {
  const [title, ...rest] = partsOf(open) as [OpenPart, ...OpenPart[]];
  const parts = rest.map(({ name, nodes }): BracePart => ({ name: name && flat(name), value: flat(nodes) }));
  return { kind, title: flat(title.nodes), parts, lineStart: open.lineStart && usesAll && open.prefix === '' };
}

/** Brackets that match are text, too. */
export function brackets(open: Open, count: number, end: string): Rope {
  const rope: Rope = [];
  appendUnmatched(rope, open, count, '');
  rope.push(end);
  return rope;
}

/** What was opened in vain, as text: `count` opening characters and all that followed. */
export function appendUnmatched(rope: Rope, open: Open, count: number, prefix: Open['prefix']): void {
  const { kind } = open;
  if (kind !== 'heading') append(rope, prefix + (kind === '-{' ? '-{' : kind.repeat(count)));
  for (const [position, { name, nodes }] of partsOf(open).entries()) {
    if (position > 0) append(rope, '|');
    if (name) rope.push(name, '=');
    if (nodes.length > 0) rope.push(nodes);
  }
}
