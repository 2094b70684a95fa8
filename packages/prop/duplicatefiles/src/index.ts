import { defineModule, f, isoTimestamp, NS, Pages, p, Records, readPage } from '@wikiquery/core';
import { fileServices, titleOf } from '@wikiquery/files';
import { type Duplicate, duplicatesEverywhere } from './everywhere.ts';

/** Lists duplicates of files by content hash, as MediaWiki's `prop=duplicatefiles` does. */
export default defineModule({
  group: 'prop',
  name: 'duplicatefiles',
  prefix: 'df',
  summary: 'List duplicates of files by content hash.',
  differences: ['`dfdir=descending` continues downward. MediaWiki 1.43 returns the same duplicates endlessly.'],
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    limit: p.limit().help('Number of duplicates to return.'),
    continue: p.continue(),
    dir: p.dir.alphabetic().help('Sort direction.'),
    localonly: p.boolean().help('Include only files of the local repository.'),
  },
  returns: f.record({ name: f.string(), timestamp: f.timestamp(), shared: f.boolean(), user: f.string().optional() }),
  services: { files: fileServices.files },
  examples: { 'prop=duplicatefiles&titles=File:Bridge.jpg': 'Duplicates of a file.' },

  async execute(q) {
    const titles = q.pages.titlesIn(NS.FILE);
    if (titles.size === 0) return q.asGenerator ? new Pages([]) : new Records<never>([]);
    const { files } = q.services;
    if (!q.params.localonly && files.repositories?.length) {
      const { found, next } = await duplicatesEverywhere(q, files, [...titles.keys()], q.params);
      if (q.asGenerator)
        return new Pages(
          found.map(file => ({ title: titleOf(file) })),
          next,
        );
      return new Records(
        found.map(file => ({
          pageId: titles.get(file.original) as number,
          cursor: { continue: `${file.original}|${file.name}` },
          record: recordOf(file),
        })),
        next,
      );
    }
    const original = q.db
      .selectFrom('image')
      .select(['img_name as given_name', 'img_sha1 as given_sha1'])
      .where('img_name', 'in', [...titles.keys()]);
    const duplicates = q.db
      .selectFrom(original.as('given'))
      .innerJoin('image', 'img_sha1', 'given_sha1')
      .whereRef('img_name', '!=', 'given_name')
      .leftJoin('actor', 'actor_id', 'img_actor')
      .select(['given_name', 'img_name', 'img_timestamp', 'actor_name']);
    const { limit, dir } = q.params;
    const by = { given_name: 'string', img_name: 'string' } as const;
    const rows = await readPage(duplicates, { by, limit, dir, continue: q.params.continue });
    if (q.asGenerator) return rows.pages(row => ({ title: titleOf({ name: row.img_name }) }));
    return rows.recordsOf(
      row => titles.get(row.given_name),
      row => recordOf({ name: row.img_name, timestamp: row.img_timestamp, user: row.actor_name, shared: false }),
    );
  },
});

const recordOf = ({ name, timestamp, user, shared }: Omit<Duplicate, 'original'>) => ({
  name,
  timestamp: isoTimestamp(timestamp),
  shared,
  ...(user !== null && { user }),
});
