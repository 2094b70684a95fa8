import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostSite } from '@wikiquery/core/host';
import { createStatements, type EngineName, open, type Statement, sql } from '@wikiquery/database';
import { defaultSite } from '@wikiquery/site';
import { emptyWikiFile, WikiBuilder } from '@wikiquery/wiki-builder';
import { type Readers, readersOf, statementsOf, type Watch } from './readers.ts';
import { changeRights, dropSchema, emptySchema, makeSchema, type PostgresSchema, using } from './schema.ts';

const { TEST_ENGINES, TEST_MARIADB_URL: mariadbUrl, TEST_POSTGRES_URL, TEST_POSTGRES_EMBEDDED } = process.env;
/** A server, or the PostgreSQL that the test run brings along. */
const postgresUrl = TEST_POSTGRES_URL || TEST_POSTGRES_EMBEDDED;

/** The engines to test: those that `TEST_ENGINES` names, or SQLite and the others where the environment says how to reach them. */
export const engines: readonly EngineName[] = enginesToTest();

/** Those of them that many rows are soon written to: not the PostgreSQL of the test run. */
export const quickEngines: readonly EngineName[] = engines.filter(
  engine => engine !== 'postgres' || postgresUrl !== TEST_POSTGRES_EMBEDDED,
);

function enginesToTest(): EngineName[] {
  const here: Readonly<Record<EngineName, boolean>> = { sqlite: true, mariadb: !!mariadbUrl, postgres: !!postgresUrl };
  const names = Object.keys(here) as EngineName[];
  if (!TEST_ENGINES) return names.filter(name => here[name]);
  return TEST_ENGINES.split(',').map(wanted => {
    const name = names.find(each => each === wanted.trim());
    if (!name) throw new Error(`TEST_ENGINES names "${wanted}"; the engines are ${names.join(', ')}.`);
    if (!here[name]) throw new Error(`TEST_ENGINES names ${name}: say in TEST_${name.toUpperCase()}_URL where its server is.`);
    return name;
  });
}

export interface WikiOptions {
  /** Namespaces, groups and the like; a new English wiki when left out. */
  readonly site?: HostSite;
  /** Address of the database server, instead of the one that the environment names. */
  readonly server?: string;
}

/**
 * An empty wiki in a database of its own, to be filled with the methods of `Wiki` and closed at the end. The database of `mariadb` and
 * `postgres` is made on the server that `TEST_MARIADB_URL` or `TEST_POSTGRES_URL` names; without the latter, in the test run's own PostgreSQL.
 */
export async function openWiki(engine: EngineName = 'sqlite', { site = defaultSite(), server }: WikiOptions = {}): Promise<TestWiki> {
  const { url, remove, changeRights = change => change() } = await create[engine](server);
  try {
    const watch: Watch = { statements: 0, listeners: new Set() };
    const onStatement = (statement: Statement): void => {
      watch.statements++;
      for (const listen of watch.listeners) listen(statement);
    };
    const database = await open(url, { writable: true, connections: 2, onStatement });
    const readers = readersOf({ url, database, watch, onStatement, changeRights });
    const removeAll = async (): Promise<void> => {
      await readers.close();
      await remove();
    };
    return new TestWiki(url, database, site, removeAll, { watch, readers });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A test wiki that records its SQL. */
export class TestWiki extends WikiBuilder {
  readonly #watch: Watch;
  /** Does something with a view of the database that may read what a plugin and every server read; rejects where that does not suffice. */
  readonly readAs: Readers['readAs'];

  constructor(
    ...[url, database, site, remove, { watch, readers }]: [
      ...ConstructorParameters<typeof WikiBuilder>,
      { readonly watch: Watch; readonly readers: Readers },
    ]
  ) {
    super(url, database, site, remove);
    this.#watch = watch;
    this.readAs = readers.readAs;
  }
  /** How many statements the database was given so far: to see that many pages take as many as few. */
  get statements(): number {
    return this.#watch.statements;
  }
  /** The statements that the database is given while something is done. */
  async statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    return statementsOf(this.#watch, work);
  }
}

interface Place {
  readonly url: string;
  readonly remove: () => Promise<void>;
  readonly changeRights?: (change: () => Promise<void>) => Promise<void>;
}

const create: Readonly<Record<EngineName, (server?: string) => Promise<Place>>> = {
  async sqlite() {
    const directory = await mkdtemp(join(tmpdir(), 'wikiquery-'));
    const file = join(directory, 'wiki.sqlite');
    emptyFile ??= await emptySqlite(file);
    await writeFile(file, emptyFile);
    return { url: `sqlite:${file}`, remove: () => rm(directory, { recursive: true, force: true }) };
  },

  async mariadb(address = mariadbUrl) {
    // Whoever tests has the drivers that others install when they want them.
    await import('mysql2');
    const server = serverUrl(address, 'TEST_MARIADB_URL');
    const { href } = server;
    const name = uniqueName();
    await runOn(server.href, [`create database ${name}`]);
    server.pathname = `/${name}`;
    await runOn(server.href, createStatements('mariadb'));
    return { url: server.href, remove: () => runOn(href, [`drop database ${name}`]) };
  },

  async postgres(address = postgresUrl) {
    await import('pg');
    const server = serverUrl(address, 'TEST_POSTGRES_URL');
    const kept = address === TEST_POSTGRES_EMBEDDED ? keptSchemas : undefined;
    const schema = kept?.pop() ?? (await makeSchema(server, uniqueName()));
    return {
      url: schema.url,
      ...(kept && { changeRights: change => changeRights(schema, change) }),
      remove: async () => {
        if (kept && (await emptySchema(schema))) kept.push(schema);
        else await dropSchema(schema);
      },
    };
  },
};

/** The file of a wiki without content: made once a process, because a copy costs a tenth. */
let emptyFile: Uint8Array | undefined;

async function emptySqlite(file: string): Promise<Uint8Array> {
  await emptyWikiFile(file);
  return readFile(file);
}

/** Schemas without rows of the embedded PostgreSQL, which takes ten times as long to make their tables as to empty them. */
const keptSchemas: PostgresSchema[] = [];

async function runOn(url: string, statements: readonly string[]): Promise<void> {
  await using(url, async ({ db }) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
}

let wikis = 0;
const uniqueName = (): string => `wikiquery_${process.pid}_${Date.now().toString(36)}_${++wikis}`;

function serverUrl(url: string | undefined, variable: string): URL {
  if (!url) throw new Error(`Set ${variable} to the address of a server where databases may be made.`);
  return new URL(url);
}
