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
  /** Characters of a short column, or the size class of a long one. */
  readonly size?: number | 'tiny' | 'medium' | 'bigint';
  readonly values?: readonly string[];
  readonly nullable?: boolean;
  readonly initial?: string | number;
  readonly gone?: boolean;
  readonly isPrivate?: boolean;
}

/** Column with the types of its values when read and written. */
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
  /** Marks a column that the newest release dropped. It reads as null. */
  gone(): Column<Read | null, undefined> {
    return new Column(this.kind, { ...this.traits, nullable: true, gone: true });
  }
  /** Marks private data such as passwords and e-mail addresses. Only plugins that name the column get access. */
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

export const serial = (size?: 'bigint' | 'signed'): Column<number, number | undefined> =>
  new Column('serial', size === 'bigint' ? { size, unsigned: true } : { unsigned: size !== 'signed' });
export const int: () => Column<number> = numeric('int');
export const uint: () => Column<number> = numeric('int', { unsigned: true });
export const bigint: () => Column<number> = numeric('bigint', { unsigned: true });
export const smallint: () => Column<number> = numeric('smallint', { unsigned: true });
export const tinyint: () => Column<number> = numeric('tinyint');
export const utinyint: () => Column<number> = numeric('tinyint', { unsigned: true });
export const flag: () => Column<number> = numeric('flag');
export const real: () => Column<number> = numeric('real');
export const ureal: () => Column<number> = numeric('real', { unsigned: true });

/** `numeric(11, 8)`; read as number or text, depending on the driver. */
export const decimal = (): Column<number | string> => new Column('decimal');

export const binary = (size: number): Column<string> => new Column('binary', { size });
export const fixed = (size: number): Column<string> => new Column('fixed', { size });
export const varchar = (size: number): Column<string> => new Column('varchar', { size });
export const blob = (size?: 'tiny' | 'medium'): Column<string> => new Column('blob', size ? { size } : {});
export const text = (size: 'tiny' | 'medium'): Column<string> => new Column('text', { size });
export const oneOf = <const V extends string>(...values: V[]): Column<V> => new Column('enum', { values });

/** Arbitrary bytes, for example compressed text. A number limits the length of indexed columns. */
export const bytes = (size?: 'tiny' | 'medium' | number): Column<Uint8Array, Uint8Array | string> =>
  new Column('bytes', size ? { size } : {});

/** UTC timestamp as `YYYYMMDDHHMMSS`. */
export const timestamp = (): Column<string> => new Column('timestamp');
export const expiry = (): Column<string> => new Column('expiry');
/** Timestamp in the engine's date type; also read as fourteen digits. */
export const datetime = (): Column<string> => new Column('datetime');

export const mediaType = (): Column<string> =>
  new Column('enum', {
    values: ['UNKNOWN', 'BITMAP', 'DRAWING', 'AUDIO', 'VIDEO', 'MULTIMEDIA', 'OFFICE', 'TEXT', 'EXECUTABLE', 'ARCHIVE', '3D'],
  });
export const majorMime = (): Column<string> =>
  new Column('enum', {
    values: ['unknown', 'application', 'audio', 'image', 'text', 'video', 'message', 'model', 'multipart', 'chemical'],
  });

/** Indexed column; `[column, n]` indexes the first n bytes where the engine supports it. */
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
