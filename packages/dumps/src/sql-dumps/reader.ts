import { isUtf8 } from 'node:buffer';
import { columnsOf, insertHead } from './statements.ts';
import { unescaped } from './strings.ts';

/** A decoded value. Null also represents the values of skipped columns. */
export type DumpValue = string | number | Uint8Array | null;
export type DumpRow = readonly DumpValue[];

/** How to decode a column. With `bytes`, valid UTF-8 without NUL bytes is returned as a string. */
export type ValueKind = 'skip' | 'number' | 'text' | 'bytes';

export interface Receiver {
  /** Starts a table. Returns the kinds of its columns, or undefined to skip its rows. */
  table(name: string, columns: readonly string[]): readonly ValueKind[] | undefined;
  row(row: DumpRow): void;
  warn(message: string, offset: number): void;
}

/** A position after a row, at which reading can resume. */
export interface Resumption {
  readonly offset: number;
  readonly table: string;
  readonly columns: readonly string[];
}

/** Thrown to end the reading of a dump. All rows before the error were returned. */
export class SqlError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Maximum bytes of a row, because a broken file could contain an endless one. A text has at most 16 MiB, which escaping can double. */
const MAX_ROW = 40 << 20;
const SHORT_HEAD = 256;
const MAX_HEAD = 64 << 10;
/** Maximum bytes of the comment that contains the names of the host and the database. */
const MAX_NAMES = 400;
/** Bytes to decode at once. A string that outlives its row keeps the whole window in memory. */
const WINDOW = 512;
/** Returned if the data ends within a token. */
const INCOMPLETE = -1;

const [QUOTE, OPEN, CLOSE, COMMA, DASH, SEMICOLON, BACKSLASH] = [0x27, 0x28, 0x29, 0x2c, 0x2d, 0x3b, 0x5c];

/** Parses chunks of mysqldump output: columns in `create table` and rows in `insert into`. Skips other statements. */
export class SqlReader {
  readonly #receiver: Receiver;
  readonly #tables = new Map<string, readonly string[]>();
  #state: 'statement' | 'row' | 'behind row' = 'statement';
  #table: string | undefined;
  #width = 0;
  #kinds: readonly ValueKind[] | undefined;

  #data: Buffer = Buffer.alloc(0);
  /** Position of the data in the file. */
  #base: number;
  #at = 0;
  #rowEnd = 0;
  #pieces: Buffer[] = [];
  #waiting = 0;
  #window = '';
  #windowBegin = 0;
  #isCommented = false;
  #isCompleted = false;
  #database: string | undefined;
  #hasWarned = false;

  constructor(receiver: Receiver, from?: Resumption) {
    this.#receiver = receiver;
    this.#base = this.#rowEnd = from?.offset ?? 0;
    if (!from) return;
    this.#tables.set(from.table, from.columns);
    this.#begin(from.table, from.columns);
    this.#state = 'behind row';
  }

  get offset(): number {
    return this.#base + this.#at;
  }

  /** Name of the database in the header of the dump. */
  get database(): string | undefined {
    return this.#database;
  }

  get rowEnd(): number {
    return this.#rowEnd;
  }

  skipRows(): void {
    this.#kinds = undefined;
  }

