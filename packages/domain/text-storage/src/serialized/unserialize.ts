/** A value of PHP's `serialize`, without objects. Arrays keep the order and the types of their keys. */
export type PhpValue = string | number | boolean | null | PhpArray;
/** A PHP array, with keys in their original order. */
export type PhpArray = ReadonlyMap<string | number, PhpValue>;

/**
 * Parses the output of PHP's `serialize`. Returns undefined for malformed, deep or large values, and for objects and references, because
 * users can store such values. Ignores trailing bytes, as PHP does. `strings`: as UTF-8, or as bytes in characters up to U+00FF.
 */
export function unserialize(data: string | Uint8Array, strings: 'utf8' | 'bytes' = 'utf8'): PhpValue | undefined {
  try {
    return new Reader(strings === 'bytes' && typeof data === 'string' ? data : bytesOf(data), strings).value(0);
  } catch (error) {
    if (error === malformed) return undefined;
    throw error;
  }
}

/** Converts a value as PHP's `json_encode` does: arrays with the keys 0, 1, 2 … become lists, other arrays become objects. */
export function toJsonValue(value: PhpValue): unknown {
  if (!isPhpArray(value)) return value;
  if (isList(value)) return [...value.values()].map(toJsonValue);
  return Object.fromEntries([...value].map(([key, item]) => [key, toJsonValue(item)]));
}

/** Converts a value to a string as PHP does. */
export function toText(value: PhpValue): string {
  if (isPhpArray(value)) return 'Array';
  return typeof value === 'boolean' || value === null ? (value ? '1' : '') : String(value);
}

/** Whether a value is a PHP array. */
export const isPhpArray = (value: unknown): value is PhpArray => value instanceof Map;

/** Whether the keys of an array are 0, 1, 2 … in this order. */
export const isList = (array: PhpArray): boolean => [...array.keys()].every((key, at) => key === at);

/** Shared error, because old log entries contain thousands of values that are not serialized, and creating a stack trace is slow. */
const malformed = new Error('The value is not serialized.');

/** Returns bytes as characters up to U+00FF, because serialized lengths count bytes and strings are faster than buffers. */
const bytesOf = (data: string | Uint8Array): string =>
  typeof data === 'string' && !NOT_ASCII.test(data) ? data : Buffer.from(data).toString('latin1');

const fromBytes = (bytes: string): string => (NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes);

const NOT_ASCII = /[^\0-\x7f]/;
const INTEGER = /^[+-]?\d+$/;
const LENGTH = /^\d+$/;
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;
/** Maximum nesting depth, as in PHP's JSON functions. */
const MAX_DEPTH = 512;
/** Maximum number of values and keys: far more than MediaWiki stores, and parsed within hundredths of a second. */
const MAX_VALUES = 100_000;

class Reader {
  readonly #bytes: string;
  readonly #strings: 'utf8' | 'bytes';
  #at = 0;
  #values = 0;

  constructor(bytes: string, strings: 'utf8' | 'bytes') {
    this.#bytes = bytes;
    this.#strings = strings;
  }

  value(depth: number): PhpValue {
    if (depth > MAX_DEPTH || ++this.#values > MAX_VALUES) throw malformed;
    const kind = this.#bytes.slice(this.#at, this.#at + 2);
    this.#at += 2;
    switch (kind) {
      case 'N;':
        return null;
      case 'b:':
        return this.#boolean();
      case 'i:':
        return this.#number(INTEGER, ';');
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
        throw malformed;
    }
  }

  #array(depth: number): PhpArray {
    const length = this.#number(LENGTH, ':');
    this.#expect('{');
    const array = new Map<string | number, PhpValue>();
    for (let i = 0; i < length; i++) array.set(this.#key(), this.value(depth + 1));
    this.#expect('}');
    return array;
  }

  #key(): string | number {
    const key = this.value(MAX_DEPTH);
    if (typeof key === 'number') return key;
    if (typeof key !== 'string') throw malformed;
    return WHOLE.test(key) ? Number(key) : key;
  }

  #string(): string {
    const length = this.#number(LENGTH, ':');
    this.#expect('"');
    const end = this.#at + length;
    const text = this.#bytes.slice(this.#at, end);
    this.#at = end;
    this.#expect('"');
    return this.#strings === 'utf8' ? fromBytes(text) : text;
  }

  #boolean(): boolean {
    const text = this.#until(';');
    if (text !== '0' && text !== '1') throw malformed;
    return text === '1';
  }

  #float(): number {
    const text = this.#until(';');
    if (text === 'INF') return Number.POSITIVE_INFINITY;
    if (text === '-INF') return Number.NEGATIVE_INFINITY;
    if (text === 'NAN') return Number.NaN;
    if (!FLOAT.test(text)) throw malformed;
    return Number(text);
  }

  #number(form: RegExp, end: string): number {
    const text = this.#until(end);
    if (!form.test(text)) throw malformed;
    return Number(text);
  }

  #until(end: string): string {
    const at = this.#bytes.indexOf(end, this.#at);
    if (at === -1) throw malformed;
    const text = this.#bytes.slice(this.#at, at);
    this.#at = at + 1;
    return text;
  }

  #expect(character: string): void {
    if (this.#bytes[this.#at++] !== character) throw malformed;
  }
}
