/** Types of Markdown trees (https://github.com/syntax-tree/mdast), as the writer declares them. */
import type { toMarkdown } from 'mdast-util-to-markdown';

type AnyNode = Parameters<typeof toMarkdown>[0];

/** Node of a Markdown tree: of any type, or of the given one. */
export type MarkdownNode<Type extends AnyNode['type'] = AnyNode['type']> = Extract<AnyNode, { readonly type: Type }>;

/** Content of a page. */
export type FlowContent = MarkdownNode<'listItem'>['children'][number];

/** Content of a paragraph. */
export type PhrasingContent = MarkdownNode<'paragraph'>['children'][number];
