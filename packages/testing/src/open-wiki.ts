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
/** URL of the configured PostgreSQL server, or of the embedded PostgreSQL of the test run. */
const postgresUrl = TEST_POSTGRES_URL || TEST_POSTGRES_EMBEDDED;

/** Database engines to test: the engines in `TEST_ENGINES`, or SQLite and all engines with a configured server. */
export const engines: readonly EngineName[] = enginesToTest();

/** Engines to test that write many rows fast: all except the embedded PostgreSQL. */
export const quickEngines: readonly EngineName[] = engines.filter(
  engine => engine !== 'postgres' || postgresUrl !== TEST_POSTGRES_EMBEDDED,
);

function enginesToTest(): EngineName[] {
  const here: Readonly<Record<EngineName, boolean>> = { sqlite: true, mariadb: !!mariadbUrl, postgres: !!postgresUrl };
  const names = Object.keys(here) as EngineName[];
  if (!TEST_ENGINES) return names.filter(name => here[name]);
  return TEST_ENGINES.split(',').map(wanted => {
    const name = names.find(each => each === wanted.trim());
    if (!name) throw new Error(`TEST_ENGINES names "${wanted}". Choose from ${names.join(', ')}.`);
    if (!here[name]) throw new Error(`TEST_ENGINES names ${name}. Set TEST_${name.toUpperCase()}_URL to its server.`);
    return name;
  });
}

/** Options of a test wiki. */
export interface WikiOptions {
  /** Site configuration. Default: a new English wiki. */
  readonly site?: HostSite;
  /** URL of the database server. Default: from the environment. */
  readonly server?: string;
}

/** Creates an empty wiki in its own database. By default, `TEST_MARIADB_URL` and `TEST_POSTGRES_URL` specify the database servers. */
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
  /** Runs `work` with a database that has only the tables that a plugin and the server require. Rejects if they do not suffice. */
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
  /** Number of executed statements. Tests show with it that the number does not depend on the number of pages. */
  get statements(): number {
    return this.#watch.statements;
  }
  /** Returns the statements that `work` executes. */
  async statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    return statementsOf(this.#watch, work);
  }
}

interface TestDatabase {
  readonly url: string;
  readonly remove: () => Promise<void>;
  readonly changeRights?: (change: () => Promise<void>) => Promise<void>;
}

const create: Readonly<Record<EngineName, (server?: string) => Promise<TestDatabase>>> = {
  async sqlite() {
    const directory = await mkdtemp(join(tmpdir(), 'wikiquery-'));
    const file = join(directory, 'wiki.sqlite');
    emptyFile ??= await emptySqlite(file);
    await writeFile(file, emptyFile);
    return { url: `sqlite:${file}`, remove: () => rm(directory, { recursive: true, force: true }) };
  },

  async mariadb(address = mariadbUrl) {
    // Fails early if the test environment lacks this optional driver.
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
    const reusable = address === TEST_POSTGRES_EMBEDDED ? emptySchemas : undefined;
    const schema = reusable?.pop() ?? (await makeSchema(server, uniqueName()));
    return {
      url: schema.url,
      ...(reusable && { changeRights: change => changeRights(schema, change) }),
      remove: async () => {
        if (reusable && (await emptySchema(schema))) reusable.push(schema);
        else await dropSchema(schema);
      },
    };
  },
};

/** Content of an empty database file. Writing it is ten times as fast as creating a database. */
let emptyFile: Uint8Array | undefined;

async function emptySqlite(file: string): Promise<Uint8Array> {
  await emptyWikiFile(file);
  return readFile(file);
}

/** Reusable empty schemas of the embedded PostgreSQL. Creating tables takes ten times as long as emptying them. */
const emptySchemas: PostgresSchema[] = [];

async function runOn(url: string, statements: readonly string[]): Promise<void> {
  await using(url, async ({ db }) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
}

let wikis = 0;
const uniqueName = (): string => `wikiquery_${process.pid}_${Date.now().toString(36)}_${++wikis}`;

function serverUrl(url: string | undefined, variable: string): URL {
  if (!url) throw new Error(`Set ${variable} to the URL of a server where databases can be created.`);
  return new URL(url);
}
