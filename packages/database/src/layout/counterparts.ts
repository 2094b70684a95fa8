import { ColumnNode, type OperationNode, RawNode, ReferenceNode, TableNode } from 'kysely';
import type { EngineName } from '../engine.ts';

/** Equivalent of a column of the newest release in an older layout. Conditions and values refer to the table `alias`. */
export type Counterpart =
  | string
  /** A column that counts as null unless a condition holds. */
  | { readonly column: string; readonly only: (alias: string) => OperationNode }
  /** A numeric column that encodes texts. Numbers without a text represent themselves. */
  | { readonly column: string; readonly values: Readonly<Record<string, number>> }
  /** An expression, optionally with bounds on an indexed column. */
  | { readonly value: (alias: string, engine: EngineName) => OperationNode; readonly bounds?: BoundsOf }
  | { readonly constant: number }
  /** Column without an equivalent. The message describes how to change the statement. */
  | { readonly missing: string };

/** Returns a range of an indexed column that contains all matches of a comparison. The range depends on the compared value. */
type BoundsOf = (operator: string) => CounterpartBounds | undefined;
export interface CounterpartBounds {
  readonly column: string;
  readonly within: readonly (readonly ['>=' | '<', (value: string) => string])[];
}

/** Columns that identify a link target without an id in `linktarget`. `namespace` may be constant. */
export interface LinkTargetColumns {
  readonly table: string;
  readonly namespace: string | number;
  readonly title: string;
}

export const column = (alias: string, name: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create(name), TableNode.create(alias));

export const raw = (text: TemplateStringsArray, ...nodes: OperationNode[]): RawNode => RawNode.create(text, nodes);
