import { ColumnNode, type OperationNode, RawNode, ReferenceNode, TableNode } from 'kysely';
import type { EngineName } from '../engine.ts';

/** What a release has instead of a column of the newest one. Conditions and values are about the row of the table that goes by `alias`. */
export type Counterpart =
  /** A column of another name. */
  | string
  /** The column, where a condition holds; null elsewhere. */
  | { readonly column: string; readonly only: (alias: string) => OperationNode }
  /** A column of numbers that stand for these texts; any other number stands for itself. */
  | { readonly column: string; readonly values: Readonly<Record<string, number>> }
  /** An expression, and where an index can find its values. */
  | { readonly value: (alias: string, engine: EngineName) => OperationNode; readonly bounds?: BoundsOf }
  /** The same number in all rows. */
  | { readonly constant: number }
  /** Nothing; the sentence says what a statement can do without it. */
  | { readonly missing: string };

/** The range of an indexed column in which all rows lie that a comparison keeps, computed from the value that is compared with. */
type BoundsOf = (operator: string) => CounterpartBounds | undefined;
export interface CounterpartBounds {
  readonly column: string;
  readonly within: readonly (readonly ['>=' | '<', (value: string) => string])[];
}

/** What names the target of a link where that is no id of `linktarget`: a title, and a namespace, which may be the same for all. */
export interface LinkTargetColumns {
  readonly table: string;
  readonly namespace: string | number;
  readonly title: string;
}

/** A column of the table that goes by an alias. */
export const column = (alias: string, name: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create(name), TableNode.create(alias));

/** A fragment of SQL around nodes. */
export const raw = (text: TemplateStringsArray, ...nodes: OperationNode[]): RawNode => RawNode.create(text, nodes);
