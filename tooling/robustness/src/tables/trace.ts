import type { AnyRoute } from '@wikiquery/core/host';
import { isRequired } from '@wikiquery/database';
import type { Assembled } from '@wikiquery/server';
import { ColumnsRead, openWiki } from '@wikiquery/testing';
import { asker, login, openServer } from '../inside-process.ts';
import { installedRoutes } from '../requests/manifests.ts';
import { type Ask, type Question, readOffer } from '../requests/modules.ts';
import { type Trial, trialsOf } from '../requests/trials.ts';
import { PASSWORD, type PlantedWiki, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';

/** Columns that were read, as `table.column`. */
export interface Traced {
  /** Columns that the server itself reads: at startup, at login, and to select pages. */
  readonly server: readonly string[];
  readonly modules: ReadonlyMap<string, readonly string[]>;
  readonly routes: ReadonlyMap<string, readonly string[]>;
}

/** Sends requests to every installed module and route, as a visitor and with all rights. Records the columns that they read. */
export async function traceTables(): Promise<Traced> {
  await using wiki = await openWiki();
  const columns = new ColumnsRead(wiki.url);
  let read = new Set<string>();
  const planted = await plant(wiki, []);
  // Restrictions of a block are read only for blocked accounts.
  await wiki.block(SUPPRESSOR, { pages: ['Category:Places'] });
  const server = await openServer(wiki.url, {
    statement({ sql }) {
      for (const name of columns.of(sql)) read.add(name);
    },
  });
  /** Adds the columns that a request reads to those of a module or route. */
  const record = async (found: Map<string, Set<string>>, name: string, request: () => Promise<unknown>): Promise<void> => {
    read = found.get(name) ?? new Set();
    found.set(name, read);
    await request();
  };
  try {
    const [modules, routes] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
    const always = read;
    const cookies = ['', await login(server, SUPPRESSOR, PASSWORD)];
    for (const cookie of cookies) for (const question of pageSets(planted)) await asker(server, cookie)(question);
    for (const cookie of cookies) {
      const ask = asker(server, cookie);
      read = new Set();
      for (const { what, question } of await trials(ask, planted)) await record(modules, what.split('.')[0]!, () => ask(question));
      for (const route of await installedRoutes())
        for (const path of pathsOf(route, planted)) await record(routes, route.name, () => askRoute(server, cookie, route, path));
    }
    const ofServer = { needed: always, optional: new Set<string>() };
    const withoutServer = (found: ReadonlyMap<string, ReadonlySet<string>>) =>
      new Map([...found].map(([name, names]) => [name, [...names].filter(each => !isRequired(ofServer, each)).sort()]));
    return { server: [...always].sort(), modules: withoutServer(modules), routes: withoutServer(routes) };
  } finally {
    await server.close();
    columns.close();
  }
}

/** Returns requests to every module. Property modules also get revision IDs. */
async function trials(ask: Ask, planted: PlantedWiki): Promise<Trial[]> {
  const { modules } = await readOffer(ask);
  const revids = planted.revisions.slice(0, 50).join('|');
  const ofRevisions = modules.filter(({ group }) => group === 'prop').map(({ name }) => ({ what: name, question: { prop: name, revids } }));
  // Every module gets a request, so that a module that reads no column is also listed.
  return [...modules.map(({ name }) => ({ what: name, question: {} })), ...(await trialsOf(ask, planted)), ...ofRevisions];
}

const pageSets = ({ titles, revisions }: PlantedWiki): Question[] => [
  { titles: titles.slice(0, 50).join('|'), redirects: '1', converttitles: '1' },
  { pageids: '1|2|3', redirects: '1' },
  { revids: revisions.slice(0, 50).join('|') },
];

const COUNT_TYPES = ['anonymous', 'temporary', 'bot', 'editors', 'edits', 'minor', 'reverted'];

function pathsOf({ paths }: AnyRoute, { titles, revisions }: PlantedWiki): string[] {
  return Object.values(paths).flatMap(template => {
    const types = template.includes('{type}') ? COUNT_TYPES : [''];
    const values = /\{(?:id|from)\}/.test(template) ? revisions.map(String) : titles;
    return values.flatMap((value, at) => {
      const revision = String(revisions[at % revisions.length]);
      const path = template.replace(/\{(?:title|id|from)\}/, encodeURIComponent(value)).replace(/\{(?:to|revision)\}/, revision);
      return types.map(type => path.replace('{type}', type));
    });
  });
}

async function askRoute(server: Assembled, cookie: string, { method = 'GET' }: AnyRoute, path: string): Promise<void> {
  const body = method === 'POST' ? '{}' : '';
  const headers = { cookie, 'content-type': 'application/json', 'content-length': String(body.length) };
  const query = path.includes('/search/') ? 'q=town' : '';
  await server.answer({ method, path, query, body, headers, ip: '127.0.0.1', secure: false, signal: new AbortController().signal });
}
