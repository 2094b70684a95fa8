import type { Env } from '@wikiquery/core';
import { selectOldFiles, toFiles } from './file.ts';
import type { FileNeeds, FileService, Period, StoredFile } from './stored-file.ts';

/**
 * Old versions of files, newest first, in one query. `wanted` tells how many of each. With an end and no start they are those that come first after
 * the end; so it is in MediaWiki.
 */
export async function loadHistories(
  { db }: Pick<Env, 'db'>,
  service: FileService,
  needs: FileNeeds,
  wanted: ReadonlyMap<string, number>,
  { start, end }: Period,
): Promise<ReadonlyMap<string, readonly StoredFile[]>> {
  if (wanted.size === 0) return new Map();
  const most = Math.max(...wanted.values());
  const isForward = end !== undefined && start === undefined;
  const direction = isForward ? 'asc' : 'desc';

  let versions = selectOldFiles(db, needs).where('oi_name', 'in', [...wanted.keys()]);
  if (start !== undefined) versions = versions.where('oi_timestamp', '<=', start);
  if (end !== undefined) versions = versions.where('oi_timestamp', '>=', end);
  const rows =
    wanted.size === 1
      ? await versions.orderBy('oi_timestamp', direction).orderBy('oi_archive_name', direction).limit(most).execute()
      : await firstOfEach(versions);

  const files = Map.groupBy(await toFiles({ db }, service, needs, rows), file => file.name);
  return new Map(
    [...wanted].map(([name, most]) => {
      const history = (files.get(name) ?? []).slice(0, most);
      return [name, isForward ? history.reverse() : history];
    }),
  );

  function firstOfEach(all: typeof versions) {
    const ranked = all.select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over(over => over.partitionBy('oi_name').orderBy('oi_timestamp', direction).orderBy('oi_archive_name', direction))
        .as('place'),
    );
    return db.selectFrom(ranked.as('version')).selectAll().where('place', '<=', most).orderBy('name').orderBy('place').execute();
  }
}
