import { type Title, titleKey } from '@wikiquery/core';
import { loadInChunks, type WikiDatabase, whereTitles } from '@wikiquery/database';
import type { LogItem, RevisionItem } from '../items.ts';
import { nameOf } from '../write/names.ts';
import type { DumpTitles } from '../write/titles.ts';

/** Position in a list that is sorted by timestamp and id. */
export interface ReadPosition {
  readonly timestamp: string;
  readonly id: number;
}

export interface LocalRecord {
  readonly id: number;
  /** Text that differs if the data of the record differs. */
  readonly signature: string;
}

export interface LocalRevision extends LocalRecord {
  readonly page: number;
}

export interface LocalPage extends Title {
  readonly id: number;
  readonly latest: number;
}

export class LocalWiki {
  readonly #db: WikiDatabase['db'];
  readonly #titles: DumpTitles;

  constructor({ db }: Pick<WikiDatabase, 'db'>, titles: DumpTitles) {
    [this.#db, this.#titles] = [db, titles];
  }

  async revisions(ids: Iterable<number>): Promise<Map<number, LocalRevision>> {
    const rows = await loadInChunks(ids, chunk => queries.revisions(this.#db).where('rev_id', 'in', chunk).execute());
    return new Map(rows.map(row => [row.rev_id, revisionOf(row)]));
  }

  async revisionsOf(page: number): Promise<Map<number, LocalRevision>> {
    const rows = await queries.revisions(this.#db).where('rev_page', '=', page).execute();
    return new Map(rows.map(row => [row.rev_id, revisionOf(row)]));
  }

  /** Returns the revisions after `from`, up to and including `to`. Without a position, the range is open at that end. */
  async revisionsBetween(from: ReadPosition, to: ReadPosition | undefined): Promise<LocalRevision[]> {
    const rows = await queries
      .revisions(this.#db)
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
    const rows = await loadInChunks(ids, chunk => queries.entries(this.#db).where('log_id', 'in', chunk).execute());
    return new Map(rows.map(row => [row.log_id, entryOf(row)]));
  }

  async entriesBetween(from: ReadPosition, to: ReadPosition | undefined): Promise<LocalRecord[]> {
    const rows = await queries
      .entries(this.#db)
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
    const rows = await loadInChunks(ids, chunk => queries.pages(this.#db).where('page_id', 'in', chunk).execute());
    return new Map(rows.map(row => [row.id, row]));
  }

  async pagesAt(titles: Iterable<Title>): Promise<LocalPage[]> {
    return loadInChunks(titles, chunk => whereTitles(queries.pages(this.#db), 'page_namespace', 'page_title', chunk).execute());
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
}

const queries = {
  pages: (db: WikiDatabase['db']) =>
    db.selectFrom('page').select(['page_id as id', 'page_namespace as namespace', 'page_title as dbkey', 'page_latest as latest']),
  revisions: (db: WikiDatabase['db']) =>
    db
      .selectFrom('revision')
      .leftJoin('actor', 'actor_id', 'rev_actor')
      .leftJoin('comment', 'comment_id', 'rev_comment_id')
      .select(['rev_id', 'rev_page', 'rev_timestamp', 'rev_minor_edit', 'rev_deleted', 'rev_parent_id', 'rev_len'])
      .select(['actor_name', 'comment_text']),
  entries: (db: WikiDatabase['db']) =>
    db
      .selectFrom('logging')
      .leftJoin('actor', 'actor_id', 'log_actor')
      .leftJoin('comment', 'comment_id', 'log_comment_id')
      .select(['log_id', 'log_timestamp', 'log_type', 'log_action', 'log_deleted', 'log_namespace', 'log_title'])
      .select(['actor_name', 'comment_text']),
};

/** Bits of `rev_deleted` that the API exposes. The API does not expose suppression from administrators (8). */
const VISIBLE_BITS = 7;

type Row<Method extends 'revisions' | 'entries'> = Awaited<ReturnType<ReturnType<(typeof queries)[Method]>['execute']>>[number];

const revisionOf = (row: Row<'revisions'>): LocalRevision => ({
  id: row.rev_id,
  page: row.rev_page,
  signature: signature([
    ...[row.rev_timestamp, row.rev_minor_edit, row.rev_deleted & VISIBLE_BITS, row.rev_parent_id ?? 0, row.rev_len ?? 0],
    ...[row.actor_name, row.comment_text],
  ]),
});

const entryOf = (row: Row<'entries'>): LocalRecord => ({
  id: row.log_id,
  signature: signature([
    ...[row.log_timestamp, row.log_type, row.log_action, row.log_deleted & VISIBLE_BITS, titleKey(row.log_namespace, row.log_title)],
    ...[row.actor_name, row.comment_text],
  ]),
});

const signature = (parts: readonly (string | number | null)[]): string => JSON.stringify(parts);
