import { randomBytes } from 'node:crypto';
import type { RevokedSession, Throttle, ThrottleRule } from '@wikiquery/accounts';
import type {
  GrantedUnits,
  OwnRevocations,
  SharedListener,
  SharedStatus,
  SharedStore,
  SharedValue,
  SharingServer,
  WantedUnits,
} from '@wikiquery/server/extend';
import { hostsOf, readAddress } from './address.ts';
import { createClient, type RedisClient } from './client.ts';
import { type ConnectionEvents, StoreConnection } from './connection.ts';
import { LoginThrottle } from './login-throttle.ts';
import { type Heartbeat, OtherServers } from './other-servers.ts';
import { TAKE_UNITS } from './scripts.ts';
import { Secrecy } from './secrecy.ts';
import { SharedRevocations } from './shared-revocations.ts';

/** Maximum characters of a cached value. */
const MOST_VALUE = 1 << 20;
/** Time in milliseconds by which the clocks of servers may differ. If they differ more, short-lived values are not shared. */
const SKEW = 5000;

/** Topics of messages between stores. All other topics are those of the server. */
const HEARTBEAT = 'heartbeat';
const REVOKED = 'revoked';

/** A message: the server that sent it, its topic and content, and the process that sent it. */
type Message = readonly [server: string, topic: string, content: unknown, process: number];

/** Opens the store at an address. Resolves even if it is unreachable. Rejects with a StartError if the driver is not installed. */
export async function openStore(address: string, server: SharingServer): Promise<SharedStore> {
  const read = readAddress(address);
  const client = await createClient(read);
  const secrecy = new Secrecy(await server.secretKey(), read.prefix);
  const store = new Store(client, secrecy, hostsOf(read), server);
  await store.open();
  return store;
}

class Store implements SharedStore {
  status: SharedStatus;
  readonly #id = randomBytes(9).toString('base64url');
  readonly #secrecy: Secrecy;
  readonly #server: SharingServer;
  readonly #servers = new OtherServers();
  readonly #connection: StoreConnection;
  #throttle: LoginThrottle | undefined;
  #revocations: SharedRevocations | undefined;
  #sentRevocations = 0;
  #listener: SharedListener | undefined;

  constructor(client: RedisClient, secrecy: Secrecy, hosts: string, server: SharingServer) {
    [this.#secrecy, this.#server] = [secrecy, server];
    const events: ConnectionEvents = {
      recovered: () => this.#recovered(),
      received: text => this.#received(JSON.parse(text)),
      changed: () => this.#updateStatus(),
      heartbeat: () => {
        this.#updateStatus();
        return this.#message(HEARTBEAT, { processes: server.processes, revocations: this.#sentRevocations } satisfies Heartbeat);
      },
    };
    this.#connection = new StoreConnection(client, { secrecy, hosts, metrics: server.metrics, events });
    this.status = { problem: this.#connection.problem, processes: server.processes };
  }

  async open(): Promise<void> {
    await this.#connection.open();
  }
  async close(): Promise<void> {
    this.#revocations?.close();
    this.#connection.close();
  }
  listen(listener: SharedListener): void {
    this.#listener = listener;
  }

  throttle(own: Throttle, rules: readonly ThrottleRule[]): Throttle {
    this.#throttle = new LoginThrottle(this.#connection, this.#secrecy, own, rules);
    return this.#throttle;
  }

  revocations(own: OwnRevocations): (session: RevokedSession) => Promise<void> {
    const publish = (members: readonly string[]): void => {
      this.#sentRevocations += 1;
      this.publish(REVOKED, members);
    };
    const revocations = new SharedRevocations(this.#connection, { secrecy: this.#secrecy, own, publish, now: this.#server.now });
    this.#revocations = revocations;
    if (this.status.problem === undefined) revocations.merge();
    return session => revocations.end(session);
  }

  takeRequests(client: string, { units, cost, capacity }: WantedUnits): Promise<GrantedUnits | undefined> {
    return this.#connection.run('rate', async () => {
      const key = this.#secrecy.name('requests', client);
      const [taken, wait] = (await this.#connection.evaluate(TAKE_UNITS, key, [capacity, units, cost])) as [string, number];
      return { units: Number(taken), wait };
    });
  }

  async find(key: string): Promise<SharedValue | undefined> {
    const name = this.#secrecy.name('value', key);
    const found = await this.#connection.run('find', client => Promise.all([client.getBuffer(name), client.pttl(name)]));
    const [sealed, remaining] = found ?? [null, 0];
    const text = sealed && remaining > 0 ? this.#secrecy.open(name, sealed) : undefined;
    if (text === undefined) return undefined;
    // An attacker who controls the store could extend the lifetime of a key, but not that of its value.
    const end = text.indexOf(' ');
    const left = Number(text.slice(0, end)) + SKEW - this.#server.now();
    return left > 0 ? { value: text.slice(end + 1), remaining: Math.min(remaining, left) } : undefined;
  }
  keep(key: string, value: string, lifetime: number): void {
    if (value.length > MOST_VALUE || this.status.problem !== undefined) return;
    const name = this.#secrecy.name('value', key);
    const sealed = this.#secrecy.seal(name, `${Math.ceil(this.#server.now() + lifetime)} ${value}`);
    void this.#connection.run('keep', client => client.set(name, sealed, 'PX', Math.ceil(lifetime)));
  }
  forget(key: string): void {
    void this.#connection.run('forget', client => client.del(this.#secrecy.name('value', key)), true);
  }

  publish(topic: string, message: unknown, process = 0): void {
    this.#connection.publish(this.#message(topic, message, process));
  }

  #message(topic: string, content: unknown, process = 0): string {
    return JSON.stringify([this.#id, topic, content, process] satisfies Message);
  }
  #received([server, topic, content, process]: Message): void {
    if (server === this.#id) {
      if (topic === HEARTBEAT) this.#connection.heard();
    } else if (topic === HEARTBEAT) {
      if (!this.#servers.heard(server, content as Heartbeat)) this.#revocations?.merge();
    } else if (topic === REVOKED) {
      this.#servers.countRevocation(server);
      void this.#revocations?.receive(content as readonly string[]);
    } else {
      void this.#listener?.receive(topic, content, `${server}/${process}`);
    }
  }

  /** Merges what this server and the others have done while the store could not be used. */
  #recovered(): void {
    this.#revocations?.merge();
    void this.#throttle?.recover();
  }
  #updateStatus(): void {
    const status = { problem: this.#connection.problem, processes: this.#server.processes + this.#servers.processes() };
    if (status.problem === this.status.problem && status.processes === this.status.processes) return;
    this.status = status;
    this.#listener?.statusChanged?.(status);
  }
}
