import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction, openPlain, sql } from '@wikiquery/database';
import { openWiki, quickEngines, type TestWiki } from '@wikiquery/testing';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileCompletions } from '../file/completions.ts';
import { INDEXES, TABLES } from '../file/storage.ts';
import { stemmingOf } from '../fold.ts';
import { gatherCompletions } from '../prefixes.ts';
import { serverCompletions } from '../server/completions.ts';
import { prepareIndexDatabase } from '../server/index-database.ts';
import { putRows } from '../server/rows.ts';
import { databaseBeside, dropDatabase } from '../server/server-index.test-kit.ts';
import { createIndexTables, type ServerEngine } from '../server/tables.ts';
import type { IndexedName } from '../writing.ts';
import { type CompletionTables, updateCompletions } from './completions.ts';
import { randomNumbers } from './update.test-kit.ts';

interface Names {
  readonly tables: CompletionTables;
  replace(before: readonly IndexedName[], after: readonly IndexedName[]): Promise<void>;
  /** Reads a stored table. */
  rows(table: 'prefix' | 'word' | 'letter'): Promise<readonly object[]>;
  inTransaction(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

describe.each(quickEngines)('completions of an index on %s', engine => {
  let wiki: TestWiki;
  let folder: string;
  let names: Names;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-completions-'));
    wiki = await openWiki(engine);
    names = engine === 'sqlite' ? namesInFile(join(folder, 'index')) : await namesOnServer(databaseBeside(wiki.url));
  });
  afterAll(async () => {
    await names.close();
    if (engine !== 'sqlite') await dropDatabase(databaseBeside(wiki.url));
    await wiki.close();
    await rm(folder, { recursive: true });
  });

  it('are the same after updates as after a rebuild, also for prefixes that become frequent or rare', { timeout: 120_000 }, async () => {
    const random = randomNumbers(3);
    const all = new Map<number, IndexedName>();
    const nameOf = (source: number): IndexedName => {
      const folded = `${['amber', 'ambit', 'ambit', 'bridge', '𝒜𝒷', '東京'][random(6)]} ${random(30)}`;
      return { page: random(4) ? source : random(1500), source, namespace: random(10) ? 0 : 4, title: folded, folded, links: random(40) };
    };
    const change = (count: number): Promise<void> => {
      const [before, after] = [new Map<number, IndexedName>(), new Map<number, IndexedName>()];
      for (let n = 0; n < count; n++) {
        const source = random(1500);
        const old = all.get(source);
        if (old && !before.has(source) && !after.has(source)) before.set(source, old);
        if (random(3) === 0) all.delete(source);
        else all.set(source, nameOf(source));
        const current = all.get(source);
        if (current) after.set(source, current);
        else after.delete(source);
      }
      return names.inTransaction(async () => {
        const [old, current] = [[...before.values()], [...after.values()]];
        await names.replace(old, current);
        await updateCompletions(names.tables, old, current);
      });
    };
    for (const count of [2500, 20, 300, 1, 50, 50, 900, 20]) {
      await change(count);
      const gathered = gatherCompletions();
      for (const name of sorted([...all.values()])) gathered.add(name);
      const { prefixes, words, letters } = gathered.done();
      const rows = prefixes.flatMap(({ namespace, folded, names }) =>
        names.map(([page, source], place) => [namespace, folded, place, page, source]),
      );
      expect(await valuesOf('prefix')).toEqual(rows.map(String).sort());
      expect(await valuesOf('word')).toEqual([...words].map(String).sort());
      expect(await valuesOf('letter')).toEqual([...letters].map(String).sort());
    }
    expect((await names.rows('prefix')).length).toBeGreaterThan(0);
  });

  const valuesOf = async (table: 'prefix' | 'word' | 'letter') => (await names.rows(table)).map(row => String(Object.values(row))).sort();
});

const sorted = (names: readonly IndexedName[]): IndexedName[] =>
  names.toSorted((a, b) => a.namespace - b.namespace || (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0));

function namesInFile(file: string): Names {
  const sqlite = new SQLite(file);
  sqlite.exec(TABLES(stemmingOf('en').tokenizer) + INDEXES);
  return {
    tables: fileCompletions(sqlite),
    async replace(before, after) {
      for (const { page, source } of before) sqlite.prepare('delete from name where page = ? and source = ?').run(page, source);
      const put = sqlite.prepare('insert into name (page, source, namespace, title, folded, links) values (?, ?, ?, ?, ?, ?)');
      for (const { page, source, namespace, title, folded, links } of after) put.run(page, source, namespace, title, folded, links);
    },
    rows: async table =>
      sqlite
        .prepare<[], object>(
          table === 'prefix'
            ? `select namespace, folded, key as place, value ->> 0 as page, value ->> 1 as source from prefix, json_each(names)`
            : `select * from ${table}`,
        )
        .all(),
    async inTransaction(work) {
      sqlite.exec('begin');
      await work();
      sqlite.exec('commit');
    },
    close: async () => void sqlite.close(),
  };
}

async function namesOnServer(address: string): Promise<Names> {
  await prepareIndexDatabase(address);
  const database = await openPlain(address, { writable: true, single: true });
  const [db, engine] = [database.forRequest({}), database.engine as ServerEngine];
  const { searchParams } = new URL(address);
  if (searchParams.has('schema')) await sql.raw(`create schema if not exists ${searchParams.get('schema')}`).execute(db);
  for (const statement of createIndexTables(engine)) await sql.raw(statement).execute(db);
  return {
    tables: serverCompletions(engine, db),
    async replace(before, after) {
      for (const { page, source } of before) await sql`delete from title where page = ${page} and source = ${source}`.execute(db);
      await putRows(
        engine,
        db,
        'title',
        'page, source',
        after.map(name => ({ ...name })),
      );
    },
    rows: async table => (await sql<object>`select * from ${sql.raw(table)}`.execute(db)).rows,
    inTransaction: work => inTransaction({ db }, work),
    close: () => database.close(),
  };
}
