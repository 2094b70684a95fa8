/** What kind of value a column holds; each engine has its own type for it (`ddl.ts`) and its own way to read it. */
export type ColumnKind =
  | 'serial'
  | 'bigint'
  | 'int'
  | 'smallint'
  | 'tinyint'
  | 'flag'
  | 'real'
  | 'decimal'
  | 'binary'
  | 'fixed'
  | 'varchar'
  | 'blob'
  | 'bytes'
  | 'text'
  | 'enum'
  | 'timestamp'
  | 'expiry'
  | 'datetime';

interface Traits {
  readonly unsigned?: boolean;
  /** Characters of a short column; `tiny`, `medium` or nothing for the size of a long one. */
  readonly size?: number | 'tiny' | 'medium' | 'bigint';
  readonly values?: readonly string[];
  readonly nullable?: boolean;
  readonly initial?: string | number;
  readonly gone?: boolean;
  readonly isPrivate?: boolean;
}

/** One column: what it holds and, in its type, what is read from it and what may be written. */
export class Column<Read, Write = Read> {
  declare readonly read: Read;
  declare readonly write: Write;
  readonly kind: ColumnKind;
  readonly traits: Traits;

  constructor(kind: ColumnKind, traits: Traits = {}) {
    this.kind = kind;
    this.traits = traits;
  }
  null(): Column<Read | null, Write | null | undefined> {
    return new Column(this.kind, { ...this.traits, nullable: true });
  }
  /** A column that the newest release has no more: it can be read all the same, and is null. */
  gone(): Column<Read | null, undefined> {
    return new Column(this.kind, { ...this.traits, nullable: true, gone: true });
  }
  /** Private data such as a password or an address. The database account may read the column only if a plugin names it. */
  private(): Column<Read, Write> {
    return new Column(this.kind, { ...this.traits, isPrivate: true });
  }
  default(initial: (Read | Write) & (string | number)): Column<Read, Write | undefined> {
    return new Column(this.kind, { ...this.traits, initial });
  }
}

const numeric =
  (kind: ColumnKind, traits: Traits = {}) =>
  (): Column<number> =>
    new Column(kind, traits);

/** A number that the database counts up. */
export const serial = (size?: 'bigint' | 'signed'): Column<number, number | undefined> =>
  new Column('serial', size === 'bigint' ? { size, unsigned: true } : { unsigned: size !== 'signed' });
export const int: () => Column<number> = numeric('int');
export const uint: () => Column<number> = numeric('int', { unsigned: true });
export const bigint: () => Column<number> = numeric('bigint', { unsigned: true });
export const smallint: () => Column<number> = numeric('smallint', { unsigned: true });
export const tinyint: () => Column<number> = numeric('tinyint');
export const utinyint: () => Column<number> = numeric('tinyint', { unsigned: true });
/** 0 or 1. */
export const flag: () => Column<number> = numeric('flag');
export const real: () => Column<number> = numeric('real');
export const ureal: () => Column<number> = numeric('real', { unsigned: true });

/** With three digits before the point and eight behind it; read as a number, or as its text. */
export const decimal = (): Column<number | string> => new Column('decimal');

/** UTF-8 text that the database compares byte by byte. */
export const binary = (size: number): Column<string> => new Column('binary', { size });
export const fixed = (size: number): Column<string> => new Column('fixed', { size });
export const varchar = (size: number): Column<string> => new Column('varchar', { size });
export const blob = (size?: 'tiny' | 'medium'): Column<string> => new Column('blob', size ? { size } : {});
export const text = (size: 'tiny' | 'medium'): Column<string> => new Column('text', { size });
export const oneOf = <const V extends string>(...values: V[]): Column<V> => new Column('enum', { values });

/** Bytes that need not be UTF-8: compressed text, serialized file metadata; with a number of them where an index has the column. */
export const bytes = (size?: 'tiny' | 'medium' | number): Column<Uint8Array, Uint8Array | string> =>
  new Column('bytes', size ? { size } : {});

/** Fourteen digits `YYYYMMDDHHMMSS`, UTC. */
export const timestamp = (): Column<string> => new Column('timestamp');
/** A timestamp or `infinity`. */
export const expiry = (): Column<string> => new Column('expiry');
/** A timestamp in a column of the engine's own date type; read as fourteen digits too. */
export const datetime = (): Column<string> => new Column('datetime');

export const mediaType = (): Column<string> =>
  new Column('enum', {
    values: ['UNKNOWN', 'BITMAP', 'DRAWING', 'AUDIO', 'VIDEO', 'MULTIMEDIA', 'OFFICE', 'TEXT', 'EXECUTABLE', 'ARCHIVE', '3D'],
  });
export const majorMime = (): Column<string> =>
  new Column('enum', {
    values: ['unknown', 'application', 'audio', 'image', 'text', 'video', 'message', 'model', 'multipart', 'chemical'],
  });

/** Columns of an index in order; `[column, n]` indexes the first n bytes where the engine can. */
export type IndexPart = string | readonly [column: string, prefix: number];
export interface Index {
  readonly kind: 'plain' | 'unique' | 'fulltext';
  readonly parts: readonly IndexPart[];
}
export const index = (...parts: IndexPart[]): Index => ({ kind: 'plain', parts });
export const unique = (...parts: IndexPart[]): Index => ({ kind: 'unique', parts });
export const fulltext = (...parts: IndexPart[]): Index => ({ kind: 'fulltext', parts });

export interface Table {
  readonly columns: Readonly<Record<string, Column<unknown, unknown>>>;
  readonly primaryKey: readonly string[];
  readonly indexes: Readonly<Record<string, Index>>;
}
