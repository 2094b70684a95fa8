import { NS } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { repositoryUrls } from '@wikiquery/files';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
import type { RenderingEnv } from './context.ts';
import type { FileFacts } from './parse/image-html.ts';

/** `img_media_type` of what is shown between words. */
const PICTURES: ReadonlySet<string> = new Set(['BITMAP', 'DRAWING']);

/** What there is of these files, by name in database form, those that their pages redirect to included. */
export async function fileFacts(env: RenderingEnv, names: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
  const { db, site, filesElsewhere } = env;
  if (names.length === 0) return new Map();
  const urls = repositoryUrls(site);
  const load = async (wanted: readonly string[]): Promise<Map<string, FileFacts>> => {
    const rows = await loadInChunks(new Set(wanted), chunk =>
      db.selectFrom('image').select(['img_name', 'img_width', 'img_height', 'img_media_type']).where('img_name', 'in', chunk).execute(),
    );
    return new Map(
      rows.map(({ img_name: name, img_width: width, img_height: height, img_media_type: type }) => [
        name,
        { url: urls.original({ name }), width, height, isPicture: PICTURES.has(type ?? '') },
      ]),
    );
  };
  const files = await load(names);
  const rest = names.filter(name => !files.has(name));
  if (rest.length === 0) return files;
  const pages = await pagesByTitle(
    db,
    rest.map(dbkey => ({ namespace: NS.FILE, dbkey })),
  );
  const redirects = new Map(pages.filter(({ isRedirect }) => isRedirect).map(page => [page.id, page.dbkey]));
  const links = (redirects.size > 0 ? await redirectTargets(db, [...redirects.keys()]) : []).filter(
    ({ namespace }) => namespace === NS.FILE,
  );
  const targets = links.length > 0 ? await load(links.map(({ dbkey }) => dbkey)) : new Map<string, FileFacts>();
  for (const { from, dbkey } of links) {
    const target = targets.get(dbkey);
    if (target) files.set(redirects.get(from) as string, target);
  }
  for (const [name, url] of await filesElsewhere(rest))
    if (!files.has(name)) files.set(name, { url, width: 0, height: 0, isPicture: true });
  return files;
}
