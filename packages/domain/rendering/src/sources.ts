import { type Env, type PageRow, type Title, titleKey } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { pagesByTitle } from '@wikiquery/pages';
import { currentPages } from '@wikiquery/revisions';
import { isHidden } from '@wikiquery/users';
import type { RenderingEnv } from './context.ts';
import { fileFacts } from './file-facts.ts';
import { inTurns } from './turns.ts';

/** The tracking category of pages whose functions of Lua failed, perhaps at the end of their time on a busy machine: nothing of these is kept. */
export const SCRIPT_ERRORS = 'scribunto-common-error-category';

/** What a rendered text is made from, by `titleKey`: the revision that stands for a title, and whether its text may be read; empty where there is none. */
export type TextSources = ReadonlyMap<string, string>;

export const sourcesOf = async (env: Pick<Env, 'db'>, titles: readonly Title[]): Promise<TextSources> =>
  new Map(await inTurns(titles, async some => versionsOf(env, some, await currentPages(env.db, some))));

/** The same of the pages themselves, of redirects as well. */
export const ownSourcesOf = async (env: Pick<Env, 'db'>, titles: readonly Title[]): Promise<TextSources> =>
  new Map(
    await inTurns(titles, async some => {
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
    // In a database that came in the place of another the same id may stand for something else.
    rows.map(row => [row.rev_id, `${row.rev_timestamp} ${row.rev_len ?? ''}${isHidden(row.rev_deleted, 'text') ? ' hidden' : ''}`]),
  );
  return titles.map(title => {
    const key = keyOf(title);
    const page = pages.get(key);
    return [key, page === undefined ? '' : `${page.latest} ${versions.get(page.latest) ?? ''}`];
  });
}

/** What there is of a file. */
export type FileState = 'picture' | 'other' | 'missing';

/** By name in database form; that of a redirect is that of its target. */
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
