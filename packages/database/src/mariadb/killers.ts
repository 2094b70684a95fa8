import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mysql2';

/** A connection that only cancels statements, and the node that it leads to. */
export interface Killer {
  readonly node: string;
  readonly connection: Connection;
  run(sql: string, values?: readonly unknown[]): Promise<readonly unknown[]>;
}

/** Maximum connections that one search for a node opens. */
const MOST_OPENED = 10;
/** Attempts to find a statement in the list of running statements, and milliseconds between them: the server may not have read it yet. */
const ATTEMPTS = 10;
const PAUSE = 30;

/**
 * Cancels statements on the nodes behind one address, through one connection to each node. Behind a load balancer, connections to the same
 * address lead to different nodes.
 */
export class Killers {
  readonly #connect: () => Promise<Killer>;
  readonly #killers = new Map<string, Killer>();
  readonly #searches = new Map<string, Promise<Killer>>();
  readonly #nodes = new Set<string>();
  #isClosed = false;

  /** `connect` opens a connection to the address. */
  constructor(connect: () => Promise<Killer>) {
    this.#connect = connect;
  }

  /** Records a node of the address. With several nodes, connects to each of them now, because a balancer may later prefer other nodes. */
  note(node: string): void {
    this.#nodes.add(node);
    if (this.#nodes.size === 1) return;
    for (const each of this.#nodes) this.#on(each).catch(() => this.#nodes.delete(each));
  }

  /**
   * Cancels the statement of a thread on a node. `start`: its first characters, so that no other statement is cancelled. `hasEnded`: whether
   * this process has received its result. Rejects if the node cannot be reached, or does not run the statement.
   */
  async kill(node: string, thread: number, start: string, hasEnded: () => boolean): Promise<void> {
    const killer = await this.#on(node);
    for (let left = ATTEMPTS; left > 0 && !hasEnded(); left--) {
      if ((await this.#run(killer, RUNS, [thread, start.length, start])).length > 0)
        return void (await this.#run(killer, `kill query ${thread}`));
      await sleep(PAUSE);
    }
    if (!hasEnded()) throw new Error('The node does not run the statement.');
  }

  async #run(killer: Killer, sql: string, values?: readonly unknown[]): Promise<readonly unknown[]> {
    try {
      return await killer.run(sql, values);
    } catch (error) {
      this.#drop(killer);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const killer of this.#killers.values()) this.#drop(killer);
  }

  #on(node: string): Promise<Killer> {
    const known = this.#killers.get(node);
    if (known) return Promise.resolve(known);
    const search = this.#searches.get(node) ?? this.#search(node).finally(() => this.#searches.delete(node));
    this.#searches.set(node, search);
    return search;
  }

  /** Opens connections until one leads to the node. The others stay open meanwhile, so that a balancer chooses another node each time. */
  async #search(node: string): Promise<Killer> {
    const spare: Killer[] = [];
    try {
      for (let i = 0; i < MOST_OPENED; i++) {
        const killer = await this.#connect();
        if (this.#isClosed || this.#killers.has(killer.node)) spare.push(killer);
        else this.#keep(killer);
        const found = this.#killers.get(node);
        if (found) return found;
      }
      throw new Error('No connection leads to the node of the statement.');
    } finally {
      for (const { connection } of spare) connection.destroy();
    }
  }

  #keep(killer: Killer): void {
    this.#killers.set(killer.node, killer);
    const { stream } = killer.connection as Connection & { readonly stream: Duplex };
    stream.once('close', () => this.#drop(killer));
  }

  #drop(killer: Killer): void {
    if (this.#killers.get(killer.node) === killer) this.#killers.delete(killer.node);
    killer.connection.destroy();
  }
}

const RUNS = 'select id from information_schema.processlist where id = ? and left(info, ?) = ?';
