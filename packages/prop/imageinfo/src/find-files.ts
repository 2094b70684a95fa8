import { NS, type PageSet } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { type FileNeeds, type FileQuery, type StoredFile, selectFiles, toFiles } from '@wikiquery/files';
import { redirectTargets } from '@wikiquery/pages';

/** The files of these names. A name without a file whose page is a redirect to another file stands for that one. */
export async function findFiles(
  q: FileQuery & { readonly pages: PageSet },
  needs: FileNeeds,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const load = async (wanted: readonly string[]): Promise<Map<string, StoredFile>> => {
    if (wanted.length === 0) return new Map();
    const rows = await whereEquals(selectFiles(q.db, needs), { img_name: wanted }).execute();
    return new Map((await toFiles(q, q.services.files, needs, rows)).map(file => [file.name, file]));
  };
  const found = await load(names);
  const wanted = new Set(names);
  const redirects = [...q.pages.found.values()].filter(
    ({ namespace, dbkey, isRedirect }) => isRedirect && namespace === NS.FILE && wanted.has(dbkey) && !found.has(dbkey),
  );
  if (redirects.length === 0) return found;
  const nameOf = new Map(redirects.map(({ id, dbkey }) => [id, dbkey]));
  const links = (await redirectTargets(q.db, [...nameOf.keys()])).filter(({ namespace }) => namespace === NS.FILE);
  const targets = await load([...new Set(links.map(({ dbkey }) => dbkey))]);
  for (const { from, dbkey } of links) {
    const target = targets.get(dbkey);
    if (target) found.set(nameOf.get(from) as string, target);
  }
  return found;
}
