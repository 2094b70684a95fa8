/** Kind of value in a column; the SQL type depends on the engine (`ddl.ts`). */
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
  /** Maximum length of a short column in bytes, or the size class of a long column. */
  readonly size?: number | 'tiny' | 'medium' | 'bigint';
  readonly values?: readonly string[];
  readonly nullable?: boolean;
  readonly initial?: string | number;
  readonly gone?: boolean;
  readonly isPrivate?: boolean;
}

/** A column of a table, with the types of its values when read and when written. */
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
  /** Marks a column that the newest release removed. It is read as null. */
  gone(): Column<Read | null, undefined> {
    return new Column(this.kind, { ...this.traits, nullable: true, gone: true });
  }
  /** Marks private data such as passwords and e-mail addresses. Only plugins that name the column can read it. */
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

/** An auto-increment key: 64-bit with `bigint`, signed with `signed`. */
export const serial = (size?: 'bigint' | 'signed'): Column<number, number | undefined> =>
  new Column('serial', size === 'bigint' ? { size, unsigned: true } : { unsigned: size !== 'signed' });
/** Signed 32-bit integer. */
export const int: () => Column<number> = numeric('int');
/** Unsigned 32-bit integer. */
export const uint: () => Column<number> = numeric('int', { unsigned: true });
/** Unsigned 64-bit integer. It is read as a number. */
export const bigint: () => Column<number> = numeric('bigint', { unsigned: true });
/** Unsigned 16-bit integer. */
export const smallint: () => Column<number> = numeric('smallint', { unsigned: true });
/** Signed 8-bit integer. */
export const tinyint: () => Column<number> = numeric('tinyint');
/** Unsigned 8-bit integer. */
export const utinyint: () => Column<number> = numeric('tinyint', { unsigned: true });
/** Boolean, stored as 0 or 1. */
export const flag: () => Column<number> = numeric('flag');
/** Floating-point number. */
export const real: () => Column<number> = numeric('real');
/** Unsigned floating-point number. */
export const ureal: () => Column<number> = numeric('real', { unsigned: true });

/** `numeric(11, 8)`. Read as a number or as text, depending on the driver. */
export const decimal = (): Column<number | string> => new Column('decimal');

/** Binary text of at most `size` bytes. */
export const binary = (size: number): Column<string> => new Column('binary', { size });
/** Binary text of exactly `size` bytes. */
export const fixed = (size: number): Column<string> => new Column('fixed', { size });
/** Text of at most `size` bytes. */
export const varchar = (size: number): Column<string> => new Column('varchar', { size });
/** Long binary text. */
export const blob = (size?: 'tiny' | 'medium'): Column<string> => new Column('blob', size ? { size } : {});
/** Long text. */
export const text = (size: 'tiny' | 'medium'): Column<string> => new Column('text', { size });
/** One of the given texts. */
export const oneOf = <const V extends string>(...values: V[]): Column<V> => new Column('enum', { values });

/** Arbitrary bytes, for example compressed text. A number sets the maximum length of an indexed column in bytes. */
export const bytes = (size?: 'tiny' | 'medium' | number): Column<Uint8Array, Uint8Array | string> =>
  new Column('bytes', size ? { size } : {});

/** UTC timestamp as `YYYYMMDDHHMMSS`. */
export const timestamp = (): Column<string> => new Column('timestamp');
/** Timestamp of an expiry, or `infinity`. */
export const expiry = (): Column<string> => new Column('expiry');
/** Timestamp in the engine's date type. It is also read as fourteen digits. */
export const datetime = (): Column<string> => new Column('datetime');

/** Media type of a file, such as `BITMAP`. */
export const mediaType = (): Column<string> =>
  new Column('enum', {
    values: ['UNKNOWN', 'BITMAP', 'DRAWING', 'AUDIO', 'VIDEO', 'MULTIMEDIA', 'OFFICE', 'TEXT', 'EXECUTABLE', 'ARCHIVE', '3D'],
  });
/** First part of the MIME type of a file, such as `image`. */
export const majorMime = (): Column<string> =>
  new Column('enum', {
    values: ['unknown', 'application', 'audio', 'image', 'text', 'video', 'message', 'model', 'multipart', 'chemical'],
  });

/** A column of an index. `[column, n]` indexes only the first n bytes if the engine supports it. */
export type IndexPart = string | readonly [column: string, prefix: number];
/** Declaration of an index: its kind and its columns in order. */
export interface Index {
  readonly kind: 'plain' | 'unique' | 'fulltext';
  readonly parts: readonly IndexPart[];
}
/** Index on one or more columns. */
export const index = (...parts: IndexPart[]): Index => ({ kind: 'plain', parts });
/** Unique index on one or more columns. */
export const unique = (...parts: IndexPart[]): Index => ({ kind: 'unique', parts });
/** Full-text index on MariaDB and MySQL. */
export const fulltext = (...parts: IndexPart[]): Index => ({ kind: 'fulltext', parts });

/** A table: columns by name, primary key and indexes by name. */
export interface Table {
  readonly columns: Readonly<Record<string, Column<unknown, unknown>>>;
  readonly primaryKey: readonly string[];
  readonly indexes: Readonly<Record<string, Index>>;
}
