import { sql } from '@wikiquery/database';
import { FEW, KEPT, type RankedName } from '../prefixes.ts';
import type { CompletionTables, Prefix, StoredPrefix } from '../update/completions.ts';
import { putRows } from './rows.ts';
import type { Db, ServerEngine } from './tables.ts';

const END = '\u{10ffff}';
const FIELDS = sql.raw('n.namespace, n.folded, n.links, n.page, n.source');
/** Number of prefixes that a statement counts, and of values that a statement compares. */
const COUNTED_AT_ONCE = 100;
const AT_ONCE = 500;

/** Accesses the completions of an index database. */
export function serverCompletions(engine: ServerEngine, db: Db): CompletionTables {
  return {
    async read(prefixes, changed) {
      const counts = await countNames(db, prefixes);
      const stored = await storedNames(db, prefixes, changed);
      return prefixes.map((prefix, at) => ({ count: counts[at] ?? 0, stored: stored.get(keyOf(prefix)) }));
    },
    async names({ namespace, folded }) {
      const { rows } = await sql<RankedName>`select ${FIELDS} from prefix p join title n on n.page = p.page and n.source = p.source
        where p.namespace = ${namespace} and p.folded = ${folded}`.execute(db);
      return rows;
    },
    async best({ namespace, folded }) {
      const { rows } = await sql<RankedName>`select ${FIELDS} from title n
        where n.namespace = ${namespace} and n.folded >= ${folded} and n.folded < ${folded + END}
        order by n.links desc, case when n.page = n.source then 0 else 1 end, char_length(n.folded), n.folded, n.source limit ${KEPT}`.execute(
        db,
      );
      return rows;
    },
    async put({ namespace, folded }, names) {
      await sql`delete from prefix where namespace = ${namespace} and folded = ${folded}`.execute(db);
      const rows = names.map(({ page, source }, place) => ({ namespace, folded, place, page, source }));
      await putRows(engine, db, 'prefix', 'namespace, folded, place', rows);
    },
    async drop({ namespace, folded }) {
      await sql`delete from prefix where namespace = ${namespace} and folded >= ${folded} and folded < ${folded + END}`.execute(db);
    },
    async addCounts(table, counts) {
      const [key, value] = table === 'word' ? ['word', 'pages'] : ['letter', 'names'];
      const [name, column, count] = [sql.raw(table), sql.raw(key), sql.raw(value)];
      for (const part of inParts([...counts], AT_ONCE)) {
        const texts = sql.join(part.map(([text]) => text));
        const { rows } = await sql<{ text: string; count: number }>`
          select ${column} as text, ${count} as count from ${name} where ${column} in (${texts})`.execute(db);
        const known = new Map(rows.map(row => [row.text, Number(row.count)]));
        const sums = part.map(([text, by]) => ({ [key]: text, [value]: (known.get(text) ?? 0) + by }));
        await putRows(
          engine,
          db,
          table,
          key,
          sums.filter(sum => (sum[value] as number) > 0),
        );
        const gone = sums.filter(sum => (sum[value] as number) <= 0).map(sum => sum[key]);
        if (gone.length > 0) await sql`delete from ${name} where ${column} in (${sql.join(gone)})`.execute(db);
      }
    },
  };
}

const keyOf = ({ namespace, folded }: Prefix): string => `${namespace}:${folded}`;

async function countNames(db: Db, prefixes: readonly Prefix[]): Promise<number[]> {
  const counts: number[] = [];
  for (const part of inParts(prefixes, COUNTED_AT_ONCE)) {
    const selects = part.map(
      ({ namespace, folded }, at) => sql`(select ${sql.lit(at)} as at, count(*) as count from (
        select 1 as found from title where namespace = ${namespace} and folded >= ${folded} and folded < ${folded + END} limit ${sql.lit(FEW + 1)}
      ) counted)`,
    );
    const { rows } = await sql<{ at: number; count: number }>`${sql.join(selects, sql` union all `)}`.execute(db);
    const found = new Map(rows.map(({ at, count }) => [Number(at), Number(count)]));
    counts.push(...part.map((_, at) => found.get(at) ?? 0));
  }
  return counts;
}

/** Reads only the last name of each prefix, and the names that changed. */
async function storedNames(
  db: Db,
  prefixes: readonly Prefix[],
  changed: readonly RankedName[],
): Promise<ReadonlyMap<string, NonNullable<StoredPrefix['stored']>>> {
  const names = new Map<string, { last: RankedName | undefined; readonly members: Set<string> }>();
  const sources = new Set(changed.map(({ source }) => source));
  for (const [namespace, group] of Map.groupBy(prefixes, prefix => prefix.namespace)) {
    for (const part of inParts(group, AT_ONCE)) {
      const texts = sql.join(part.map(({ folded }) => folded));
      const { rows } = await sql<RankedName & { place: number; prefix: string; member: number; redirect: number }>`
        select p.place, p.folded as prefix, p.page as member, p.source as redirect, ${FIELDS}
        from prefix p left join title n on n.page = p.page and n.source = p.source
        where p.namespace = ${namespace} and p.folded in (${texts})
          and (p.place = ${KEPT - 1} or p.source in (${sql.join([...sources])}))`.execute(db);
      for (const { place, prefix, member, redirect, ...name } of rows) {
        const key = `${namespace}:${prefix}`;
        const known = names.get(key) ?? { last: undefined, members: new Set() };
        names.set(key, known);
        known.members.add(`${member} ${redirect}`);
        if (place === KEPT - 1 && name.page !== null) known.last = name;
      }
    }
  }
  return new Map(
    Array.from(names, ([key, { last, members }]) => [key, { last, has: ({ page, source }) => members.has(`${page} ${source}`) }]),
  );
}

function* inParts<T>(list: readonly T[], length: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += length) yield list.slice(at, at + length);
}