  write(piece: Uint8Array): void {
    this.#pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    this.#waiting += piece.length;
    // Waits for more data, so that a long value is not scanned again for each chunk.
    if (this.#waiting * 2 < this.#data.length) return;
    this.#data = this.#data.length > 0 ? Buffer.concat([this.#data, ...this.#pieces]) : Buffer.concat(this.#pieces);
    [this.#pieces, this.#waiting] = [[], 0];
    this.#window = '';
    this.#read(false);
    this.#base += this.#at;
    this.#data = this.#data.subarray(this.#at);
    this.#at = 0;
    if (this.#data.length > MAX_ROW) throw this.#error(`A statement or row is longer than ${MAX_ROW >> 20} MiB.`);
  }

  /** Ends the file. Throws an {@link SqlError} if the dump is incomplete. */
  close(): void {
    this.#data = Buffer.concat([this.#data, ...this.#pieces, Buffer.from('\n')]);
    this.#window = '';
    this.#read(true);
    if (this.#state !== 'statement' || this.#at < this.#data.length) {
      this.#at = this.#data.length - 1;
      throw this.#error('The file ends in the middle of a statement. Download it again.');
    }
    if (this.#isCommented && !this.#isCompleted) {
      this.#receiver.warn('The dump has no completion comment. The last rows may be missing.', this.offset - 1);
    }
  }

  #error(message: string, at = this.#at): SqlError {
    return new SqlError(message, this.#base + at);
  }

  #read(isLast: boolean): void {
    const data = this.#data;
    while (this.#at < data.length) {
      const next = this.#state === 'statement' ? this.#statement(this.#at, isLast) : this.#step(this.#at);
      if (next === INCOMPLETE) return;
      this.#at = next;
    }
  }

  #statement(begin: number, isLast: boolean): number {
    const data = this.#data;
    const at = behindSpace(data, begin);
    const byte = data[at];
    if (byte === undefined || byte === SEMICOLON) return at + Number(byte === SEMICOLON);
    if (byte === DASH && data[at + 1] === DASH) return this.#comment(at);
    if (byte === 0x23) return behind(data, '\n', at);
    if (byte === 0x2f && data[at + 1] === 0x2a) return behind(data, '*/', at + 2);
    const word = data.toString('latin1', at, at + 8);
    if (word.length < 8 && !isLast) return INCOMPLETE;
    if (/^(?:insert|replace)\s/i.test(word)) return this.#insert(at);
    const end = statementEnd(data, at);
    if (end !== INCOMPLETE && /^create\s/i.test(word)) this.#create(data.toString('utf8', at, end));
    return end;
  }

  #comment(at: number): number {
    const end = behind(this.#data, '\n', at);
    if (end === INCOMPLETE) return end;
    const text = this.#data.toString('latin1', at, Math.min(end, at + 60));
    if (/^-- (?:MySQL|MariaDB) dump/.test(text)) this.#isCommented = true;
    if (text.startsWith('-- Dump completed')) this.#isCompleted = true;
    this.#database ??= /^-- Host: .*\bDatabase: *(\S+)\s*$/.exec(this.#data.toString('latin1', at, Math.min(end, at + MAX_NAMES)))?.[1];
    return end;
  }

  #create(statement: string): void {
    const created = columnsOf(statement);
    if (!created) return;
    this.#tables.set(created.table, created.columns);
    this.#begin(created.table, created.columns);
  }

