import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { addressRange, addressToHex, isAddress, isAddressOrCidr, sanitizeAddress } from '@wikiquery/addresses';
import { type Site, type Title, type Titles, timestampMillis, titleKey, toTimestamp } from '@wikiquery/core';
import type { Database, WikiDatabase } from '@wikiquery/database';
import { encodeWords, indexRow, searchLanguage, shortestWord } from '@wikiquery/search';
import { createTitles } from '@wikiquery/titles';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { Dictionary, hashPassword, isForeign, sha1Base36 } from './dictionary.ts';
import { type PhpValue, serializePhp } from './php.ts';

/** A page that the wiki has or had. */
export interface Page extends Title {
  readonly id: number;
  /** Id of the current revision. */
  latest: number;
}

export interface UserAccount {
  readonly id: number;
  readonly name: string;
  readonly actor: number;
}

/** When and by whom; without a timestamp a call happens a second after the one before. */
interface Deed {
  readonly user?: string;
  readonly comment?: string;
  /** Fourteen digits. */
  readonly timestamp?: string;
}

export interface EditOptions extends Deed {
  readonly text?: string;
  readonly minor?: boolean;
  readonly bot?: boolean;
  readonly tags?: readonly string[];
  readonly model?: string;
  /** Texts of further slots by role. */
  readonly slots?: Readonly<Record<string, string>>;
  /** Bits that hide parts of the revision: 1 text, 2 comment, 4 user, 8 from administrators too. */
  readonly hidden?: number;
  readonly patrolled?: 0 | 1 | 2;
  /** Store the text compressed. */
  readonly compressed?: boolean;
  /** False: as if the recent changes had forgotten it. */
  readonly recent?: boolean;
}

export interface LogOptions extends Deed {
  readonly title?: string;
  /** Id of the page; looked up when left out. */
  readonly page?: number;
  /** Serialized as MediaWiki does; a string stands as it is. */
  readonly params?: PhpValue;
  /** Bits that hide parts of the entry: 1 action, 2 comment, 4 user, 8 from administrators too. */
  readonly hidden?: number;
  readonly tags?: readonly string[];
  /** Rows of `log_search` by field. */
  readonly search?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly recent?: boolean;
}

export interface UserOptions {
  readonly groups?: readonly string[] | Readonly<Record<string, string | null>>;
  readonly formerGroups?: readonly string[];
  readonly password?: string;
  readonly email?: string;
  readonly emailConfirmed?: string;
  readonly realName?: string;
  readonly registration?: string | null;
  readonly preferences?: Readonly<Record<string, string>>;
  readonly temporary?: boolean;
}

export interface FileOptions extends Deed {
  readonly data?: string | Uint8Array;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  /** `image/png` and so on. */
  readonly mime?: string;
  readonly mediaType?: string;
  readonly metadata?: string | Uint8Array;
  readonly sha1?: string;
  readonly text?: string;
  /** Of an old version: its bits of hidden parts. */
  readonly hidden?: number;
}

export interface CategoryOptions {
  readonly sortkey?: string;
  readonly timestamp?: string;
  readonly change?: boolean;
}

export interface StashOptions {
  readonly user?: string;
  readonly path?: string;
  readonly timestamp?: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly mime?: string;
  readonly mediaType?: string;
  readonly props?: PhpValue;
  readonly status?: 'finished' | 'chunks';
}

export interface BlockOptions {
  readonly by?: string;
  readonly reason?: string;
  readonly timestamp?: string;
  readonly expiry?: string;
  readonly anonOnly?: boolean;
  readonly createAccount?: boolean;
  readonly autoblock?: boolean;
  readonly email?: boolean;
  readonly talk?: boolean;
  readonly hideUser?: boolean;
  /** An autoblock: its target is an address; `parent` is the block that caused it. */
  readonly auto?: boolean;
  readonly parent?: number;
  /** A partial block of these pages and namespaces, and of actions by their ids (1 upload, 2 move, 3 create). */
  readonly pages?: readonly string[];
  readonly namespaces?: readonly number[];
  readonly actions?: readonly number[];
}

/**
 * Fills the database of a wiki. Each method writes all rows that MediaWiki would, except that only `log` writes the log: a test then sees
 * the entries that it made. Pages and users that a call names and that are not there come into being.
 */
export class Wiki {
  readonly url: string;
  readonly database: WikiDatabase;
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly titles: Titles;
  readonly #dictionary: Dictionary;
  /** Of the search index of MariaDB. */
  #shortestWord: number | undefined;
  readonly #pages = new Map<string, Page>();
  readonly #users = new Map<string, UserAccount>();
  readonly #remove: () => Promise<void>;
  #clock = Date.UTC(2024, 0, 1) - 1000;

  /** `remove` is called when the wiki was closed. Tests call `openWiki` instead, the others `createWikiFile`. */
  constructor(url: string, database: WikiDatabase, site: Site, remove: () => Promise<void>) {
    this.url = url;
    this.database = database;
    this.db = database.db;
    this.site = site;
    this.titles = createTitles(site);
    this.#dictionary = new Dictionary(this.db);
    this.#remove = remove;
  }

