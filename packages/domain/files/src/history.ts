import type { Env } from '@wikiquery/core';
import { selectOldFiles, toFiles } from './file.ts';
import type { FileNeeds, FileService, Period, StoredFile } from './stored-file.ts';

/** Loads at most `limits` old versions by name, newest first. As in MediaWiki, `end` without `start` selects the versions closest to it. */
export async function loadHistories(
  { db }: Pick<Env, 'db'>,
  service: FileService,
  needs: FileNeeds,
  limits: ReadonlyMap<string, number>,
  { start, end }: Period,
): Promise<ReadonlyMap<string, readonly StoredFile[]>> {
  if (limits.size === 0) return new Map();
  const most = Math.max(...limits.values());
  const isForward = end !== undefined && start === undefined;
  const direction = isForward ? 'asc' : 'desc';

  let versions = selectOldFiles(db, needs).where('oi_name', 'in', [...limits.keys()]);
  if (start !== undefined) versions = versions.where('oi_timestamp', '<=', start);
  if (end !== undefined) versions = versions.where('oi_timestamp', '>=', end);
  const rows =
    limits.size === 1
      ? await versions.orderBy('oi_timestamp', direction).orderBy('oi_archive_name', direction).limit(most).execute()
      : await firstOfEach(versions);

  const files = Map.groupBy(await toFiles({ db }, service, needs, rows), file => file.name);
  return new Map(
    [...limits].map(([name, most]) => {
      const history = (files.get(name) ?? []).slice(0, most);
      return [name, isForward ? history.reverse() : history];
    }),
  );

  function firstOfEach(all: typeof versions) {
    const ranked = all.select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over(over => over.partitionBy('oi_name').orderBy('oi_timestamp', direction).orderBy('oi_archive_name', direction))
        .as('recency'),
    );
    return db.selectFrom(ranked.as('version')).selectAll().where('recency', '<=', most).orderBy('name').orderBy('recency').execute();
  }
}
