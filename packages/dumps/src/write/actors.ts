import { isAddress } from '@wikiquery/addresses';
import { loadInChunks } from '@wikiquery/database';
import { LRUCache } from 'lru-cache';
import type { Contributor } from '../items.ts';
import { Comments, NOBODY, nameOf, ShortList } from './names.ts';
import type { TargetDatabase } from './target.ts';

interface Actor {
  readonly id: number;
  readonly user: number | null;
}

interface Account {
  readonly name: string;
  readonly id: number;
  readonly timestamp: string;
  readonly registration: string | null;
}

/** Finds or creates actors: accounts, which also get a row in `user`, and IP addresses and names without an account. */
export class Actors {
  readonly #target: TargetDatabase;
  readonly #known = new LRUCache<string, Actor>({ max: 100_000 });
  readonly #warn: (message: string) => void;

  constructor(target: TargetDatabase, warn: (message: string) => void) {
    this.#target = target;
    this.#warn = warn;
  }

  /** Assigns ids in order of appearance. Returns a function that returns the id of a user. `timestamp`: time of the user's action. */
  async numbers(
    named: readonly { readonly contributor: Contributor; readonly timestamp: string; readonly registered?: boolean }[],
  ): Promise<(contributor: Contributor) => number> {
    const accounts = new Map<string, Account>();
    for (const { contributor, timestamp, registered = false } of named) {
      const name = nameOf(contributor);
      const before = accounts.get(name);
      if (before && (before.id > 0 || !contributor?.id) && !registered) continue;
      accounts.set(name, { name, id: contributor?.id ?? 0, timestamp, registration: registered ? timestamp : null });
    }
    await this.#load(accounts.keys());
    const owners = await this.#owners([...accounts.values()].filter(({ name, id }) => id > 0 && this.#known.get(name)?.user !== id));
    const numbers = new Map<string, number>();
    for (const account of accounts.values()) numbers.set(account.name, await this.#number(account, owners));
    return contributor => numbers.get(nameOf(contributor)) as number;
  }

  forget(): void {
    this.#known.clear();
  }

  async #load(names: Iterable<string>): Promise<void> {
    const { db } = this.#target;
    const missing = [...names].filter(name => !this.#known.has(name));
    const rows = await loadInChunks(missing, chunk =>
      db.selectFrom('actor').select(['actor_id', 'actor_user', 'actor_name']).where('actor_name', 'in', chunk).execute(),
    );
    for (const row of rows) this.#known.set(row.actor_name, { id: row.actor_id, user: row.actor_user });
  }

  async #owners(accounts: readonly Account[]): Promise<Map<number, string>> {
    const { db } = this.#target;
    const rows = await loadInChunks(new Set(accounts.map(({ id }) => id)), chunk =>
      db.selectFrom('actor').select(['actor_user', 'actor_name']).where('actor_user', 'in', chunk).execute(),
    );
    return new Map(rows.map(row => [row.actor_user ?? 0, row.actor_name]));
  }

  async #number({ name, id, timestamp, registration }: Account, owners: Map<number, string>): Promise<number> {
    const known = this.#known.get(name);
    const owner = owners.get(id);
    if (id > 0 && owner !== undefined && owner !== name && known?.user !== id) {
      this.#warn(`The account ${id} has the names "${owner}" and "${name}". Actions of "${name}" are assigned to no account.`);
    }
    const isAccount = id > 0 && name !== NOBODY && !isAddress(name) && (owner ?? name) === name;
    if (isAccount && known?.user !== id) {
      owners.set(id, name);
      const isTemporary = /^~\d{4}-\d/.test(name);
      this.#target.add('user', id, name, '', '', '', '', timestamp, '', registration, 0, Number(isTemporary));
    }
    if (known && (known.user !== null || !isAccount)) {
      if (registration && known.user === id) await this.#register(id, registration);
      return known.id;
    }
    const user = isAccount ? id : null;
    if (known) await this.#target.db.updateTable('actor').set({ actor_user: user }).where('actor_id', '=', known.id).execute();
    const actor = known?.id ?? this.#target.nextId('actor');
    if (!known) this.#target.add('actor', actor, user, name);
    this.#known.set(name, { id: actor, user });
    return actor;
  }

  async #register(id: number, registration: string): Promise<void> {
    await this.#target.db.updateTable('user').set({ user_registration: registration }).where('user_id', '=', id).execute();
  }
}

export class RowNames {
  readonly actors: Actors;
  readonly comments: Comments;
  readonly models: ShortList;
  readonly roles: ShortList;

  constructor(target: TargetDatabase, warn: (message: string) => void) {
    this.actors = new Actors(target, warn);
    this.comments = new Comments(target);
    this.models = new ShortList(target, 'content_models');
    this.roles = new ShortList(target, 'slot_roles');
  }
}
