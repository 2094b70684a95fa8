import type { Timestamp, Title } from '@wikiquery/core';
import { type Database, hashesJoins, READ_COLUMNS_OF_PAGE, sql } from '@wikiquery/database';
import type { Kysely, Selectable, SqlBool } from 'kysely';
import type { RevisionProp } from './params.ts';

interface RevisionIdentity {
  readonly id: number;
  /** Undefined for deleted revisions without a stored page id. */
  readonly pageId: number | undefined;
  readonly title: Title;
  /** Whether the row is in table `archive`. */
  readonly isDeleted: boolean;
  readonly timestamp: Timestamp;
  /** Revision-deletion bits (`rev_deleted`). */
  readonly hidden: number;
}

interface RevisionFacts {
  /** Undefined in very old rows; 0 for the first revision of a page. */
  readonly parentId: number | undefined;
  readonly minor: boolean;
  /** Size of all slots in bytes. */
  readonly length: number | undefined;
  /** SHA-1 hash of all slots in base 36. Empty if it was never computed. */
  readonly sha1: string;
  readonly comment: string;
  readonly user: string;
  /** Undefined for IP addresses and imported names. */
  readonly userId: number | undefined;
}

/** A revision with all facts. */
export type Revision = RevisionIdentity & RevisionFacts;

/** A revision with only the requested facts. */
export type PartialRevision = RevisionIdentity & { readonly [F in keyof RevisionFacts]: RevisionFacts[F] | undefined };

const IDENTITY = ['rev_id', 'rev_page', 'rev_timestamp', 'rev_deleted', 'page_namespace', 'page_title'] as const;

const OWN_FACTS = ['rev_parent_id', 'rev_minor_edit', 'rev_len', 'rev_sha1'] as const;
const FACTS = [...OWN_FACTS, 'actor_user', 'actor_name', 'comment_text'] as const;

type FactColumn = (typeof FACTS)[number];

/** Columns by prop. The values of other props come from slots and tags. */
const COLUMNS_OF_PROP: { readonly [P in RevisionProp]?: readonly FactColumn[] } = {
  ids: ['rev_parent_id'],
  flags: ['rev_minor_edit'],
  user: ['actor_user', 'actor_name'],
  userid: ['actor_user', 'actor_name'],
  size: ['rev_len'],
  sha1: ['rev_sha1'],
  comment: ['comment_text'],
  parsedcomment: ['comment_text'],
};

const factsFor = (props: Iterable<RevisionProp>): ReadonlySet<FactColumn> =>
  new Set(Array.from(props, prop => COLUMNS_OF_PROP[prop] ?? []).flat());

// Left joins fix the join order. With inner joins, some databases start with all pages, actors or comments and then sort the revisions.
const withPage = (db: Kysely<Database>) => {
  const revisions = db.selectFrom('revision');
  const pages = hashesJoins(db)
    ? revisions.leftJoinLateral(
        is => is.selectFrom('page').select(READ_COLUMNS_OF_PAGE).whereRef('page_id', '=', 'rev_page').offset(0).as('page'),
        join => join.onTrue(),
      )
    : revisions.leftJoin('page', 'page_id', 'rev_page');
  return pages.where(isOfPage);
};
const isOfPage = sql<SqlBool>`coalesce(${sql.ref('page_id')}, 0) > 0`;

/** Selects live revisions of existing pages, with all columns. */
export const selectRevisions = (db: Kysely<Database>) =>
  withPage(db)
    .leftJoin('actor', 'actor_id', 'rev_actor')
    .leftJoin('comment', 'comment_id', 'rev_comment_id')
    .select([...IDENTITY, ...FACTS, 'rev_actor', 'page_latest'])
    .$castTo<RevisionRow>();

type Columns = Selectable<Database['revision'] & Database['page'] & Database['actor'] & Database['comment']>;
/** Row of {@link selectRevisions}. */
export type RevisionRow = Pick<Columns, (typeof IDENTITY)[number] | FactColumn | 'rev_actor' | 'page_latest'>;

