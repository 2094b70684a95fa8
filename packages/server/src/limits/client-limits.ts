import { rateLimitKey } from '@wikiquery/core/host';
import type { SharedState } from '../sharing/shared-state.ts';
import {
  type ClassCosts,
  type ClientClass,
  type HigherClass,
  higherClasses,
  type LimitName,
  type LimitSettings,
  type LimitTable,
  limitTable,
} from './client-classes.ts';
import { Grant, SharedRate } from './shared-rate.ts';

/** Thrown if a client is over a limit. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  readonly limit: LimitName;
  /** Seconds until the client may try again. */
  readonly retryAfter: number;
  readonly clientClass: ClientClass | undefined;
  /** Classes with a higher limit that the client can reach. */
  readonly remedies: readonly HigherClass[];
  constructor(limit: LimitName, retryAfter: number, clientClass?: ClientClass, remedies: readonly HigherClass[] = []) {
    super(`The client is over its limit "${limit}".`);
    this.limit = limit;
    this.retryAfter = retryAfter;
    this.clientClass = clientClass;
    this.remedies = remedies;
  }
}

/** Usage of a client in one process: its running requests, and its units of requests and database time since the last message. */
export type Spending = readonly [client: string, running: number, requests: number, database: number];

const MINUTE = 60_000;
/** Milliseconds between two usage messages to other processes, and until a received message expires. */
const PULSE = 200;
const FRESH = 5 * PULSE;
/** Milliseconds between two removals of idle clients. */
const SWEEP = 30_000;
/** Maximum number of clients. Beyond it, the client that was added first is removed. */
const MOST_CLIENTS = 100_000;

/** Usage of a client: token buckets that refill within a minute. */
class Usage {
  readonly client: string;
  running = 0;
  /** Remaining units of requests and of database time, which `ClassCosts` explains. */
  requests: number;
  database: number;
  at: number;
  /** Usage that was not yet sent to other processes. */
  newRequests = 0;
  newDatabase = 0;
  /** Units of requests that the bucket of all servers has granted. */
  grant: Grant | undefined;
  /** Running requests in other processes, by process id. */
  elsewhere: Map<string | number, { readonly running: number; readonly until: number }> | undefined;

  constructor(client: string, requests: number, database: number, at: number) {
    this.client = client;
    this.requests = requests;
    this.database = database;
    this.at = at;
  }
  /** Takes units of database time. */
  charge(units: number): void {
    this.database -= units;
    this.newDatabase += units;
  }
}

export type { Usage };

export interface LimitOptions {
  /** Number of processes that serve the same clients. */
  readonly processes: number;
  /** Sends usage to the other processes. */
  readonly tell?: ((spent: readonly Spending[]) => void) | undefined;
  /** Store whose servers share the request rate of each client. */
  readonly shared?: SharedState | undefined;
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

/**
 * Counts the usage of each client. Processes exchange it five times a second, so that limits apply across processes. With a shared store,
 * the request rate is counted there.
 */
export class ClientLimits {
  readonly #processes: number;
  #table: LimitTable;
  readonly #tell: LimitOptions['tell'];
  readonly #now: () => number;
  readonly #rate: SharedRate | undefined;
  readonly #clients = new Map<string, Usage>();
  readonly #touched = new Set<Usage>();
  readonly #timers: NodeJS.Timeout[];

  constructor(settings: LimitSettings, { processes, tell, shared, now = () => performance.now() }: LimitOptions) {
    this.#processes = processes;
    this.#table = limitTable(settings);
    this.#tell = tell;
    this.#now = now;
    this.#rate = shared && new SharedRate(shared, now);
    this.#timers = [setInterval(() => this.sweep(), SWEEP).unref()];
    if (tell) this.#timers.push(setInterval(() => this.pulse(), PULSE).unref());
  }

  configure(settings: LimitSettings): void {
    this.#table = limitTable(settings);
    for (const usage of this.#clients.values()) {
      usage.grant = undefined;
      usage.requests = this.#table.requests;
      usage.database = this.#table.database;
    }
  }

  /** Returns the costs of a class, or those without a class. */
  costsOf(clientClass?: ClientClass): ClassCosts {
    return clientClass === undefined ? this.#table.general : this.#table.classes[clientClass];
  }

  /** Returns the LimitError that a request of this client would cause now; undefined if the client is within its limits. */
  look(client: string, clientClass?: ClientClass): LimitError | undefined {
    const usage = this.#clients.get(client);
    return usage && this.#met(usage, clientClass, this.#now());
  }

