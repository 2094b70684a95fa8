import { tmpdir } from 'node:os';
import { SERVER, startServer } from '@wikiquery/launch/process';
import Sqlite from 'better-sqlite3';
import { type BenchmarkRequest, queryOf } from './requests.ts';
import type { BenchmarkWiki } from './wiki-file.ts';

/**
 * Prints the statements that the server puts to the database for each request, and how SQLite carries them out. `SCAN` of a table without an
 * index behind it reads the whole table. The server tells its statements in its log: with `--slow 0` every one is slow.
 */
export async function printPlans(wiki: BenchmarkWiki, requests: readonly BenchmarkRequest[]): Promise<void> {
  const flags = ['--database', `sqlite:${wiki.file}`, '--lenient', '--slow', '0'];
  let statements = new Set<string>();
  const server = await startServer(SERVER, flags, tmpdir(), {
    onLog(line) {
      const sql = statementIn(line);
      if (sql !== undefined) statements.add(sql);
    },
  });
  const db = new Sqlite(wiki.file, { readonly: true });
  db.function('wikiquery_tick', () => 1);
  try {
    for (const request of requests) {
      statements = new Set();
      await (await fetch(`${server.api}?${queryOf(request)}`)).arrayBuffer();
      console.log(`\n${request.name}`);
      for (const sql of statements) printPlan(db, sql);
    }
  } finally {
    db.close();
    await server.stop();
  }
}

function printPlan(db: Sqlite.Database, sql: string): void {
  console.log(`  ${sql.length > 300 ? `${sql.slice(0, 300)} …` : sql}`);
  const values = Array.from(sql.matchAll(/\?/g), () => null);
  for (const { detail } of db.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]) {
    const readsAll = /^SCAN (?!.* USING )/.test(detail) ? '   <-- reads the whole table' : '';
    console.log(`      ${detail}${readsAll}`);
  }
}

function statementIn(line: string): string | undefined {
  if (!line.includes('"slow-statement"')) return undefined;
  return (JSON.parse(line) as { readonly sql?: string }).sql;
}
