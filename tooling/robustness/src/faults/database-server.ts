import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import { findProgram } from '@wikiquery/launch/programs';

export const serverEngines = ['mariadb', 'postgres'] as const;
export type ServerEngine = (typeof serverEngines)[number];

export const isInstalled = (engine: ServerEngine): boolean => PROGRAMS[engine].every(name => findProgram(name));

/** Requirement that the test run lists at its end if it skipped these tests. */
export const needsPrograms = { needs: 'separate database servers: install MariaDB, PostgreSQL and HAProxy' };

/** A separate database server in a temporary folder, on a free port of the loopback interface, under an account other than root. */
export class DatabaseServer {
  readonly engine: ServerEngine;
  readonly port: number;
  readonly #options: readonly string[];
  readonly #folder: string;
  readonly #account: Account | undefined;
  #wasKilled = false;
  #process: ChildProcess | undefined;

  /** Starts an empty server, or a replica of `primary`. `options`: additional arguments for MariaDB. */
  static async start(engine: ServerEngine, primary?: DatabaseServer, options: readonly string[] = []): Promise<DatabaseServer> {
    const server = new DatabaseServer(engine, await freePort(), options);
    try {
      if (engine === 'mariadb') server.#run('mariadb-install-db', ['--no-defaults', `--datadir=${server.#data}`, ...MARIADB_INSTALL]);
      else if (primary) server.#run('pg_basebackup', ['-d', primary.url, '-D', server.#data, '--write-recovery-conf', '--checkpoint=fast']);
      else server.#run('initdb', [`--pgdata=${server.#data}`, '--username=root', '--auth=trust', '--encoding=UTF8', '--locale=C']);
      await server.start();
      if (engine === 'mariadb' && primary)
        server.execute(`change master to master_host='127.0.0.1', master_port=${primary.port}, ${FOLLOW}; start slave`);
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  private constructor(engine: ServerEngine, port: number, options: readonly string[]) {
    this.#options = options;
    this.engine = engine;
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), `wikiquery-${engine}-`));
    this.#account = accountOf();
    chmodSync(this.#folder, 0o700);
    mkdirSync(this.#data, { mode: 0o700 });
    if (this.#account) for (const folder of [this.#folder, this.#data]) chownSync(folder, this.#account.uid, this.#account.gid);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Database URL of an account with all rights. */
  get url(): string {
    return this.engine === 'mariadb' ? `mariadb://root@127.0.0.1:${this.port}` : `postgres://root@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server, also after `kill`, and waits until it responds. */
  async start(): Promise<void> {
    const isMariadb = this.engine === 'mariadb';
    const program = isMariadb ? 'mariadbd' : 'postgres';
    const folders = [`--datadir=${this.#data}`, `--socket=${this.#folder}/socket`];
    const args = isMariadb
      ? [...MARIADB, ...folders, `--port=${this.port}`, `--server-id=${this.port}`, ...this.#options]
      : ['-D', this.#data, '-p', String(this.port), '-k', this.#folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
    const log = join(this.#folder, 'log');
    const begin = (): ChildProcess => {
      const output = openSync(log, 'a');
      const begun = spawn(findProgram(program)!, args, { ...this.#as, stdio: ['ignore', output, output] });
      closeSync(output);
      return begun;
    };
    let running = begin();
    for (let i = 0; i < 300; i++) {
      this.#process = running;
      if (running.exitCode !== null) {
        // Child processes may outlive a killed parent for a moment. A new server cannot start before they end.
        if (!this.#wasKilled)
          throw new Error(`${program} ended with exit code ${running.exitCode}: ${readFileSync(log, 'utf8').slice(-2000)}`);
        running = begin();
      } else if ((await listens(this.port)) && this.#answers()) return;
      await sleep(100);
    }
    throw new Error(`${program} does not respond: ${readFileSync(log, 'utf8').slice(-2000)}`);
  }

  /** Whether the server executes statements. It already listens while it repairs its files. */
  #answers(): boolean {
    try {
      this.execute('select 1');
      return true;
    } catch {
      return false;
    }
  }

  async kill(): Promise<void> {
    const { pid } = this.#process ?? {};
    if (!this.#process || pid === undefined || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#wasKilled = true;
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** Runs statements with all rights. Returns their output without column headers. */
  execute(statements: string, database = ''): string {
    const args =
      this.engine === 'mariadb'
        ? [...CLIENT, `--port=${this.port}`, '-N', '-e', statements, ...(database ? [database] : [])]
        : [this.url, '-v', 'ON_ERROR_STOP=1', '-AtXq', '-c', statements];
    return execFileSync(findProgram(this.engine === 'mariadb' ? 'mariadb' : 'psql')!, args, { encoding: 'utf8', stdio: 'pipe' });
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Process options with a separate temporary folder: at startup, MariaDB removes temporary tables of other servers in the same folder. */
  get #as() {
    return { cwd: this.#folder, env: { ...process.env, TMPDIR: this.#folder }, ...this.#account } satisfies SpawnOptions;
  }

  #run(program: string, args: readonly string[]): void {
    execFileSync(findProgram(program)!, args, { ...this.#as, stdio: 'pipe' });
  }
}

const PROGRAMS: Readonly<Record<ServerEngine, readonly string[]>> = {
  mariadb: ['mariadbd', 'mariadb-install-db', 'mariadb'],
  postgres: ['postgres', 'initdb', 'pg_basebackup', 'psql'],
};
/** Arguments of the MariaDB client. */
export const CLIENT = ['--no-defaults', '--protocol=tcp', '--host=127.0.0.1', '--user=root'];
const MARIADB_INSTALL = ['--auth-root-authentication-method=normal', '--skip-test-db'];
const MARIADB = [
  '--no-defaults',
  '--bind-address=127.0.0.1',
  '--log-bin=log',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-buffer-pool-size=64M',
];
const FOLLOW = "master_user='root', master_use_gtid=slave_pos, master_connect_retry=1";

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Returns an account for database servers, which refuse to run as root. Returns undefined if this process is not root. */
export function accountOf(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
