import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Progress } from '@wikiquery/dumps';
import { type Assembled, assemble } from '../assemble.ts';
import type { App } from '../discovery.ts';
import { StartError } from '../problems.ts';
import { renderCachePlace } from '../render-cache.ts';
import type { Settings } from '../settings.ts';

/** Pages that one request asks for, and requests at once: while pages are rendered, the next are read. */
const TOGETHER = 20;
const AT_ONCE = 3;
/** Pages whose ids are read at once. */
const AHEAD = 1000;

/** Makes what modules can make beforehand and keeps it where the server will look for it. What is there already and still true is not made again. Gives the exit code. */
export async function derive(app: App, names: readonly string[], settings: Settings): Promise<number> {
  const path = settings.database === undefined ? undefined : renderCachePlace(settings);
  if (path === undefined)
    throw new StartError(['Give the address of the database, and where the results are to be: --database ADDRESS --render-cache FILE.']);
  await mkdir(dirname(path), { recursive: true });
  const assembled = await assemble(app, { ...settings, renderCache: path, upstream: undefined, keptAnswers: 0 });
  try {
    const askings = askingsOf(assembled, names);
    const { terminalProgress } = await import('@wikiquery/dumps');
    const failed = await askForAll(assembled, askings, terminalProgress());
    if (failed > 0) console.error(`wikiquery: ${failed} pages could not be rendered; they are when somebody asks for them.`);
  } finally {
    await assembled.close();
  }
  console.log(`Servers use ${path}${settings.renderCache === undefined ? '' : ' with the same --render-cache'}.`);
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
function askingsOf({ registry, actions, formats }: Assembled, names: readonly string[]): Asking[] {
  const format = `format=${[...formats.keys()][0]}`;
  const known = new Map<string, readonly Asking[]>();
  for (const { group, name, beforehand } of registry.values())
    if (beforehand) {
      const queries = beforehand.map(params => `action=query&${format}&${group}=${name}&${params}`);
      known.set(
        name,
        queries.map(query => ({ query, pages: 'pageids', together: TOGETHER })),
      );
    }
  for (const { name, beforehand } of actions.values())
    if (beforehand)
      known.set(
        beforehand.name,
        beforehand.of.map(params => ({ query: `action=${name}&${format}&${params}`, pages: beforehand.page, together: 1 })),
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

interface Batch {
  readonly ids: readonly number[];
  readonly bytes: number;
}

/** Every page of content that is no redirect. Gives how many of them failed. */
async function askForAll(assembled: Assembled, askings: readonly Asking[], progress: Progress): Promise<number> {
  let [done, pages] = [0, 0];
  const failed = new Set<number>();
  progress.begin('Rendering', await totalBytes(assembled));
  const batches = batchesOf(assembled);
  const work = async (): Promise<void> => {
    // Each takes the next batch: nobody may end the list for the others.
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const { ids, bytes } = next.value;
      for (const asking of askings)
        for (let at = 0; at < ids.length; at += asking.together)
          for (const id of await ask(assembled, asking, ids.slice(at, at + asking.together))) failed.add(id);
      done += bytes;
      pages += ids.length;
      progress.update(done, { pages });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  progress.end();
  return failed.size;
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

async function* batchesOf(assembled: Assembled): AsyncGenerator<Batch, undefined> {
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
