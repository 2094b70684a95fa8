import { badContinue, type Cursor, type Env, type Timestamp } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { type FileService, findDuplicatesElsewhere, findElsewhere, needsOf } from '@wikiquery/files';
import { compareBinary } from '@wikiquery/pages';

/** A file with the content of another one. */
export interface Duplicate {
  /** The name of that one. */
  readonly given: string;
  readonly name: string;
  readonly timestamp: Timestamp;
  readonly user: string | null;
  /** Another wiki keeps it. */
  readonly shared: boolean;
}

interface Range {
  readonly dir: 'ascending' | 'descending';
  readonly limit: number;
  readonly continue: string | undefined;
}

/** The duplicates of files of these names, here and in the repositories of other wikis, by name. Of a shared file the file itself is one. */
export async function duplicatesEverywhere(
  q: Env,
  service: FileService,
  names: readonly string[],
  { dir, limit, continue: from }: Range,
): Promise<{ readonly found: readonly Duplicate[]; readonly next: Cursor | undefined }> {
  const given = await q.db.selectFrom('image').select(['img_name', 'img_sha1']).where('img_name', 'in', names).execute();
  const hashes = new Map(given.map(row => [row.img_name, row.img_sha1]));
  const rest = names.filter(name => !hashes.has(name));
  for (const [name, file] of await findElsewhere(q, service, needsOf(new Set(['sha1']), false), rest))
    if (file.name === name) hashes.set(name, file.sha1);
  const wanted = new Set(hashes.values());
  if (wanted.size === 0) return { found: [], next: undefined };

  const own = await whereEquals(
    q.db
      .selectFrom('image')
      .leftJoin('actor', 'actor_id', 'img_actor')
      .select(['img_name as name', 'img_timestamp as timestamp', 'img_sha1 as sha1', 'actor_name as user']),
    { img_sha1: wanted },
  ).execute();
  const shared = await findDuplicatesElsewhere(q, service, [...wanted]);
  const byHash = Map.groupBy(
    [...own.map(file => ({ ...file, shared: false })), ...shared.map(file => ({ ...file, shared: true }))],
    ({ sha1 }) => sha1,
  );
  const all = [...hashes].flatMap(([name, sha1]) =>
    (byHash.get(sha1) ?? []).filter(file => file.shared || file.name !== name).map(file => ({ ...file, given: name })),
  );
  const order = dir === 'descending' ? -1 : 1;
  const compare = (a: Place, b: Place): number => order * (compareBinary(a.given, b.given) || compareBinary(a.name, b.name));
  const begin = from === undefined ? undefined : readPlace(from);
  const left = all.filter(each => !begin || compare(each, begin) >= 0).sort(compare);
  const next = left[limit];
  return { found: left.slice(0, limit), next: next && { continue: `${next.given}|${next.name}` } };
}

type Place = Pick<Duplicate, 'given' | 'name'>;

function readPlace(text: string): Place {
  const [given, name, ...more] = text.split('|');
  if (given === undefined || name === undefined || more.length > 0) throw badContinue();
  return { given, name };
}
