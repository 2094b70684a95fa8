import { type AnyPlugin, createRegistry, type HostSite, pluginsOfSite } from '@wikiquery/core/host';
import { type Answer, type Api, bodyText, createApi, createKnown, type Identity, query, runnable, surroundings } from '@wikiquery/engine';
import json from '@wikiquery/format-json';
import { createUsers } from '@wikiquery/users';
import type { Wiki } from '@wikiquery/wiki-builder';
import { type Reader, reader } from './reader.ts';

export interface ApiSetUp {
  readonly as?: Reader | undefined;
  readonly services?: Readonly<Record<string, unknown>> | undefined;
  /** Names of interface messages that have a default text. */
  readonly messages?: readonly string[];
  /** What is known of who asks, instead of `as`. */
  readonly identity?: Partial<Identity> | undefined;
}

const NOW = new Date(Date.UTC(2025, 0, 1));

/** An answer whose body is one text. */
type WholeAnswer = Answer & { readonly body: string };

/**
 * The whole interface over a wiki made for a test, as one reader sees it, on the first of January 2025: with the given plugins, and `format=json`
 * beside them. Throws an Error for plugins that a server would refuse.
 */
export function apiOf(
  wiki: Wiki,
  plugins: readonly AnyPlugin[],
  { as, services = {}, messages = [], identity }: ApiSetUp = {},
): (...request: Parameters<Api>) => Promise<WholeAnswer> {
  const actor = reader(as);
  const formats = plugins.some(({ group, name }) => group === 'format' && name === json.name) ? [] : [json];
  const declared = plugins.flatMap(plugin => Object.values(plugin.services ?? {}).map(({ name }) => name));
  const found = createRegistry(
    [...plugins, ...formats].map(plugin => ({ source: 'The test', plugin })),
    surroundings(declared),
  );
  if (found.problems.length > 0) throw new Error(found.problems.join('\n'));
  const { registry, actions, formats: installedFormats } = pluginsOfSite(found, wiki.site);
  const api = createApi({
    wiki: {
      // A wiki is built by the rules of its site alone; `readSite` has read what the host asks besides.
      site: wiki.site as HostSite,
      titles: wiki.titles,
      users: createUsers(wiki.site, wiki.titles),
      registry,
      known: createKnown(wiki.site, key => messages.includes(key)),
      services: new Map(Object.entries(services)),
      userById: async (db, id) => {
        const row = await db.selectFrom('user').select('user_name').where('user_id', '=', id).executeTakeFirst();
        return row && { kind: 'name', name: row.user_name, id };
      },
    },
    actions: [query, ...[...actions.values()].map(runnable)],
    formats: installedFormats,
    clock: () => NOW,
    database: () => wiki.db,
    identify: async (_request, anonymous) => ({
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
    hostname: 'test',
    documentation: 'http://127.0.0.1/doc',
    failure(error) {
      throw error;
    },
  });
  return async request => {
    const answer = await api(request);
    return { ...answer, body: bodyText(answer) };
  };
}
