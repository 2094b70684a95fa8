import type { BulkRow } from '@wikiquery/database';
import type { DumpRow, DumpValue, ValueKind } from './reader.ts';
import type { RowReferences } from './references.ts';

export type BulkValue = BulkRow[number];

export interface ColumnSource {
  /** Registers the values of a row that must be resolved to ids, so that they are looked up in batches. */
  readonly note?: (row: DumpRow, references: RowReferences) => void;
  readonly value: (row: DumpRow, references: RowReferences) => BulkValue;
  /** Whether the row is imported. Default: yes. */
  readonly keeps?: (row: DumpRow, references: RowReferences) => boolean;
}

/** Columns of a table in a dump. Only columns that are requested from it are decoded. */
export class DumpColumns {
  readonly names: readonly string[];
  readonly kinds: ValueKind[];

  constructor(names: readonly string[]) {
    this.names = names;
    this.kinds = names.map(() => 'skip');
  }

  has(...names: readonly string[]): boolean {
    return names.every(name => this.names.includes(name));
  }

  number(name: string): (row: DumpRow) => number {
    const at = this.#read(name, 'number');
    return row => Number(row[at] ?? 0);
  }

  text(name: string): (row: DumpRow) => string {
    const at = this.#read(name, 'text');
    return row => String(row[at] ?? '');
  }

  value(name: string, kind: ValueKind): (row: DumpRow) => DumpValue {
    const at = this.#read(name, kind);
    return row => row[at] ?? null;
  }

  #read(name: string, kind: ValueKind): number {
    const at = this.names.indexOf(name);
    if (at < 0) throw new Error(`The dump has no column ${name}.`);
    this.kinds[at] = kind;
    return at;
  }
}
