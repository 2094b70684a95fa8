import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { log, type MetricSet, nextPause, oneLine } from '@wikiquery/server/extend';
import type { RedisClient } from './client.ts';
import { PROBE, type Script } from './scripts.ts';
import type { Secrecy } from './secrecy.ts';

/** Maximum wait of a request for the store, in milliseconds. A slower store is not used. */
const PATIENCE = 300;
/** Milliseconds between two checks of the store, and until a server without a heartbeat counts as stopped. */
const PULSE = 1000;
export const SILENCE = 3500;
/** Time for which the store is not used after a failed operation, in milliseconds. It is short if the last failure was long ago. */
const BACK_OFF = { first: 1000, longest: 30_000 };
const LONG = 60_000;

/** Maximum wait for the store at startup, in milliseconds. */
const START_PATIENCE = 1000;

type Result = 'ok' | 'late' | 'failed';
export type Operation = 'throttle' | 'rate' | 'revoke' | 'find' | 'keep' | 'forget';

export interface ConnectionEvents {
  /** Called when the store can be used again, and after it has lost its data. */
  recovered(): void;
  /** Called for each message, after its arrival. */
  received(text: string): void;
  /** Called with the reason when the store cannot be used, and with undefined when it can be used again. */
  changed(problem: string | undefined): void;
  /** Returns the message that is sent every second. */
  heartbeat(): string;
}

interface ConnectionOptions {
  readonly secrecy: Secrecy;
  /** The store, for messages. */
  readonly hosts: string;
  readonly metrics: MetricSet;
  readonly events: ConnectionEvents;
}

/**
 * The connection of a server to the store. It checks every second whether the store accepts writes and delivers messages, both in time.
 * While it does not, operations are skipped.
 */
export class StoreConnection {
  readonly #client: RedisClient;
  readonly #secrecy: Secrecy;
  readonly #hosts: string;
  readonly #events: ConnectionEvents;
  readonly #durations: ReturnType<MetricSet['durations']>;
  readonly #channel: string;
  readonly #probeKey: string;
  #problem: string | undefined;
  /** Resolves when the store can be used for the first time. */
  readonly #usable = Promise.withResolvers<void>();
  /** Whether the last check was successful, and its start if it is still running. */
  #responds = false;
  #probing: number | undefined;
  /** Time of the last heartbeat that came back. */
  #heard = Number.NEGATIVE_INFINITY;
  /** Text in the store that changes if it loses its data. */
  #first: string | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #pause = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(client: RedisClient, { secrecy, hosts, metrics, events }: ConnectionOptions) {
    [this.#client, this.#secrecy, this.#hosts, this.#events] = [client, secrecy, hosts, events];
    this.#channel = `${secrecy.prefix}messages`;
    this.#probeKey = `${secrecy.prefix}probe`;
    this.#problem = this.#describe('It is not connected yet.');
    this.#durations = metrics.durations(
      'wikiquery_shared_state_duration_seconds',
      'Duration of operations of the store of shared state in seconds.',
      ['operation', 'result'],
    );
    metrics.gauge('wikiquery_shared_state_connected', 'Whether the store of shared state can be used (1) or not (0).', [], gauge =>
      gauge.set(this.#problem === undefined ? 1 : 0),
    );
  }

