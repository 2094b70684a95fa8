import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JsonNode, parse, print, text } from './json.ts';
import { judge } from './judge.ts';
import { mask } from './masks.ts';
import type { Answer, Probe, RecordedProbe } from './probe.ts';
import { readRecording } from './recording.ts';

const { probes } = readRecording(join(import.meta.dirname, '../sets/a-1.43-sqlite'));

describe('judge', () => {
  it('finds every recorded response equal to itself', () => {
    expect(probes.filter(row => judge(row.steps, structuredClone(row.steps), row.probe).level !== 'exact')).toEqual([]);
  });

  it('detects every random change outside the masks', () => {
    const random = seeded(43);
    const unnoticed: string[] = [];
    let changes = 0;
    while (changes < 1000) {
      const row = random.pick(probes);
      const changed = change(row, random);
      if (!changed) continue;
      changes++;
      const { level } = judge([changed.before], [changed.after], row.probe);
      if (level !== 'different' && !(changed.isOrderOnly && level === 'semantic')) unnoticed.push(`${row.id}: ${changed.what} is ${level}`);
    }
    expect(unnoticed).toEqual([]);
  });

  const probe: Probe = {
    ...{ id: 'x', group: 'list', module: 'x', kind: 'default', session: 'anon', method: 'GET', params: {}, follow: false, compare: 'body' },
  } as Probe;
  const answer = (body: string, rest: Partial<Answer> = {}): Answer => ({ status: 200, headers: {}, body, ...rest });

  it.each([
    ['the same', answer('{"a":1}'), answer('{"a":1}'), 'exact'],
    ['the words of an error', answer('{"error":{"info":"x"}}'), answer('{"error":{"info":"y"}}'), 'exact'],
    ['an error without words', answer('{"error":{"info":"x"}}'), answer('{"error":{"info":""}}'), 'different'],
    ['order of keys', answer('{"a":1,"b":2}'), answer('{"b":2,"a":1}'), 'semantic'],
    ['escapes', answer(String.raw`["\u00e9"]`), answer('["é"]'), 'semantic'],
    ['status', answer('{}'), answer('{}', { status: 500 }), 'different'],
    ['error header', answer('{}'), answer('{}', { headers: { 'mediawiki-api-error': 'x' } }), 'different'],
    ['another header', answer('{}'), answer('{}', { headers: { vary: 'x' } }), 'exact'],
    ['not JSON', answer('{}'), answer('<html>'), 'error'],
    ['callback', answer('/**/f({})'), answer('/**/g({})'), 'different'],
  ] as const)('judges %s as expected', (_what, expected, actual, level) => expect(judge([expected], [actual], probe).level).toBe(level));

  it('judges a chain of responses as a whole', () => {
    const [one, two] = [answer('{"a":1}'), answer('{"a":2}')];
    expect(judge([one, two], [one, one], probe)).toMatchObject({ level: 'different', differences: [{ path: '#2 .a' }] });
    expect(judge([one, two], [one], probe)).toMatchObject({ level: 'different', differences: [{ path: '#2 (chain)' }] });
    expect(judge([one], [{ failure: 'gone' }], probe).level).toBe('error');
  });

  it('accepts a Vary header that additionally lists Accept-Language', () => {
    const [expected, actual] = ['Cookie', 'Cookie, Accept-Language'].map(vary => answer('{}', { headers: { vary } }));
    const headers: Probe = { ...probe, compare: 'headers' };
    expect(judge([expected!], [actual!], headers).level).toBe('exact');
    expect(judge([actual!], [expected!], headers).level).toBe('different');
  });

  it('treats the URLs of the recorded and the tested server as equal', () => {
    const [recorded, tested] = [answer('["http://a/x"]'), answer('["http://b/x"]')];
    expect(judge([recorded], [tested], probe, { servers: ['http://a', 'http://b'] }).level).toBe('exact');
  });
});

interface Change {
  readonly what: string;
  readonly before: Answer;
  readonly after: Answer;
  readonly isOrderOnly: boolean;
}

