import { escapeHtml } from '@wikiquery/html';
import { describe, expect, it } from 'vitest';
import { finishJson, toJson, toPrettyJson } from './json.ts';
import { framed, jsonPieces } from './json-pieces.ts';

const long = (text: string, length = 100_000): string => text.repeat(Math.ceil(length / text.length));
const record = (i: number) => ({ id: i, title: `Page ${i}`, flags: {}, tags: ['a', 'é'], none: [] });

/** Responses of every shape, with characters that JSON output normalizes or escapes. */
const answers: Readonly<Record<string, unknown>> = {
  'many records': Array.from({ length: 3000 }, (_, i) => record(i)),
  'records under numbers': new Map(Array.from({ length: 2000 }, (_, i) => [String(3000 - i), record(i)])),
  'lists of Maps': Array.from({ length: 900 }, (_, i) => (i % 2 ? new Map([['*', `${i}`]]) : [new Map([['x', record(i)]])])),
  'a long text in a record': [{ '*': long('A line with "quotes", <tags> & \\backslashes\\.\n'), empty: {}, undefined: undefined }],
  'a key to nothing': new Map<string, unknown>([
    ['left out', undefined],
    ['text', long('x')],
    ['none', new Map()],
  ]),
  'no letter but what joins': long('\u1112\u1161\u11ab'),
  'letters with marks': long('e\u0323\u0301'),
  pairs: long('\u{1f600}'),
  'halves of pairs': long('\ud800a\udc00'),
  'control characters': long('\u0001\b\f\t\u007f'),
  'marks at the beginning of a line': long('\n\u0303\\n\u0303\r\u030c'),
  'line separators': long('a\u2028\u2029'),
};

const PAGE = { before: '<pre>', after: '</pre>', escape: escapeHtml };
const WRAPPED = {
  before: '{"html":"<pre>',
  after: '</pre>"}',
  escape: (json: string) => JSON.stringify(escapeHtml(json)).slice(1, -1),
};

describe.each(Object.entries(answers))('a response with %s', (_name, value) => {
  const response = new Map<string, unknown>([
    ['batchcomplete', true],
    ['query', new Map([['answer', value]])],
  ]);

  it.each([true, false])('writing JSON in pieces yields the same text as writing one string (ascii: %s)', ascii => {
    const pieces = [...framed(jsonPieces(response, false), ascii, undefined)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(200_000);
    const text = pieces.join('');
    expect(text === finishJson(toJson(response), ascii).text).toBe(true);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it.each([true, false])('writing JSON in pieces on an HTML page yields the same page as writing one string (wrapped: %s)', wrapped => {
    const frame = wrapped ? WRAPPED : PAGE;
    const whole = frame.before + frame.escape?.(finishJson(toPrettyJson(response), true).text) + frame.after;
    expect([...framed(jsonPieces(response, true), true, frame)].join('') === whole).toBe(true);
    const page = wrapped ? (JSON.parse(whole) as { html: string }).html : whole;
    const json = /<pre[^>]*>(.*)<\/pre>/s.exec(page)?.[1]?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))) ?? '';
    expect(JSON.stringify(JSON.parse(json)) === JSON.stringify(JSON.parse(finishJson(toJson(response), true).text))).toBe(true);
    expect(json === toPretty(json)).toBe(true);
  });
});

/** Indents JSON by four spaces per level. */
function toPretty(json: string): string {
  let depth = 0;
  const out: string[] = [];
  const newline = () => `\n${'    '.repeat(depth)}`;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      out.push(token, newline());
    } else if (token === '}' || token === ']') {
      depth--;
      out.push(newline(), token);
    } else if (token === ',') out.push(token, newline());
    else out.push(token === ':' ? ': ' : token);
  }
  return out.join('');
}

it('does not combine a combining mark with the escape sequence of a preceding line break', () => {
  const { text } = finishJson(toJson({ '*': 'line\n\u0303x\\n\u0303' }), true);
  expect(text).toBe('{"*":"line\\n\\u0303x\\\\\\u00f1"}');
  expect(JSON.parse(text)).toEqual({ '*': 'line\n\u0303x\\ñ' });
});