  /** Connects. Resolves when the store can be used, or after a second. */
  async open(): Promise<void> {
    const client = this.#client;
    client.on('ready', () => void this.#subscribe());
    client.on('close', () => this.#disconnected());
    client.on('error', (error: Error) => this.#lost(oneLine(error)));
    client.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      const text = channel.toString() === this.#channel ? this.#secrecy.open(this.#channel, message) : undefined;
      if (text !== undefined) this.#events.received(text);
    });
    client.connect().catch((error: unknown) => this.#lost(oneLine(error)));
    this.#timer = setInterval(() => void this.#probe(), PULSE).unref();
    await Promise.race([this.#usable.promise, delay(START_PATIENCE, undefined, { ref: false })]);
    if (this.#problem !== undefined) log('warning', 'shared-state-lost', { problem: this.#problem });
  }
  close(): void {
    clearInterval(this.#timer);
    this.#client.removeAllListeners('close').disconnect();
  }

  /** The client, for operations without a limit on their time. */
  get client(): RedisClient {
    return this.#client;
  }
  /** Why the store cannot be used; undefined while it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Runs an operation. Resolves to undefined if it fails, takes too long, or if the store cannot be used. `evenIfSlow`: whether to run it
   * if the store is connected but slow.
   */
  async run<T>(operation: Operation, work: (client: RedisClient) => Promise<T>, evenIfSlow = false): Promise<T | undefined> {
    if (this.#problem !== undefined && !(evenIfSlow && this.#client.status === 'ready')) {
      this.#durations.observe({ operation, result: 'skipped' }, 0);
      return undefined;
    }
    const begun = performance.now();
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    let isEnded = false;
    const end = (result: Result, value?: T, reason?: string): void => {
      clearTimeout(timer);
      if (isEnded) return;
      isEnded = true;
      this.#durations.observe({ operation, result }, (performance.now() - begun) / 1000);
      if (reason !== undefined) this.#failed(reason);
      resolve(value);
    };
    // If the event loop was blocked, a response may have arrived that Node reads only after its timers.
    const timer = setTimeout(() => setImmediate(end, 'late', undefined, SLOW), PATIENCE);
    work(this.#client).then(
      value => end('ok', value),
      (error: unknown) => end('failed', undefined, oneLine(error)),
    );
    return promise;
  }

  /** Runs a script on a key. Rejects if it fails. */
  async evaluate(script: Script, key: string, args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.#client.evalsha(script.sha, 1, key, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return this.#client.eval(script.source, 1, key, ...args);
    }
  }

  /** Sends a message to all servers, this one included. Without a connection, messages are lost. */
  publish(text: string): void {
    if (this.#client.status !== 'ready') return;
    this.#client.publish(this.#channel, this.#secrecy.seal(this.#channel, text)).catch(() => {});
  }
  /** Records that the heartbeat of this server came back. */
  heard(): void {
    this.#heard = performance.now();
    this.#settle();
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#client.subscribe(this.#channel);
      await this.#probe();
    } catch (error) {
      this.#lost(oneLine(error));
    }
  }

  async #probe(): Promise<void> {
    const begun = performance.now();
    if (this.#probing !== undefined) {
      if (begun - this.#probing > PATIENCE) this.#lost(SLOW);
      return;
    }
    if (this.#client.status !== 'ready') return;
    this.#probing = begun;
    try {
      this.publish(this.#events.heartbeat());
      const first = String(await this.evaluate(PROBE, this.#probeKey, [randomBytes(12).toString('base64url')]));
      const now = performance.now();
      this.#responds = now - begun <= PATIENCE;
      if (!this.#responds) this.#lost(SLOW);
      else if (now - this.#heard > SILENCE) {
        this.#lost('It does not deliver messages.');
        this.#client.subscribe(this.#channel).catch(() => {});
      }
      const hasLost = this.#first !== undefined && this.#first !== first;
      this.#first = first;
      if (hasLost && this.#problem === undefined) this.#events.recovered();
      this.#settle();
    } catch (error) {
      this.#responds = false;
      this.#lost(oneLine(error));
    } finally {
      this.#probing = undefined;
    }
  }

  /** Uses the store again if it responds and delivers messages. */
  #settle(): void {
    const now = performance.now();
    if (this.#problem === undefined || !this.#responds || now - this.#heard > SILENCE || now - this.#failedAt < this.#pause) return;
    this.#problem = undefined;
    this.#usable.resolve();
    log('info', 'shared-state-connected', { store: this.#hosts });
    this.#events.changed(undefined);
    this.#events.recovered();
  }

  /** Stops using the store after an operation has failed, for a longer time if that happens repeatedly. */
  #failed(reason: string): void {
    const now = performance.now();
    if (this.#problem === undefined && this.#client.status === 'ready') {
      this.#pause = nextPause(now - this.#failedAt > LONG ? 0 : this.#pause, BACK_OFF);
      this.#failedAt = now;
    }
    this.#lost(reason);
  }
  #disconnected(): void {
    this.#responds = false;
    this.#heard = Number.NEGATIVE_INFINITY;
    // An error has a more specific reason.
    if (this.#problem === undefined) this.#lost('The connection is closed.');
  }
  #lost(reason: string): void {
    const isNew = this.#problem === undefined;
    const problem = this.#describe(reason);
    if (problem === this.#problem) return;
    this.#problem = problem;
    if (isNew) log('warning', 'shared-state-lost', { problem });
    this.#events.changed(problem);
  }
  #describe(reason: string): string {
    return `The shared state at ${this.#hosts} cannot be used, so local state applies: ${reason}`;
  }
}

const SLOW = `It responds more slowly than within ${PATIENCE} ms.`;
