import { type Title, titleKey } from '@wikiquery/core';
import { loadInChunks, type WikiDatabase, whereTitles } from '@wikiquery/database';
import type { LogItem, RevisionItem } from '../items.ts';
import { nameOf } from '../write/names.ts';
import type { DumpTitles } from '../write/titles.ts';

/** Up to where something was read: the order is that of times, then of ids. */
export interface ReadPosition {
  readonly timestamp: string;
  readonly id: number;
}

export interface LocalRecord {
  readonly id: number;
  /** Equal where nothing has changed. */
  readonly signature: string;
}

export interface LocalRevision extends LocalRecord {
  readonly page: number;
}

export interface LocalPage extends Title {
  readonly id: number;
  readonly latest: number;
}

/** What the database holds of a wiki, to be compared with what the wiki tells. */
export class LocalWiki {
  readonly #db: WikiDatabase['db'];
  readonly #titles: DumpTitles;

  constructor({ db }: Pick<WikiDatabase, 'db'>, titles: DumpTitles) {
    [this.#db, this.#titles] = [db, titles];
  }

  async revisions(ids: Iterable<number>): Promise<Map<number, LocalRevision>> {
    const rows = await loadInChunks(ids, chunk => this.#revisions().where('rev_id', 'in', chunk).execute());
    return new Map(rows.map(row => [row.rev_id, revisionOf(row)]));
  }

  async revisionsOf(page: number): Promise<Map<number, LocalRevision>> {
    const rows = await this.#revisions().where('rev_page', '=', page).execute();
    return new Map(rows.map(row => [row.rev_id, revisionOf(row)]));
  }

  /** Behind the one, or from the beginning, up to the other or to the end. */
  async revisionsBetween(from: ReadPosition, to: ReadPosition | undefined): Promise<LocalRevision[]> {
    const rows = await this.#revisions()
      .$if(from.timestamp !== '', query =>
        query
          .where('rev_timestamp', '>=', from.timestamp)
          .where(is => is.or([is('rev_timestamp', '>', from.timestamp), is('rev_id', '>', from.id)])),
      )
      .$if(to !== undefined, query =>
        query
          .where('rev_timestamp', '<=', (to as ReadPosition).timestamp)
          .where(is => is.or([is('rev_timestamp', '<', (to as ReadPosition).timestamp), is('rev_id', '<=', (to as ReadPosition).id)])),
      )
      .execute();
    return rows.map(revisionOf);
  }

  async entries(ids: Iterable<number>): Promise<Map<number, LocalRecord>> {
    const rows = await loadInChunks(ids, chunk => this.#entries().where('log_id', 'in', chunk).execute());
    return new Map(rows.map(row => [row.log_id, entryOf(row)]));
  }

  async entriesBetween(from: ReadPosition, to: ReadPosition | undefined): Promise<LocalRecord[]> {
    const rows = await this.#entries()
      .$if(from.timestamp !== '', query =>
        query
          .where('log_timestamp', '>=', from.timestamp)
          .where(is => is.or([is('log_timestamp', '>', from.timestamp), is('log_id', '>', from.id)])),
      )
      .$if(to !== undefined, query =>
        query
          .where('log_timestamp', '<=', (to as ReadPosition).timestamp)
          .where(is => is.or([is('log_timestamp', '<', (to as ReadPosition).timestamp), is('log_id', '<=', (to as ReadPosition).id)])),
      )
      .execute();
    return rows.map(entryOf);
  }

  async pages(ids: Iterable<number>): Promise<Map<number, LocalPage>> {
    const rows = await loadInChunks(ids, chunk => this.#pages().where('page_id', 'in', chunk).execute());
    return new Map(rows.map(row => [row.id, row]));
  }

  async pagesAt(titles: Iterable<Title>): Promise<LocalPage[]> {
    return loadInChunks(titles, chunk => whereTitles(this.#pages(), 'page_namespace', 'page_title', chunk).execute());
  }

  signatureOf(item: RevisionItem | LogItem): string {
    if (item.kind === 'revision') {
      return signature([
        ...[item.timestamp, Number(item.minor), item.hidden, item.parent ?? 0, item.slots.reduce((sum, { bytes = 0 }) => sum + bytes, 0)],
        ...[nameOf(item.contributor), item.comment],
      ]);
    }
    const title = item.title === undefined ? undefined : this.#titles.titles.local(item.title);
    return signature([
      ...[item.timestamp, item.type, item.action, item.hidden, titleKey(title?.namespace ?? 0, title?.dbkey ?? '')],
      ...[nameOf(item.contributor), item.comment],
    ]);
  }

  #pages() {
    return this.#db
      .selectFrom('page')
      .select(['page_id as id', 'page_namespace as namespace', 'page_title as dbkey', 'page_latest as latest']);
  }

  #revisions() {
    return this.#db
      .selectFrom('revision')
      .leftJoin('actor', 'actor_id', 'rev_actor')
      .leftJoin('comment', 'comment_id', 'rev_comment_id')
      .select(['rev_id', 'rev_page', 'rev_timestamp', 'rev_minor_edit', 'rev_deleted', 'rev_parent_id', 'rev_len'])
      .select(['actor_name', 'comment_text']);
  }

  #entries() {
    return this.#db
      .selectFrom('logging')
      .leftJoin('actor', 'actor_id', 'log_actor')
      .leftJoin('comment', 'comment_id', 'log_comment_id')
      .select(['log_id', 'log_timestamp', 'log_type', 'log_action', 'log_deleted', 'log_namespace', 'log_title'])
      .select(['actor_name', 'comment_text']);
  }
}

/** What is hidden from administrators, too, is not told to others. */
const TOLD = 7;

type Row<Method extends 'revision' | 'entry'> = Method extends 'revision'
  ? {
      readonly rev_id: number;
      readonly rev_page: number;
      readonly rev_timestamp: string;
      readonly rev_minor_edit: number;
      readonly rev_deleted: number;
      readonly rev_parent_id: number | null;
      readonly rev_len: number | null;
      readonly actor_name: string | null;
      readonly comment_text: string | null;
    }
  : {
      readonly log_id: number;
      readonly log_timestamp: string;
      readonly log_type: string;
      readonly log_action: string;
      readonly log_deleted: number;
      readonly log_namespace: number;
      readonly log_title: string;
      readonly actor_name: string | null;
      readonly comment_text: string | null;
    };

const revisionOf = (row: Row<'revision'>): LocalRevision => ({
  id: row.rev_id,
  page: row.rev_page,
  signature: signature([
    ...[row.rev_timestamp, row.rev_minor_edit, row.rev_deleted & TOLD, row.rev_parent_id ?? 0, row.rev_len ?? 0],
    ...[row.actor_name, row.comment_text],
  ]),
});

const entryOf = (row: Row<'entry'>): LocalRecord => ({
  id: row.log_id,
  signature: signature([
    ...[row.log_timestamp, row.log_type, row.log_action, row.log_deleted & TOLD, titleKey(row.log_namespace, row.log_title)],
    ...[row.actor_name, row.comment_text],
  ]),
});

const signature = (parts: readonly (string | number | null)[]): string => JSON.stringify(parts);
