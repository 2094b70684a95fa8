import type { QueryNode } from './nodes.ts';

/** Boolean structure of a query. */
export interface QueryStructure {
  readonly clauses: readonly QueryClause[];
  /** Whether an operator lacks an operand, as in `AND cat`. Lucene's parser might reject such queries. */
  readonly isIncomplete: boolean;
}

export interface QueryClause extends QueryNode {
  /** Whether an operator such as `AND` connects the clause. */
  readonly isExplicit: boolean;
}

/** Combines nodes to clauses. Adjacent words are one clause. Operators without an operand are words. */
export function structureOf(nodes: readonly QueryNode[]): QueryStructure {
  const clauses: QueryClause[] = [];
  let isIncomplete = false;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as QueryNode;
    const next = nodes[at + 1];
    if (!isOperator(node)) {
      add(node);
    } else if (node.kind === 'NOT' && next && !isOperator(next)) {
      addNegated(next);
      at++;
    } else if (node.kind !== 'NOT' && clauses.length > 0 && next && (next.kind === 'NOT' || !isOperator(next))) {
      markLast();
      at += connect(at + 1);
    } else {
      isIncomplete = true;
      add({ ...node, kind: 'words' });
    }
  }
  return { clauses, isIncomplete };

  function add(node: QueryNode, isExplicit = false) {
    const last = clauses.at(-1);
    const isJoined = !isExplicit && node.kind === 'words' && last?.kind === 'words' && !node.isNegated && !last.isNegated;
    if (isJoined) clauses[clauses.length - 1] = { ...last, end: node.end };
    else clauses.push({ ...node, isExplicit });
  }

  function addNegated(node: QueryNode) {
    clauses.push({ ...node, isNegated: true, isExplicit: true });
  }

  function markLast() {
    const last = clauses.at(-1);
    if (last) clauses[clauses.length - 1] = { ...last, isExplicit: true };
  }

  /** Adds the operand of `AND` or `OR`. Returns the number of nodes that were read. */
  function connect(index: number): number {
    const operand = nodes[index] as QueryNode;
    const after = nodes[index + 1];
    if (operand.kind !== 'NOT') {
      add(operand, true);
      return 1;
    }
    if (after && !isOperator(after)) {
      addNegated(after);
      return 2;
    }
    isIncomplete = true;
    add({ ...operand, kind: 'words' });
    return 1;
  }
}

const isOperator = ({ kind }: QueryNode): boolean => kind === 'AND' || kind === 'OR' || kind === 'NOT';

/** Whether a query has more than words and exact phrases: keywords, operators, negation, wildcards or approximate phrases. */
export function isComplex({ clauses }: QueryStructure): boolean {
  return clauses.some(({ kind, isNegated, isExplicit }) => kind === 'keyword' || kind === 'special' || isNegated || isExplicit);
}
