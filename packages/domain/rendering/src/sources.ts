import { type Env, type PageRow, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { pagesByTitle } from '@wikiquery/pages';
import { currentPages } from '@wikiquery/revisions';
import { isHidden } from '@wikiquery/users';
import { inBatches } from './batches.ts';
import type { RenderingEnv } from './context.ts';
import { fileFacts } from './file-facts.ts';

/** Tracking category for pages with Lua errors. Such pages are not cached, because a timeout may have caused the error. */
export const SCRIPT_ERRORS = 'scribunto-common-error-category';

/** Versions of texts by `titleKey`: revision and visibility, or empty for a missing page. A redirect has the version of its target. */
export type TextSources = ReadonlyMap<string, string>;

export const sourcesOf = async (env: Pick<Env, 'db'>, titles: readonly Title[]): Promise<TextSources> =>
  new Map(await inBatches(titles, async some => versionsOf(env, some, await currentPages(env.db, some))));

/** Returns the versions of pages without following redirects. */
export const ownSourcesOf = async (env: Pick<Env, 'db'>, titles: readonly Title[]): Promise<TextSources> =>
  new Map(
    await inBatches(titles, async some => {
      const pages = await pagesByTitle(env.db, some);
      return versionsOf(env, some, new Map(pages.map(page => [keyOf(page), page])));
    }),
  );

async function versionsOf(
  { db }: Pick<Env, 'db'>,
  titles: readonly Title[],
  pages: ReadonlyMap<string, PageRow>,
): Promise<(readonly [key: string, version: string])[]> {
  const latest = new Set(Array.from(pages.values(), page => page.latest));
  const rows = await loadInChunks(latest, chunk =>
    db.selectFrom('revision').select(['rev_id', 'rev_deleted', 'rev_timestamp', 'rev_len']).where('rev_id', 'in', chunk).execute(),
  );
  const versions = new Map(
    // The timestamp and length are included, because a replaced database may reuse revision ids.
    rows.map(row => [row.rev_id, `${row.rev_timestamp} ${row.rev_len ?? ''}${isHidden(row.rev_deleted, 'text') ? ' hidden' : ''}`]),
  );
  return titles.map(title => {
    const key = keyOf(title);
    const page = pages.get(key);
    return [key, page === undefined ? '' : `${page.latest} ${versions.get(page.latest) ?? ''}`];
  });
}

export type FileState = 'picture' | 'other' | 'missing';

/** Returns file states by database key. Follows redirects. */
export async function fileStates(env: RenderingEnv, names: readonly string[]): Promise<ReadonlyMap<string, FileState>> {
  if (names.length === 0) return new Map();
  const files = await fileFacts(env, names);
  const stateOf = (name: string): FileState => {
    const file = files.get(name);
    return file === undefined ? 'missing' : file.isPicture ? 'picture' : 'other';
  };
  return new Map(names.map(name => [name, stateOf(name)]));
}

export const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

export const titleOf = (key: string): Title => {
  const colon = key.indexOf(':');
  return { namespace: Number(key.slice(0, colon)), dbkey: key.slice(colon + 1) };
};
