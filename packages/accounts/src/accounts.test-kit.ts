// A test wiki with accounts, bot passwords, a clock, and clients that store cookies.
import { randomBytes } from 'node:crypto';
import clientlogin from '@wikiquery/action-clientlogin';
import login from '@wikiquery/action-login';
import logout from '@wikiquery/action-logout';
import type { EngineName } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { apiOf, openWiki, type TestWiki } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Accounts, type AccountsOptions, createAccounts, type SessionRequest } from './index.ts';

export const PASSWORD = 'Pässwörd 1';
export const HASH = ':B:ed295382:f5cef804e133b964cfbfa85816633b76';
export const BOT_SECRET = '645948eedf70d6367e1761563717ef1c';
const BOT_HASH =
  ':pbkdf2:sha512:30000:64:grhyrPDdEbqckf0jDp76lQ==:w4KYPUxnWdHib3fjglPl/WiyNaP98qstxs7YIP3UZOWlM+TtxHf/NGGKxkzMKwQM9nIdPHu7ps3zwUrKHfZJSQ==';

export const DAY = 86_400_000;
export const SECRET_KEY = randomBytes(32).toString('hex');
export const [ANN, BOB, CAT] = [1, 2, 4];
const SYSTEM = 3;
export const site = readSite({ general: { wikiid: 'wiki' } }, { autoConfirmAge: 4 * 86_400, autoConfirmCount: 10 });
const titles = createTitles(site);
const users = createUsers(site, titles);

/** Creates the test environment on a database engine. Each test starts with the same accounts and time. */
export function sceneOn(engine: EngineName): Scene {
  const scene = new Scene();
  beforeAll(async () => {
    scene.wiki = await openWiki(engine, { site });
  });
  afterAll(() => scene.wiki.close());

  beforeEach(async () => {
    scene.now = Date.UTC(2024, 5, 1, 12);
    const { db } = scene.wiki;
    for (const table of ['user', 'user_groups', 'bot_passwords', 'block', 'block_target', 'actor', 'comment'] as const)
      await db.deleteFrom(table).execute();
    const user = (
      user_id: number,
      user_name: string,
      rest: { user_editcount?: number; user_registration?: string; user_password?: string } = {},
    ) => ({
      user_id,
      user_name,
      user_password: HASH,
      user_newpassword: '',
      user_email: 'secret@example.org',
      user_touched: '20240101000000',
      user_token: `token of ${user_id}`.padEnd(32, '.'),
      user_registration: '20240101000000',
      user_editcount: 0,
      ...rest,
    });
    await db
      .insertInto('user')
      .values([
        user(ANN, 'Ann Example', { user_editcount: 10 }),
        user(BOB, 'Bob', { user_registration: '20240531000000', user_editcount: 99 }),
        user(SYSTEM, 'Maintenance', { user_password: '' }),
        user(CAT, 'Cat', { user_password: '18afa134d2ddd40c0f6c03c7f144891e' }),
      ])
      .execute();
    await db
      .insertInto('user_groups')
      .values([
        { ug_user: ANN, ug_group: 'sysop', ug_expiry: null },
        { ug_user: ANN, ug_group: 'bot', ug_expiry: '20240601115959' },
        { ug_user: BOB, ug_group: 'bot', ug_expiry: '20240601120001' },
      ])
      .execute();
    await db
      .insertInto('bot_passwords')
      .values([
        botPassword('reader', { bp_grants: '["basic","viewmywatchlist","nosuchgrant"]' }),
        botPassword('home', { bp_restrictions: '{"IPAddresses":["192.0.2.0/24","2001:db8::/32"]}' }),
        botPassword('broken', { bp_password: '' }),
        botPassword('nowhere', { bp_restrictions: '{}' }),
        botPassword('garbled', { bp_restrictions: '{"IPAddresses":["192.0.2.0/33","everywhere",5,"198.51.77.1/"]}' }),
        botPassword('backwards', { bp_restrictions: '{"IPAddresses":["198.51.77.9-198.51.77.0"]}' }),
        botPassword('page', { bp_restrictions: '{"IPAddresses":["198.51.77.0-198.51.77.9"],"Pages":["Sandbox"]}' }),
      ])
      .execute();
    await db.insertInto('actor').values({ actor_id: 7, actor_user: ANN, actor_name: 'Ann Example' }).execute();
    await db.insertInto('comment').values({ comment_id: 5, comment_hash: 0, comment_text: 'noise', comment_data: null }).execute();
    scene.accounts = scene.create();
  });
  return scene;
}

class Scene {
  wiki!: TestWiki;
  now = 0;
  accounts!: Accounts;

  create(options: Partial<AccountsOptions> = {}): Accounts {
    return createAccounts({
      db: this.wiki.db,
      site,
      secretKey: SECRET_KEY,
      users,
      now: () => this.now,
      elapsed: () => this.now,
      ...options,
    });
  }

