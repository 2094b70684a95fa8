import { type Env, NS, type Title, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import { existingFiles } from '@wikiquery/pages';
import type { Kysely } from 'kysely';
import type { CommentLink, FileLink } from './parse.ts';

/** Which of the linked pages and files there are. */
export interface KnownTargets {
  /** Existing pages by `ns:dbkey`; the value tells whether the page is a redirect. */
  readonly pages: ReadonlyMap<string, boolean>;
  /** The value is the URL of a file of another wiki. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** Looks up all targets: pages in one query, files (only where some are linked) in another. */
export const loadTargets = async (
  env: Pick<Env, 'db'> & Partial<Pick<Env, 'filesElsewhere'>>,
  links: readonly (CommentLink | FileLink)[],
): Promise<KnownTargets> => {
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
    loadInChunks(pages.values(), chunk => selectPages(env.db, chunk)),
    existingFiles(env, [...files]),
  ]);
  return {
    pages: new Map(foundPages.map(page => [titleKey(page.page_namespace, page.page_title), page.page_is_redirect !== 0])),
    files: foundFiles,
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
