import { NS } from '@wikiquery/core';
import { loadInChunks, whereEquals } from '@wikiquery/database';
import { type FileNeeds, repositoryUrls, selectFiles, standardFiles, toFiles } from '@wikiquery/files';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
import type { RenderingEnv } from './context.ts';
import type { ShownFileFacts } from './parse/image-html.ts';

/** Values of `img_media_type` for pictures. */
const PICTURES: ReadonlySet<string> = new Set(['BITMAP', 'DRAWING']);

const NEEDED: FileNeeds = {
  ...{ dimensions: true, measured: true, mediaType: true },
  ...{ metadata: false, sha1: false, bits: false, uploader: false, comment: false, page: false },
};

/** Returns facts about existing files, by database key. Follows redirects of file pages. */
export async function fileFacts(env: RenderingEnv, names: readonly string[]): Promise<ReadonlyMap<string, ShownFileFacts>> {
  const { db, site, filesElsewhere } = env;
  if (names.length === 0) return new Map();
  const urls = repositoryUrls(site);
  const load = async (batch: readonly string[]): Promise<Map<string, ShownFileFacts>> => {
    const rows = await loadInChunks(new Set(batch), chunk => whereEquals(selectFiles(db, NEEDED), { img_name: chunk }).execute());
    const files = await toFiles(env, standardFiles(site), NEEDED, rows);
    return new Map(
      files.map(({ name, mime, size, width, height, metadata, mediaType }) => [
        name,
        {
          url: urls.original({ name }),
          media: { name, mime, size, width, height, metadata },
          isPicture: PICTURES.has(mediaType ?? ''),
        },
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
  const targets = links.length > 0 ? await load(links.map(({ dbkey }) => dbkey)) : new Map<string, ShownFileFacts>();
  for (const { from, dbkey } of links) {
    const target = targets.get(dbkey);
    if (target) files.set(redirects.get(from) as string, { ...target, target: dbkey });
  }
  for (const [name, url] of await filesElsewhere(rest)) if (!files.has(name)) files.set(name, { url, isPicture: true });
  return files;
}
