import { sql, type TableName } from '@wikiquery/database';
import type { TargetDatabase } from '../write/target.ts';
import { DumpColumns } from './columns.ts';
import type { DumpRow, ValueKind } from './reader.ts';

interface Fill {
  readonly table: TableName;
  readonly id: string;
  readonly column: string;
}

/** Removed tables whose values moved into a column of another table. That column is 0 if the value is in the removed table. */
const FILLS: ReadonlyMap<string, Fill & { readonly from: readonly [id: string, value: string] }> = new Map([
  [
    'revision_comment_temp',
    { table: 'revision', id: 'rev_id', column: 'rev_comment_id', from: ['revcomment_rev', 'revcomment_comment_id'] },
  ],
  ['revision_actor_temp', { table: 'revision', id: 'rev_id', column: 'rev_actor', from: ['revactor_rev', 'revactor_actor'] }],
  [
    'image_comment_temp',
    { table: 'image', id: 'img_name', column: 'img_description_id', from: ['imgcomment_name', 'imgcomment_description_id'] },
  ],
]);

export const isFill = (table: string): boolean => FILLS.has(table);

const CHUNK = 400;

export class FillWriter {
  readonly table: string;
  readonly columns: readonly string[];
  readonly kinds: readonly ValueKind[];
  readonly selection = { isFull: false };
  readonly isFiltered = false;
  readonly misfits = 0;
  readonly #fill: Fill;
  readonly #read: (row: DumpRow) => [id: number | string, value: number];

  constructor(table: string, columns: readonly string[]) {
    const { from, ...fill } = FILLS.get(table) as NonNullable<ReturnType<typeof FILLS.get>>;
    const dump = new DumpColumns(columns);
    if (!dump.has(...from)) throw new Error(`The layout of table ${table} is not supported: it has the columns ${columns.join(', ')}.`);
    const [id, value] = [fill.id === 'img_name' ? dump.text(from[0]) : dump.number(from[0]), dump.number(from[1])];
    this.#read = row => [id(row), value(row)];
    [this.table, this.columns, this.kinds, this.#fill] = [table, columns, dump.kinds, fill];
  }

  async clear(): Promise<void> {}
  async complete(): Promise<void> {}

  async write(rows: readonly DumpRow[], { db, prefix }: TargetDatabase): Promise<number> {
    const { table, id, column } = this.#fill;
    for (let at = 0; at < rows.length; at += CHUNK) {
      const pairs = rows.slice(at, at + CHUNK).map(this.#read);
      const cases = sql.join(
        pairs.map(([key, value]) => sql`when ${key} then ${sql.lit(value)}`),
        sql` `,
      );
      await sql`update ${sql.table(prefix + table)} set ${sql.ref(column)} = case ${sql.ref(id)} ${cases} end
        where ${sql.ref(id)} in (${sql.join(pairs.map(([key]) => key))})`.execute(db);
    }
    return rows.length;
  }
}
