import type { Timestamp, Title } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { RevisionProp } from './params.ts';

/** A revision of a page, live or deleted, without its content. */
export interface Revision {
  readonly id: number;
  /** Undefined for a deleted revision whose page id was never kept. */
  readonly pageId: number | undefined;
  readonly title: Title;
  /** Undefined in rows from before MediaWiki kept it; 0 for the first revision of a page. */
  readonly parentId: number | undefined;
  readonly timestamp: Timestamp;
  readonly minor: boolean;
  /** What is hidden: bits of `HIDDEN`. */
  readonly hidden: number;
  /** Bytes of all slots. */
  readonly length: number | undefined;
  /** SHA-1 of all slots in base 36; empty where it was never computed. */
  readonly sha1: string;
  readonly comment: string;
  readonly user: string;
  /** Undefined for addresses and imported names. */
  readonly userId: number | undefined;
}

const LIVE = [
  'rev_id',
  'rev_page',
  'rev_timestamp',
  'rev_minor_edit',
  'rev_deleted',
  'rev_len',
  'rev_parent_id',
  'rev_sha1',
  'rev_actor',
  'actor_user',
  'actor_name',
  'comment_text',
  'page_namespace',
  'page_title',
  'page_latest',
] as const;

type LiveColumn = (typeof LIVE)[number];

/** What places a revision: its keys, its page, and what of it is hidden. */
const PLACE = ['rev_id', 'rev_page', 'rev_timestamp', 'rev_deleted', 'page_namespace', 'page_title'] as const;

/** The columns that it takes to tell each prop; the others of them are told from slots and tags. */
const TELLING: { readonly [P in RevisionProp]?: readonly LiveColumn[] } = {
  ids: ['rev_parent_id'],
  flags: ['rev_minor_edit'],
  user: ['actor_user', 'actor_name'],
  userid: ['actor_user', 'actor_name'],
  size: ['rev_len'],
  sha1: ['rev_sha1'],
  comment: ['comment_text'],
  parsedcomment: ['comment_text'],
};

const joined = (db: Kysely<Database>) =>
  db
    .selectFrom('revision')
    .innerJoin('page', 'page_id', 'rev_page')
    .innerJoin('actor', 'actor_id', 'rev_actor')
    .innerJoin('comment', 'comment_id', 'rev_comment_id');

/** Live revisions of existing pages, with all that `toRevision` reads. */
export const selectRevisions = (db: Kysely<Database>) => joined(db).select(LIVE);

export type RevisionQuery = ReturnType<typeof selectRevisions>;
export type RevisionRow = Awaited<ReturnType<ReturnType<typeof selectRevisions>['execute']>>[number];

/**
 * The same with no more columns than it takes to tell the props: most of the time of a long list goes into reading them. The other values of a
 * row are undefined, whatever its type says, and nothing that is told reads them.
 */
export const selectToldRevisions = (db: Kysely<Database>, props: Iterable<RevisionProp>): RevisionQuery =>
  joined(db)
    .select([...new Set<LiveColumn>([...PLACE, ...Array.from(props, prop => TELLING[prop] ?? []).flat()])])
    .$castTo<RevisionRow>();

export const toRevision = (row: RevisionRow): Revision => ({
  id: row.rev_id,
  pageId: row.rev_page,
  title: { namespace: row.page_namespace, dbkey: row.page_title },
  parentId: row.rev_parent_id ?? undefined,
  timestamp: row.rev_timestamp,
  minor: row.rev_minor_edit !== 0,
  hidden: row.rev_deleted,
  length: row.rev_len ?? undefined,
  sha1: row.rev_sha1,
  comment: row.comment_text,
  user: row.actor_name,
  userId: row.actor_user ?? undefined,
});

const DELETED = [
  'ar_id',
  'ar_rev_id',
  'ar_page_id',
  'ar_namespace',
  'ar_title',
  'ar_timestamp',
  'ar_minor_edit',
  'ar_deleted',
  'ar_len',
  'ar_parent_id',
  'ar_sha1',
  'ar_actor',
  'actor_user',
  'actor_name',
  'comment_text',
] as const;

/** Revisions of deleted pages, with all that `toDeletedRevision` reads. */
export const selectDeletedRevisions = (db: Kysely<Database>) =>
  db.selectFrom('archive').innerJoin('actor', 'actor_id', 'ar_actor').innerJoin('comment', 'comment_id', 'ar_comment_id').select(DELETED);

export type DeletedRevisionRow = Awaited<ReturnType<ReturnType<typeof selectDeletedRevisions>['execute']>>[number];

export const toDeletedRevision = (row: DeletedRevisionRow): Revision => ({
  id: row.ar_rev_id,
  pageId: row.ar_page_id ?? undefined,
  title: { namespace: row.ar_namespace, dbkey: row.ar_title },
  parentId: row.ar_parent_id ?? undefined,
  timestamp: row.ar_timestamp,
  minor: row.ar_minor_edit !== 0,
  hidden: row.ar_deleted,
  length: row.ar_len ?? undefined,
  sha1: row.ar_sha1,
  comment: row.comment_text,
  user: row.actor_name,
  userId: row.actor_user ?? undefined,
});
