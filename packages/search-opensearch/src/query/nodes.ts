import type { KeywordCall } from './keyword.ts';
import { closingDelimiter, type ScannedQuery } from './scan-keywords.ts';

/** Node of a query: words, phrases, terms with wildcards, keywords and operators. Positions refer to the query. */
export interface QueryNode {
  readonly kind: 'words' | 'phrase' | 'open phrase' | 'special' | 'keyword' | 'AND' | 'OR' | 'NOT';
  readonly start: number;
  readonly end: number;
  readonly isNegated: boolean;
  readonly call?: KeywordCall;
}

const SPACE = /[\p{Z}\p{C}]*/uy;
const OPERATOR = /(?:(AND|&&)|(OR|\|\|)|NOT)(?![^\p{Z}\p{C}"])/uy;
const NEGATION = /[-!](?=[\p{L}\p{N}_])/uy;
const WORD = /(?:\\[^\n]|[!-](?!")|[^"!\p{Z}\p{C}-])*/uy;

/** Words with wildcards, and words with `~`. */
const SPECIAL = new RegExp(
  ['W+~[0-2]?', String.raw`W+\*+`, '[?*]W+(?:[?*]W*|[?*]W+[?*]W*)?', '(?:W+[?*]){1,3}W*']
    .map(each => `^${each}$`)
    .join('|')
    .replaceAll('W', String.raw`[\p{L}\p{N}_]`),
  'u',
);

/** Splits a query into nodes. Reads each character a constant number of times. */
export function readNodes(query: string, start: number, { calls }: ScannedQuery): QueryNode[] {
  const nodes: QueryNode[] = [];
  let at = start;
  for (const call of calls) {
    nodes.push(...textNodes(query, at, call.start));
    nodes.push({ kind: 'keyword', start: call.start, end: call.end, isNegated: call.isNegated, call });
    at = call.end;
  }
  nodes.push(...textNodes(query, at, query.length));
  return nodes;
}

function* textNodes(query: string, start: number, end: number): Generator<QueryNode> {
  for (let at = skip(SPACE, query, start); at < end; at = skip(SPACE, query, at)) {
    const node = operatorAt(query, at) ?? phraseAt(query, at, end) ?? wordAt(query, at, end) ?? openPhraseAt(query, at, end);
    yield node;
    at = node.end;
  }
}

function operatorAt(query: string, start: number): QueryNode | undefined {
  OPERATOR.lastIndex = start;
  const found = OPERATOR.exec(query);
  if (!found) return undefined;
  const kind = found[1] !== undefined ? 'AND' : found[2] !== undefined ? 'OR' : 'NOT';
  return { kind, start, end: OPERATOR.lastIndex, isNegated: false };
}

function phraseAt(query: string, start: number, end: number): QueryNode | undefined {
  const isNegated = /[-!]/.test(query.charAt(start));
  const open = start + (isNegated ? 1 : 0);
  const close = query.charAt(open) === '"' ? closingDelimiter(query, open, '"', end) : undefined;
  if (close === undefined) return undefined;
  const options = /^(?:~\d+)?~?/.exec(query.slice(close + 1, end))?.[0] ?? '';
  const isPrefix = /(?<!\\)\*$/.test(query.slice(open + 1, close));
  return { kind: options !== '' || isPrefix ? 'special' : 'phrase', start, end: close + 1 + options.length, isNegated };
}

function wordAt(query: string, start: number, limit: number): QueryNode | undefined {
  NEGATION.lastIndex = start;
  const isNegated = NEGATION.test(query);
  const from = start + (isNegated ? 1 : 0);
  const end = Math.min(skip(WORD, query, from), limit);
  if (end === from) return undefined;
  return { kind: SPECIAL.test(query.slice(from, end)) ? 'special' : 'words', start, end, isNegated };
}

/** The rest of the text is a phrase if nothing closes its quote. */
const openPhraseAt = (query: string, start: number, end: number): QueryNode => ({
  kind: 'open phrase',
  start,
  end,
  isNegated: query.charAt(start) !== '"',
});

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