  /** Learns what the database holds, so that the wiki can be gone on with. */
  async learn(): Promise<void> {
    await this.#dictionary.learn();
    const pages = await this.db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title', 'page_latest']).execute();
    for (const { page_id: id, page_namespace: namespace, page_title: dbkey, page_latest: latest } of pages) {
      this.#pages.set(titleKey(namespace, dbkey), { id, namespace, dbkey, latest });
    }
    const users = await this.db
      .selectFrom('actor')
      .innerJoin('user', 'user_id', 'actor_user')
      .select(['user_id', 'user_name', 'actor_id'])
      .execute();
    for (const { user_id: id, user_name: name, actor_id: actor } of users) this.#users.set(name, { id, name, actor });
  }

  /** The time of the last call, fourteen digits. */
  get now(): string {
    return toTimestamp(new Date(this.#clock));
  }
  /** Goes on from another time: the next call happens a second later. */
  setClock(timestamp: string): void {
    this.#clock = timestampMillis(timestamp);
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.#remove();
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  // Pages and revisions

  /** Creates a page; text that begins with `#REDIRECT [[…]]` makes a redirect. */
  async page(title: string, options: EditOptions & { readonly lang?: string; readonly id?: number } = {}): Promise<Page> {
    const at = this.#title(title);
    if (this.#pages.has(titleKey(at.namespace, at.dbkey))) throw new Error(`The page "${title}" is there already: edit it.`);
    const { text = '', lang = null, id } = options;
    const timestamp = this.#tick(options.timestamp);
    const model = options.model ?? 'wikitext';
    const row: Insertable<Database['page']> = {
      page_namespace: at.namespace,
      page_title: at.dbkey,
      page_is_redirect: Number(redirectTarget(text) !== undefined),
      page_is_new: 1,
      page_random: ((this.#pages.size + 1) * 0.618033988749895) % 1,
      page_touched: timestamp,
      page_links_updated: timestamp,
      page_latest: 0,
      page_len: Buffer.byteLength(text),
      page_content_model: model,
      page_lang: lang,
      ...(id !== undefined && { page_id: id }),
    };
    const { page_id } = await this.db.insertInto('page').values(row).returning('page_id').executeTakeFirstOrThrow();
    const page: Page = { ...at, id: page_id, latest: 0 };
    this.#pages.set(titleKey(at.namespace, at.dbkey), page);
    await this.#count({ ss_total_pages: 1, ...(at.namespace === 0 && text.includes('[[') && { ss_good_articles: 1 }) });
    await this.#revision(page, { ...options, text, model, timestamp });
    return page;
  }

  /** A page that is there. */
  get(title: string): Page {
    const page = this.#find(title);
    if (!page) throw new Error(`The wiki has no page "${title}".`);
    return page;
  }

  /** Adds a revision to a page, which is created when it is not there. Returns the id of the revision. */
  async edit(title: string | Page, options: EditOptions = {}): Promise<number> {
    const existing = this.#find(title);
    if (existing) return this.#revision(existing, { ...options, timestamp: this.#tick(options.timestamp) });
    return (await this.page(typeof title === 'string' ? title : this.titles.text(title), options)).latest;
  }

  /** Makes a page that redirects, or makes an existing one do so. */
  async redirect(
    from: string | Page,
    to: string,
    { fragment = '', ...options }: EditOptions & { readonly fragment?: string } = {},
  ): Promise<Page> {
    const text = `#REDIRECT [[${to}${fragment && `#${fragment}`}]]`;
    await this.edit(from, { text, ...options });
    return this.#page(from);
  }

  async move(
    from: string | Page,
    to: string,
    { leaveRedirect = true, ...deed }: Deed & { readonly leaveRedirect?: boolean } = {},
  ): Promise<Page> {
    const page = await this.#page(from);
    const old = this.titles.text(page);
    const at = this.#title(to);
    this.#pages.delete(titleKey(page.namespace, page.dbkey));
    const moved: Page = { ...at, id: page.id, latest: page.latest };
    this.#pages.set(titleKey(at.namespace, at.dbkey), moved);
    await this.db.updateTable('page').set({ page_namespace: at.namespace, page_title: at.dbkey }).where('page_id', '=', page.id).execute();
    await this.edit(moved, { recent: false, ...deed });
    if (leaveRedirect) await this.redirect(old, to, { recent: false, ...deed });
    return moved;
  }

  /** Moves all revisions of a page to the archive. */
  async deletePage(title: string | Page, options: { readonly timestamp?: string } = {}): Promise<void> {
    const page = await this.#page(title);
    this.#tick(options.timestamp);
    const revisions = await this.db
      .selectFrom('revision')
      .selectAll('revision')
      .where('rev_page', '=', page.id)
      .orderBy('rev_id')
      .execute();
    for (const row of revisions) await this.db.insertInto('archive').values(archived(page, row)).execute();
    this.#pages.delete(titleKey(page.namespace, page.dbkey));
    await this.db.deleteFrom('revision').where('rev_page', '=', page.id).execute();
    await this.db.deleteFrom('recentchanges').where('rc_cur_id', '=', page.id).where('rc_logid', '=', 0).execute();
    await this.db.deleteFrom('page').where('page_id', '=', page.id).execute();
    await this.db.deleteFrom('redirect').where('rd_from', '=', page.id).execute();
    await this.db.deleteFrom('pagelinks').where('pl_from', '=', page.id).execute();
    await this.db.deleteFrom('templatelinks').where('tl_from', '=', page.id).execute();
    await this.db.deleteFrom('imagelinks').where('il_from', '=', page.id).execute();
    await this.db.deleteFrom('categorylinks').where('cl_from', '=', page.id).execute();
    await this.db.deleteFrom('langlinks').where('ll_from', '=', page.id).execute();
    await this.db.deleteFrom('iwlinks').where('iwl_from', '=', page.id).execute();
    await this.db.deleteFrom('externallinks').where('el_from', '=', page.id).execute();
    await this.db.deleteFrom('page_props').where('pp_page', '=', page.id).execute();
    await this.db.deleteFrom('page_restrictions').where('pr_page', '=', page.id).execute();
    await this.#unindex(page.id);
    await this.#count({ ss_total_pages: -1 });
  }

  /** Hides parts of a revision, deleted ones too: 1 text, 2 comment, 4 user, 8 from administrators too. */
  async hideRevision(id: number, bits: number): Promise<void> {
    await this.db.updateTable('revision').set({ rev_deleted: bits }).where('rev_id', '=', id).execute();
    await this.db.updateTable('archive').set({ ar_deleted: bits }).where('ar_rev_id', '=', id).execute();
    await this.db.updateTable('recentchanges').set({ rc_deleted: bits }).where('rc_this_oldid', '=', id).execute();
  }

  // Logs, tags and changes

  /** Adds a log entry, which also appears in the recent changes. Returns its id. */
  async log(type: string, action: string, options: LogOptions = {}): Promise<number> {
    const { title = 'Main Page', user = 'Admin', comment = '', params = [], hidden = 0, tags = [], search = {}, recent = true } = options;
    const timestamp = this.#tick(options.timestamp);
    const at = this.#title(title);
    const page = options.page ?? this.#pages.get(titleKey(at.namespace, at.dbkey))?.id ?? 0;
    const actor = await this.#actor(user);
    const commentId = await this.#dictionary.comment(comment);
    const logParams = typeof params === 'string' ? params : serializePhp(params);
    const row: Insertable<Database['logging']> = {
      log_type: type,
      log_action: action,
      log_timestamp: timestamp,
      log_actor: actor,
      log_namespace: at.namespace,
      log_title: at.dbkey,
      log_page: page,
      log_comment_id: commentId,
      log_params: logParams,
      log_deleted: hidden,
    };
    const { log_id } = await this.db.insertInto('logging').values(row).returning('log_id').executeTakeFirstOrThrow();
    for (const [field, values] of Object.entries(search)) {
      for (const value of values)
        await this.db
          .insertInto('log_search')
          .values({ ls_field: field, ls_value: String(value), ls_log_id: log_id })
          .execute();
    }
    const change = recent
      ? await this.#change(at, {
          rc_timestamp: timestamp,
          rc_actor: actor,
          rc_comment_id: commentId,
          rc_cur_id: page,
          rc_type: 3,
          rc_source: 'mw.log',
          rc_patrolled: 2,
          rc_deleted: hidden,
          rc_logid: log_id,
          rc_log_type: type,
          rc_log_action: action,
          rc_params: logParams,
        })
      : undefined;
    for (const tag of tags) await this.tag({ log: log_id, ...(change !== undefined && { change }) }, tag);
    return log_id;
  }

  /** Hides parts of a log entry: 1 action, 2 comment, 4 user, 8 from administrators too. */
  async hideLog(id: number, bits: number): Promise<void> {
    await this.db.updateTable('logging').set({ log_deleted: bits }).where('log_id', '=', id).execute();
    await this.db.updateTable('recentchanges').set({ rc_deleted: bits }).where('rc_logid', '=', id).execute();
  }

  /** Tags a revision, a log entry, a recent change, or several that are the same event. */
  async tag(
    { revision, log, change }: { readonly revision?: number; readonly log?: number; readonly change?: number },
    name: string,
    params: string | null = null,
  ): Promise<void> {
    const id = await this.defineTag(name, !name.startsWith('mw-'));
    await this.db
      .insertInto('change_tag')
      .values({ ct_rev_id: revision ?? null, ct_log_id: log ?? null, ct_rc_id: change ?? null, ct_tag_id: id, ct_params: params })
      .execute();
    await this.db
      .updateTable('change_tag_def')
      .set(is => ({ ctd_count: is('ctd_count', '+', 1) }))
      .where('ctd_id', '=', id)
      .execute();
  }

  defineTag(name: string, userDefined = true): Promise<number> {
    return this.#dictionary.tag(name, userDefined);
  }

  // Links: rows of the pages that link, wherever they point

  async link(from: string | Page, to: string): Promise<void> {
    const page = await this.#page(from);
    const target = await this.#dictionary.linkTarget(this.#title(to));
    await this.db.insertInto('pagelinks').values({ pl_from: page.id, pl_from_namespace: page.namespace, pl_target_id: target }).execute();
  }

  async template(from: string | Page, template: string): Promise<void> {
    const page = await this.#page(from);
    const target = await this.#dictionary.linkTarget(this.#title(template, 10));
    await this.db
      .insertInto('templatelinks')
      .values({ tl_from: page.id, tl_from_namespace: page.namespace, tl_target_id: target })
      .execute();
  }

  async image(from: string | Page, file: string): Promise<void> {
    const page = await this.#page(from);
    const { dbkey } = this.#title(file, 6);
    await this.db.insertInto('imagelinks').values({ il_from: page.id, il_from_namespace: page.namespace, il_to: dbkey }).execute();
  }

  /** Puts a page in a category; with `change`, the recent changes tell. */
  async category(page: string | Page, category: string, { sortkey = '', timestamp, change = false }: CategoryOptions = {}): Promise<void> {
    const member = await this.#page(page);
    const { dbkey } = this.#title(category, 14);
    const name = member.dbkey.replaceAll('_', ' ').toUpperCase();
    const type = member.namespace === 14 ? 'subcat' : member.namespace === 6 ? 'file' : 'page';
    const time = this.#tick(timestamp);
    await this.db
      .insertInto('categorylinks')
      .values({
        cl_from: member.id,
        cl_to: dbkey,
        cl_sortkey: sortkey === '' ? name : `${sortkey.toUpperCase()}\n${name}`,
        cl_sortkey_prefix: sortkey,
        cl_timestamp: time,
        cl_collation: 'uppercase',
        cl_type: type,
      })
      .execute();
    const known = await this.db.selectFrom('category').select('cat_id').where('cat_title', '=', dbkey).executeTakeFirst();
    if (!known) await this.db.insertInto('category').values({ cat_title: dbkey }).execute();
    await this.db
      .updateTable('category')
      .set(is => ({
        cat_pages: is('cat_pages', '+', 1),
        cat_subcats: is('cat_subcats', '+', Number(type === 'subcat')),
        cat_files: is('cat_files', '+', Number(type === 'file')),
      }))
      .where('cat_title', '=', dbkey)
      .execute();
    if (!change) return;
    await this.#change(
      { namespace: 14, dbkey },
      {
        rc_timestamp: time,
        rc_actor: await this.#actor('Admin'),
        rc_comment_id: await this.#dictionary.comment(`[[:${this.titles.text(member)}]] added to category`),
        rc_cur_id: member.id,
        rc_this_oldid: member.latest,
        rc_type: 6,
        rc_source: 'mw.categorize',
        rc_patrolled: 2,
        rc_params: serializePhp({ 'hidden-cat': false, added: true }),
      },
    );
  }

  async langlink(from: string | Page, lang: string, title: string): Promise<void> {
    const { id } = await this.#page(from);
    await this.db.insertInto('langlinks').values({ ll_from: id, ll_lang: lang, ll_title: title }).execute();
  }

  async iwlink(from: string | Page, prefix: string, title: string): Promise<void> {
    const { id } = await this.#page(from);
    await this.db
      .insertInto('iwlinks')
      .values({ iwl_from: id, iwl_prefix: prefix, iwl_title: title.replaceAll(' ', '_') })
      .execute();
  }

  async extlink(from: string | Page, url: string): Promise<void> {
    const { id } = await this.#page(from);
    const { protocol, hostname, port, pathname, search, hash } = new URL(url);
    const reversed = isAddress(hostname) ? `V4.${hostname}.` : `${hostname.split('.').reverse().join('.')}.`;
    const domain = `${protocol}//${reversed}${port && `:${port}`}`;
    await this.db
      .insertInto('externallinks')
      .values({ el_from: id, el_to_domain_index: domain, el_to_path: pathname + search + hash })
      .execute();
  }

  // What belongs to pages

  async prop(page: string | Page, name: string, value: string, sortkey: number | null = null): Promise<void> {
    const { id } = await this.#page(page);
    await this.db.insertInto('page_props').values({ pp_page: id, pp_propname: name, pp_value: value, pp_sortkey: sortkey }).execute();
  }

  /** `protect('Main Page', { edit: 'sysop' })`. */
  async protect(
    page: string | Page,
    levels: Readonly<Record<string, string>>,
    { expiry = 'infinity', cascade = false }: { readonly expiry?: string; readonly cascade?: boolean } = {},
  ): Promise<void> {
    const { id } = await this.#page(page);
    for (const [type, level] of Object.entries(levels)) {
      const row = { pr_page: id, pr_type: type, pr_level: level, pr_cascade: Number(cascade), pr_expiry: expiry };
      await this.db.insertInto('page_restrictions').values(row).execute();
    }
  }

  /** Protects a title that has no page from being created. */
  async protectTitle(
    title: string,
    level: string,
    { user = 'Admin', comment = '', timestamp, expiry = 'infinity' }: Deed & { readonly expiry?: string } = {},
  ): Promise<void> {
    const { namespace, dbkey } = this.#title(title);
    const { id } = await this.user(user);
    await this.db
      .insertInto('protected_titles')
      .values({
        pt_namespace: namespace,
        pt_title: dbkey,
        pt_user: id,
        pt_reason_id: await this.#dictionary.comment(comment),
        pt_timestamp: this.#tick(timestamp),
        pt_expiry: expiry,
        pt_create_perm: level,
      })
      .execute();
  }

  // Users

  /** An account, created when it is not there yet; one that is there gets what the options say. */
  async user(name: string, options: UserOptions = {}): Promise<UserAccount> {
    const account = this.#users.get(name) ?? (await this.#register(name, options.registration));
    const { password, email, emailConfirmed, realName, temporary, groups = [], formerGroups = [], preferences = {} } = options;
    const told: Updateable<Database['user']> = {
      ...(password !== undefined && { user_password: hashPassword(password) }),
      ...(email !== undefined && { user_email: email }),
      ...(emailConfirmed !== undefined && { user_email_authenticated: emailConfirmed }),
      ...(realName !== undefined && { user_real_name: realName }),
      ...(temporary !== undefined && { user_is_temp: Number(temporary) }),
    };
    const { id } = account;
    if (Object.keys(told).length > 0) await this.db.updateTable('user').set(told).where('user_id', '=', id).execute();
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

  async #register(name: string, registration: string | null = this.#tick()): Promise<UserAccount> {
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
    const account: UserAccount = { id, name, actor: await this.#dictionary.actor(name, id) };
    this.#users.set(name, account);
    await this.#count({ ss_users: 1 });
    return account;
  }

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

  /** Blocks an account, an address or a range. Returns the id of the block. */
  async block(target: string, options: BlockOptions = {}): Promise<number> {
    const { by = 'Admin', reason = '', expiry = 'infinity', auto = false, parent = null } = options;
    const { pages = [], namespaces = [], actions = [] } = options;
    const partial = [options.pages, options.namespaces, options.actions].some(limits => limits !== undefined);
    const range = isAddressOrCidr(target) ? addressRange(target) : undefined;
    const account = range ? undefined : await this.user(target);
    const targetRow: Insertable<Database['block_target']> = {
      bt_address: range ? sanitizeAddress(target) : null,
      bt_user: account?.id ?? null,
      bt_user_text: account?.name ?? null,
      bt_auto: Number(auto),
      bt_range_start: range && range.start !== range.end ? range.start : null,
      bt_range_end: range && range.start !== range.end ? range.end : null,
      bt_ip_hex: range?.start ?? null,
      bt_count: 1,
    };
    const { bt_id } = await this.db.insertInto('block_target').values(targetRow).returning('bt_id').executeTakeFirstOrThrow();
    const row: Insertable<Database['block']> = {
      bl_target: bt_id,
      bl_by_actor: await this.#actor(by),
      bl_reason_id: await this.#dictionary.comment(reason),
      bl_timestamp: this.#tick(options.timestamp),
      bl_anon_only: Number(options.anonOnly ?? false),
      bl_create_account: Number(options.createAccount ?? true),
      bl_enable_autoblock: Number(options.autoblock ?? !range),
      bl_expiry: expiry,
      bl_deleted: Number(options.hideUser ?? false),
      bl_block_email: Number(options.email ?? false),
      bl_allow_usertalk: Number(options.talk ?? true),
      bl_parent_block_id: parent,
      bl_sitewide: Number(!partial),
    };
    const { bl_id } = await this.db.insertInto('block').values(row).returning('bl_id').executeTakeFirstOrThrow();
    const restrict = async (ir_type: number, ir_value: number) => {
      await this.db.insertInto('ipblocks_restrictions').values({ ir_ipb_id: bl_id, ir_type, ir_value }).execute();
    };
    for (const page of pages) await restrict(1, (await this.#page(page)).id);
    for (const namespace of namespaces) await restrict(2, namespace);
    for (const action of actions) await restrict(3, action);
    return bl_id;
  }

  /** Puts a page (and, as MediaWiki does, its talk page) on a watchlist; `notified` is since when there are changes that the user has not seen. */
  async watch(
    user: string,
    title: string,
    { expiry, notified = null }: { readonly expiry?: string; readonly notified?: string | null } = {},
  ): Promise<void> {
    const { id } = await this.user(user);
    const at = this.#title(title);
    for (const { namespace, dbkey } of [this.titles.subject(at), this.titles.talk(at)].filter(found => found !== undefined)) {
      const row = { wl_user: id, wl_namespace: namespace, wl_title: dbkey, wl_notificationtimestamp: notified };
      const { wl_id } = await this.db.insertInto('watchlist').values(row).returning('wl_id').executeTakeFirstOrThrow();
      if (expiry !== undefined) await this.db.insertInto('watchlist_expiry').values({ we_item: wl_id, we_expiry: expiry }).execute();
    }
  }

  /** There is a message on the talk page of a user or an address that is not read yet. */
  async newMessage(user: string): Promise<void> {
    const row = isAddress(user) ? { user_id: 0, user_ip: user } : { user_id: (await this.user(user)).id, user_ip: '' };
    await this.db
      .insertInto('user_newtalk')
      .values({ ...row, user_last_timestamp: this.#tick() })
      .execute();
  }

  /** Lists an account among the active users. */
  async activeUser(name: string, timestamp?: string): Promise<void> {
    await this.user(name);
    const seconds = Math.floor(timestampMillis(this.#tick(timestamp)) / 1000);
    await this.db
      .insertInto('querycachetwo')
      .values({ qcc_type: 'activeusers', qcc_value: seconds, qcc_namespace: 2, qcc_title: name })
      .execute();
  }

  // Files

  /** A file that a user uploaded but did not publish yet. */
  async stash(key: string, options: StashOptions = {}): Promise<void> {
    const {
      width = 640,
      height = 480,
      size = 1000,
      mime = 'image/png',
      path = `mwrepo://local/temp/0/00/${key}`,
      status = 'finished',
    } = options;
    const { id } = await this.user(options.user ?? 'Admin');
    await this.db
      .insertInto('uploadstash')
      .values({
        us_user: id,
        us_key: key,
        us_orig_path: key,
        us_path: path,
        us_source_type: 'file',
        us_timestamp: this.#tick(options.timestamp),
        us_status: status,
        us_props: serializePhp(options.props ?? { width, height, bits: 8, metadata: {} }),
        us_size: size,
        us_sha1: sha1Base36(key),
        us_mime: mime,
        us_media_type: options.mediaType ?? 'BITMAP',
        us_image_width: width,
        us_image_height: height,
        us_image_bits: 8,
      })
      .execute();
  }

  /** Uploads a file, or a new version of it: the row of the file and its page. */
  async file(name: string, options: FileOptions = {}): Promise<Page> {
    const at = this.#title(name, 6);
    const { user = 'Admin', comment = '', text = '' } = options;
    const timestamp = this.#tick(options.timestamp);
    const data = options.data ?? `${at.dbkey} ${timestamp}`;
    const [major = 'image', minor = 'png'] = (options.mime ?? 'image/png').split('/');
    const previous = await this.db.selectFrom('image').selectAll('image').where('img_name', '=', at.dbkey).executeTakeFirst();
    if (previous) {
      await this.db.insertInto('oldimage').values(oldVersion(previous, options.hidden)).execute();
      await this.db.deleteFrom('image').where('img_name', '=', at.dbkey).execute();
    }
    const row: Insertable<Database['image']> = {
      img_name: at.dbkey,
      img_size: options.size ?? Buffer.byteLength(data),
      img_width: options.width ?? 640,
      img_height: options.height ?? 480,
      img_metadata: options.metadata ?? '{"data":[]}',
      img_bits: options.bits ?? 8,
      img_media_type: options.mediaType ?? 'BITMAP',
      img_major_mime: major,
      img_minor_mime: minor,
      img_description_id: await this.#dictionary.comment(comment),
      img_actor: await this.#actor(user),
      img_timestamp: timestamp,
      img_sha1: options.sha1 ?? sha1Base36(data),
    };
    await this.db.insertInto('image').values(row).execute();
    await this.#count({ ss_images: previous ? 0 : 1 });
    const page = this.#find(this.titles.text(at));
    return page ?? this.page(this.titles.text(at), { text, user, comment, timestamp });
  }

  /** Moves the current version of a file to the archive; its page stays. */
  async deleteFile(
    name: string,
    { user = 'Admin', comment = '', timestamp, hidden = 0 }: Deed & { readonly hidden?: number } = {},
  ): Promise<void> {
    const { dbkey } = this.#title(name, 6);
    const image = await this.db.selectFrom('image').selectAll('image').where('img_name', '=', dbkey).executeTakeFirstOrThrow();
    await this.db
      .insertInto('filearchive')
      .values({
        fa_name: dbkey,
        fa_archive_name: null,
        fa_storage_group: 'deleted',
        fa_storage_key: `${image.img_sha1}.${dbkey.split('.').pop()}`,
        fa_deleted_user: (await this.user(user)).id,
        fa_deleted_timestamp: this.#tick(timestamp),
        fa_deleted_reason_id: await this.#dictionary.comment(comment),
        fa_size: image.img_size,
        fa_width: image.img_width,
        fa_height: image.img_height,
        fa_metadata: image.img_metadata,
        fa_bits: image.img_bits,
        fa_media_type: image.img_media_type,
        fa_major_mime: image.img_major_mime,
        fa_minor_mime: image.img_minor_mime,
        fa_description_id: image.img_description_id,
        fa_actor: image.img_actor,
        fa_timestamp: image.img_timestamp,
        fa_deleted: hidden,
        fa_sha1: image.img_sha1,
      })
      .execute();
    await this.db.deleteFrom('image').where('img_name', '=', dbkey).execute();
    await this.#count({ ss_images: -1 });
  }

  // Reports that MediaWiki computes now and then

  async interwiki(
    prefix: string,
    url: string,
    { local = false, trans = false, api = '' }: { readonly local?: boolean; readonly trans?: boolean; readonly api?: string } = {},
  ): Promise<void> {
    await this.db
      .insertInto('interwiki')
      .values({ iw_prefix: prefix, iw_url: url, iw_api: api, iw_wikiid: '', iw_local: Number(local), iw_trans: Number(trans) })
      .execute();
  }

  /** The saved rows of a special page such as `Ancientpages`. */
  async queryCache(type: string, rows: readonly { readonly title: string; readonly value?: number }[]): Promise<void> {
    for (const { title, value = 0 } of rows) {
      const { namespace, dbkey } = this.#title(title);
      await this.db.insertInto('querycache').values({ qc_type: type, qc_value: value, qc_namespace: namespace, qc_title: dbkey }).execute();
    }
    await this.db.insertInto('querycache_info').values({ qci_type: type, qci_timestamp: this.#tick() }).execute();
  }

  // The rows behind

  async #revision(page: Page, options: EditOptions & { readonly timestamp: string }): Promise<number> {
    const { user = 'Admin', comment = '', timestamp, minor = false, bot = false, tags = [], hidden = 0, recent = true } = options;
    const previous = page.latest ? await this.#revisionRow(page.latest) : undefined;
    const text = options.text ?? (previous ? await this.#textOf(previous.rev_id) : '');
    const model = options.model ?? (await this.#modelOf(page));
    const actor = await this.#actor(user);
    const commentId = await this.#dictionary.comment(comment);
    const slots = { main: text, ...options.slots };
    const length = Object.values(slots).reduce((sum, slot) => sum + Buffer.byteLength(slot), 0);
    const { rev_id } = await this.db
      .insertInto('revision')
      .values({
        rev_page: page.id,
        rev_comment_id: commentId,
        rev_actor: actor,
        rev_timestamp: timestamp,
        rev_minor_edit: Number(minor),
        rev_deleted: hidden,
        rev_len: length,
        rev_parent_id: page.latest,
        rev_sha1: sha1Base36(Object.values(slots).join('')),
      })
      .returning('rev_id')
      .executeTakeFirstOrThrow();
    for (const [role, slot] of Object.entries(slots)) {
      await this.#slot(rev_id, role, slot, role === 'main' ? model : 'wikitext', options.compressed ?? false);
    }
    if (isAddress(user)) {
      await this.db
        .insertInto('ip_changes')
        .values({ ipc_rev_id: rev_id, ipc_rev_timestamp: timestamp, ipc_hex: addressToHex(user) ?? '' })
        .execute();
    }

    const target = redirectTarget(text);
    const isNew = !previous;
    const changed: Updateable<Database['page']> = {
      page_latest: rev_id,
      page_len: Buffer.byteLength(text),
      page_is_new: Number(isNew),
      page_is_redirect: Number(target !== undefined),
      page_touched: timestamp,
      page_content_model: model,
    };
    await this.db.updateTable('page').set(changed).where('page_id', '=', page.id).execute();
    await this.db.deleteFrom('redirect').where('rd_from', '=', page.id).execute();
    if (target !== undefined) await this.#redirectRow(page, target);
    await this.#index(page, text);
    page.latest = rev_id;
    await this.#count({ ss_total_edits: 1 });
    const account = this.#users.get(user);
    if (account) {
      await this.db
        .updateTable('user')
        .set(is => ({ user_editcount: is('user_editcount', '+', 1) }))
        .where('user_id', '=', account.id)
        .execute();
    }

    const change = recent
      ? await this.#change(page, {
          rc_timestamp: timestamp,
          rc_actor: actor,
          rc_comment_id: commentId,
          rc_minor: Number(minor),
          rc_bot: Number(bot),
          rc_new: Number(isNew),
          rc_cur_id: page.id,
          rc_this_oldid: rev_id,
          rc_last_oldid: previous?.rev_id ?? 0,
          rc_type: isNew ? 1 : 0,
          rc_source: isNew ? 'mw.new' : 'mw.edit',
          rc_patrolled: options.patrolled ?? 0,
          rc_ip: isAddress(user) ? user : '127.0.0.1',
          rc_old_len: previous?.rev_len ?? 0,
          rc_new_len: length,
          rc_deleted: hidden,
        })
      : undefined;
    for (const tag of tags) await this.tag({ revision: rev_id, ...(change !== undefined && { change }) }, tag);
    return rev_id;
  }

  async #slot(revision: number, role: string, text: string, model: string, compressed: boolean): Promise<void> {
    const bytes = Buffer.from(text);
    const stored = compressed ? deflateRawSync(bytes) : text;
    const { old_id } = await this.db
      .insertInto('text')
      .values({ old_text: stored, old_flags: compressed ? 'utf-8,gzip' : 'utf-8' })
      .returning('old_id')
      .executeTakeFirstOrThrow();
    const { content_id } = await this.db
      .insertInto('content')
      .values({
        content_size: bytes.length,
        content_sha1: sha1Base36(text),
        content_model: await this.#dictionary.contentModel(model),
        content_address: `tt:${old_id}`,
      })
      .returning('content_id')
      .executeTakeFirstOrThrow();
    const slot = {
      slot_revision_id: revision,
      slot_role_id: await this.#dictionary.slotRole(role),
      slot_content_id: content_id,
      slot_origin: revision,
    };
    await this.db.insertInto('slots').values(slot).execute();
  }

  async #redirectRow(page: Page, target: string): Promise<void> {
    const parsed = this.titles.parse(target);
    if ('invalid' in parsed) throw new Error(`"${target}" is no title to redirect to: ${parsed.reason}`);
    const { namespace, dbkey, fragment, interwiki } = parsed;
    await this.db
      .insertInto('redirect')
      .values({ rd_from: page.id, rd_namespace: namespace, rd_title: dbkey, rd_interwiki: interwiki, rd_fragment: fragment })
      .execute();
  }

  async #change(at: Title, row: Omit<Insertable<Database['recentchanges']>, 'rc_namespace' | 'rc_title'>): Promise<number> {
    const complete = { rc_params: '', ...row, rc_namespace: at.namespace, rc_title: at.dbkey };
    return (await this.db.insertInto('recentchanges').values(complete).returning('rc_id').executeTakeFirstOrThrow()).rc_id;
  }

  async #index({ id, namespace, dbkey }: Page, text: string): Promise<void> {
    const { engine } = this.database;
    await this.#unindex(id);
    if (engine === 'postgres') {
      await sql`update page set titlevector = to_tsvector(replace(page_title, '/', ' ')) where page_id = ${id}`.execute(this.db);
      await sql`update text set textvector = to_tsvector(old_text) where old_id = (select max(old_id) from text)`.execute(this.db);
      return;
    }
    const language = searchLanguage(this.site);
    const { title, text: words } = indexRow({ namespace, dbkey }, text, language, engine === 'sqlite');
    if (engine === 'sqlite')
      await sql`insert into searchindex (docid, si_title, si_text) values (${id}, ${title}, ${words})`.execute(this.db);
    else {
      this.#shortestWord ??= await shortestWord(this.db);
      const encode = (each: string): string => encodeWords(each, language, this.#shortestWord ?? 0);
      await this.db
        .insertInto('searchindex')
        .values({ si_page: id, si_title: encode(title), si_text: encode(words) })
        .execute();
    }
  }

  async #unindex(id: number): Promise<void> {
    const { engine } = this.database;
    if (engine === 'sqlite') await sql`delete from searchindex where docid = ${id}`.execute(this.db);
    else if (engine === 'mariadb') await this.db.deleteFrom('searchindex').where('si_page', '=', id).execute();
  }

  async #count(
    by: Partial<Record<'ss_total_edits' | 'ss_good_articles' | 'ss_total_pages' | 'ss_users' | 'ss_images', number>>,
  ): Promise<void> {
    const known = await this.db.selectFrom('site_stats').select('ss_row_id').executeTakeFirst();
    const none = { ss_total_edits: 0, ss_good_articles: 0, ss_total_pages: 0, ss_users: 0, ss_active_users: 0, ss_images: 0 };
    if (!known)
      await this.db
        .insertInto('site_stats')
        .values({ ss_row_id: 1, ...none })
        .execute();
    for (const [column, n] of Object.entries(by))
      await sql`update site_stats set ${sql.ref(column)} = ${sql.ref(column)} + ${n}`.execute(this.db);
  }

  async #actor(name: string): Promise<number> {
    return isForeign(name) ? this.#dictionary.actor(name, null) : (await this.user(name)).actor;
  }

  #revisionRow(id: number): Promise<{ rev_id: number; rev_len: number | null }> {
    return this.db.selectFrom('revision').select(['rev_id', 'rev_len']).where('rev_id', '=', id).executeTakeFirstOrThrow();
  }

  async #textOf(revision: number): Promise<string> {
    const slot = this.db
      .selectFrom('slots')
      .innerJoin('content', 'content_id', 'slot_content_id')
      .select('content_address')
      .where('slot_revision_id', '=', revision);
    const { content_address } = await slot.orderBy('slot_role_id').executeTakeFirstOrThrow();
    const id = Number(content_address.slice('tt:'.length));
    const { old_text, old_flags } = await this.db
      .selectFrom('text')
      .select(['old_text', 'old_flags'])
      .where('old_id', '=', id)
      .executeTakeFirstOrThrow();
    return (old_flags.includes('gzip') ? inflateRawSync(old_text) : Buffer.from(old_text)).toString();
  }

  async #modelOf({ id }: Page): Promise<string> {
    const row = await this.db.selectFrom('page').select('page_content_model').where('page_id', '=', id).executeTakeFirstOrThrow();
    return row.page_content_model ?? 'wikitext';
  }

  async #page(page: string | Page): Promise<Page> {
    return this.#find(page) ?? this.page(typeof page === 'string' ? page : this.titles.text(page));
  }

  #find(page: string | Page): Page | undefined {
    const { namespace, dbkey } = typeof page === 'string' ? this.#title(page) : page;
    return this.#pages.get(titleKey(namespace, dbkey));
  }