/** Selects live revisions with only the columns that the props need. Columns dominate the time of long lists. */
export function selectPartialRevisions(db: Kysely<Database>, props: Iterable<RevisionProp>) {
  const facts = factsFor(props);
  return withPage(db)
    .select([...IDENTITY, ...OWN_FACTS.filter(column => facts.has(column))])
    .$if(facts.has('actor_name'), query => query.leftJoin('actor', 'actor_id', 'rev_actor').select(['actor_user', 'actor_name']))
    .$if(facts.has('comment_text'), query => query.leftJoin('comment', 'comment_id', 'rev_comment_id').select('comment_text'))
    .$castTo<PartialRevisionRow>();
}

/** Query of {@link selectPartialRevisions}. */
export type PartialRevisionQuery = ReturnType<typeof selectPartialRevisions>;
/** Row of {@link selectPartialRevisions}. */
export type PartialRevisionRow = Pick<RevisionRow, (typeof IDENTITY)[number]> & Partial<RevisionRow>;

/** Converts a row of {@link selectRevisions} or {@link selectPartialRevisions}. */
export function toRevision(row: RevisionRow): Revision;
export function toRevision(row: PartialRevisionRow): PartialRevision;
export function toRevision(row: PartialRevisionRow): PartialRevision {
  return {
    id: row.rev_id,
    pageId: row.rev_page,
    title: { namespace: row.page_namespace, dbkey: row.page_title },
    isDeleted: false,
    timestamp: row.rev_timestamp,
    hidden: row.rev_deleted,
    parentId: row.rev_parent_id ?? undefined,
    minor: row.rev_minor_edit === undefined ? undefined : row.rev_minor_edit !== 0,
    length: row.rev_len ?? undefined,
    sha1: row.rev_sha1 === undefined ? undefined : (row.rev_sha1 ?? ''),
    comment: row.comment_text,
    user: row.actor_name,
    userId: row.actor_user ?? undefined,
  };
}

const DELETED_IDENTITY = ['ar_id', 'ar_rev_id', 'ar_page_id', 'ar_namespace', 'ar_title', 'ar_timestamp', 'ar_deleted'] as const;

/** Selects deleted revisions with only the columns that the props need. */
export function selectDeletedRevisions(db: Kysely<Database>, props: Iterable<RevisionProp>) {
  const facts = factsFor(props);
  return db
    .selectFrom('archive')
    .select([...DELETED_IDENTITY, ...OWN_FACTS.filter(column => facts.has(column)).map(inArchive)])
    .$if(facts.has('actor_name'), query => query.leftJoin('actor', 'actor_id', 'ar_actor').select(['actor_user', 'actor_name']))
    .$if(facts.has('comment_text'), query => query.leftJoin('comment', 'comment_id', 'ar_comment_id').select('comment_text'))
    .$castTo<DeletedRevisionRow>();
}

/** Table `archive` has the same columns as `revision`, with another prefix. */
const inArchive = <Fact extends string>(column: `rev_${Fact}`) => column.replace(/^rev_/, 'ar_') as `ar_${Fact}`;

type DeletedColumns = Selectable<Database['archive'] & Database['actor'] & Database['comment']>;
/** Query of {@link selectDeletedRevisions}. */
export type DeletedRevisionQuery = ReturnType<typeof selectDeletedRevisions>;
/** Row of {@link selectDeletedRevisions}. */
export type DeletedRevisionRow = Pick<DeletedColumns, (typeof DELETED_IDENTITY)[number]> & Partial<DeletedColumns>;

/** Converts a row of {@link selectDeletedRevisions}. */
export const toDeletedRevision = (row: DeletedRevisionRow): PartialRevision => ({
  id: row.ar_rev_id,
  pageId: row.ar_page_id ?? undefined,
  title: { namespace: row.ar_namespace, dbkey: row.ar_title },
  isDeleted: true,
  timestamp: row.ar_timestamp,
  hidden: row.ar_deleted,
  parentId: row.ar_parent_id ?? undefined,
  minor: row.ar_minor_edit === undefined ? undefined : row.ar_minor_edit !== 0,
  length: row.ar_len ?? undefined,
  sha1: row.ar_sha1 === undefined ? undefined : (row.ar_sha1 ?? ''),
  comment: row.comment_text,
  user: row.actor_name,
  userId: row.actor_user ?? undefined,
});
