import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SERVER } from '@wikiquery/conformance/server';
import Sqlite from 'better-sqlite3';
import type { BenchmarkRequest } from './requests.ts';
import type { BenchmarkWiki } from './wiki-file.ts';

/**
 * Prints the statements that the server puts to the database for each request, and how SQLite carries them out. `SCAN` of a table without an
 * index behind it reads the whole table. The server tells its statements in its log: with `--slow 0` every one is slow.
 */
export async function printPlans(wiki: BenchmarkWiki, requests: readonly BenchmarkRequest[]): Promise<void> {
  const flags = ['serve', '--database', `sqlite:${wiki.file}`, '--lenient', '--slow', '0', '--port', '0'];
  const server = spawn(process.execPath, [...SERVER, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  let statements = new Set<string>();
  createInterface(server.stderr).on('line', line => {
    const sql = statementIn(line);
    if (sql !== undefined) statements.add(sql);
  });
  const db = new Sqlite(wiki.file, { readonly: true });
  db.function('wikiquery_tick', () => 1);
  try {
    const api = await addressIn(server.stdout);
    for (const { name, query } of requests) {
      statements = new Set();
      await (await fetch(`${api}?action=query&format=json&formatversion=2&${query}`)).arrayBuffer();
      console.log(`\n${name}`);
      for (const sql of statements) printPlan(db, sql);
    }
  } finally {
    db.close();
    server.kill();
    await ended;
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

function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', line => {
    const api = /^\s*(http:\/\/\S+\/api\.php)$/.exec(line)?.[1];
    if (api) resolve(api);
  });
  return promise;
}
