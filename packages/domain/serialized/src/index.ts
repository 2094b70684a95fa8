/** What PHP can serialize, without objects. Arrays keep the order and the kind of their keys. */
export type PhpValue = string | number | boolean | null | PhpArray;
export type PhpArray = ReadonlyMap<string | number, PhpValue>;

/**
 * Reads what PHP's `serialize` wrote, as MediaWiki reads log parameters and the like: undefined for anything else, objects and references
 * included, because such values come from users too. Bytes behind the value are ignored, as PHP does. Strings are UTF-8.
 */
export function unserialize(data: string | Uint8Array): PhpValue | undefined {
  try {
    return new Reader(Buffer.from(data)).value(0);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** An array as PHP would write it in JSON: a list when its keys are 0, 1, 2 …, else an object. */
export function toJsonValue(value: PhpValue): unknown {
  if (!isPhpArray(value)) return value;
  if (isList(value)) return [...value.values()].map(toJsonValue);
  return Object.fromEntries([...value].map(([key, item]) => [key, toJsonValue(item)]));
}

/** A value where PHP needs text: true is `1`, false and null are empty. */
export function toText(value: PhpValue): string {
  if (isPhpArray(value)) return 'Array';
  return typeof value === 'boolean' || value === null ? (value ? '1' : '') : String(value);
}

export const isPhpArray = (value: unknown): value is PhpArray => value instanceof Map;

export const isList = (array: PhpArray): boolean => [...array.keys()].every((key, at) => key === at);

class Malformed extends Error {}

const QUOTE = 0x22;
const CLOSE = 0x7d;
/** PHP's own bound of nesting (`unserialize_max_depth`). */
const MAX_DEPTH = 4096;

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  value(depth: number): PhpValue {
    if (depth > MAX_DEPTH) throw new Malformed();
    const kind = this.#text(2);
    switch (kind) {
      case 'N;':
        return null;
      case 'b:':
        return this.#number(/^[01]$/, ';') === 1;
      case 'i:':
        return this.#number(/^[+-]?\d+$/, ';');
      case 'd:':
        return this.#float();
      case 's:': {
        const text = this.#string();
        this.#expect(';');
        return text;
      }
      case 'a:':
        return this.#array(depth);
      default:
        throw new Malformed();
    }
  }

  #array(depth: number): PhpArray {
    const length = this.#number(/^\d+$/, ':');
    this.#expect('{');
    const array = new Map<string | number, PhpValue>();
    for (let i = 0; i < length; i++) array.set(this.#key(), this.value(depth + 1));
    if (this.#bytes[this.#at++] !== CLOSE) throw new Malformed();
    return array;
  }

  #key(): string | number {
    const key = this.value(MAX_DEPTH);
    if (typeof key === 'number') return key;
    if (typeof key !== 'string') throw new Malformed();
    // PHP has no keys that are whole numbers written as strings.
    return /^(?:0|-?[1-9]\d{0,14})$/.test(key) ? Number(key) : key;
  }

  #string(): string {
    const length = this.#number(/^\d+$/, ':');
    const start = this.#at + 1;
    const end = start + length;
    if (this.#bytes[this.#at] !== QUOTE || this.#bytes[end] !== QUOTE) throw new Malformed();
    this.#at = end + 1;
    return this.#bytes.toString('utf8', start, end);
  }

  #float(): number {
    const text = this.#until(';');
    if (text === 'INF') return Number.POSITIVE_INFINITY;
    if (text === '-INF') return Number.NEGATIVE_INFINITY;
    if (text === 'NAN') return Number.NaN;
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) throw new Malformed();
    return Number(text);
  }

  #number(form: RegExp, end: string): number {
    const text = this.#until(end);
    if (!form.test(text)) throw new Malformed();
    return Number(text);
  }

  #until(end: string): string {
    const at = this.#bytes.indexOf(end, this.#at, 'latin1');
    if (at === -1) throw new Malformed();
    const text = this.#bytes.toString('latin1', this.#at, at);
    this.#at = at + 1;
    return text;
  }

  #text(length: number): string {
    const text = this.#bytes.toString('latin1', this.#at, this.#at + length);
    this.#at += length;
    return text;
  }

  #expect(text: string): void {
    if (this.#text(text.length) !== text) throw new Malformed();
  }
}
