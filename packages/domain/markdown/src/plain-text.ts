import type { MarkdownNode } from './mdast.ts';

/** Returns the text of nodes without markup. */
export function plainText(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map(node => {
      if ('children' in node) return plainText(node.children);
      if (node.type === 'image') return node.alt ?? '';
      if (node.type === 'break') return ' ';
      return 'value' in node && node.type !== 'html' ? node.value : '';
    })
    .join('');
}
