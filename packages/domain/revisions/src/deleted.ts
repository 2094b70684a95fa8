import { ApiError, type Env, message, type Rows, readPage, type Timestamp, type Title } from '@wikiquery/core';
import { whereTitles } from '@wikiquery/database';
import type { RevisionOptions } from './options.ts';
import type { DeletedRevisionQuery, DeletedRevisionRow } from './revision.ts';
import { mayReadDeleted } from './visibility.ts';

/** Throws `permissiondenied` if comments or content of deleted revisions are requested by a user without the right to view them. */
export function checkDeletedRights({ actor }: Env, { props, needsContent }: RevisionOptions): void {
  if ((props.has('comment') || props.has('parsedcomment')) && !actor.can('deletedhistory')) {
    throw denied('comment', 'Comments of deleted revisions require the right "deletedhistory".');
  }
  if (needsContent && !mayReadDeleted(actor)) {
    throw denied('revision-content', 'Content of deleted revisions requires the right "deletedtext" or "undelete".');
  }
}

const denied = (what: string, sentence: string): ApiError =>
  new ApiError(message('permissiondenied', sentence, { key: `apierror-cantview-deleted-${what}` }));

export interface DeletedRange {
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
  readonly dir: 'newer' | 'older';
  readonly limit: number;
  readonly continue: string | undefined;
}

/** Reads the deleted revisions of titles, sorted by title and time. The pages do not need to exist. */
export function readDeletedOf(
  titles: Iterable<Title>,
  revisions: DeletedRevisionQuery,
  { start, end, dir, limit, continue: from }: DeletedRange,
): Promise<Rows<DeletedRevisionRow>> {
  let ofTitles = whereTitles(revisions, 'ar_namespace', 'ar_title', titles);
  const forward = dir === 'newer';
  if (start !== undefined) ofTitles = ofTitles.where('ar_timestamp', forward ? '>=' : '<=', start);
  if (end !== undefined) ofTitles = ofTitles.where('ar_timestamp', forward ? '<=' : '>=', end);
  const by = { ar_namespace: 'int', ar_title: 'string', ar_timestamp: 'timestamp', ar_id: 'int' } as const;
  return readPage(ofTitles, { by, limit, dir, continue: from });
}
