import { type Env, NS, type Timestamp, type Title } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { loadMetadata, parseMetadata, urgencyFor } from './metadata.ts';
import type { FileNeeds, FileService, StoredFile } from './stored-file.ts';

/** Returns the title of a file's description page. */
export const titleOf = ({ name }: { readonly name: string }): Title => ({ namespace: NS.FILE, dbkey: name });

/** Selects the current versions of files, with the needed columns. */
export const selectFiles = (db: Kysely<Database>, needs: FileNeeds) =>
  db
    .selectFrom('image')
    .select(columnsOf('img', needs))
    .$if(needs.uploader, query => query.leftJoin('actor', 'actor_id', 'img_actor').select(['actor_name', 'actor_user']))
    .$if(needs.comment, query => query.leftJoin('comment', 'comment_id', 'img_description_id').select('comment_text'))
    .$if(needs.page, query =>
      query.leftJoin('page', on => on.on('page_namespace', '=', NS.FILE).onRef('page_title', '=', 'img_name')).select('page_id'),
    );

/** Returns only the needed columns, which dominate the cost of a row. The row type has all columns. */
const columnsOf = <Prefix extends 'img' | 'oi'>(prefix: Prefix, { dimensions, measured, metadata, sha1, mediaType, bits }: FileNeeds) =>
  [
    `${prefix}_name as name`,
    `${prefix}_timestamp as timestamp`,
    ...(dimensions
      ? ([
          `${prefix}_size as size`,
          `${prefix}_width as width`,
          `${prefix}_height as height`,
          `${prefix}_major_mime as majorMime`,
          `${prefix}_minor_mime as minorMime`,
        ] as const)
      : []),
    ...(measured || metadata ? ([`${prefix}_metadata`] as const) : []),
    ...(sha1 ? ([`${prefix}_sha1 as sha1`] as const) : []),
    ...(mediaType ? ([`${prefix}_media_type as mediaType`] as const) : []),
    ...(bits ? ([`${prefix}_bits as bits`] as const) : []),
  ] as const;

/** Selects the old versions of files, with the needed columns. */
export const selectOldFiles = (db: Kysely<Database>, needs: FileNeeds) =>
  db
    .selectFrom('oldimage')
    .select(columnsOf('oi', needs))
    .select(['oi_archive_name as archiveName', 'oi_deleted as hidden'])
    .$if(needs.uploader, query => query.leftJoin('actor', 'actor_id', 'oi_actor').select(['actor_name', 'actor_user']))
    .$if(needs.comment, query => query.leftJoin('comment', 'comment_id', 'oi_description_id').select('comment_text'))
    .$if(needs.page, query =>
      query.leftJoin('page', on => on.on('page_namespace', '=', NS.FILE).onRef('page_title', '=', 'oi_name')).select('page_id'),
    );

interface Row {
  readonly name: string;
  readonly timestamp: Timestamp;
  readonly archiveName?: string | undefined;
  readonly hidden?: number | undefined;
  readonly size?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly majorMime?: string | undefined;
  readonly minorMime?: string | undefined;
  /** The metadata columns keep their names, by which the database engines recognize binary columns. */
  readonly img_metadata?: Uint8Array | undefined;
  readonly oi_metadata?: Uint8Array | undefined;
  readonly sha1?: string | undefined;
  readonly mediaType?: string | null | undefined;
  readonly bits?: number | undefined;
  readonly actor_name?: string | null | undefined;
  readonly actor_user?: number | null | undefined;
  readonly comment_text?: string | null | undefined;
  readonly page_id?: number | null | undefined;
}

/** Converts rows of {@link selectFiles} or {@link selectOldFiles}. Loads the needed metadata from text storage in one query. */
export async function toFiles(
  { db }: Pick<Env, 'db'>,
  service: FileService,
  needs: FileNeeds,
  rows: readonly Row[],
): Promise<StoredFile[]> {
  const mimes = rows.map(({ majorMime, minorMime }) => (majorMime ? `${majorMime}/${minorMime || 'unknown'}` : UNKNOWN));
  const metadata = await loadMetadata(
    db,
    rows.map(row => parseMetadata(row.img_metadata ?? row.oi_metadata ?? '')),
    urgencyFor(mimes.map(service.handlerOf), { measured: needs.measured, all: needs.metadata }),
  );
  return rows.map((row, at) => ({
    name: row.name,
    timestamp: row.timestamp,
    mime: mimes[at]!,
    size: row.size ?? 0,
    width: row.width ?? 0,
    height: row.height ?? 0,
    metadata: metadata[at]!,
    bits: row.bits ?? 0,
    mediaType: row.mediaType ?? null,
    sha1: row.sha1 ?? '',
    archiveName: row.archiveName,
    hidden: row.hidden ?? 0,
    exists: row.archiveName !== '',
    uploader: typeof row.actor_name === 'string' ? { name: row.actor_name, userId: row.actor_user ?? 0 } : undefined,
    comment: row.comment_text ?? '',
    pageId: row.page_id ?? undefined,
  }));
}

const UNKNOWN = 'unknown/unknown';

/** Returns a placeholder for a file that does not exist. `pageId`: the id of its description page. */
export const missingFile = (name: string, pageId: number | undefined): StoredFile => ({
  name,
  pageId,
  timestamp: '',
  mime: UNKNOWN,
  size: 0,
  width: 0,
  height: 0,
  metadata: new Map(),
  bits: 0,
  mediaType: 'UNKNOWN',
  sha1: '',
  hidden: 0,
  exists: false,
  uploader: undefined,
  comment: '',
});
