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

export class TableNames implements WrittenNames {
  readonly #prefix: string;
  readonly #quote: string;
  readonly #shared: SharedTables | undefined;
  #substitutes: ReadonlyMap<string, string> = new Map();
  #views: ReadonlySet<string> = new Set();

  constructor(prefix: string, { quote = '"', shared }: { readonly quote?: string; readonly shared?: SharedTables | undefined } = {}) {
    this.#prefix = prefix;
    this.#quote = quote;
    this.#shared = shared;
  }

  learn(substitutes: ReadonlyMap<string, string>, views: ReadonlySet<string>): void {
    this.#substitutes = substitutes;
    this.#views = views;
  }

  /** Whether the name is that of a stored table, which has row ids and indexes, and not of a view or substitute. */
  isStored(name: string): boolean {
    return !this.#views.has(name) && !this.#substitutes.has(name);
  }

  /** Returns the name with the table prefix. Other names, such as those of subqueries, are returned unchanged. */
  physical(name: string): string {
    return this.#prefix && (tableNamed(name) !== undefined || Object.hasOwn(outerTables, name)) ? this.#prefix + name : name;
  }

  isShared(name: string): boolean {
    return this.#shared?.tables.includes(name) ?? false;
  }

  written(name: string): string {
    const quoted = (part: string): string => `${this.#quote}${part.replaceAll(this.#quote, this.#quote.repeat(2))}${this.#quote}`;
    return this.#shared && this.isShared(name)
      ? `${quoted(this.#shared.database)}.${quoted(this.#shared.prefix + name)}`
      : quoted(this.physical(name));
  }

  /** Returns the unprefixed name of a table in a database or schema. Undefined if the table does not belong to the wiki. */
  known(place: string, isOwn: boolean, table: string): string | undefined {
    const common = this.#shared?.tables.find(name => table === this.#shared?.prefix + name);
    if (common !== undefined && place === this.#shared?.database) return common;
    const name = isOwn && table.startsWith(this.#prefix) ? table.slice(this.#prefix.length) : undefined;
    return name === undefined || this.isShared(name) ? undefined : name;
  }

  /** Groups columns by unprefixed table name. `own` is the wiki's database or schema. */
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

  /** Returns the node that replaces a table node, with an alias in FROM and JOIN. Undefined if the node stays as it is. */
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
