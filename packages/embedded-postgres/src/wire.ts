// What PostgreSQL's protocol, version 3, puts around statements: https://www.postgresql.org/docs/current/protocol-message-formats.html

/** What a client wants, as far as it has to be told apart. */
export type Wish =
  | { readonly kind: 'encryption' }
  /** Settings by name, of the connection. */
  | { readonly kind: 'begin'; readonly user: string; readonly settings: ReadonlyMap<string, string> }
  /** Messages that have one answer. */
  | { readonly kind: 'ask'; readonly messages: Buffer }
  | { readonly kind: 'end' };

/** Cuts what comes over a connection into what is answered at once. */
export class WishReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;

  *read(data: Buffer): Generator<Wish> {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (let wish = this.#next(); wish; wish = this.#next()) yield wish;
  }

  #next(): Wish | undefined {
    return this.#hasBegun ? this.#question() : this.#opening();
  }

  /** The first messages have no type. */
  #opening(): Wish | undefined {
    if (this.#rest.length < 8 || this.#rest.length < this.#rest.readInt32BE(0)) return undefined;
    const opening = this.#cut(this.#rest.readInt32BE(0));
    const version = opening.readInt32BE(4);
    if (version === SSL || version === GSSAPI) return { kind: 'encryption' };
    if (version === CANCEL) return { kind: 'end' };
    this.#hasBegun = true;
    return { kind: 'begin', ...connectionOf(opening.subarray(8)) };
  }

  /** A statement with values is several messages, and the last one asks for the answer. */
  #question(): Wish | undefined {
    for (let at = 0; at + 5 <= this.#rest.length; ) {
      const type = String.fromCharCode(this.#rest[at] as number);
      const end = at + 1 + this.#rest.readInt32BE(at + 1);
      if (type === TERMINATE) return { kind: 'end' };
      if (end > this.#rest.length) return undefined;
      if (type === QUERY || type === SYNC) return { kind: 'ask', messages: this.#cut(end) };
      at = end;
    }
    return undefined;
  }

  #cut(length: number): Buffer {
    const cut = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return cut;
  }
}

const CANCEL = 80_877_102;
const SSL = 80_877_103;
const GSSAPI = 80_877_104;
const QUERY = 'Q';
const SYNC = 'S';
const TERMINATE = 'X';

/** Besides who connects and where to, everything is a setting; `options` holds more of them, as a command line. */
function connectionOf(pairs: Buffer): { readonly user: string; readonly settings: ReadonlyMap<string, string> } {
  const texts = pairs.toString().split('\0');
  const given = new Map<string, string>();
  for (let i = 0; texts[i]; i += 2) given.set(texts[i] as string, texts[i + 1] as string);
  const options = (given.get('options') ?? '').matchAll(/-c (\S+?)=(\S+)/g);
  const user = given.get('user') ?? '';
  for (const name of ['user', 'database', 'options']) given.delete(name);
  return { user, settings: new Map([...given, ...Array.from(options, ([, name, value]) => [name, value] as [string, string])]) };
}

/** Nobody is asked for a password, no process can be cancelled, and statements may come. */
export const welcome = (): Buffer =>
  Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), message('Z', Buffer.from('I'))]);

export const query = (sql: string): Buffer => message(QUERY, Buffer.from(`${sql}\0`));

/** The end of an answer: whether the session is in a transaction then. */
export const endsInTransaction = (answer: Uint8Array): boolean => answer.at(-1) !== 'I'.charCodeAt(0);

/** The text of the first value of the first row of an answer; empty when there is none. */
export function firstValue(answer: Uint8Array): string {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    // After the number of values, each has its length, -1 for null.
    if (bytes[at] === ROW) return bytes.toString('utf8', at + 11, at + 11 + Math.max(0, bytes.readInt32BE(at + 7)));
  }
  return '';
}

const ROW = 'D'.charCodeAt(0);

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
