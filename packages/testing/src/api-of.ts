import { type AnyPlugin, createRegistry, type HostSite, pluginsOfSite } from '@wikiquery/core/host';
import {
  type Api,
  bodyText,
  createApi,
  createRest,
  createVirtualTitles,
  type EngineResponse,
  type Identity,
  query,
  type RestRequest,
  runnable,
  surroundings,
} from '@wikiquery/engine';
import json from '@wikiquery/format-json';
import { createUsers } from '@wikiquery/users';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { TestWiki } from './open-wiki.ts';
import { type Reader, reader } from './reader.ts';
import { requirementsOfTest } from './requirements-of-test.ts';

/** Configuration of an API over a test wiki. */
export interface ApiSetUp {
  /** The client. Default: an anonymous user. */
  readonly as?: Reader | undefined;
  /** Services by name. */
  readonly services?: Readonly<Record<string, unknown>> | undefined;
  /** Names of the interface messages that exist. */
  readonly messages?: readonly string[];
  /** Overrides of the client's session. */
  readonly identity?: Partial<Identity> | undefined;
  /** Current time. Default: 2025-01-01. */
  readonly now?: Date | undefined;
}

const NOW = new Date(Date.UTC(2025, 0, 1));

type WholeResponse = EngineResponse & { readonly body: string };

/** Returns the API over a test wiki, with the plugins and `format=json`. Throws an Error for plugins that a server would reject. */
export function apiOf(
  wiki: WikiBuilder,
  plugins: readonly AnyPlugin[],
  setUp: ApiSetUp = {},
): (...request: Parameters<Api>) => Promise<WholeResponse> {
  const { actions, formats, ...host } = hostOf(wiki, plugins, setUp);
  let api: Api | undefined;
  return request =>
    read(wiki, async db => {
      api ??= createApi({
        ...host,
        database: () => db,
        actions: [query, ...[...actions.values()].map(runnable)],
        formats,
        hostname: 'test',
        documentation: 'http://127.0.0.1/doc',
      });
      const response = await api(request);
      return { ...response, body: bodyText(response) };
    });
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of any route
type RestResponse = WholeResponse & { readonly json: any };

/** Sends a REST request to a path below `rest.php`, such as `/v1/page/Pier?redirect=no`. Throws for plugins that a server would reject. */
export async function askRest(
  wiki: WikiBuilder,
  plugins: readonly AnyPlugin[],
  address: string,
  { method = 'GET', headers = {}, body, ...setUp }: ApiSetUp & Partial<Pick<RestRequest, 'method' | 'headers' | 'body'>> = {},
): Promise<RestResponse> {
  const { routes, ...host } = hostOf(wiki, plugins, setUp);
  const [path = '', query = ''] = address.split('?', 2);
  const sent = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { signal } = new AbortController();
  const request = { method, path, query, body, headers: { ...sent, ...headers }, ip: '127.0.0.1', signal };
  const response = await read(wiki, db => createRest({ ...host, database: () => db, routes, root: '/w/rest.php' })(request));
  const text = bodyText(response);
  return { ...response, body: text, json: response.headers['Content-Type'] === 'application/json' ? JSON.parse(text) : undefined };
}

/** Runs `work` with only the database rights that the tested plugin declares. */
function read<T>(wiki: WikiBuilder, work: (db: WikiBuilder['db']) => Promise<T>): Promise<T> {
  const requirements = requirementsOfTest();
  return requirements && wiki instanceof TestWiki ? wiki.readAs(requirements, work) : work(wiki.db);
}

function hostOf(wiki: WikiBuilder, plugins: readonly AnyPlugin[], { as, services = {}, messages = [], identity, now = NOW }: ApiSetUp) {
  const actor = reader(as);
  const formats = plugins.some(({ group, name }) => group === 'format' && name === json.name) ? [] : [json];
  const declared = plugins.flatMap(plugin => Object.values(plugin.services ?? {}).map(({ name }) => name));
  const found = createRegistry(
    [...plugins, ...formats].map(plugin => ({ source: 'The test', plugin })),
    surroundings(declared),
  );
  if (found.problems.length > 0) throw new Error(found.problems.join('\n'));
  const { registry, ...others } = pluginsOfSite(found, wiki.site);
  return {
    ...others,
    wiki: {
      // The site of a test wiki comes from `readSite`, which returns a `HostSite`.
      site: wiki.site as HostSite,
      titles: wiki.titles,
      users: createUsers(wiki.site, wiki.titles),
      registry,
      virtualTitles: createVirtualTitles(wiki.site, key => messages.includes(key)),
      services: new Map(Object.entries(services)),
      userById: async (db: typeof wiki.db, id: number) => {
        const row = await db.selectFrom('user').select('user_name').where('user_id', '=', id).executeTakeFirst();
        return row && { kind: 'name' as const, name: row.user_name, id };
      },
    },
    clock: () => now,
    identify: async (_request: unknown, anonymous: boolean): Promise<Identity> => ({
      actor: anonymous ? reader() : actor,
      hasSession: !anonymous && actor.id > 0,
      sessionToken: () => '+\\',
      isToken: (_kind, token) => token === '+\\',
      ...identity,
    }),
    lags: async () => [
      { host: 'primary', seconds: 0 },
      { host: 'replica', seconds: 7 },
    ],
    failure(error: unknown): never {
      throw error;
    },
  };
}
