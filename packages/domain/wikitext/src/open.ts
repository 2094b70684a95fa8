// Open brackets of the preprocessor. They become nodes if their end is found, and text otherwise.
import { append, flat, type Rope } from './rope.ts';
import type { BracePart, Node } from './tree.ts';

interface OpenPart {
  readonly name: Rope | undefined;
  readonly nodes: Rope;
}

/** An open bracket and everything read after it. The object is small, because a text may contain a million open brackets. */
export interface Open {
  readonly kind: 'root' | 'heading' | '[' | '{' | '-{';
  count: number;
  prefix: '' | '-';
  readonly start: number;
  readonly lineStart: boolean;
  before: OpenPart[] | undefined;
  /** The current part, the end of its text without trailing comments, and the position of the last character of these comments. */
  name: Rope | undefined;
  nodes: Rope;
  visualEnd: number;
  commentEnd: number;
}

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

export function braces(open: Open, kind: 'template' | 'argument', usesAll: boolean): Node {
  const [title, ...rest] = partsOf(open) as [OpenPart, ...OpenPart[]];
  const parts = rest.map(({ name, nodes }): BracePart => ({ name: name && flat(name), value: flat(nodes) }));
  return { kind, title: flat(title.nodes), parts, lineStart: open.lineStart && usesAll && open.prefix === '' };
}

export function brackets(open: Open, count: number, end: string): Rope {
  const rope: Rope = [];
  appendUnmatched(rope, open, count, '');
  rope.push(end);
  return rope;
}

export function appendUnmatched(rope: Rope, open: Open, count: number, prefix: Open['prefix']): void {
  const { kind } = open;
  if (kind !== 'heading') append(rope, prefix + (kind === '-{' ? '-{' : kind.repeat(count)));
  for (const [position, { name, nodes }] of partsOf(open).entries()) {
    if (position > 0) append(rope, '|');
    if (name) rope.push(name, '=');
    if (nodes.length > 0) rope.push(nodes);
  }
}
