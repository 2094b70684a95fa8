import { type Env, NS, type Title, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks, whereTitles } from '@wikiquery/database';
import { existingFiles } from '@wikiquery/pages';
import type { Kysely } from 'kysely';
import type { CommentLink, FileLink } from './parse.ts';

export interface KnownTargets {
  /** Existing pages by `ns:dbkey`. The value is true for redirects. */
  readonly pages: ReadonlyMap<string, boolean>;
  /** URL of each existing file by name. Undefined for local files. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** Finds the existing pages and files among the link targets, with one query for pages and one for files. */
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

const selectPages = (db: Kysely<Database>, titles: readonly Title[]) => {
  const pages = db.selectFrom('page').select(['page_namespace', 'page_title', 'page_is_redirect']);
  return whereTitles(pages, 'page_namespace', 'page_title', titles).execute();
};
