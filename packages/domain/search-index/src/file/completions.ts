import type SQLite from 'better-sqlite3';
import { FEW, KEPT, type RankedName } from '../prefixes.ts';
import type { CompletionTables, Prefix } from '../update/completions.ts';

const END = '\u{10ffff}';
const FIELDS = 'n.namespace, n.folded, n.links, n.page, n.source';

type Key = readonly [page: number, source: number];

/** Accesses the completions of an index file. */
export function fileCompletions(sqlite: SQLite.Database): CompletionTables {
  const count = sqlite
    .prepare<[number, string, string], number>(
      `select count(*) from (select 1 from name indexed by name_folded where namespace = ? and folded >= ? and folded < ? limit ${FEW + 1})`,
    )
    .pluck();
  const stored = sqlite.prepare<[number, string], string>('select names from prefix where namespace = ? and folded = ?').pluck();
  const name = sqlite.prepare<[number, number], RankedName>(`select ${FIELDS} from name n where n.page = ? and n.source = ?`);
  const keysOf = ({ namespace, folded }: Prefix): Key[] | undefined => {
    const names = stored.get(namespace, folded);
    return names === undefined ? undefined : (JSON.parse(names) as Key[]);
  };
  return {
    async read(prefixes) {
      return prefixes.map(prefix => {
        const keys = keysOf(prefix);
        const last = keys?.at(-1);
        return {
          count: count.get(prefix.namespace, prefix.folded, prefix.folded + END) ?? 0,
          stored: keys && {
            last: last && name.get(...last),
            has: ({ page, source }) => keys.some(key => key[0] === page && key[1] === source),
          },
        };
      });
    },
    names: async prefix => (keysOf(prefix) ?? []).flatMap(key => name.get(...key) ?? []),
    best: async ({ namespace, folded }) =>
      sqlite
        .prepare<[number, string, string], RankedName>(
          `select ${FIELDS} from name n indexed by name_folded where n.namespace = ? and n.folded >= ? and n.folded < ?
            order by n.links desc, n.page <> n.source, length(n.folded), n.folded, n.source limit ${KEPT}`,
        )
        .all(namespace, folded, folded + END),
    async put({ namespace, folded }, names) {
      const keys = names.map(({ page, source }) => [page, source]);
      sqlite.prepare('insert or replace into prefix values (?, ?, ?)').run(namespace, folded, JSON.stringify(keys));
    },
    async drop({ namespace, folded }) {
      sqlite.prepare('delete from prefix where namespace = ? and folded >= ? and folded < ?').run(namespace, folded, folded + END);
    },
    async addCounts(table, counts) {
      const [key, value] = table === 'word' ? ['word', 'pages'] : ['letter', 'names'];
      const add = sqlite.prepare(
        `insert into ${table} values (?, ?) on conflict (${key}) do update set ${value} = ${value} + excluded.${value}`,
      );
      const drop = sqlite.prepare(`delete from ${table} where ${key} = ? and ${value} <= 0`);
      for (const [text, by] of counts) {
        add.run(text, by);
        drop.run(text);
      }
    },
  };
}