  /**
   * Counts a request of this client as running until `end` is called. Throws a LimitError if the client is over a limit of its class. With
   * a shared store, `start` is exact, and requests of `begin` count later.
   */
  begin(client: string, clientClass?: ClientClass): Usage {
    const usage = this.#within(client, clientClass);
    const { request } = this.costsOf(clientClass);
    if (this.#sharesRate(usage, request)) this.#grantOf(usage).left -= request;
    return this.#begin(usage, request);
  }
  /** Like `begin`, but waits for the shared store if the client may be over its rate. Throws or rejects with a LimitError. */
  start(client: string, clientClass?: ClientClass): Usage | Promise<Usage> {
    const usage = this.#within(client, clientClass);
    const { request } = this.costsOf(clientClass);
    if (!this.#rate || !this.#sharesRate(usage, request)) return this.#begin(usage, request);
    const taken = this.#rate.take(client, this.#grantOf(usage), { cost: request, capacity: this.#table.requests });
    return taken instanceof Promise ? taken.then(is => this.#taken(usage, clientClass, is)) : this.#taken(usage, clientClass, taken);
  }
  /** Counts a body that is still being received, or a response that is not read, as a running request until `end` is called. */
  hold(client: string): Usage {
    const usage = this.#clients.get(client) ?? this.#add(client, this.#now());
    usage.running += 1;
    this.#touch(usage);
    return usage;
  }
  end(usage: Usage): void {
    usage.running -= 1;
    this.#touch(usage);
  }

  /** Adds the usage that the other process with this id has sent. */
  spentElsewhere(process: string | number, spent: readonly Spending[]): void {
    const now = this.#now();
    for (const [client, running, requests, database] of spent) {
      const usage = this.#clients.get(client) ?? this.#add(client, now);
      this.#refill(usage, now);
      usage.requests -= requests;
      usage.database -= database;
      usage.elsewhere ??= new Map();
      usage.elsewhere.set(process, { running, until: now + FRESH });
    }
  }
  /** Sends usage since the last message to the other processes. */
  pulse(): void {
    if (this.#touched.size === 0) return;
    const spent: Spending[] = [];
    for (const usage of this.#touched) {
      spent.push([usage.client, usage.running, usage.newRequests, usage.newDatabase]);
      usage.newRequests = 0;
      usage.newDatabase = 0;
      // Running requests are sent each time, because messages expire: those of a process that has died must soon stop counting.
      if (usage.running === 0) this.#touched.delete(usage);
    }
    this.#tell?.(spent);
  }
  /** Removes idle clients whose buckets are full. */
  sweep(): void {
    const now = this.#now();
    for (const [client, usage] of this.#clients) {
      this.#refill(usage, now);
      const isFull = usage.requests >= this.#table.requests && usage.database >= this.#table.database;
      if (isFull && usage.running === 0 && runningElsewhere(usage, now) === 0) this.#clients.delete(client);
    }
  }
  get size(): number {
    return this.#clients.size;
  }
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Returns the usage of a client that is within its limits. Throws a LimitError if it is not. */
  #within(client: string, clientClass: ClientClass | undefined): Usage {
    const now = this.#now();
    const usage = this.#clients.get(client) ?? this.#add(client, now);
    const met = this.#met(usage, clientClass, now);
    if (met) throw met;
    return usage;
  }
  #begin(usage: Usage, units: number): Usage {
    usage.running += 1;
    usage.requests -= units;
    usage.newRequests += units;
    this.#touch(usage);
    return usage;
  }
  /** Counts a request after the shared bucket was read. Other requests of the client may have started meanwhile. */
  #taken(usage: Usage, clientClass: ClientClass | undefined, isGranted: boolean | undefined): Usage {
    const { request } = this.costsOf(clientClass);
    const met = this.#met(usage, clientClass, this.#now(), isGranted);
    if (!met) return this.#begin(usage, request);
    if (isGranted) this.#grantOf(usage).left += request;
    throw met;
  }
  #sharesRate(usage: Usage, units: number): boolean {
    return this.#rate?.applies === true && units > 0 && !isMachine(usage);
  }
  #grantOf(usage: Usage): Grant {
    usage.grant ??= new Grant();
    return usage.grant;
  }

