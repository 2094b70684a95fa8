import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createWikiFile, type WikiBuilder } from '@wikiquery/wiki-builder';
import { freePort } from './free-port.ts';
import { type RunningServer, SERVER, type StartOptions, startServer } from './process.ts';
import { findProgram } from './programs.ts';

export interface ServeOptions extends StartOptions {
  /** Arguments of Node that run the program; apps/server when left out. */
  readonly program?: readonly string[];
}

/** Resources of tests and labs, closed in reverse order. */
export class Stand implements AsyncDisposable {
  readonly #closers: (() => unknown)[] = [];

  defer(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** A resource that closes by itself. */
  use<T extends { close(): unknown } | { stop(): unknown } | { remove(): unknown }>(resource: T): T {
    this.defer(() => ('close' in resource ? resource.close() : 'stop' in resource ? resource.stop() : resource.remove()));
    return resource;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }

  /** A temporary folder. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'wikiquery-stand-'));
    this.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Makes an SQLite file with a wiki. Gives its address. */
  async wiki(file: string, fill: (wiki: WikiBuilder) => Promise<unknown>): Promise<string> {
    const wiki = await createWikiFile(file);
    await fill(wiki);
    await wiki.close();
    return `sqlite:${file}`;
  }

  /** Serves with these flags, without showing the log. */
  async serve(flags: readonly string[], folder: string, { program = SERVER, ...options }: ServeOptions = {}): Promise<RunningServer> {
    return this.use(await startServer(program, flags, folder, { onLog() {}, ...options }));
  }

  /** Runs a program until the end. */
  run(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const child = spawn(program, args, { stdio: 'ignore', ...options });
    const ended = new Promise(resolve => child.once('exit', resolve));
    this.defer(() => {
      child.kill('SIGKILL');
      return ended;
    });
    return child;
  }

  /** Runs HAProxy with an example of the documentation, changed for these tests and with another port. Gives the port. */
  async haproxy(example: string, folder: string, change: (configuration: string) => string): Promise<number> {
    const port = await freePort();
    const file = join(folder, basename(example));
    const text = readFileSync(join(EXAMPLES, example), 'utf8').replace(/^( *bind 127\.0\.0\.1):\d+/m, `$1:${port}`);
    writeFileSync(file, change(text));
    this.run(findProgram('haproxy') as string, ['-db', '-f', file]);
    return port;
  }

  /** Listens for HTTP on a free port. Gives the origin. */
  async peer(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    this.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

/** Examples of the documentation. */
export const EXAMPLES = join(import.meta.dirname, '../../../docs');
