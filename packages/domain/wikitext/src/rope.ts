import type { Node } from './tree.ts';

/** Nodes, and nested lists of nodes. Moving each node to its parent would take quadratic time. */
export type Rope = (Node | Rope)[];

export function append(nodes: Rope, node: Node | Rope): void {
  if (node === '') return;
  const last = nodes.at(-1);
  if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
  else nodes.push(node);
}

export function flat(rope: Rope): Node[] {
  if (!rope.some(Array.isArray)) return rope as Node[];
  const nodes: Node[] = [];
  const stack: { readonly rope: Rope; at: number }[] = [{ rope, at: 0 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.rope[top.at++];
    if (next === undefined) stack.pop();
    else if (Array.isArray(next)) stack.push({ rope: next, at: 0 });
    else append(nodes, next);
  }
  return nodes;
}
