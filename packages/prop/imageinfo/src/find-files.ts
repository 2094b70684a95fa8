import { NS, type PageSet } from '@wikiquery/core';
import { type FileNeeds, type FileQuery, filesByName, findElsewhere, type StoredFile } from '@wikiquery/files';
import { redirectTargets } from '@wikiquery/pages';

/** Finds files by name and resolves redirects. Foreign repositories are queried last. */
export async function findFiles(
  q: FileQuery & { readonly pages: PageSet },
  needs: FileNeeds,
  names: readonly string[],
  localOnly: boolean,
): Promise<ReadonlyMap<string, StoredFile>> {
  const found = await filesByName(q, q.services.files, needs, names);
  const requested = new Set(names);
  const redirects = [...q.pages.found.values()].filter(
    ({ namespace, dbkey, isRedirect }) => isRedirect && namespace === NS.FILE && requested.has(dbkey) && !found.has(dbkey),
  );
  const nameOf = new Map(redirects.map(({ id, dbkey }) => [id, dbkey]));
  const links = (redirects.length === 0 ? [] : await redirectTargets(q.db, [...nameOf.keys()])).filter(
    ({ namespace }) => namespace === NS.FILE,
  );
  const targets = await filesByName(q, q.services.files, needs, [...new Set(links.map(({ dbkey }) => dbkey))]);
  for (const { from, dbkey } of links) {
    const target = targets.get(dbkey);
    if (target) found.set(nameOf.get(from) as string, target);
  }
  const rest = localOnly ? [] : names.filter(name => !found.has(name));
  for (const [name, file] of await findElsewhere(q, q.services.files, needs, rest)) found.set(name, file);
  return found;
}
