import { setImmediate as nextTick } from 'node:timers/promises';
import type { RevokedSession } from '@wikiquery/accounts';
import { log, type OwnRevocations, oneLine } from '@wikiquery/server/extend';
import type { StoreConnection } from './connection.ts';
import { REVOKE } from './scripts.ts';
import type { Secrecy } from './secrecy.ts';

/** Additional time in milliseconds for which the store has a session, for servers whose clock is behind. */
const MARGIN = 24 * 3_600_000;
/** Maximum number of sessions in the store. Beyond it, the sessions that expire first are dropped. */
const MOST = 200_000;
/** Number of sessions that are read or sent at once. */
const BATCH = 500;
/** Delay before a failed merge is repeated, in milliseconds. */
const RETRY = 1000;

interface SharedRevocationsOptions {
  readonly secrecy: Secrecy;
  readonly own: OwnRevocations;
  /** Sends sessions, as members of the set, to the other servers. */
  readonly publish: (members: readonly string[]) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Shares revoked sessions: a sorted set contains all of them by expiry, and a message announces each. Whenever messages may have been lost,
 * the sessions of this server and those of the set are merged.
 */
export class SharedRevocations {
  readonly #connection: StoreConnection;
  readonly #options: SharedRevocationsOptions;
  readonly #key: string;
  #merging: Promise<void> | undefined;
  #mergesAgain = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(connection: StoreConnection, options: SharedRevocationsOptions) {
    [this.#connection, this.#options] = [connection, options];
    this.#key = `${options.secrecy.prefix}revoked`;
  }

  /** Sends a session to the other servers. Resolves when the store has it, or after a short time if the store cannot be used. */
  async end(session: RevokedSession): Promise<void> {
    await this.#connection.run('revoke', () => this.#send([session]), true);
  }

  /** Adds sessions that another server sent, as members of the set. */
  async receive(members: readonly string[]): Promise<void> {
    const sessions = members.flatMap(member => this.#read(member) ?? []);
    if (sessions.length > 0) await this.#options.own.add(sessions);
  }

  /** Merges the sessions of this server and those of the set, and repeats that until it succeeds. */
  merge(): void {
    clearTimeout(this.#retry);
    if (this.#merging) {
      this.#mergesAgain = true;
      return;
    }
    const merging = this.#merge().catch((error: unknown) => {
      log('warning', 'shared-state-not-merged', { message: oneLine(error) });
      this.#retry = setTimeout(() => this.merge(), RETRY).unref();
    });
    this.#merging = merging.then(() => {
      this.#merging = undefined;
      if (this.#mergesAgain) this.merge();
    });
  }
  close(): void {
    clearTimeout(this.#retry);
  }

  async #merge(): Promise<void> {
    this.#mergesAgain = false;
    const stored = new Set<string>();
    for (let cursor = ''; cursor !== '0'; ) {
      const [next, found] = await this.#connection.client.zscan(this.#key, cursor || '0', 'COUNT', BATCH);
      cursor = next;
      const members = found.filter((_, i) => i % 2 === 0);
      for (const member of members) stored.add(member);
      await this.receive(members);
    }
    const own = this.#options.own.all();
    for (let at = 0; at < own.length; at += BATCH) {
      const missing = own.slice(at, at + BATCH).filter(session => session.until > this.#options.now() && !stored.has(this.#write(session)));
      if (missing.length > 0) await this.#send(missing);
      await nextTick();
    }
  }

  async #send(sessions: readonly RevokedSession[]): Promise<void> {
    const members = sessions.map(session => this.#write(session));
    const scored = sessions.flatMap(({ until }, i) => [until + MARGIN, members[i] ?? '']);
    const added = this.#connection.evaluate(REVOKE, this.#key, [this.#options.now(), MOST, ...scored]);
    // Sent at once, because the other servers receive messages even if the store is full.
    this.#options.publish(members);
    await added;
  }

  #write({ id, holder, begunAt, until }: RevokedSession): string {
    return this.#options.secrecy.seal(this.#key, JSON.stringify([id, holder, begunAt, until])).toString('base64url');
  }
  #read(member: string): RevokedSession | undefined {
    const text = this.#options.secrecy.open(this.#key, Buffer.from(member, 'base64url'));
    if (text === undefined) return undefined;
    const [id, holder, begunAt, until] = JSON.parse(text) as [string, string, number, number];
    return { id, holder, begunAt, until };
  }
}
