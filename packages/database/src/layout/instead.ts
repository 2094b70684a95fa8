import { expressionBuilder, type OperationNode, TableNode } from 'kysely';
import type { Counterpart, LinkTargetColumns } from './counterparts.ts';
import type { Layout } from './layout.ts';

export interface Instead {
  readonly columns: ReadonlyMap<string, { readonly table: string; readonly counterpart: Counterpart }>;
  readonly targets: ReadonlyMap<string, LinkTargetColumns>;
  readonly table: (node: TableNode) => OperationNode | undefined;
  readonly concerned: ReadonlySet<string>;
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
    // No word boundary at the start, because tables may have a prefix.
    names: new RegExp(`(?:${[...concerned].join('|')})\\b`),
  };
}

const withoutId = (table: string): string =>
  `In this layout, "${table}" identifies targets by title, not by id. Join "linktarget" in the same statement and use its namespace and title.`;

export const OF_TARGETS: ReadonlySet<string> = new Set(['lt_id', 'lt_namespace', 'lt_title']);

export function counterpartOf(name: string, { table, namespace, title }: LinkTargetColumns): Counterpart {
  if (name === 'lt_title') return title;
  if (name === 'lt_id') return { missing: withoutId(table) };
  return typeof namespace === 'number' ? { constant: namespace } : namespace;
}