/** Changes a response at a random node. Returns undefined if a mask covers the node or nothing can change there. */
function change({ steps, probe }: RecordedProbe, random: Random): Change | undefined {
  const before = random.pick(steps);
  if ('failure' in before) return undefined;
  const tree = read(before.body);
  const masked = tree && mask(tree, probe);
  const place = tree && random.pick(places(tree));
  const parent = place && at(tree, place);
  const maskedParent = place && masked && at(masked, place);
  if (!parent || !maskedParent || print(parent) !== print(maskedParent) || print(parent).includes(MARKER)) return undefined;
  const { what, alter } = random.pick(ALTERATIONS);
  const altered = alter(parent, random);
  if (!altered) return undefined;
  const after = { ...before, body: print(replaced(tree, place, altered)) };
  return { what: `${what} at ${place.join('.')}`, before, after, isOrderOnly: what === 'order' && parent.type === 'object' };
}

type Container = Extract<JsonNode, { readonly type: 'object' | 'array' }>;
type Place = readonly number[];

const ALTERATIONS: readonly { readonly what: string; readonly alter: (node: Container, random: Random) => Container | undefined }[] = [
  { what: 'value', alter: (node, random) => changeChild(node, random, differentValue) },
  { what: 'type', alter: (node, random) => changeChild(node, random, differentType) },
  { what: 'absence', alter: (node, random) => withChildren(node, list => list.toSpliced(random.below(list.length), 1)) },
  {
    what: 'addition',
    alter: node => (node.type === 'object' ? { ...node, entries: [...node.entries, { rawKey: '"+"', key: '+', value: LIST }] } : undefined),
  },
  { what: 'order', alter: node => withChildren(node, list => [...list.slice(1), ...list.slice(0, 1)]) },
];

/** First character of the markers that replace masked sentences in recordings. */
const MARKER = '‹';
const LIST: JsonNode = { type: 'array', items: [] };

const differentType = (node: JsonNode): JsonNode => (node.type === 'array' ? text('x') : node.type === 'number' ? text(node.raw) : LIST);

function differentValue(node: JsonNode): JsonNode {
  if (node.type === 'string') return text(`${node.value}x`);
  if (node.type === 'number') return { type: 'number', raw: String(Number(node.raw) + 1) };
  return node.type === 'boolean' ? { type: 'boolean', raw: node.raw === 'true' ? 'false' : 'true' } : text('x');
}

function changeChild(node: Container, random: Random, make: (child: JsonNode) => JsonNode): Container | undefined {
  const count = children(node).length;
  const chosen = random.below(count);
  if (count === 0) return undefined;
  if (node.type === 'array') return { ...node, items: node.items.map((item, i) => (i === chosen ? make(item) : item)) };
  return { ...node, entries: node.entries.map((entry, i) => (i === chosen ? { ...entry, value: make(entry.value) } : entry)) };
}

/** Returns a copy with the changed children, or undefined if the change has no effect. */
function withChildren(node: Container, make: <T>(list: readonly T[]) => T[] | readonly T[]): Container | undefined {
  const changed: Container = node.type === 'array' ? { ...node, items: make(node.items) } : { ...node, entries: make(node.entries) };
  return print(changed) === print(node) ? undefined : changed;
}

const children = (node: Container): readonly JsonNode[] => (node.type === 'array' ? node.items : node.entries.map(({ value }) => value));
const isContainer = (node: JsonNode | undefined): node is Container => node?.type === 'object' || node?.type === 'array';

function places(node: JsonNode, path: Place = []): Place[] {
  return isContainer(node) ? [path, ...children(node).flatMap((child, i) => places(child, [...path, i]))] : [];
}

function at(node: JsonNode, place: Place): Container | undefined {
  const found = place.reduce<JsonNode | undefined>((inner, i) => (isContainer(inner) ? children(inner)[i] : undefined), node);
  return isContainer(found) ? found : undefined;
}

function replaced(node: JsonNode, [first, ...rest]: Place, by: JsonNode): JsonNode {
  if (first === undefined || !isContainer(node)) return by;
  const inner = (child: JsonNode, i: number): JsonNode => (i === first ? replaced(child, rest, by) : child);
  if (node.type === 'array') return { ...node, items: node.items.map(inner) };
  return { ...node, entries: node.entries.map((entry, i) => ({ ...entry, value: inner(entry.value, i) })) };
}

function read(body: string): JsonNode | undefined {
  try {
    return parse(body).node;
  } catch {
    return undefined;
  }
}

interface Random {
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Returns a source of reproducible pseudorandom numbers. */
function seeded(seed: number): Random {
  let state = seed;
  const below = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return { below, pick: list => list[below(list.length)] as (typeof list)[number] };
}
