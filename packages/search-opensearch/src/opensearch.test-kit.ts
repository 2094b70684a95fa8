import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { readAddress } from './cluster/address.ts';
import type { SearchCluster } from './cluster/cluster.ts';
import { connectCluster } from './cluster/connect.ts';

const folders = process.env.TEST_PROGRAMS === 'none' ? [] : (process.env.PATH ?? '').split(delimiter);
const isInstalled = (name: string): boolean => folders.some(folder => existsSync(join(folder, name)));
const program = join(import.meta.dirname, '../../../tooling/opensearch/start.sh');

/** Whether tests can start an OpenSearch node. */
export const canStartNodes = isInstalled('javac') && isInstalled('mvn');
/** Whether tests have an OpenSearch node: the one at `TEST_OPENSEARCH_URL`, or one that they start. */
export const hasOpenSearch = canStartNodes || Boolean(process.env.TEST_OPENSEARCH_URL);
/** Requirement that the test run lists at its end if it skipped these tests. */
export const needsOpenSearch = { needs: 'OpenSearch: install a JDK of version 17 or later and Maven' };

/** An OpenSearch node on the loopback interface. A restarted node keeps its port and its data. */
export class OpenSearchNode implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wikiquery-opensearch-'));
  readonly #settings: readonly string[];
  #url = '';
  #process: ChildProcess | undefined;

  /** `settings`: further settings of the node, as NAME=VALUE. */
  static async start(...settings: string[]): Promise<OpenSearchNode> {
    const node = new OpenSearchNode(settings);
    await node.start();
    return node;
  }
  private constructor(settings: readonly string[]) {
    this.#settings = settings;
  }

  get url(): string {
    return this.#url;
  }
  async start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port;
    const child = spawn(program, [this.#folder, port, ...this.#settings], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process = child;
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(-5000);
    });
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit').then(() => [])])) as string[];
    if (line === undefined) throw new Error(`OpenSearch did not start: ${errors}`);
    this.#url = line;
  }
  /** Ends the process at once, as a failure of the machine would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  /** Stops the process without ending it: connections stay open, and nothing responds. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }
  resume(): void {
    this.#process?.kill('SIGCONT');
  }
  /** Ends the process and deletes its data without waiting, when this process exits. */
  abandon(): void {
    this.#process?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const SHARED = Symbol.for('wikiquery.opensearch');
type Shared = typeof globalThis & { [SHARED]?: Promise<OpenSearchNode> };

/** Returns the URL of a node that all tests of this process share. It ends with the process. */
export async function sharedNode(): Promise<string> {
  const given = process.env.TEST_OPENSEARCH_URL;
  if (given) return given;
  const global: Shared = globalThis;
  global[SHARED] ??= OpenSearchNode.start().then(node => {
    process.once('exit', () => node.abandon());
    return node;
  });
  return (await global[SHARED]).url;
}

let names = 0;
/** Returns the address of an index in a cluster, with a prefix that no other test uses. */
export const newAddress = (url: string): string =>
  `${url.replace(/^http/, 'opensearch').replace('opensearchs', 'opensearch+https').replace(/\/$/, '')}/test_${process.pid}_${Date.now()}_${names++}`;

/** Opens the cluster of a node, without a wiki. */
export const openTestCluster = (url: string): Promise<SearchCluster> => connectCluster(readAddress(newAddress(url)));

/** Deletes all indices with a prefix. */
export async function dropIndices(cluster: SearchCluster, prefix: string): Promise<void> {
  await cluster.request(
    { method: 'DELETE', path: `/${encodeURIComponent(prefix)}*`, query: { expand_wildcards: 'all' } },
    { timeout: 60_000 },
  );
}
