import { NS } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';

/** Uploader, time and comment of a file version. `actor` and `comment` are row ids. */
export interface Version {
  readonly actor: number;
  readonly timestamp: string;
  readonly comment: number;
}

export interface KnownVersion extends Version {
  readonly sha1: string;
  /** Suppressed parts of an old version, with the bits of `oi_deleted`. */
  readonly hidden?: number;
}

export interface LoggedVersion extends Version {
  /** Undefined in log entries from before MediaWiki 1.17. */
  readonly sha1: string | undefined;
}

export interface KnownFiles {
  /** Current versions by name. */
  readonly current: ReadonlyMap<string, KnownVersion>;
  /** Old versions by archive name. */
  readonly old: ReadonlyMap<string, KnownVersion>;
  /** Upload log entries by name, newest first. */
  readonly logged: ReadonlyMap<string, readonly LoggedVersion[]>;
  /** First edits of file pages, by name. */
  readonly described: ReadonlyMap<string, Version>;
}

/** Reads the data of files from the database with four queries. `names`: without namespace, with underscores. */
export async function readKnown({ db }: Pick<WikiDatabase, 'db'>, names: readonly string[]): Promise<KnownFiles> {
  const images = await db
    .selectFrom('image')
    .select(['img_name as name', 'img_sha1 as sha1', 'img_actor as actor', 'img_timestamp as timestamp', 'img_description_id as comment'])
    .where('img_name', 'in', names)
    .execute();
  const versions = await db
    .selectFrom('oldimage')
    .select([
      'oi_archive_name as name',
      'oi_sha1 as sha1',
      'oi_actor as actor',
      'oi_timestamp as timestamp',
      'oi_description_id as comment',
      'oi_deleted as hidden',
    ])
    .where('oi_name', 'in', names)
    .execute();
  const entries = await db
    .selectFrom('logging')
    .select(['log_title', 'log_params', 'log_actor as actor', 'log_timestamp as timestamp', 'log_comment_id as comment'])
    .where('log_type', '=', 'upload')
    .where('log_namespace', '=', NS.FILE)
    .where('log_title', 'in', names)
    .orderBy('log_timestamp', 'desc')
    .execute();
  const first = db
    .selectFrom('revision')
    .innerJoin('page', 'page_id', 'rev_page')
    .select(is => ['page_title as title', is.fn.min('rev_id').as('id')])
    .where('page_namespace', '=', NS.FILE)
    .where('page_title', 'in', names)
    .groupBy('page_title');
  const revisions = await db
    .selectFrom(first.as('first'))
    .innerJoin('revision', 'rev_id', 'first.id')
    .select(['first.title as name', 'rev_actor as actor', 'rev_timestamp as timestamp', 'rev_comment_id as comment'])
    .execute();
  const logged = entries.map(({ log_title: name, log_params, ...version }) => {
    const sha1 = /s:8:"img_sha1";s:\d+:"(\w+)"/.exec(String(log_params))?.[1];
    return { name, ...version, sha1: sha1?.padStart(31, '0') };
  });
  return {
    current: new Map(images.map(row => [row.name, row])),
    old: new Map(versions.map(row => [row.name, row])),
    logged: Map.groupBy(logged, ({ name }) => name),
    described: new Map(revisions.map(row => [row.name, row])),
  };
}
