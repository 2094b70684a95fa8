import cluster from 'node:cluster';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseUnusableError, withWriterLock } from '@wikiquery/database';
import { print, printError } from '@wikiquery/hardening';
import type { Settings } from '../config/settings.ts';
import { processesOf } from '../plugins/hosting.ts';
import type { App } from '../plugins/server-extension.ts';
import { oneLine, StartError } from '../start-error.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import { renderCachePlace } from '../wiki/render-cache.ts';
import { help, type Render, type RenderBatch, renderTogether, type Together } from './render-together.ts';

/** Maximum number of pages in one request. */
const TOGETHER = 20;
/** Maximum number of page ids that one statement reads. */
const AHEAD = 1000;

/**
 * Renders the results of the named modules for all content pages into the render cache, except results that are still valid. `args`:
 * arguments of the helper processes; undefined for none. Returns the exit code.
 */
export async function derive(app: App, names: readonly string[], settings: Settings, args?: readonly string[]): Promise<number> {
  const path = settings.database === undefined ? undefined : renderCachePlace(settings);
  if (path === undefined)
    throw new StartError(['derive needs a database and a file for the results: --database ADDRESS --render-cache FILE']);
  await mkdir(dirname(path), { recursive: true });
  if (cluster.isWorker) return deriveInto(path, app, names, settings, args);
  try {
    return await withWriterLock(`sqlite:${path}`, { commands: 'derive' }, () => deriveInto(path, app, names, settings, args));
  } catch (error) {
    throw error instanceof DatabaseUnusableError ? new StartError([oneLine(error)]) : error;
  }
}

async function deriveInto(
  path: string,
  app: App,
  names: readonly string[],
  settings: Settings,
  args: readonly string[] | undefined,
): Promise<number> {
  const assembled = await assemble(app, { ...settings, renderCache: path, cachedResponses: 0 }, { ahead: true });
  try {
    const queries = queriesOf(assembled, names);
    const render: Render = batch => renderBatch(assembled, queries, batch);
    if (cluster.isWorker) {
      await help(render);
      return 0;
    }
    const processes = await processesOf(app, settings);
    const helpers = args && processes ? processes.count - 1 : 0;
    const failed = await renderAll(assembled, render, { helpers, args: args ?? [] });
    if (failed > 0) printError(`wikiquery: ${failed} pages could not be rendered. The server renders them when a client requests them.`);
  } finally {
    await assembled.close();
  }
  print(`Servers use ${path}${settings.renderCache === undefined ? '' : ' with the same --render-cache'}.`);
  return 0;
}

/** A query for the results of several pages. */
interface PageQuery {
  readonly query: string;
  /** Name of the parameter for the page ids. */
  readonly pages: string;
  /** Maximum number of page ids in one request. */
  readonly together: number;
}

/** Returns the queries whose results are rendered. Throws a StartError for an unknown name. */
function queriesOf({ plugins: { registry, actions, formats } }: Assembled, names: readonly string[]): PageQuery[] {
  const format = `format=${[...formats.keys()][0]}`;
  const known = new Map<string, readonly PageQuery[]>();
  for (const { group, name, precompute } of registry.values())
    if (precompute) {
      const queries = precompute.map(params => `action=query&${format}&${group}=${name}&${params}`);
      known.set(
        name,
        queries.map(query => ({ query, pages: 'pageids', together: TOGETHER })),
      );
    }
  for (const { name, precompute } of actions.values())
    if (precompute)
      known.set(
        precompute.name,
        precompute.of.map(params => ({ query: `action=${name}&${format}&${params}`, pages: precompute.page, together: 1 })),
      );
  return names.flatMap(name => {
    const queries = known.get(name);
    if (!queries) {
      const advice = known.size > 0 ? `Use ${[...known.keys()].join(', ')}.` : 'Install a module with a precompute declaration.';
      throw new StartError([`"${name}" cannot be rendered in advance. ${advice}`]);
    }
    return queries;
  });
}

/** Renders all content pages except redirects. Returns the number of failed pages. */
async function renderAll(assembled: Assembled, render: Render, helpers: Pick<Together, 'helpers' | 'args'>): Promise<number> {
  const { terminalProgress } = await import('@wikiquery/dumps');
  const progress = terminalProgress();
  let [done, pages] = [0, 0];
  const failures = new Set<number>();
  progress.begin('Rendering', await totalBytes(assembled));
  await renderTogether(batchesOf(assembled), render, {
    ...helpers,
    rendered({ ids, bytes }, failed) {
      done += bytes;
      pages += ids.length;
      for (const id of failed) failures.add(id);
      progress.update(done, { pages });
    },
  });
  progress.end();
  return failures.size;
}

async function renderBatch(assembled: Assembled, queries: readonly PageQuery[], { ids }: RenderBatch): Promise<readonly number[]> {
  const failed: number[] = [];
  for (const query of queries)
    for (let at = 0; at < ids.length; at += query.together)
      failed.push(...(await ask(assembled, query, ids.slice(at, at + query.together))));
  return failed;
}

/** Requests pages together and, if that fails, one by one. Returns the ids of failed pages. */
async function ask(assembled: Assembled, query: PageQuery, ids: readonly number[]): Promise<readonly number[]> {
  const { signal } = new AbortController();
  const { headers } = await assembled.answer({
    ...{ method: 'GET', query: `${query.query}&${query.pages}=${ids.join('%7C')}`, headers: {}, ip: '127.0.0.1', secure: false, signal },
  });
  if (headers['MediaWiki-API-Error'] === undefined) return [];
  if (ids.length === 1) return ids;
  const failed: number[] = [];
  for (const id of ids) failed.push(...(await ask(assembled, query, [id])));
  return failed;
}

const contentPages = ({ database, site }: Assembled) => {
  const content = [...site.namespaces.values()].filter(({ content }) => content).map(({ id }) => id);
  return database.db.selectFrom('page').where('page_is_redirect', '=', 0).where('page_namespace', 'in', content);
};

async function totalBytes(assembled: Assembled): Promise<number> {
  const row = await contentPages(assembled)
    .select(is => is.fn.sum<number>('page_len').as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

async function* batchesOf(assembled: Assembled): AsyncGenerator<RenderBatch, undefined> {
  for (let last = 0; ; ) {
    const rows = await contentPages(assembled)
      .select(['page_id', 'page_len'])
      .where('page_id', '>', last)
      .orderBy('page_id')
      .limit(AHEAD)
      .execute();
    for (let at = 0; at < rows.length; at += TOGETHER) {
      const some = rows.slice(at, at + TOGETHER);
      yield { ids: some.map(row => row.page_id), bytes: some.reduce((sum, row) => sum + row.page_len, 0) };
    }
    const next = rows.at(-1);
    if (!next) return undefined;
    last = next.page_id;
  }
}
