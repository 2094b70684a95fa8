import type { FlowContent, MarkdownNode, PhrasingContent } from './mdast.ts';
import { plainText } from './plain-text.ts';
import { written } from './write.ts';

type List = MarkdownNode<'list'>;
type Paragraph = MarkdownNode<'paragraph'>;

/** Markdown of a block in pieces. Any consecutive pieces between `before` and `after` are a block. */
export interface Pieces {
  readonly before: string;
  readonly bodies: readonly string[];
  readonly between: string;
  readonly after: string;
}

/** Target length of a piece in characters. */
const PIECE = 1500;

const whole = (body: string): Pieces => ({ before: '', bodies: [body], between: '\n\n', after: '' });

/** Splits a block: tables by row, lists by item, code by line, paragraphs by word. */
export function piecesOf(block: FlowContent): Pieces {
  const text = written(block);
  if (text.length <= PIECE) return whole(text);
  switch (block.type) {
    case 'table':
      return tablePieces(text, block);
    case 'list':
      return listPieces(block);
    case 'code':
      return codePieces(block.value, block.lang ?? '');
    case 'paragraph':
      return { before: '', bodies: paragraphBodies(block.children), between: ' ', after: '' };
    case 'heading':
      return piecesOf({ type: 'paragraph', children: block.children });
    case 'math':
      return codePieces(block.value, 'math');
    case 'blockquote':
    case 'footnoteDefinition':
      return { before: '', bodies: flowBodies(block.children), between: '\n\n', after: '' };
    default:
      return whole(text);
  }
}

const flowBodies = (blocks: readonly FlowContent[]): string[] => blocks.flatMap(block => joined(piecesOf(block)));

/** Returns the pieces of a block inside another one, each with its beginning and end. */
const joined = ({ before, bodies, after }: Pieces): string[] => bodies.map(body => `${before}${body}${after}`);

function tablePieces(text: string, { children }: Extract<FlowContent, { type: 'table' }>): Pieces {
  const [header = '', rule = '', ...rows] = text.split('\n');
  // A wide header would repeat with each piece.
  const isWide = header.length > PIECE / 2;
  const lines = isWide ? [header, ...rows] : rows;
  const cells = isWide ? children : children.slice(1);
  const bodies = lines.flatMap((line, i) =>
    line.length <= PIECE ? [line] : (cells[i]?.children ?? []).flatMap(cell => paragraphBodies(cell.children)),
  );
  return { before: isWide ? '' : `${header}\n${rule}\n`, bodies, between: '\n', after: '' };
}

function listPieces({ children, ordered, start }: List): Pieces {
  const first = start ?? 1;
  const bodies = children.flatMap((item, i) => {
    const text = written({ type: 'list', ordered: ordered ?? false, spread: false, start: first + i, children: [item] });
    return text.length <= PIECE ? [text] : flowBodies(item.children);
  });
  return { before: '', bodies, between: '\n', after: '' };
}

function codePieces(code: string, language: string): Pieces {
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const bodies: string[] = [];
  let last = '';
  for (const line of code.split('\n').flatMap(line => cut(line))) {
    if (last !== '' && last.length + line.length > PIECE) {
      bodies.push(last);
      last = line;
    } else last = last === '' ? line : `${last}\n${line}`;
  }
  bodies.push(last);
  return { before: `${fence}${language}\n`, bodies, between: '\n', after: `\n${fence}` };
}

function paragraphBodies(nodes: readonly PhrasingContent[]): string[] {
  const groups: PhrasingContent[][] = [[]];
  let room = PIECE;
  for (const node of nodes.flatMap(splitNode)) {
    const length = lengthOf(node);
    if (length > room && groups.at(-1)?.length !== 0) {
      groups.push([]);
      room = PIECE;
    }
    groups.at(-1)?.push(node);
    room -= length;
  }
  return groups
    .map(children => ({ type: 'paragraph', children: trimmed(children) }) satisfies Paragraph)
    .filter(({ children }) => children.length > 0)
    .map(written);
}

/** Splits a long node into nodes of the same type. */
function splitNode(node: PhrasingContent): PhrasingContent[] {
  if (lengthOf(node) <= PIECE) return [node];
  if (node.type === 'text' || node.type === 'inlineCode') return cut(node.value).map(value => ({ ...node, value }));
  if ('children' in node) return node.children.flatMap(splitNode).map(child => ({ ...node, children: [child] }) as PhrasingContent);
  return cut(plainText([node])).map(value => ({ type: 'text', value }));
}

function lengthOf(node: MarkdownNode): number {
  const own = 'value' in node ? node.value.length : 'url' in node ? node.url.length + 4 : 4;
  return 'children' in node ? node.children.reduce((sum, child) => sum + lengthOf(child), own) : own;
}

/** Returns nodes without white space at the ends, which Markdown would drop or write as references. */
function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const isSpace = (node: PhrasingContent): boolean => node.type === 'break' || (node.type === 'text' && node.value.trim() === '');
  const shown = nodes.slice(
    nodes.findIndex(node => !isSpace(node)),
    nodes.findLastIndex(node => !isSpace(node)) + 1,
  );
  return shown.map((node, i) => {
    if (node.type !== 'text') return node;
    const started = i === 0 ? node.value.trimStart() : node.value;
    return { ...node, value: i === shown.length - 1 ? started.trimEnd() : started };
  });
}

/** Cuts text at spaces into parts of at most the length of a piece. */
function cut(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > PIECE) {
    const part = text.slice(from, from + PIECE);
    const space = part.lastIndexOf(' ');
    // A surrogate pair stays together.
    const length = space > 0 ? space : /[\uD800-\uDBFF]$/.test(part) ? PIECE - 1 : PIECE;
    parts.push(part.slice(0, length));
    from += space > 0 ? length + 1 : length;
  }
  parts.push(text.slice(from));
  return parts;
}