  client(request: Partial<SessionRequest> = {}): Client {
    return new Client(this, request);
  }

  /** Writes a block to the database. The first block of a test has id 1. */
  async block({ user, address, hex, range, expiry = 'infinity', anonOnly, partial, deleted, auto, parent }: BlockRow): Promise<void> {
    const { db } = this.wiki;
    const { last } = await db
      .selectFrom('block')
      .select(eb => eb.fn.max('bl_id').as('last'))
      .executeTakeFirstOrThrow();
    const id = (last ?? 0) + 1;
    const name =
      user === undefined
        ? undefined
        : (await db.selectFrom('user').select('user_name').where('user_id', '=', user).executeTakeFirstOrThrow()).user_name;
    await db
      .insertInto('block_target')
      .values({
        bt_id: id,
        bt_user: user ?? null,
        bt_user_text: name ?? null,
        bt_address: address ?? null,
        bt_ip_hex: hex ?? null,
        bt_range_start: range?.[0] ?? null,
        bt_range_end: range?.[1] ?? null,
        bt_auto: Number(auto ?? false),
      })
      .execute();
    await db
      .insertInto('block')
      .values({
        bl_id: id,
        bl_target: id,
        bl_by_actor: 7,
        bl_reason_id: 5,
        bl_timestamp: '20240101000000',
        bl_expiry: expiry,
        bl_anon_only: Number(anonOnly ?? false),
        bl_sitewide: Number(!partial),
        bl_deleted: Number(deleted ?? false),
        bl_parent_block_id: parent ?? null,
      })
      .execute();
  }
}

const botPassword = (bp_app_id: string, rest: { bp_grants?: string; bp_restrictions?: string; bp_password?: string } = {}) => ({
  bp_user: ANN,
  bp_app_id,
  bp_password: BOT_HASH,
  bp_token: `bot token ${bp_app_id}`.padEnd(32, '.'),
  bp_restrictions: '{"IPAddresses":["0.0.0.0/0","::/0"]}',
  bp_grants: '["basic"]',
  ...rest,
});

interface How {
  readonly method?: 'GET' | 'POST';
  readonly url?: Readonly<Record<string, string>>;
}

/** A client that stores cookies like a browser. */
class Client {
  readonly jar = new Map<string, string>();
  readonly request: SessionRequest & { ip: string };
  readonly #scene: Scene;

  constructor(scene: Scene, request: Partial<SessionRequest>) {
    this.#scene = scene;
    this.request = { ip: '192.0.2.1', ...request };
    if (!request.ip && !request.crossOrigin) this.request.ip = '198.51.77.1';
  }

  session() {
    return this.#scene.accounts.session({ ...this.request, cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  }
  async loginToken(): Promise<string> {
    const session = await this.session();
    const token = session.token('login');
    this.store(await session.setCookies());
    return token;
  }
  async login(name: string | undefined, password: string | undefined) {
    const lgtoken = await this.loginToken();
    return this.perform('login', {
      ...(name !== undefined && { lgname: name }),
      ...(password !== undefined && { lgpassword: password }),
      lgtoken,
    });
  }
  async perform(name: string, body: Readonly<Record<string, string>>, { method = 'POST', url = {} }: How = {}) {
    const session = await this.session();
    const query = new URLSearchParams({
      ...url,
      ...(method === 'GET' && body),
      action: name,
      format: 'json',
      formatversion: '2',
      errorformat: 'raw',
    });
    const api = apiOf(this.#scene.wiki, [login, clientlogin, logout], {
      services: { sessions: { ...this.#scene.accounts.authentication, of: () => session } },
      identity: { actor: session.actor, session, isToken: (kind, token) => session.accepts(kind, token) },
    });
    const response = await api({
      method,
      query: query.toString(),
      ...(method === 'POST' && { body: new URLSearchParams(body).toString() }),
      headers: {},
      ip: session.ip,
      signal: AbortSignal.timeout(60_000),
    });
    const { warnings = [], errors, ...result } = JSON.parse(response.body);
    if (errors) throw Object.assign(new Error(errors[0].code), { ...errors[0], messages: errors });
    const cookies = await session.setCookies();
    this.store(cookies);
    const relevant = (warnings as readonly { code: string; key: string }[]).filter(({ code }) => code !== 'deprecation-help');
    return { result, warnings: relevant, cookies };
  }
  store(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === 'deleted') this.jar.delete(name);
      else this.jar.set(name, value);
    }
  }
}

interface BlockRow {
  readonly user?: number;
  readonly address?: string;
  readonly hex?: string;
  readonly range?: readonly [string, string];
  readonly expiry?: string;
  readonly anonOnly?: boolean;
  readonly partial?: boolean;
  readonly deleted?: boolean;
  readonly auto?: boolean;
  readonly parent?: number;
}
