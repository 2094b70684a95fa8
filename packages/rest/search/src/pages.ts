import { type Env, NS, type PageRow, type Title, titleKey } from '@wikiquery/core';
import type { FileService } from '@wikiquery/files';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
import { imageOf, loadFiles } from '@wikiquery/rest-pages';
import type { Hit } from '@wikiquery/search';

type FileQuery = Env & { readonly services: { readonly files: FileService } };

/** Thumbnail width in pixels. */
const THUMBNAIL_WIDTH = 60;

export interface MergedPage {
  readonly hit: Hit;
  readonly excerpt: string;
}

/** Describes each found page once. Redirects are replaced by their targets. */
export async function mergePages(env: FileQuery, found: readonly MergedPage[]) {
  const { titles } = env;
  const targetOf = await followed(
    env,
    found.map(({ hit }) => hit),
  );
  const pages = new Map<string, { id: number; title: Title; excerpt: string; redirect: Title | undefined }>();
  for (const { hit, excerpt } of found) {
    const target = targetOf(hit);
    const title = target?.title ?? hit;
    const key = titleKey(title.namespace, title.dbkey);
    const known = pages.get(key);
    // A direct match takes precedence over a redirect.
    if (known?.redirect) known.excerpt = excerpt;
    if (!known) pages.set(key, { id: target ? target.id : (hit.page?.id ?? 0), title, excerpt, redirect: target && hit });
  }
  const names = Array.from(pages.values()).filter(({ id, title }) => id > 0 && title.namespace === NS.FILE);
  const files = await loadFiles(
    env,
    names.map(({ title }) => title.dbkey),
  );
  const thumbnailOf = ({ namespace, dbkey }: Title) => {
    const file = namespace === NS.FILE ? files.get(dbkey) : undefined;
    return file ? imageOf(env, file, THUMBNAIL_WIDTH) : null;
  };
  return Array.from(pages.values(), ({ id, title, excerpt, redirect }) => ({
    id,
    key: titles.dbText(title),
    title: titles.text(title),
    excerpt: excerpt === '' || excerpt === '0' ? null : excerpt,
    matched_title: redirect ? titles.text(redirect) : null,
    description: null,
    thumbnail: thumbnailOf(title),
  }));
}

interface Target {
  readonly id: number;
  readonly title: Title;
}

/** Loads the local redirect targets of hits. */
async function followed({ db }: Env, hits: readonly Hit[]): Promise<(hit: Hit) => Target | undefined> {
  const ids = hits.flatMap(({ page }) => page?.id ?? []);
  const links = (ids.length > 0 ? await redirectTargets(db, ids) : []).filter(
    ({ interwiki, namespace }) => interwiki === '' && namespace >= 0,
  );
  const rows = new Map((await pagesByTitle(db, links)).map((row): [string, PageRow] => [titleKey(row.namespace, row.dbkey), row]));
  const targets = new Map(
    links.map(({ from, namespace, dbkey }): [number, Target] => [
      from,
      { id: rows.get(titleKey(namespace, dbkey))?.id ?? 0, title: { namespace, dbkey } },
    ]),
  );
  return ({ page }) => page && targets.get(page.id);
}
