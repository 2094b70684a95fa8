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

export interface ApiSetUp {
  readonly as?: Reader | undefined;
  readonly services?: Readonly<Record<string, unknown>> | undefined;
  /** Names of interface messages that have a default text. */
  readonly messages?: readonly string[];
  /** What is known of who asks, instead of `as`. */
  readonly identity?: Partial<Identity> | undefined;
  /** The time, instead of the first of January 2025. */
  readonly now?: Date | undefined;
}

const NOW = new Date(Date.UTC(2025, 0, 1));

/** An answer whose body is one text. */
type WholeAnswer = EngineResponse & { readonly body: string };

/**
 * The whole interface over a wiki made for a test, as one reader sees it, on the first of January 2025: with the given plugins, and `format=json`
 * beside them. Throws an Error for plugins that a server would refuse.
 */
export function apiOf(
  wiki: WikiBuilder,
  plugins: readonly AnyPlugin[],
  setUp: ApiSetUp = {},
): (...request: Parameters<Api>) => Promise<WholeAnswer> {
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
      const answer = await api(request);
      return { ...answer, body: bodyText(answer) };
    });
}

/** An answer of the REST API, and what its body says. */
// biome-ignore lint/suspicious/noExplicitAny: the JSON of any route
type RestAnswer = WholeAnswer & { readonly json: any };

/** Asks routes for what lies at a path below `rest.php`: `/v1/page/Main_Page?redirect=no`. The set-up is as that of `apiOf`. */
export async function askRest(
  wiki: WikiBuilder,
  plugins: readonly AnyPlugin[],
  address: string,
  { method = 'GET', headers = {}, body, ...setUp }: ApiSetUp & Partial<Pick<RestRequest, 'method' | 'headers' | 'body'>> = {},
): Promise<RestAnswer> {
  const { routes, ...host } = hostOf(wiki, plugins, setUp);
  const [path = '', query = ''] = address.split('?', 2);
  const sent = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { signal } = new AbortController();
  const request = { method, path, query, body, headers: { ...sent, ...headers }, ip: '127.0.0.1', signal };
  const answer = await read(wiki, db => createRest({ ...host, database: () => db, routes, root: '/w/rest.php' })(request));
  const text = bodyText(answer);
  return { ...answer, body: text, json: answer.headers['Content-Type'] === 'application/json' ? JSON.parse(text) : undefined };
}

/** Reads as the account of a server with no other plugin than the one whose tests run. */
function read<T>(wiki: WikiBuilder, work: (db: WikiBuilder['db']) => Promise<T>): Promise<T> {
  const requirements = requirementsOfTest();
  return requirements && wiki instanceof TestWiki ? wiki.readAs(requirements, work) : work(wiki.db);
}

/** What stands behind both. */
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
      // A wiki is built by the rules of its site alone; `readSite` has read what the host asks besides.
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
