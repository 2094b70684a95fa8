import { rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Texts that are read together, so that reading does not count. */
const BATCH = 20_000;

/** Seconds in which SQLite writes the same texts into an index of words that does nothing else, texts already in memory: no importer can be faster. */
export function bareIndex(wiki: string, place: string): number {
  rmSync(place, { force: true });
  const source = new Sqlite(wiki, { readonly: true });
  const target = new Sqlite(place);
  try {
    for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -131072']) target.pragma(pragma);
    target.exec(`create virtual table words using fts5(text, content='', contentless_delete=1)`);
    for (const instruction of [`'hashsize', ${64 << 20}`, `'automerge', 0`])
      target.exec(`insert into words (words, rank) values (${instruction})`);
    const insert = target.prepare('insert into words (rowid, text) values (?, ?)');
    const read = source.prepare<[number, number], { id: number; text: Buffer }>(
      'select old_id as id, old_text as text from text where old_id > ? order by old_id limit ?',
    );
    let seconds = 0;
    target.exec('begin');
    for (let last = 0; ; ) {
      const rows = read.all(last, BATCH).map(({ id, text }) => ({ id, text: String(text) }));
      const begun = performance.now();
      for (const { id, text } of rows) insert.run(id, text);
      if (rows.length === 0) target.exec('commit');
      seconds += (performance.now() - begun) / 1000;
      if (rows.length === 0) return seconds;
      last = rows.at(-1)?.id as number;
    }
  } finally {
    source.close();
    target.close();
    rmSync(place, { force: true });
  }
}
