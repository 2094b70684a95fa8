import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { MetricSet, type SharedStore } from '@wikiquery/server/extend';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import extension from './index.ts';

const folders = process.env.TEST_PROGRAMS === 'none' ? [] : (process.env.PATH ?? '').split(delimiter);
const find = (name: string): string | undefined => folders.map(folder => join(folder, name)).find(path => existsSync(path));
const program = find('redis-server');

export const hasRedis = program !== undefined;
export const hasOpenssl = find('openssl') !== undefined;
/** Requirement that the test run lists at its end if it skipped these tests. */
export const needsRedis = { needs: 'Redis: install redis-server' };

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  return port;
}

/** A Redis server on a free port, which is restarted without its data. */
export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'wikiquery-redis-'));
  readonly #options: readonly string[];
  #process: ChildProcess | undefined;

  /** `options`: further lines of its configuration, as arguments. */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }
  private constructor(port: number, options: readonly string[]) {
    [this.port, this.#options] = [port, options];
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }
  async start(): Promise<void> {
    const options = ['--bind', '127.0.0.1', '--port', String(this.port), '--save', '', '--dir', this.#folder, ...this.#options];
    this.#process = spawn(program as string, options, { stdio: 'ignore' });
    await vi.waitFor(() => listens(this.port), { timeout: 20_000, interval: 20 });
  }
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  /** Runs commands. Returns the result of the last one. */
  async run(...commands: readonly (readonly [string, ...(string | number)[]])[]): Promise<unknown> {
    const client = new Redis(this.port);
    try {
      let result: unknown;
      for (const [name, ...args] of commands) result = await client.call(name, ...args);
      return result;
    } finally {
      client.disconnect();
    }
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function listens(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

export interface OpenedStore extends AsyncDisposable {
  readonly store: SharedStore;
  readonly metrics: MetricSet;
}

/** Opens the store of another server. `now`: its clock. */
export async function openServer(shared: string, secretKey = 'k'.repeat(64), now = Date.now): Promise<OpenedStore> {
  const metrics = new MetricSet();
  const given = { shared } as unknown as Parameters<NonNullable<typeof extension.share>>[0];
  const opened = extension.share?.(given, { secretKey: async () => secretKey, processes: 1, metrics, now });
  const store = (await opened) as SharedStore;
  return { store, metrics, [Symbol.asyncDispose]: () => store.close() };
}

/** Waits until the store can be used. */
export const waitUntilUsable = ({ store }: OpenedStore): Promise<void> =>
  vi.waitUntil(() => store.status.problem === undefined, { timeout: 30_000, interval: 20 }).then(() => undefined);
