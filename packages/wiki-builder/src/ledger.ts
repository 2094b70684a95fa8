import { type Site, type Title, type Titles, timestampMillis, titleKey, toTimestamp } from '@wikiquery/core';
import { type Database, sql, type WikiDatabase } from '@wikiquery/database';
import { createTitles } from '@wikiquery/titles';
import type { Kysely } from 'kysely';
import { Dictionary } from './dictionary.ts';

/** A page that the builder has created or loaded. `latest`: id of its current revision. */
export interface BuiltPage extends Title {
  readonly id: number;
  latest: number;
}

/** An account that the builder has created or loaded. `actor`: id of its actor. */
export interface UserAccount {
  readonly id: number;
  readonly name: string;
  readonly actor: number;
}

/** Author and time of an action. Default time: one second after the previous action. */
export interface ActionOptions {
  readonly user?: string;
  readonly comment?: string;
  /** Timestamp of 14 digits, such as `20240101000000`. */
  readonly timestamp?: string;
}

/** Shared state of all builders: database, clock, known pages and users. */
export abstract class Ledger {
  readonly url: string;
  readonly database: WikiDatabase;
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly titles: Titles;
  protected readonly dictionary: Dictionary;
  protected readonly pages = new Map<string, BuiltPage>();
  protected readonly users = new Map<string, UserAccount>();
  readonly #remove: () => Promise<void>;
  #clock = Date.UTC(2024, 0, 1) - 1000;

  /** `remove` is called after the wiki is closed, to delete its files or database. */
  constructor(url: string, database: WikiDatabase, site: Site, remove: () => Promise<void>) {
    this.url = url;
    this.database = database;
    this.db = database.db;
    this.site = site;
    this.titles = createTitles(site);
    this.dictionary = new Dictionary(this.db);
    this.#remove = remove;
  }

  /** Loads the pages, users and shared rows of an existing wiki. */
  async load(): Promise<void> {
    await this.dictionary.load();
    const pages = await this.db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title', 'page_latest']).execute();
    for (const { page_id: id, page_namespace: namespace, page_title: dbkey, page_latest: latest } of pages) {
      this.pages.set(titleKey(namespace, dbkey), { id, namespace, dbkey, latest });
    }
    const users = await this.db
      .selectFrom('actor')
      .innerJoin('user', 'user_id', 'actor_user')
      .select(['user_id', 'user_name', 'actor_id'])
      .execute();
    for (const { user_id: id, user_name: name, actor_id: actor } of users) this.users.set(name, { id, name, actor });
  }

  /** Current time of the builder's clock, as a timestamp of 14 digits. */
  get now(): string {
    return toTimestamp(new Date(this.#clock));
  }

  /** Sets the clock to a timestamp. The next action happens one second later. */
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

  protected findPage(page: string | BuiltPage): BuiltPage | undefined {
    const { namespace, dbkey } = typeof page === 'string' ? this.titleOf(page) : page;
    return this.pages.get(titleKey(namespace, dbkey));
  }

  protected titleOf(text: string, defaultNamespace = 0): Title {
    const title = this.titles.local(text, defaultNamespace);
    if (!title) throw new Error(`"${text}" is not a title of this wiki.`);
    return { namespace: title.namespace, dbkey: title.dbkey };
  }

  protected tick(timestamp?: string): string {
    if (timestamp !== undefined) return timestamp;
    this.#clock += 1000;
    return this.now;
  }

  protected async count(
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
}
