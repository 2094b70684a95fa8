import { type Site, type Title, type Titles, timestampMillis, titleKey, toTimestamp } from '@wikiquery/core';
import { type Database, sql, type WikiDatabase } from '@wikiquery/database';
import { createTitles } from '@wikiquery/titles';
import type { Kysely } from 'kysely';
import { Dictionary } from './dictionary.ts';

/** A page that the wiki has or had. */
export interface BuiltPage extends Title {
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
export interface Deed {
  readonly user?: string;
  readonly comment?: string;
  /** Fourteen digits. */
  readonly timestamp?: string;
}

/** What every deed writes with: the database, the clock, and the pages and users that are known. */
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

  /** `remove` is called when the wiki was closed. Tests call `openWiki` instead, the others `createWikiFile`. */
  constructor(url: string, database: WikiDatabase, site: Site, remove: () => Promise<void>) {
    this.url = url;
    this.database = database;
    this.db = database.db;
    this.site = site;
    this.titles = createTitles(site);
    this.dictionary = new Dictionary(this.db);
    this.#remove = remove;
  }

  /** Learns what the database holds, so that the wiki can be gone on with. */
  async learn(): Promise<void> {
    await this.dictionary.learn();
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
