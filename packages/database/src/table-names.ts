import { AliasNode, FromNode, IdentifierNode, JoinNode, type OperationNode, ReferenceNode, SelectAllNode, type TableNode } from 'kysely';
import { everyTable } from './tables.ts';

/** Names of the tables in a wiki that gives them a prefix. */
export class TableNames {
  readonly #prefix: string;
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name in the database; the names of common table expressions and derived tables stay. */
  physical(name: string): string {
    return this.#prefix && Object.hasOwn(everyTable, name) ? this.#prefix + name : name;
  }

  /**
   * What stands for a table node below `parent`: its name in the database, and after `from` and `join` also the name by which the rest of
   * the query knows it. Undefined: the node as it is.
   */
  rename(node: TableNode, parent: OperationNode | undefined): OperationNode | undefined {
    if (!this.#prefix || !parent || ReferenceNode.is(parent) || SelectAllNode.is(parent)) return undefined;
    const { name } = node.table.identifier;
    const physical = this.physical(name);
    if (physical === name) return undefined;
    const renamed = IdentifierNode.create(physical);
    return FromNode.is(parent) || JoinNode.is(parent) ? AliasNode.create(renamed, IdentifierNode.create(name)) : renamed;
  }
}
