import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RecordedProbe } from './probe.ts';

/** Responses recorded from a MediaWiki. */
export interface Recording {
  /** URL of the wiki's server (`$wgServer`), for example `http://wiki.example`. */
  readonly server: string;
  /** MediaWiki's version, for example `MediaWiki 1.43.9`. */
  readonly generator: string;
  /** Time of the recording. The clock of the tested server is set to it. */
  readonly recorded: string;
  readonly probes: readonly RecordedProbe[];
}

/** An unpacked set. */
export interface ServedSet {
  /** A temporary working directory for the server. */
  readonly folder: string;
  /** Database URL. */
  readonly url: string;
  /** Flags for `wikiquery serve`. */
  readonly flags: readonly string[];
  /** Removes the folder and the database. */
  close(): void;
}

/** Returns the folders that contain sets: the repository's, then `more` (default: `WIKIQUERY_SETS`) or `../shared/conformance/sets`. */
export function setFolders(more = process.env.WIKIQUERY_SETS): string[] {
  const here = join(import.meta.dirname, '..');
  const shared = join(here, '../../../shared/conformance/sets');
  return [join(here, 'sets'), more || (existsSync(shared) ? shared : '')].filter(folder => folder !== '');
}

/** Returns the path of a set, given its path or its name in one of the folders. Throws if there is none. */
export function findSet(name: string, folders: readonly string[]): string {
  const found = [name, ...folders.map(folder => join(folder, name))].find(folder => existsSync(join(folder, 'recorded.jsonl.gz')));
  if (!found) throw new Error(`There is no set ${name} (a folder with recorded.jsonl.gz) in ${folders.join(' or ')}.`);
  return found;
}

/** Returns the paths of all sets, sorted by name. If two folders have a set of the same name, the first folder wins. */
export function setsIn(folders: readonly string[]): string[] {
  const named = new Map<string, string>();
  for (const folder of folders.toReversed()) {
    for (const name of readdirSync(folder)) if (existsSync(join(folder, name, 'recorded.jsonl.gz'))) named.set(name, join(folder, name));
  }
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, path]) => path);
}

/** Returns the reason why this machine cannot serve a set, or undefined if it can. */
export function whyNotServed(set: string): string | undefined {
  const variable = ENGINES.find(({ file }) => existsSync(join(set, file)))?.server;
  return variable && !process.env[variable] ? `${variable} is not set` : undefined;
}

/** Reads a recording of a set: a line of metadata, then a line per probe. */
export function readRecording(set: string, name = 'recorded'): Recording {
  const all = gunzipSync(readFileSync(join(set, `${name}.jsonl.gz`)));
  const lines: unknown[] = [];
  // Each line is decoded separately: the whole text may exceed the maximum string length.
  for (let from = 0; from < all.length; ) {
    const newline = all.indexOf(NEWLINE, from);
    const to = newline < 0 ? all.length : newline;
    if (to > from) lines.push(JSON.parse(all.toString('utf8', from, to)));
    from = to + 1;
  }
  const [first, ...probes] = lines as [{ readonly meta: Pick<Recording, 'server' | 'generator' | 'recorded'> }, ...RecordedProbe[]];
  return { server: first.meta.server, generator: first.meta.generator, recorded: first.meta.recorded, probes };
}

/**
 * Unpacks the database and the uploaded files of a set into a temporary folder. Loads a SQL dump into a new database. `wiki`: settings
 * that the site configuration lacks.
 */
export function unpackSet(set: string, wiki: Readonly<Record<string, unknown>> = {}): ServedSet {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-conformance-'));
  const images = join(folder, 'images');
  mkdirSync(images);
  runTool('tar', ['-xzf', join(set, 'images.tar.gz'), '-C', images, '--strip-components=1']);
  writeFileSync(join(folder, 'wikiquery.config.json'), JSON.stringify({ wiki }));
  const engine = ENGINES.find(({ file }) => existsSync(join(set, file)));
  if (!engine) throw new Error(`${set} has no database: ${ENGINES.map(({ file }) => file).join(' or ')}.`);
  const { url, drop } = engine.load(gunzipSync(readFileSync(join(set, engine.file))), folder);
  const close = (): void => {
    process.off('exit', close);
    drop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  return { folder, url, flags: ['--database', url, '--images', images, '--site', resolve(set, 'site.json')], close };
}

interface Loaded {
  readonly url: string;
  readonly drop: () => void;
}

const NEWLINE = 10;
let databases = 0;
/** Returns the name of a database that does not exist. */
const newDatabase = (): string => `wikiquery_conformance_${process.pid}_${++databases}`;

interface EngineOfSet {
  readonly file: string;
  /** Name of the environment variable with the URL of a database server. */
  readonly server?: string;
  readonly load: (dump: Buffer, folder: string) => Loaded;
}

const ENGINES: readonly EngineOfSet[] = [
  {
    file: 'wiki.sqlite.gz',
    load(dump, folder) {
      const file = join(folder, 'wiki.sqlite');
      writeFileSync(file, dump);
      return { url: `sqlite:${file}`, drop() {} };
    },
  },
  {
    file: 'wiki.mysql.sql.gz',
    server: 'TEST_MARIADB_URL',
    load(dump) {
      const url = new URL(serverOf('TEST_MARIADB_URL'));
      const login = ['--protocol=tcp', `--host=${url.hostname}`, `--port=${url.port || 3306}`, `--user=${url.username || 'root'}`];
      const client = (args: string[], input?: Buffer): void =>
        runTool('mariadb', [...login, ...args], input, { MYSQL_PWD: decodeURIComponent(url.password) });
      const database = newDatabase();
      client(['-e', `create database ${database} default character set binary`]);
      client([database], dump);
      url.pathname = database;
      return { url: url.href, drop: () => client(['-e', `drop database ${database}`]) };
    },
  },
  {
    file: 'wiki.pgsql.sql.gz',
    server: 'TEST_POSTGRES_URL',
    load(dump) {
      const server = serverOf('TEST_POSTGRES_URL');
      const url = new URL(server);
      const database = newDatabase();
      url.pathname = database;
      const client = (args: string[], input?: Buffer): void =>
        runTool('psql', ['--no-psqlrc', '--quiet', '-v', 'ON_ERROR_STOP=1', ...args], input);
      client(['-d', server, '-c', `create database ${database}`]);
      client(['-d', url.href], dump);
      // The order of rows depends on the chosen index, which depends on statistics.
      client(['-d', url.href, '-c', 'vacuum analyze']);
      return { url: url.href, drop: () => client(['-d', server, '-c', `drop database ${database} with (force)`]) };
    },
  },
];

function serverOf(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`This set is a SQL dump: set ${variable} to the URL of a server where databases can be created.`);
  return url;
}

function runTool(file: string, args: readonly string[], input?: Buffer, env?: Record<string, string>): void {
  const { status, stderr, error } = spawnSync(file, args, { input: input ?? '', env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} failed: ${error?.message ?? stderr.trim()}`);
}
