import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type Comment, type Expression, parseSync, Visitor } from 'oxc-parser';

/** A piece of prose: a paragraph, a heading, a table cell, a comment or a test title. Inline code is replaced by `CODE`. */
export interface Passage {
  readonly kind: 'text' | 'heading' | 'cell' | 'comment' | 'title';
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A node of a Markdown tree. */
interface Tree {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Tree[];
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

/** Placeholder for inline code. No rule matches it, and the spelling check skips it. */
export const CODE = '⟨code⟩';

/** Extracts the prose of a Markdown, TypeScript, JavaScript or Vue file. The extension in `path` selects the parser. */
export function passagesOf(path: string, content: string): Passage[] {
  if (path.endsWith('.md')) return ofMarkdown(content, 1);
  return ofScript(path, path.endsWith('.vue') ? scriptOf(content) : content);
}

/** Returns the script of a Vue component, padded with blank lines to keep its line numbers. */
function scriptOf(component: string): string {
  const [before = '', script = ''] = component.split(/^<script[^>]*>$/m);
  return '\n'.repeat(before.split('\n').length - 1) + script.split(/^<\/script>$/m, 1)[0];
}

function ofMarkdown(content: string, firstLine: number, kind?: Passage['kind']): Passage[] {
  const tree: Tree = fromMarkdown(content, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const found: Passage[] = [];
  const visit = (node: Tree): void => {
    const own = KINDS[node.type];
    if (own) {
      const text = textOf(node).replaceAll(/\s+/g, ' ').trim();
      if (text !== '') found.push({ kind: kind ?? own, line: firstLine + (node.position?.start.line ?? 1) - 1, text });
    } else node.children?.forEach(visit);
  };
  visit(tree);
  return found;
}

const KINDS: Readonly<Record<string, Passage['kind']>> = { paragraph: 'text', heading: 'heading', tableCell: 'cell' };

function textOf(node: Tree): string {
  if (node.type === 'text') return (node.value ?? '').replaceAll(/https?:\/\/\S+/g, CODE);
  if (node.type === 'inlineCode') return CODE;
  return node.children?.map(textOf).join('') ?? ' ';
}

function ofScript(path: string, content: string): Passage[] {
  const { comments, program } = parseSync(path.replace(/\.vue$/, '.ts'), content);
  const lineOf = lineCounter(content);
  const found = joined(comments, content).flatMap(({ text, start }) =>
    IS_DIRECTIVE.test(text)
      ? []
      : ofMarkdown(text.replaceAll(/^@(?:internal|param|returns|throws|example)\b.*$/gm, ''), lineOf(start), 'comment'),
  );
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !isTest(callee)) return;
      const text = title.type === 'Literal' && typeof title.value === 'string' ? title.value : undefined;
      if (text !== undefined)
        found.push({ kind: 'title', line: lineOf(title.start), text: text.replaceAll(/`[^`]*`|%[a-z]|\$\w+/g, CODE) });
    },
  }).visit(program);
  return found.sort((a, b) => a.line - b.line);
}

const IS_DIRECTIVE = /^\s*(?:biome-ignore|oxlint-disable|@ts-|@vitest|#__|v8 ignore|SPDX|vite-ignore|@vite|!)/;

/** Returns comments without their delimiters. Line comments on successive lines are joined. */
function joined(comments: readonly Comment[], content: string): { text: string; start: number }[] {
  const all: { text: string; start: number; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = all.at(-1);
    const isLine = type === 'Line';
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(content.slice(last.end, start))) {
      last.text += `\n${value.trim()}`;
      last.end = end;
    } else all.push({ text: isLine ? value.trim() : value.replaceAll(/^[ \t]*\*+[ \t]?/gm, '').trim(), start, end, isLine });
  }
  return all;
}

/** Whether a callee declares a test: `it(…)`, `test.skipIf(…)(…)`, `it.each(…)(…)` or similar. */
function isTest(callee: Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'it' || callee.name === 'test';
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  return callee.type === 'MemberExpression' && isTest(callee.object as Expression);
}

function lineCounter(content: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return offset => {
    if (offset < at) [line, at] = [1, 0];
    for (; at < offset; at++) if (content[at] === '\n') line++;
    return line;
  };
}
