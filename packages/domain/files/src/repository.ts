import { type Env, NS } from '@wikiquery/core';
import { type Database, type SideDatabase, whereEquals } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { selectFiles, toFiles } from './file.ts';
import { loadHistories } from './history.ts';
import type { Copy, FileNeeds, FileRepository, FileService, StoredFile } from './stored-file.ts';
import type { FileUrls } from './urls.ts';

/** Creates a repository for a wiki whose database this server can read (`ForeignDBRepo`). */
export function databaseRepository(name: string, urls: FileUrls, database: SideDatabase): FileRepository {
  const limitsOf = ({ request: { signal, deadline } }: Pick<Env, 'request'>) => ({ signal, deadline });
  const repository: FileRepository = {
    name,
    urls,

    async find(env, service, needs, names) {
      const found = await database.query(limitsOf(env), async db => {
        const files = await findLocalFiles({ db }, service, needs, names);
        return new Map(Array.from(files, ([name, file]) => [name, { ...file, repository }]));
      });
      return found ?? new Map();
    },

    async histories(env, service, needs, limits, period) {
      const found = await database.query(limitsOf(env), db => loadHistories({ db }, service, needs, limits, period));
      const pages = needs.page ? await pagesAbout(env.db, [...limits.keys()]) : undefined;
      // MediaWiki inserts the local page id into the other wiki's URL.
      const ours = (file: StoredFile): StoredFile => ({ ...file, repository, pageId: pages?.get(file.name) });
      return new Map(Array.from(found ?? [], ([each, versions]) => [each, versions.map(ours)]));
    },

    async copies(env, hashes) {
      const found = await database.query(limitsOf(env), db =>
        db
          .selectFrom('image')
          .leftJoin('actor', 'actor_id', 'img_actor')
          .select(['img_name as name', 'img_timestamp as timestamp', 'img_sha1 as sha1', 'actor_name as user'])
          .where('img_sha1', 'in', hashes)
          .execute(),
      );
      return found ?? [];
    },

    async existing(env, names) {
      const found = await database.query(limitsOf(env), db =>
        withRedirects(db, names, async some => {
          if (some.length === 0) return new Map<string, string>();
          const rows = await db.selectFrom('image').select('img_name').where('img_name', 'in', some).execute();
          return new Map(rows.map(row => [row.img_name, urls.original({ name: row.img_name })]));
        }),
      );
      return found ?? new Map();
    },
  };
  return repository;
}

/** Loads values by name. For names without a value, loads the values of their redirect targets. */
async function withRedirects<T>(
  db: Kysely<Database>,
  names: readonly string[],
  load: (names: readonly string[]) => Promise<Map<string, T>>,
): Promise<Map<string, T>> {
  const found = await load(names);
  const rest = names.filter(name => !found.has(name));
  if (rest.length === 0) return found;
  const redirects = await db
    .selectFrom('page')
    .innerJoin('redirect', 'rd_from', 'page_id')
    .select(['page_title', 'rd_title'])
    .where('page_namespace', '=', NS.FILE)
    .where('page_title', 'in', rest)
    .where('rd_namespace', '=', NS.FILE)
    .execute();
  const targets = await load([...new Set(redirects.map(row => row.rd_title))]);
  for (const { page_title, rd_title } of redirects) {
    const target = targets.get(rd_title);
    if (target !== undefined) found.set(page_title, target);
  }
  return found;
}

async function pagesAbout(db: Kysely<Database>, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const pages = db.selectFrom('page').select(['page_id', 'page_title']).where('page_namespace', '=', NS.FILE);
  const rows = await pages.where('page_title', 'in', names).execute();
  return new Map(rows.map(row => [row.page_title, row.page_id]));
}

/** Loads current files of this wiki by name, without following redirects. */
export async function filesByName(
  env: Pick<Env, 'db'>,
  service: FileService,
  needs: FileNeeds,
  names: readonly string[],
): Promise<Map<string, StoredFile>> {
  if (names.length === 0) return new Map();
  const rows = await whereEquals(selectFiles(env.db, needs), { img_name: names }).execute();
  return new Map((await toFiles(env, service, needs, rows)).map(file => [file.name, file]));
}

/** Loads current files by name, following redirects. Files that this wiki lacks are loaded from foreign repositories. */
export async function findFiles(
  env: Env,
  service: FileService,
  needs: FileNeeds,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const found = await findLocalFiles(env, service, needs, names);
  const rest = names.filter(name => !found.has(name));
  for (const [name, file] of await findElsewhere(env, service, needs, rest)) found.set(name, file);
  return found;
}

/** Loads current files of this wiki by name, following redirects. The keys are the requested names. */
export const findLocalFiles = (
  env: Pick<Env, 'db'>,
  service: FileService,
  needs: FileNeeds,
  names: readonly string[],
): Promise<Map<string, StoredFile>> => withRedirects(env.db, names, some => filesByName(env, service, needs, some));

/** Loads current files of foreign repositories by name, following redirects. The first repository with a file takes precedence. */
export async function findElsewhere(
  env: Env,
  service: FileService,
  needs: FileNeeds,
  names: readonly string[],
): Promise<Map<string, StoredFile>> {
  return inTurn(service.repositories ?? [], names, (repository, rest) => repository.find(env, service, needs, rest));
}

/** Finds the files of foreign repositories that have one of these hashes (SHA-1 in base 36). */
export async function findDuplicatesElsewhere(env: Env, service: FileService, hashes: readonly string[]): Promise<Copy[]> {
  const found = await Promise.all((service.repositories ?? []).map(repository => repository.copies(env, hashes)));
  return found.flat();
}

/** Returns the URLs of the files that exist in foreign repositories, by name. */
export async function existingElsewhere(
  env: Pick<Env, 'request'>,
  repositories: readonly FileRepository[],
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return inTurn(repositories, names, (repository, rest) => repository.existing(env, rest));
}

/** Looks up each name in one repository after another until it is found. */
async function inTurn<T>(
  repositories: readonly FileRepository[],
  names: readonly string[],
  find: (repository: FileRepository, rest: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (const repository of repositories) {
    const rest = names.filter(name => !found.has(name));
    if (rest.length === 0) break;
    for (const [name, value] of await find(repository, rest)) found.set(name, value);
  }
  return found;
}
