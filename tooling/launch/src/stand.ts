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

/** Options of {@link Stand.serve}. */
export interface ServeOptions extends StartOptions {
  /** Node arguments that run the program. Default: apps/server. */
  readonly program?: readonly string[];
}

/** Owns the resources of a test or lab, and closes them in reverse order when disposed. */
export class Stand implements AsyncDisposable {
  readonly #closers: (() => unknown)[] = [];

  /** Calls a function when the stand is disposed. */
  defer(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Closes a resource when the stand is disposed. Returns the resource. */
  use<T extends { close(): unknown } | { stop(): unknown } | { remove(): unknown }>(resource: T): T {
    this.defer(() => ('close' in resource ? resource.close() : 'stop' in resource ? resource.stop() : resource.remove()));
    return resource;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }

  /** Creates a temporary folder. Returns its path. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'wikiquery-stand-'));
    this.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Creates a wiki in an SQLite file. Returns its database URL. */
  async wiki(file: string, fill: (wiki: WikiBuilder) => Promise<unknown>): Promise<string> {
    const wiki = await createWikiFile(file);
    await fill(wiki);
    await wiki.close();
    return `sqlite:${file}`;
  }

  /** Starts a server. Its log is discarded unless `onLog` is set. */
  async serve(flags: readonly string[], folder: string, { program = SERVER, ...options }: ServeOptions = {}): Promise<RunningServer> {
    return this.use(await startServer(program, flags, folder, { onLog() {}, ...options }));
  }

  /** Starts a program, which is killed when the stand is disposed. */
  run(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const child = spawn(program, args, { stdio: 'ignore', ...options });
    const ended = new Promise(resolve => child.once('exit', resolve));
    this.defer(() => {
      child.kill('SIGKILL');
      return ended;
    });
    return child;
  }

  /** Runs HAProxy on a free port with an example configuration from the documentation, edited by `change`. Returns the port. */
  async haproxy(example: string, folder: string, change: (configuration: string) => string): Promise<number> {
    const port = await freePort();
    const file = join(folder, basename(example));
    const text = readFileSync(join(EXAMPLES, example), 'utf8').replace(/^( *bind 127\.0\.0\.1):\d+/m, `$1:${port}`);
    writeFileSync(file, change(text));
    this.run(findProgram('haproxy') as string, ['-db', '-f', file]);
    return port;
  }

  /** Starts an HTTP server on a free port. Returns its origin. */
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

/** Folder of the documentation, which contains the example configurations. */
export const EXAMPLES = join(import.meta.dirname, '../../../docs');