  /** Marks usage for the next message, except that of this machine: each process has its own limit for it. */
  #touch(usage: Usage): void {
    if (this.#tell && !isMachine(usage)) this.#touched.add(usage);
  }
  /** `isGranted`: whether the shared bucket has granted the request; undefined if it was not read. */
  #met(usage: Usage, clientClass: ClientClass | undefined, now: number, isGranted?: boolean): LimitError | undefined {
    if (isMachine(usage)) return usage.running >= MOST_OF_MACHINE ? new LimitError('running', 1) : undefined;
    this.#refill(usage, now);
    const { running, request, millisecond } = this.costsOf(clientClass);
    const processes = Math.max(this.#processes, this.#rate?.processes ?? 1);
    const room = Math.max(running - runningElsewhere(usage, now), Math.ceil(running / processes));
    if (usage.running >= room) return this.#errorFor('running', clientClass, 1);
    const wait = isGranted === true || request === 0 ? undefined : this.#waitOf(usage, request, isGranted === false);
    if (wait !== undefined) return this.#errorFor('rate', clientClass, wait);
    if (millisecond > 0 && usage.database <= 0)
      return this.#errorFor('database', clientClass, secondsFor(-usage.database, this.#table.database));
    return undefined;
  }
  /** Returns the seconds until the client may send a request; undefined if it may. `isRefused`: whether the shared bucket was empty. */
  #waitOf(usage: Usage, units: number, isRefused: boolean): number | undefined {
    if (this.#rate && (isRefused || this.#sharesRate(usage, units))) {
      const wait = this.#rate.wait(this.#grantOf(usage), units);
      return wait === undefined && !isRefused ? undefined : Math.max(1, Math.ceil((wait ?? 0) / 1000));
    }
    // Sums of fractions differ slightly from the exact amount.
    const lacking = units - usage.requests;
    return lacking > TOLERANCE * units ? secondsFor(lacking, this.#table.requests) : undefined;
  }
  #errorFor(limit: LimitName, clientClass: ClientClass | undefined, retryAfter: number): LimitError {
    return new LimitError(limit, retryAfter, clientClass, clientClass && higherClasses(this.#table, clientClass, limit));
  }
  #add(client: string, now: number): Usage {
    const usage = new Usage(client, this.#table.requests, this.#table.database, now);
    this.#clients.set(client, usage);
    if (this.#clients.size > MOST_CLIENTS) {
      const [first] = this.#clients.keys();
      this.#clients.delete(first as string);
    }
    return usage;
  }
  #refill(usage: Usage, now: number): void {
    if (now === usage.at) return;
    const share = (now - usage.at) / MINUTE;
    usage.at = now;
    const { requests, database } = this.#table;
    usage.requests = Math.min(requests, usage.requests + share * requests);
    usage.database = Math.min(database, usage.database + share * database);
  }
}

/** Returns the rate-limit key of a client: its account (of the wiki `wiki` in a farm), its address prefix, or one key for this machine. */
export const clientOf = (account: { readonly id: number; readonly isAnon: boolean }, ip: string, wiki?: string): string =>
  isOwn(ip) || account.isAnon ? addressKey(ip) : wiki === undefined ? `account ${account.id}` : `account ${account.id} of ${wiki}`;

/** Returns the rate-limit key of a request without credentials; undefined for a request with credentials. */
export const anonymousClient = ({ cookie, authorization }: Readonly<Record<string, unknown>>, ip: string): string | undefined =>
  cookie === undefined && authorization === undefined ? addressKey(ip) : undefined;

export const addressKey = (ip: string): string => (isOwn(ip) ? THIS_MACHINE : rateLimitKey(ip));

/** Rate-limit key of this machine: its own programs, and all clients behind an undeclared proxy on it. */
const THIS_MACHINE = 'this machine';
/** Maximum number of concurrent requests from this machine to one process. This machine has no other limit. */
const MOST_OF_MACHINE = 1000;

const isOwn = (ip: string): boolean => ip.startsWith('127.') || ip === '::1' || ip === '';

/** Whether a rate-limit key is that of this machine, with or without the prefix `CHECKS`. */
const isMachine = ({ client }: Usage): boolean => client.endsWith(THIS_MACHINE);

function runningElsewhere({ elsewhere }: Usage, now: number): number {
  if (!elsewhere) return 0;
  let running = 0;
  for (const [process, other] of elsewhere) {
    if (other.until < now) elsewhere.delete(process);
    else running += other.running;
  }
  return running;
}

const secondsFor = (missing: number, perMinute: number): number => Math.max(1, Math.ceil((60 * missing) / perMinute - TOLERANCE));

const TOLERANCE = 1e-6;
