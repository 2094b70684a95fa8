import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@wikiquery/launch/free-port';
import { findProgram } from '@wikiquery/launch/programs';
import { vi } from 'vitest';

export const hasRedis = ['redis-server', 'redis-sentinel', 'redis-cli'].every(name => findProgram(name));
/** Requirement that the test run lists at its end if it skipped these tests. */
export const needsRedis = { needs: 'Redis: install redis-server and redis-sentinel' };

const PATIENCE = { timeout: 30_000, interval: 50 };

/** A Redis server or Sentinel on a free port of the loopback interface. It stores nothing, so a restarted server is empty. */
export class RedisProcess {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'wikiquery-redis-'));
  readonly #program: string;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  static async server(...options: string[]): Promise<RedisProcess> {
    const port = await freePort();
    const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--repl-diskless-sync-delay', '0', ...options];
    return new RedisProcess('redis-server', port, args).#started();
  }
  /** Starts a Sentinel that monitors the primary `wiki`, and waits until it has found a replica. */
  static async sentinel(primary: RedisProcess): Promise<RedisProcess> {
    const port = await freePort();
    const sentinel = new RedisProcess('redis-sentinel', port, ['sentinel.conf', '--port', String(port), '--bind', '127.0.0.1']);
    const lines = [
      `sentinel monitor wiki 127.0.0.1 ${primary.port} 1`,
      'sentinel down-after-milliseconds wiki 1000',
      'sentinel failover-timeout wiki 5000',
    ];
    writeFileSync(join(sentinel.#folder, 'sentinel.conf'), lines.join('\n'));
    await sentinel.#started();
    await vi.waitUntil(() => sentinel.run('sentinel', 'replicas', 'wiki') !== '', PATIENCE);
    return sentinel;
  }

  private constructor(program: string, port: number, args: readonly string[]) {
    [this.#program, this.port, this.#args] = [program, port, args];
  }
  async #started(): Promise<this> {
    await this.start();
    return this;
  }

  async start(): Promise<void> {
    this.#process = spawn(findProgram(this.#program) as string, this.#args, { cwd: this.#folder, stdio: 'ignore' });
    await vi.waitUntil(() => this.#responds(), PATIENCE);
  }
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  /** Runs a command. Returns its output. */
  run(...command: readonly string[]): string {
    return execFileSync(findProgram('redis-cli') as string, ['-p', String(this.port), ...command], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #responds(): boolean {
    try {
      return this.run('ping') === 'PONG';
    } catch {
      return false;
    }
  }
}