  #title(text: string, defaultNamespace = 0): Title {
    const title = this.titles.local(text, defaultNamespace);
    if (!title) throw new Error(`"${text}" is not a title of this wiki.`);
    return { namespace: title.namespace, dbkey: title.dbkey };
  }

  #tick(timestamp?: string): string {
    if (timestamp !== undefined) return timestamp;
    this.#clock += 1000;
    return this.now;
  }
}

const redirectTarget = (text: string): string | undefined => /^#REDIRECT\s*\[\[([^\]|]+)/i.exec(text)?.[1];

type RowOf<T extends keyof Database> = {
  readonly [C in keyof Database[T]]: Database[T][C] extends { readonly __select__: infer Read } ? Read : Database[T][C];
};

const archived = ({ namespace, dbkey }: Page, row: RowOf<'revision'>): Insertable<Database['archive']> => ({
  ar_namespace: namespace,
  ar_title: dbkey,
  ar_comment_id: row.rev_comment_id,
  ar_actor: row.rev_actor,
  ar_timestamp: row.rev_timestamp,
  ar_minor_edit: row.rev_minor_edit,
  ar_rev_id: row.rev_id,
  ar_deleted: row.rev_deleted,
  ar_len: row.rev_len,
  ar_page_id: row.rev_page,
  ar_parent_id: row.rev_parent_id,
  ar_sha1: row.rev_sha1,
});

const oldVersion = (row: RowOf<'image'>, hidden = 0): Insertable<Database['oldimage']> => ({
  oi_name: row.img_name,
  oi_archive_name: `${row.img_timestamp}!${row.img_name}`,
  oi_size: row.img_size,
  oi_width: row.img_width,
  oi_height: row.img_height,
  oi_bits: row.img_bits,
  oi_description_id: row.img_description_id,
  oi_actor: row.img_actor,
  oi_timestamp: row.img_timestamp,
  oi_metadata: row.img_metadata,
  oi_media_type: row.img_media_type,
  oi_major_mime: row.img_major_mime,
  oi_minor_mime: row.img_minor_mime,
  oi_deleted: hidden,
  oi_sha1: row.img_sha1,
});