  #begin(table: string, columns: readonly string[]): void {
    this.#table = table;
    this.#width = columns.length;
    this.#kinds = this.#receiver.table(table, columns);
  }

  #insert(at: number): number {
    // Try a short head first: only heads that list columns are long, and some dumps have one statement for each row.
    const head =
      insertHead(this.#data.toString('latin1', at, at + SHORT_HEAD)) ?? insertHead(this.#data.toString('latin1', at, at + MAX_HEAD));
    if (head === undefined) {
      if (this.#data.length - at < MAX_HEAD) return INCOMPLETE;
      throw this.#error('The statement is not an "insert into … values (…)" in the format of mysqldump.', at);
    }
    const columns = head.columns ?? this.#tables.get(head.table);
    if (!columns) {
      throw this.#error(`The columns of table ${head.table} are unknown. The dump needs its "create table" or column names.`, at);
    }
    if (head.table !== this.#table || columns.length !== this.#width) this.#begin(head.table, columns);
    this.#state = 'row';
    return at + head.length;
  }

  #step(begin: number): number {
    const data = this.#data;
    const at = behindSpace(data, begin);
    if (at >= data.length) return at;
    if (this.#state === 'behind row') {
      if (data[at] !== COMMA && data[at] !== SEMICOLON) throw this.#error(`Expected a comma or semicolon, found ${this.#excerpt(at)}`, at);
      this.#state = data[at] === COMMA ? 'row' : 'statement';
      return at + 1;
    }
    if (data[at] !== OPEN) throw this.#error(`Expected a row, found ${this.#excerpt(at)}`, at);
    return this.#row(at + 1);
  }

  #row(begin: number): number {
    const data = this.#data;
    const end = data.length;
    const kinds = this.#kinds;
    const row = new Array<DumpValue>(this.#width);
    let at = begin;
    let column = 0;
    for (; ; column++) {
      const kind = kinds?.[column] ?? 'skip';
      at = behindSpace(data, at);
      const first = data[at];
      if (first === undefined) return INCOMPLETE;
      if (first === QUOTE || first === 0x22) {
        // The search for the end of the string also detects escapes and non-ASCII bytes.
        let [close, bits, isEscaped] = [at + 1, 0, false];
        for (;;) {
          if (close >= end) return INCOMPLETE;
          const byte = data[close] as number;
          if (byte === BACKSLASH) {
            isEscaped = true;
            bits |= data[close + 1] ?? 0;
            close += 2;
          } else if (byte !== first) {
            bits |= byte;
            close++;
          } else if (close + 1 >= end) return INCOMPLETE;
          else if (data[close + 1] === first) {
            isEscaped = true;
            close += 2;
          } else break;
        }
        row[column] = kind === 'skip' ? null : this.#quoted(at + 1, close, kind, isEscaped ? first : 0, bits < 0x80);
        at = close + 1;
      } else if (first >= 0x30 && first <= 0x39 && (kind === 'number' || kind === 'skip') && data[at + 1] !== 0x78) {
        let number = first - 0x30;
        let digit = data[++at] as number;
        while (digit >= 0x30 && digit <= 0x39) {
          number = number * 10 + (digit - 0x30);
          digit = data[++at] as number;
        }
        if (digit === COMMA || digit === CLOSE) row[column] = kind === 'skip' ? null : number;
        else {
          // A fraction or an exponent.
          const digits = this.#word(at);
          if (digits === undefined) return INCOMPLETE;
          row[column] = kind === 'skip' ? null : Number(number + digits);
          at += digits.length;
        }
      } else if (isNull(data, at)) {
        row[column] = null;
        at += 4;
      } else {
        const word = this.#word(at);
        if (word === undefined) return INCOMPLETE;
        if (word.startsWith('_') || /^[xbn]'/i.test(data.toString('latin1', at, at + 2))) {
          // `_binary 'abc'` declares the type of a string. `x'61'` is parsed below.
          const introduced = /^(?:_\w+|n)\s*$/i.test(word) ? behindSpace(data, at + word.length) : at;
          if (introduced >= end) return INCOMPLETE;
          if (introduced > at) {
            at = introduced;
            column--;
            continue;
          }
          const close = data.indexOf(QUOTE, at + 2);
          if (close < 0) return INCOMPLETE;
          row[column] = this.#literal(data.toString('latin1', at, close + 1), kind, at);
          at = close + 1;
        } else {
          row[column] = this.#literal(word, kind, at);
          at += word.length;
        }
      }
      at = behindSpace(data, at);
      if (at >= end) return INCOMPLETE;
      if (data[at] === COMMA) at++;
      else if (data[at] === CLOSE) break;
      else throw this.#error(`Expected the end of a value, found ${this.#excerpt(at)}`, at);
    }
    if (column + 1 !== this.#width) {
      throw this.#error(`The table ${this.#table} has ${this.#width} columns, but this row has ${column + 1} values.`, begin - 1);
    }
    if (kinds) this.#receiver.row(row);
    this.#rowEnd = this.#base + at + 1;
    this.#state = 'behind row';
    return at + 1;
  }

  /** Returns a bare word, or undefined if the data ends before the word. */
  #word(begin: number): string | undefined {
    const data = this.#data;
    let at = begin;
    for (; at < data.length; at++) {
      const byte = data[at] as number;
      if (byte === COMMA || byte === CLOSE || byte === QUOTE || byte <= 0x20) return this.#text(begin, at);
    }
    return undefined;
  }

  /** Parses `NULL`, booleans, numbers, and hexadecimal and binary literals. */
  #literal(text: string, kind: ValueKind, at: number): DumpValue {
    if (/^null$/i.test(text) || kind === 'skip') return null;
    const digits = /^(?:0x([0-9a-f]*)|x'([0-9a-f]*)')$/i.exec(text);
    if (digits) {
      const bytes = Buffer.from(digits[1] ?? digits[2] ?? '', 'hex');
      return kind === 'number' ? Number.parseInt(bytes.toString('hex') || '0', 16) : this.#decode(bytes, kind, at);
    }
    const bits = /^(?:0b([01]+)|b'([01]*)')$/i.exec(text);
    if (bits) return Number.parseInt(bits[1] || bits[2] || '0', 2);
    if (/^(?:true|false)$/i.test(text)) return Number(/^true$/i.test(text));
    if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) throw this.#error(`Invalid value ${this.#excerpt(at)}`, at);
    return kind === 'number' ? Number(text) : text;
  }

  #quoted(begin: number, end: number, kind: ValueKind, quote: number, isAscii: boolean): DumpValue {
    const data = this.#data;
    if (!isAscii) return this.#decode(quote === 0 ? data.subarray(begin, end) : unescaped(data, begin, end, quote), kind, begin);
    const text = quote === 0 ? this.#text(begin, end) : unescaped(data, begin, end, quote).toString('latin1');
    if (kind === 'number') return Number(text);
    return kind === 'bytes' && text.includes('\0') ? Uint8Array.from(Buffer.from(text, 'latin1')) : text;
  }

  /** Returns ASCII bytes as a string. Decoding several values at once takes less than half of the time. */
  #text(begin: number, end: number): string {
    if (begin < this.#windowBegin || end > this.#windowBegin + this.#window.length) {
      this.#window = this.#data.toString('latin1', begin, Math.max(end, begin + WINDOW));
      this.#windowBegin = begin;
    }
    return this.#window.slice(begin - this.#windowBegin, end - this.#windowBegin);
  }

  #decode(bytes: Buffer, kind: ValueKind, at: number): DumpValue {
    if (kind === 'number') return Number(bytes.toString('latin1'));
    if (isUtf8(bytes) && (kind === 'text' || !bytes.includes(0))) return bytes.toString();
    if (kind === 'bytes') return Uint8Array.from(bytes);
    if (!this.#hasWarned) this.#receiver.warn('Some bytes near here are not valid UTF-8. They become U+FFFD.', this.#base + at);
    this.#hasWarned = true;
    return bytes.toString();
  }

  #excerpt(at: number): string {
    return JSON.stringify(this.#data.toString('utf8', at, at + 30));
  }
}

function behindSpace(data: Buffer, begin: number): number {
  let at = begin;
  for (;;) {
    const byte = data[at] as number;
    if (byte > 0x20 || byte === undefined) return at;
    at++;
  }
}

const isNull = (data: Buffer, at: number): boolean =>
  data[at] === 0x4e &&
  data[at + 1] === 0x55 &&
  data[at + 2] === 0x4c &&
  data[at + 3] === 0x4c &&
  (data[at + 4] === COMMA || data[at + 4] === CLOSE);

function behind(data: Buffer, mark: string, from: number): number {
  const at = data.indexOf(mark, from, 'latin1');
  return at < 0 ? INCOMPLETE : at + mark.length;
}

/** Returns the position after the semicolon that ends the statement. Semicolons in quotes are ignored. */
function statementEnd(data: Buffer, begin: number): number {
  for (let at = begin; at < data.length; at++) {
    const byte = data[at] as number;
    if (byte === SEMICOLON) return at + 1;
    if (byte !== QUOTE && byte !== 0x22 && byte !== 0x60) continue;
    for (at++; at < data.length && data[at] !== byte; at++) if (data[at] === BACKSLASH && byte !== 0x60) at++;
  }
  return INCOMPLETE;
}
