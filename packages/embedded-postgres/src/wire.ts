// PostgreSQL wire protocol 3: https://www.postgresql.org/docs/current/protocol-message-formats.html

export type Request =
  | { readonly kind: 'encryption' }
  | { readonly kind: 'begin'; readonly user: string; readonly settings: ReadonlyMap<string, string> }
  /** Messages that share a single response. */
  | { readonly kind: 'query'; readonly messages: Buffer }
  | { readonly kind: 'end' };

export class RequestReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;

  *read(data: Buffer): Generator<Request> {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (let request = this.#next(); request; request = this.#next()) yield request;
  }

  #next(): Request | undefined {
    return this.#hasBegun ? this.#message() : this.#startup();
  }

  /** Reads a startup message. It has no type. */
  #startup(): Request | undefined {
    if (this.#rest.length < 8 || this.#rest.length < this.#rest.readInt32BE(0)) return undefined;
    const startup = this.#cut(this.#rest.readInt32BE(0));
    const version = startup.readInt32BE(4);
    if (version === SSL || version === GSSAPI) return { kind: 'encryption' };
    if (version === CANCEL) return { kind: 'end' };
    this.#hasBegun = true;
    return { kind: 'begin', ...connectionOf(startup.subarray(8)) };
  }

  /** Reads a query. An extended query consists of several messages, up to Sync. */
  #message(): Request | undefined {
    for (let at = 0; at + 5 <= this.#rest.length; ) {
      const type = String.fromCharCode(this.#rest[at] as number);
      const end = at + 1 + this.#rest.readInt32BE(at + 1);
      if (type === TERMINATE) return { kind: 'end' };
      if (end > this.#rest.length) return undefined;
      if (type === QUERY || type === SYNC) return { kind: 'query', messages: this.#cut(end) };
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

/** Reads the startup parameters. All except user and database are settings. `options` contains further settings (`-c name=value`). */
function connectionOf(pairs: Buffer): { readonly user: string; readonly settings: ReadonlyMap<string, string> } {
  const texts = pairs.toString().split('\0');
  const parameters = new Map<string, string>();
  for (let i = 0; texts[i]; i += 2) parameters.set(texts[i] as string, texts[i + 1] as string);
  const options = (parameters.get('options') ?? '').matchAll(/-c (\S+?)=(\S+)/g);
  const user = parameters.get('user') ?? '';
  for (const name of ['user', 'database', 'options']) parameters.delete(name);
  return { user, settings: new Map([...parameters, ...Array.from(options, ([, name, value]) => [name, value] as [string, string])]) };
}

/** Returns the response that accepts a connection without a password. */
export const welcome = (): Buffer =>
  Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), message('Z', Buffer.from('I'))]);

export const query = (sql: string): Buffer => message(QUERY, Buffer.from(`${sql}\0`));

export const endsInTransaction = (response: Uint8Array): boolean => response.at(-1) !== 'I'.charCodeAt(0);

/** Returns the first value of the first row, or an empty string. */
export function firstValue(response: Uint8Array): string {
  const bytes = Buffer.from(response.buffer, response.byteOffset, response.length);
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    // The row begins with its number of values. The length of a value precedes the value; it is -1 for null.
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
