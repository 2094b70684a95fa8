import cluster from 'node:cluster';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { print, printError } from '@wikiquery/hardening';
import type { Settings } from '../config/settings.ts';
import { processesOf } from '../plugins/hosting.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import { renderCachePlace } from '../wiki/render-cache.ts';
import { help, type Render, type RenderBatch, renderTogether, type Together } from './render-together.ts';

/** Pages that one request asks for. */
const TOGETHER = 20;
/** Pages whose ids are read at once. */
const AHEAD = 1000;

/**
 * Makes what modules can make beforehand and keeps it where the server will look for it. What is there already and still true is not made again. With
 * `again`, arguments of this program that do the same, other processes help. Gives the exit code.
 */
export async function derive(app: App, names: readonly string[], settings: Settings, again?: readonly string[]): Promise<number> {
  const path = settings.database === undefined ? undefined : renderCachePlace(settings);
  if (path === undefined)
    throw new StartError(['Give the address of the database, and where the results are to be: --database ADDRESS --render-cache FILE.']);
  await mkdir(dirname(path), { recursive: true });
  const assembled = await assemble(app, { ...settings, renderCache: path, keptAnswers: 0 }, { ahead: true });
  try {
    const askings = askingsOf(assembled, names);
    const render: Render = batch => renderBatch(assembled, askings, batch);
    // Another process has the list.
    if (cluster.isWorker) {
      await help(render);
      return 0;
    }
    const processes = await processesOf(app, settings);
    const helpers = again && processes ? processes.count - 1 : 0;
    const failed = await renderAll(assembled, render, { helpers, args: again ?? [] });
    if (failed > 0) printError(`wikiquery: ${failed} pages could not be rendered. The server renders them when a client requests them.`);
  } finally {
    await assembled.close();
  }
  print(`Servers use ${path}${settings.renderCache === undefined ? '' : ' with the same --render-cache'}.`);
  return 0;
}

/** What is asked for pages. */
interface Asking {
  readonly query: string;
  /** The parameter that takes their ids. */
  readonly pages: string;
  /** How many of them at once. */
  readonly together: number;
}

/** Throws a StartError for a name of nothing that can be made beforehand. */
function askingsOf({ plugins: { registry, actions, formats } }: Assembled, names: readonly string[]): Asking[] {
  const format = `format=${[...formats.keys()][0]}`;
  const known = new Map<string, readonly Asking[]>();
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
    const askings = known.get(name);
    if (!askings)
      throw new StartError([
        `"${name}" cannot be made beforehand; what can is ${[...known.keys()].join(', ') || 'nothing that is installed'}.`,
      ]);
    return askings;
  });
}

/** Every page of content that is no redirect. Gives how many of them failed. */
async function renderAll(assembled: Assembled, render: Render, others: Pick<Together, 'helpers' | 'args'>): Promise<number> {
  const { terminalProgress } = await import('@wikiquery/dumps');
  const progress = terminalProgress();
  let [done, pages] = [0, 0];
  const failures = new Set<number>();
  progress.begin('Rendering', await totalBytes(assembled));
  await renderTogether(batchesOf(assembled), render, {
    ...others,
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

async function renderBatch(assembled: Assembled, askings: readonly Asking[], { ids }: RenderBatch): Promise<readonly number[]> {
  const failed: number[] = [];
  for (const asking of askings)
    for (let at = 0; at < ids.length; at += asking.together)
      failed.push(...(await ask(assembled, asking, ids.slice(at, at + asking.together))));
  return failed;
}

/** Asks for pages together, and for each alone where that fails. Gives those that failed. */
async function ask(assembled: Assembled, asking: Asking, ids: readonly number[]): Promise<readonly number[]> {
  const { signal } = new AbortController();
  const { headers } = await assembled.answer({
    ...{ method: 'GET', query: `${asking.query}&${asking.pages}=${ids.join('%7C')}`, headers: {}, ip: '127.0.0.1', secure: false, signal },
  });
  if (headers['MediaWiki-API-Error'] === undefined) return [];
  if (ids.length === 1) return ids;
  const failed: number[] = [];
  for (const id of ids) failed.push(...(await ask(assembled, asking, [id])));
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
