import { dirname, join } from 'node:path';
import type { AnyRoute, RouteMethod } from '@wikiquery/core/host';
import { isRequired } from '@wikiquery/database';
import type { Assembled } from '@wikiquery/server';
import { ColumnsRead, openWiki } from '@wikiquery/testing';
import { type Ask, asker, login, openServer } from '../inside-process.ts';
import { readOffer } from '../modules.ts';
import { trials } from '../plans/plans.ts';
import { PASSWORD, type PlantedWiki, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { routeManifests } from './manifests.ts';

/** Columns that are read, `table.column`. */
export interface Traced {
  /** By every server: at its start, and for requests of whatever modules. */
  readonly server: readonly string[];
  /** By each module, besides. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
  /** By each route of the REST API, likewise. */
  readonly routes: ReadonlyMap<string, readonly string[]>;
}

/** Asks every installed module for what it gives by default and with each parameter, as visitor and with all rights, and looks which columns are read. */
export async function traceTables(): Promise<Traced> {
  const wiki = await openWiki();
  const columns = new ColumnsRead(wiki.url);
  const read = new Set<string>();
  const taken = (): string[] => {
    const names = [...read].sort();
    read.clear();
    return names;
  };
  try {
    const planted = await plant(wiki, []);
    // What a block is limited to is only read for those who are under one.
    await wiki.block(SUPPRESSOR, { pages: ['Category:Places'] });
    const server = await openServer(wiki.url, {
      statement(statement) {
        for (const name of columns.of(statement.sql)) read.add(name);
      },
    });
    try {
      const cookies = ['', await login(server, SUPPRESSOR, PASSWORD)];
      const asks = cookies.map(cookie => asker(server, cookie));
      for (const ask of asks) for (const question of plainQuestions(planted)) await ask(question);
      const always = new Set(taken());
      const modules = new Map<string, ReadonlySet<string>>();
      for (const ask of asks) await traceModules(ask, { ...planted, guesses: planted.hoard.guesses }, modules, taken);
      taken();
      const routes = new Map<string, readonly string[]>();
      for (const cookie of cookies)
        for (const { name, path, method } of await pathsOf(planted)) {
          await askPath(server, cookie, path, method);
          routes.set(name, [...(routes.get(name) ?? []), ...taken()]);
        }
      const ofServer = { needed: always, optional: new Set<string>() };
      const beside = (names: ReadonlySet<string>) => [...names].filter(name => !isRequired(ofServer, name)).sort();
      const allBeside = (all: ReadonlyMap<string, Iterable<string>>) =>
        new Map([...all].map(([name, names]) => [name, beside(new Set(names))]));
      return { server: [...always].sort(), modules: allBeside(modules), routes: allBeside(routes) };
    } finally {
      await server.close();
    }
  } finally {
    columns.close();
    await wiki.close();
  }
}

async function traceModules(
  ask: Ask,
  knowledge: Parameters<typeof trials>[1],
  modules: Map<string, ReadonlySet<string>>,
  taken: () => string[],
): Promise<void> {
  const offer = await readOffer(ask);
  for (const { name } of offer.modules) modules.set(name, modules.get(name) ?? new Set());
  const revids = knowledge.revisions.slice(0, 50).join('|');
  const ofRevisions = offer.modules
    .filter(({ group }) => group === 'prop')
    .map(({ name }) => ({ what: name, question: { prop: name, revids } }));
  for (const { what, question } of [...(await trials(offer, knowledge, ask)), ...ofRevisions]) {
    taken();
    await ask(question);
    const [name = ''] = what.split('.');
    modules.set(name, new Set([...(modules.get(name) ?? []), ...taken()]));
  }
}

/** Paths of every route, with each title, revision and value that a part of it may have. */
async function pathsOf({ titles, revisions }: PlantedWiki): Promise<PathOfRoute[]> {
  const found: PathOfRoute[] = [];
  for (const manifest of routeManifests()) {
    const { default: route } = (await import(join(dirname(manifest), 'src/index.ts'))) as { readonly default: AnyRoute };
    for (const template of Object.values(route.paths)) {
      const kinds = template.includes('{type}') ? COUNTED : [''];
      const parts = /\{(?:id|from)\}/.test(template) ? revisions.map(String) : titles;
      for (const [at, part] of parts.entries())
        for (const kind of kinds) {
          const beside = String(revisions[at % revisions.length]);
          const path = template.replace(/\{(?:title|id|from)\}/, encodeURIComponent(part)).replace(/\{(?:to|revision)\}/, beside);
          found.push({ name: route.name, path: path.replace('{type}', kind), method: route.method ?? 'GET' });
        }
    }
  }
  return found;
}

interface PathOfRoute {
  readonly name: string;
  readonly path: string;
  readonly method: RouteMethod;
}

const COUNTED = ['anonymous', 'temporary', 'bot', 'editors', 'edits', 'minor', 'reverted'];

async function askPath(server: Assembled, cookie: string, path: string, method: RouteMethod): Promise<void> {
  const { signal } = new AbortController();
  const body = method === 'POST' ? '{}' : '';
  const headers = { cookie, 'content-type': 'application/json', 'content-length': String(body.length) };
  const request = { method, path, body, headers, ip: '127.0.0.1', secure: false, signal };
  await server.answer({ ...request, query: path.includes('/search/') ? 'q=town' : '' });
}

/** Page sets of every kind. */
const plainQuestions = ({ titles, revisions }: PlantedWiki): Record<string, string>[] => [
  { titles: titles.slice(0, 50).join('|'), redirects: '1', converttitles: '1' },
  { pageids: '1|2|3', redirects: '1' },
  { revids: revisions.slice(0, 50).join('|') },
];
