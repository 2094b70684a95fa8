import type { Keyword, KeywordCall } from './keyword.ts';

/** Keywords of a query, and the parts of the query between them. */
export interface ScannedQuery {
  /** Parts in the order of the query. Strings are text without keywords. */
  readonly parts: readonly (string | KeywordCall)[];
  readonly calls: readonly KeywordCall[];
}

const SPACE = /[ \t\n\v\f\r]*/y;
const WORD = /[^" \t\n\v\f\r]*/y;

/** Finds keywords in a query from `start` on. Reads each character a constant number of times. */
export function scanKeywords(query: string, start: number, keywords: readonly Keyword[]): ScannedQuery {
  const byName = new Map(keywords.flatMap(keyword => keyword.names.map(name => [name, keyword] as const)));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).join('|');
  const call = new RegExp(`(?<=^|[ \\t\\n\\v\\f\\r])(-?)(${names}):`, 'g');
  let rest = restKeyword(query, start, keywords, byName);
  const end = rest?.start ?? query.length;

  const parts: (string | KeywordCall)[] = [];
  const calls: KeywordCall[] = [];
  let at = start;
  let isHeader = true;
  call.lastIndex = start;
  for (let found = call.exec(query); found && found.index < end; found = call.exec(query)) {
    const [whole, sign, name = ''] = found;
    const keyword = byName.get(name) as Keyword;
    isHeader &&= skip(SPACE, query, at) === found.index;
    if (keyword.isHeader && !isHeader) continue;
    const value = readValue(query, found.index + whole.length, keyword, end);
    if (!value) continue;
    if (found.index > at) parts.push(query.slice(at, found.index));
    const each = { keyword, name, isNegated: sign === '-', start: found.index, ...value };
    parts.push(each);
    calls.push(each);
    isHeader &&= keyword.isHeader === true;
    at = each.end;
    if (at > end) rest = undefined;
    if (/[ \t\n\v\f\r]/.test(query.charAt(at))) at++;
    call.lastIndex = at;
  }
  if (end > at) parts.push(query.slice(at, end));
  if (rest) {
    parts.push(rest);
    calls.push(rest);
  }
  return { parts, calls };
}

/** Finds the first keyword whose value is the rest of the query. It takes precedence over all others. */
function restKeyword(query: string, start: number, keywords: readonly Keyword[], byName: ReadonlyMap<string, Keyword>) {
  const names = keywords.filter(({ value, isHeader }) => value === 'rest' && !isHeader).flatMap(keyword => keyword.names);
  const found = new RegExp(`(?<=^|[ \\t\\n\\v\\f\\r])(-?)(${names.join('|')}):[ \\t\\n\\v\\f\\r]*(?=.)`, 'g');
  found.lastIndex = start;
  const [whole, sign, name = ''] = found.exec(query) ?? [];
  const keyword = byName.get(name);
  if (whole === undefined || !keyword) return undefined;
  const value = query.slice(found.lastIndex);
  const all = { value, quoted: value, delimiter: '' as const, ignoresCase: false, end: query.length };
  return { keyword, name, isNegated: sign === '-', start: found.lastIndex - whole.length, ...all } satisfies KeywordCall;
}

type Value = Pick<KeywordCall, 'value' | 'quoted' | 'delimiter' | 'ignoresCase' | 'end'>;

function readValue(query: string, from: number, keyword: Keyword, limit: number): Value | undefined {
  if (keyword.value === 'none') return { value: '', quoted: '', delimiter: '', ignoresCase: false, end: from };
  const start = keyword.value === 'optional' ? from : skip(SPACE, query, from);
  if (keyword.value === 'rest') {
    const value = query.slice(start);
    return value === '' ? undefined : { value, quoted: value, delimiter: '', ignoresCase: false, end: query.length };
  }
  const first = query.charAt(start);
  if (first === '"' || (first === '/' && keyword.allowsPattern)) {
    const close = closingDelimiter(query, start, first, limit);
    if (close !== undefined) {
      const quoted = query.slice(start, close + 1);
      const value = quoted.slice(1, -1).replaceAll(`\\${first}`, first);
      const ignoresCase = first === '/' && query.charAt(close + 1) === 'i';
      return { value, quoted, delimiter: first, ignoresCase, end: close + (ignoresCase ? 2 : 1) };
    }
  }
  const end = Math.min(skip(WORD, query, start), limit);
  const value = query.slice(start, end);
  if (keyword.accepts?.(value) === false) return { value: '', quoted: '', delimiter: '', ignoresCase: false, end: start };
  return value === '' && keyword.value !== 'optional' ? undefined : { value, quoted: value, delimiter: '', ignoresCase: false, end };
}

/**
 * Returns the position of the delimiter that closes a value in one line: the first without a backslash, otherwise the last. Undefined if
 * there is none.
 */
export function closingDelimiter(text: string, start: number, delimiter: string, limit: number): number | undefined {
  let last: number | undefined;
  const line = text.indexOf('\n', start);
  const end = line < 0 ? limit : Math.min(line, limit);
  for (let at = text.indexOf(delimiter, start + 1); at >= 0 && at < end; at = text.indexOf(delimiter, at + 1)) {
    if (text.charAt(at - 1) !== '\\') return at;
    last = at;
  }
  return last;
}

/** Returns the position after a match of a sticky pattern. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
