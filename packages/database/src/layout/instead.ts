import { expressionBuilder, type OperationNode, TableNode } from 'kysely';
import type { Counterpart, LinkTargetColumns } from './counterparts.ts';
import type { Layout } from './layout.ts';

/** What stands for the tables and columns of the newest release. */
export interface Instead {
  /** By the name of the column. */
  readonly columns: ReadonlyMap<string, { readonly table: string; readonly counterpart: Counterpart }>;
  /** By the column of the id. */
  readonly targets: ReadonlyMap<string, LinkTargetColumns>;
  /** What is read for a table. */
  readonly table: (node: TableNode) => OperationNode | undefined;
  /** The tables of which anything is another. */
  readonly concerned: ReadonlySet<string>;
  /** Finds their names in a text. */
  readonly names: RegExp;
}

export function insteadOf({ forms }: Layout): Instead {
  const targets = new Map(forms.flatMap(form => Object.entries(form.targets ?? {})));
  const columns = new Map<string, { table: string; counterpart: Counterpart }>();
  for (const [name, { table }] of targets) columns.set(name, { table, counterpart: { missing: withoutId(table) } });
  for (const form of forms)
    for (const [table, counterparts] of Object.entries(form.columns ?? {}))
      for (const [name, counterpart] of Object.entries(counterparts)) columns.set(name, { table, counterpart });
  const nodes = new Map<string, OperationNode>();
  for (const form of forms)
    for (const [table, other] of Object.entries(form.instead ?? {}))
      nodes.set(table, typeof other === 'string' ? TableNode.create(other) : other(expressionBuilder()).toOperationNode());
  const concerned = new Set([...nodes.keys(), ...[...columns.values()].map(({ table }) => table)]);
  return {
    columns,
    targets,
    table: node => nodes.get(node.table.identifier.name),
    concerned,
    // Whatever stands before them is a prefix.
    names: new RegExp(`(?:${[...concerned].join('|')})\\b`),
  };
}

const withoutId = (table: string): string =>
  `The rows of "${table}" name their targets by title here, not by id: join "linktarget" in the same statement and use its namespace and title.`;

export const OF_TARGETS: ReadonlySet<string> = new Set(['lt_id', 'lt_namespace', 'lt_title']);

export function counterpartOf(name: string, { table, namespace, title }: LinkTargetColumns): Counterpart {
  if (name === 'lt_title') return title;
  if (name === 'lt_id') return { missing: withoutId(table) };
  return typeof namespace === 'number' ? { constant: namespace } : namespace;
}
