import { badContinue, type Cursor, type Env, type Timestamp } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { type FileService, findDuplicatesElsewhere, findElsewhere, needsOf } from '@wikiquery/files';
import { compareBinary } from '@wikiquery/pages';

export interface Duplicate {
  /** Name of the requested file. */
  readonly original: string;
  readonly name: string;
  readonly timestamp: Timestamp;
  readonly user: string | null;
  /** Whether the duplicate is in a foreign repository. */
  readonly shared: boolean;
}

interface Range {
  readonly dir: 'ascending' | 'descending';
  readonly limit: number;
  readonly continue: string | undefined;
}

/**
 * Returns the duplicates in all repositories, sorted by name. As in MediaWiki, a file in a foreign repository counts as its own
 * duplicate. Throws `badcontinue`.
 */
export async function duplicatesEverywhere(
  q: Env,
  service: FileService,
  names: readonly string[],
  { dir, limit, continue: from }: Range,
): Promise<{ readonly found: readonly Duplicate[]; readonly next: Cursor | undefined }> {
  const original = await q.db.selectFrom('image').select(['img_name', 'img_sha1']).where('img_name', 'in', names).execute();
  const hashes = new Map(original.map(row => [row.img_name, row.img_sha1]));
  const rest = names.filter(name => !hashes.has(name));
  for (const [name, file] of await findElsewhere(q, service, needsOf(new Set(['sha1']), false), rest))
    if (file.name === name) hashes.set(name, file.sha1);
  const contentHashes = new Set(hashes.values());
  if (contentHashes.size === 0) return { found: [], next: undefined };

  const own = await whereEquals(
    q.db
      .selectFrom('image')
      .leftJoin('actor', 'actor_id', 'img_actor')
      .select(['img_name as name', 'img_timestamp as timestamp', 'img_sha1 as sha1', 'actor_name as user']),
    { img_sha1: contentHashes },
  ).execute();
  const shared = await findDuplicatesElsewhere(q, service, [...contentHashes]);
  const byHash = Map.groupBy(
    [...own.map(file => ({ ...file, shared: false })), ...shared.map(file => ({ ...file, shared: true }))],
    ({ sha1 }) => sha1,
  );
  const all = [...hashes].flatMap(([name, sha1]) =>
    (byHash.get(sha1) ?? []).filter(file => file.shared || file.name !== name).map(file => ({ ...file, original: name })),
  );
  const order = dir === 'descending' ? -1 : 1;
  const compare = (a: DuplicateKey, b: DuplicateKey): number =>
    order * (compareBinary(a.original, b.original) || compareBinary(a.name, b.name));
  const begin = from === undefined ? undefined : readContinue(from);
  const left = all.filter(each => !begin || compare(each, begin) >= 0).sort(compare);
  const next = left[limit];
  return { found: left.slice(0, limit), next: next && { continue: `${next.original}|${next.name}` } };
}

type DuplicateKey = Pick<Duplicate, 'original' | 'name'>;

function readContinue(text: string): DuplicateKey {
  const [original, name, ...more] = text.split('|');
  if (original === undefined || name === undefined || more.length > 0) throw badContinue();
  return { original, name };
}
