import {
  AliasNode,
  FromNode,
  IdentifierNode,
  JoinNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  type TableNode,
} from 'kysely';
import type { SharedTables, WrittenNames } from './engine.ts';
import { tableNamed } from './every-column.ts';
import { outerTables } from './outer-tables.ts';

/** Names of the tables in a wiki that gives them a prefix, or shares some. */
export class TableNames implements WrittenNames {
  readonly #prefix: string;
  readonly #quote: string;
  readonly #shared: SharedTables | undefined;
  #substitutes: ReadonlyMap<string, string> = new Map();
  #views: ReadonlySet<string> = new Set();

  /** `quote` stands around names. */
  constructor(prefix: string, { quote = '"', shared }: { readonly quote?: string; readonly shared?: SharedTables | undefined } = {}) {
    this.#prefix = prefix;
    this.#quote = quote;
    this.#shared = shared;
  }

  /** Takes what stands for tables that are not there, as queries in parentheses, and which tables are views. */
  learn(substitutes: ReadonlyMap<string, string>, views: ReadonlySet<string>): void {
    this.#substitutes = substitutes;
    this.#views = views;
  }

  /** Whether a table has rows of its own and indexes. */
  isStored(name: string): boolean {
    return !this.#views.has(name) && !this.#substitutes.has(name);
  }

  /** The name in the database; the names of common table expressions and derived tables stay. */
  physical(name: string): string {
    return this.#prefix && (tableNamed(name) !== undefined || Object.hasOwn(outerTables, name)) ? this.#prefix + name : name;
  }

  /** Whether the table is one that several wikis have in common. */
  isShared(name: string): boolean {
    return this.#shared?.tables.includes(name) ?? false;
  }

  /** The name in the database as it stands in SQL. */
  written(name: string): string {
    const quoted = (part: string): string => `${this.#quote}${part.replaceAll(this.#quote, this.#quote.repeat(2))}${this.#quote}`;
    return this.#shared && this.isShared(name)
      ? `${quoted(this.#shared.database)}.${quoted(this.#shared.prefix + name)}`
      : quoted(this.physical(name));
  }

  /** What a table is called here that lies in the database of the wiki, or in another one; undefined for one that is not the wiki's. */
  known(place: string, isOwn: boolean, table: string): string | undefined {
    const common = this.#shared?.tables.find(name => table === this.#shared?.prefix + name);
    if (common !== undefined && place === this.#shared?.database) return common;
    const name = isOwn && table.startsWith(this.#prefix) ? table.slice(this.#prefix.length) : undefined;
    return name === undefined || this.isShared(name) ? undefined : name;
  }

  /** The columns of the wiki's tables, as the server lists them, by what the tables are called here. The wiki lies in the database or schema `own`. */
  columnsByTable(
    rows: readonly { readonly place: string; readonly table: string; readonly column: string }[],
    own: string,
  ): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const row of rows) {
      const place = String(row.place);
      const name = this.known(place, place === own, String(row.table));
      if (name !== undefined) found.set(name, (found.get(name) ?? new Set()).add(String(row.column)));
    }
    return found;
  }

  /**
   * What stands for a table node below `parent`: its name in the database, and after `from` and `join` also the name by which the rest of
   * the query knows it. Undefined: the node as it is.
   */
  rename(node: TableNode, parent: OperationNode | undefined): OperationNode | undefined {
    if (!parent || ReferenceNode.is(parent) || SelectAllNode.is(parent)) return undefined;
    const { name } = node.table.identifier;
    const substitute = this.#substitutes.get(name) ?? (this.isShared(name) ? this.written(name) : undefined);
    const physical = this.physical(name);
    if (physical === name && substitute === undefined) return undefined;
    const renamed = substitute === undefined ? IdentifierNode.create(physical) : RawNode.createWithSql(substitute);
    return FromNode.is(parent) || JoinNode.is(parent) ? AliasNode.create(renamed, IdentifierNode.create(name)) : renamed;
  }
}
