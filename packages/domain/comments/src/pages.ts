import { NS, type Title, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { FileLink, PageLink } from './parse.ts';

/** Which of the linked pages and files there are. */
export interface KnownTargets {
  /** Existing pages by `ns:dbkey`; the value tells whether the page is a redirect. */
  readonly pages: ReadonlyMap<string, boolean>;
  readonly files: ReadonlySet<string>;
}

/** Looks up all targets: pages in one query, files (only where some are linked) in another. */
export const loadTargets = async (db: Kysely<Database>, links: readonly (PageLink | FileLink)[]): Promise<KnownTargets> => {
  const pages = new Map<string, Title>();
  const files = new Set<string>();
  for (const link of links) {
    if (link.kind === 'file') files.add(link.name);
    else if (link.target.interwiki === '' && link.target.namespace >= 0 && link.target.dbkey !== '') {
      const { namespace, dbkey } = link.target;
      pages.set(titleKey(namespace, dbkey), link.target);
      if (namespace === NS.FILE) files.add(dbkey);
    }
  }
  const [foundPages, foundFiles] = await Promise.all([
    loadInChunks(pages.values(), chunk => selectPages(db, chunk)),
    loadInChunks(files, chunk => db.selectFrom('image').select('img_name').where('img_name', 'in', chunk).execute()),
  ]);
  return {
    pages: new Map(foundPages.map(page => [titleKey(page.page_namespace, page.page_title), page.page_is_redirect !== 0])),
    files: new Set(foundFiles.map(file => file.img_name)),
  };
};

const selectPages = (db: Kysely<Database>, titles: readonly Title[]) =>
  db
    .selectFrom('page')
    .select(['page_namespace', 'page_title', 'page_is_redirect'])
    .where(eb =>
      eb.or(
        [...Map.groupBy(titles, title => title.namespace)].map(([namespace, inNamespace]) => {
          const names = inNamespace.map(title => title.dbkey);
          return eb.and([eb('page_namespace', '=', namespace), eb('page_title', 'in', names)]);
        }),
      ),
    )
    .execute();
