/** A JSON tree that preserves key order (JSON.parse sorts integer keys), duplicate keys, and the spelling of numbers and escapes. */
export type JsonNode = ObjectNode | ArrayNode | StringNode | NumberNode | LiteralNode;

export interface ObjectNode {
  readonly type: 'object';
  readonly entries: readonly Entry[];
}
/** A key and its value. `rawKey` is the key as written, with quotes. */
export interface Entry {
  readonly rawKey: string;
  readonly key: string;
  readonly value: JsonNode;
}
export interface ArrayNode {
  readonly type: 'array';
  readonly items: readonly JsonNode[];
}
export interface StringNode {
  readonly type: 'string';
  readonly raw: string;
  readonly value: string;
}
export interface NumberNode {
  readonly type: 'number';
  readonly raw: string;
}
export interface LiteralNode {
  readonly type: 'boolean' | 'null';
  readonly raw: string;
}

export interface Parsed {
  readonly node: JsonNode;
  /** Whether the text has white space between tokens. */
  readonly spaces: boolean;
}

export interface Difference {
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Parses JSON. Throws a SyntaxError with the offset. */
export function parse(text: string): Parsed {
  return new Reader(text).document();
}

/** Serializes a tree in its original spelling, without white space between tokens. */
export function print(node: JsonNode): string {
  if (node.type === 'object') return `{${node.entries.map(entry => `${entry.rawKey}:${print(entry.value)}`).join(',')}}`;
  if (node.type === 'array') return `[${node.items.map(print).join(',')}]`;
  return node.raw;
}

/** Returns the same text for trees that differ only in key order or spelling. */
export function canonical(node: JsonNode): string {
  switch (node.type) {
    case 'object':
      return `{${node.entries
        .map(({ key, value }) => `${JSON.stringify(key)}:${canonical(value)}`)
        .sort()
        .join(',')}}`;
    case 'array':
      return `[${node.items.map(canonical).join(',')}]`;
    case 'string':
      return JSON.stringify(node.value);
    case 'number':
      return String(Number.isSafeInteger(Number(node.raw)) ? Number(node.raw) : node.raw);
    default:
      return node.raw;
  }
}

/** Creates a string node. */
export const text = (value: string): StringNode => ({ type: 'string', raw: JSON.stringify(value), value });

/** Returns the value of the first `key` of an object. */
export function get(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.type === 'object' ? node.entries.find(entry => entry.key === key)?.value : undefined;
}

/** Maps the entries of an object. Entries for which `change` returns undefined are removed. */
export function mapEntries(node: ObjectNode, change: (entry: Entry) => Entry | undefined): ObjectNode {
  return { type: 'object', entries: node.entries.flatMap(entry => change(entry) ?? []) };
}

/** Returns up to `max` differences. Key order and spelling do not count. */
export function differences(expected: JsonNode, actual: JsonNode, max: number): Difference[] {
  const found: Difference[] = [];
  const note = (path: string, from: string, to: string): void => {
    if (found.length < max) found.push({ path: path || '(root)', expected: from, actual: to });
  };
  const visit = (a: JsonNode, b: JsonNode, path: string): void => {
    if (found.length >= max) return;
    if (a.type === 'object' && b.type === 'object') {
      const [left, right] = [valuesByKey(a), valuesByKey(b)];
      for (const [key, value] of left) {
        const other = right.get(key);
        if (other) visit(value, other, `${path}.${key}`);
        else note(`${path}.${key}`, brief(value), ABSENT);
      }
      for (const [key, value] of right) if (!left.has(key)) note(`${path}.${key}`, ABSENT, brief(value));
      if (left.size !== a.entries.length || right.size !== b.entries.length) {
        note(path, `${a.entries.length} keys`, `${b.entries.length} keys (duplicates)`);
      }
    } else if (a.type === 'array' && b.type === 'array') {
      if (a.items.length !== b.items.length) note(`${path}[]`, `${a.items.length} items`, `${b.items.length} items`);
      for (const [i, item] of a.items.entries()) {
        const other = b.items[i];
        if (other) visit(item, other, `${path}[${i}]`);
      }
    } else if (a.type !== b.type || canonical(a) !== canonical(b)) note(path, brief(a), brief(b));
  };
  visit(expected, actual, '');
  return found;
}

/** Returns the first difference in key order or spelling between two trees of the same meaning. */
export function spellingDifference(expected: JsonNode, actual: JsonNode, path = ''): Difference | undefined {
  if (expected.type === 'object' && actual.type === 'object') {
    const [from, to] = [expected.entries.map(({ key }) => key), actual.entries.map(({ key }) => key)];
    if (from.join('\0') !== to.join('\0')) return { path: path || '(root)', expected: someKeys(from), actual: someKeys(to) };
    return firstOf(expected.entries, (entry, i) =>
      spellingDifference(entry.value, actual.entries[i]?.value ?? entry.value, `${path}.${entry.key}`),
    );
  }
  if (expected.type === 'array' && actual.type === 'array') {
    return firstOf(expected.items, (item, i) => spellingDifference(item, actual.items[i] ?? item, `${path}[${i}]`));
  }
  const [from, to] = [print(expected), print(actual)];
  return from === to ? undefined : { path, expected: `written ${from.slice(0, 80)}`, actual: `written ${to.slice(0, 80)}` };
}

const ABSENT = '(absent)';

const valuesByKey = ({ entries }: ObjectNode): Map<string, JsonNode> => new Map(entries.map(({ key, value }) => [key, value]));

const someKeys = (keys: readonly string[]): string => `keys ${keys.slice(0, 12).join(',')}`;

function brief(node: JsonNode): string {
  const all = print(node);
  return all.length > 160 ? `${all.slice(0, 157)}…` : all;
}

function firstOf<T, R>(list: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [i, item] of list.entries()) {
    const found = find(item, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Matches white space and the following token: punctuation, a string, or another scalar. */
const TOKEN =
  /([ \n\r\t]*)(?:([{}[\]:,])|("[^"\\]*(?:\\.[^"\\]*)*")|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|$)/sy;

class Reader {
  readonly #text: string;
  #spaces = false;
  #at = 0;
  #token: { readonly mark?: string | undefined; readonly string?: string | undefined; readonly scalar?: string | undefined } = {};

  constructor(source: string) {
    this.#text = source;
    this.#advance();
  }

  document(): Parsed {
    const node = this.#value();
    const { mark, string, scalar } = this.#token;
    if (mark ?? string ?? scalar) throw this.#error('the end');
    return { node, spaces: this.#spaces };
  }

  #advance(): void {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) throw this.#error('a value');
    const [whole, spaces, mark, string, scalar] = found;
    this.#spaces ||= spaces !== '';
    this.#token = { mark, string, scalar };
    this.#at += whole.length;
  }

  #value(): JsonNode {
    const { string, scalar } = this.#token;
    if (string !== undefined) return this.#string();
    if (this.#take('{')) return { type: 'object', entries: this.#sequence('}', () => this.#entry()) };
    if (this.#take('[')) return { type: 'array', items: this.#sequence(']', () => this.#value()) };
    if (scalar === undefined) throw this.#error('a value');
    this.#advance();
    if (scalar === 'null') return { type: 'null', raw: scalar };
    return { type: scalar === 'true' || scalar === 'false' ? 'boolean' : 'number', raw: scalar };
  }

  #sequence<T>(end: string, read: () => T): T[] {
    const items: T[] = [];
    if (this.#take(end)) return items;
    do items.push(read());
    while (this.#take(','));
    if (!this.#take(end)) throw this.#error(`, or ${end}`);
    return items;
  }

  #entry(): Entry {
    if (this.#token.string === undefined) throw this.#error('a key');
    const { raw, value: key } = this.#string();
    if (!this.#take(':')) throw this.#error('a colon');
    return { rawKey: raw, key, value: this.#value() };
  }

  #string(): StringNode {
    const raw = this.#token.string as string;
    this.#advance();
    return { type: 'string', raw, value: JSON.parse(raw) as string };
  }

  #take(mark: string): boolean {
    if (this.#token.mark !== mark) return false;
    this.#advance();
    return true;
  }

  #error(expected: string): SyntaxError {
    return new SyntaxError(`${expected} expected before offset ${this.#at}: ${JSON.stringify(this.#text.slice(this.#at, this.#at + 40))}`);
  }
}
