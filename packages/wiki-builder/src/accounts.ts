import { isAddress } from '@wikiquery/addresses';
import { timestampMillis } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { sha1Base36 } from '@wikiquery/text-storage';
import type { Insertable, Updateable } from 'kysely';
import { hashPassword, isForeign } from './dictionary.ts';
import { Ledger, type UserAccount } from './ledger.ts';

/** Properties of an account. Timestamps have 14 digits. */
export interface UserOptions {
  /** Groups, or expiry times by group (null: never). */
  readonly groups?: readonly string[] | Readonly<Record<string, string | null>>;
  readonly formerGroups?: readonly string[];
  readonly password?: string;
  readonly email?: string;
  /** Time when the e-mail address was confirmed. */
  readonly emailConfirmed?: string;
  readonly realName?: string;
  /** Time of registration; null if unknown. Default: one second after the previous action. */
  readonly registration?: string | null;
  readonly preferences?: Readonly<Record<string, string>>;
  /** Whether it is a temporary account. */
  readonly temporary?: boolean;
}

export abstract class AccountsBuilder extends Ledger {
  /** Creates an account, or updates an existing account with the options. */
  async user(name: string, options: UserOptions = {}): Promise<UserAccount> {
    const account = this.users.get(name) ?? (await this.#register(name, options.registration));
    const { password, email, emailConfirmed, realName, temporary, groups = [], formerGroups = [], preferences = {} } = options;
    const changes: Updateable<Database['user']> = {
      ...(password !== undefined && { user_password: hashPassword(password) }),
      ...(email !== undefined && { user_email: email }),
      ...(emailConfirmed !== undefined && { user_email_authenticated: emailConfirmed }),
      ...(realName !== undefined && { user_real_name: realName }),
      ...(temporary !== undefined && { user_is_temp: Number(temporary) }),
    };
    const { id } = account;
    if (Object.keys(changes).length > 0) await this.db.updateTable('user').set(changes).where('user_id', '=', id).execute();
    const memberships = Array.isArray(groups)
      ? groups.map(group => [group, null] as const)
      : Object.entries(groups as Record<string, string | null>);
    for (const [group, expiry] of memberships)
      await this.db.insertInto('user_groups').values({ ug_user: id, ug_group: group, ug_expiry: expiry }).execute();
    for (const group of formerGroups) await this.db.insertInto('user_former_groups').values({ ufg_user: id, ufg_group: group }).execute();
    for (const [property, value] of Object.entries(preferences)) {
      await this.db.insertInto('user_properties').values({ up_user: id, up_property: property, up_value: value }).execute();
    }
    return account;
  }

  async #register(name: string, registration: string | null = this.tick()): Promise<UserAccount> {
    const row: Insertable<Database['user']> = {
      user_name: name,
      user_real_name: '',
      user_password: '',
      user_newpassword: '',
      user_email: '',
      user_touched: this.now,
      user_token: sha1Base36(`token of ${name}`).padEnd(32, '0'),
      user_registration: registration,
      user_editcount: 0,
      user_is_temp: 0,
    };
    const { user_id: id } = await this.db.insertInto('user').values(row).returning('user_id').executeTakeFirstOrThrow();
    const account: UserAccount = { id, name, actor: await this.dictionary.actor(name, id) };
    this.users.set(name, account);
    await this.count({ ss_users: 1 });
    return account;
  }

  /** Adds a bot password, with which the account logs in as `user@app`. Creates the account if needed. */
  async botPassword(user: string, app: string, password: string, grants: readonly string[] = ['basic']): Promise<void> {
    const { id } = await this.user(user);
    await this.db
      .insertInto('bot_passwords')
      .values({
        bp_user: id,
        bp_app_id: app,
        bp_password: hashPassword(password),
        bp_token: sha1Base36(`bot ${user}@${app}`).padEnd(32, '0'),
        bp_restrictions: '{"IPAddresses":["0.0.0.0/0","::/0"]}',
        bp_grants: JSON.stringify(grants),
      })
      .execute();
  }

  /** Adds a page and its talk page to a user's watchlist. `notified`: time of the first unseen change. */
  async watch(
    user: string,
    title: string,
    { expiry, notified = null }: { readonly expiry?: string; readonly notified?: string | null } = {},
  ): Promise<void> {
    const { id } = await this.user(user);
    const at = this.titleOf(title);
    for (const { namespace, dbkey } of [this.titles.subject(at), this.titles.talk(at)].filter(found => found !== undefined)) {
      const row = { wl_user: id, wl_namespace: namespace, wl_title: dbkey, wl_notificationtimestamp: notified };
      const { wl_id } = await this.db.insertInto('watchlist').values(row).returning('wl_id').executeTakeFirstOrThrow();
      if (expiry !== undefined) await this.db.insertInto('watchlist_expiry').values({ we_item: wl_id, we_expiry: expiry }).execute();
    }
  }

  /** Adds an unread message on the talk page of a user or IP address. */
  async newMessage(user: string): Promise<void> {
    const row = isAddress(user) ? { user_id: 0, user_ip: user } : { user_id: (await this.user(user)).id, user_ip: '' };
    await this.db
      .insertInto('user_newtalk')
      .values({ ...row, user_last_timestamp: this.tick() })
      .execute();
  }

  /** Adds an account to the list of active users. */
  async activeUser(name: string, timestamp?: string): Promise<void> {
    await this.user(name);
    const seconds = Math.floor(timestampMillis(this.tick(timestamp)) / 1000);
    await this.db
      .insertInto('querycachetwo')
      .values({ qcc_type: 'activeusers', qcc_value: seconds, qcc_namespace: 2, qcc_title: name })
      .execute();
  }

  protected async actorOf(name: string): Promise<number> {
    return isForeign(name) ? this.dictionary.actor(name, null) : (await this.user(name)).actor;
  }
}
