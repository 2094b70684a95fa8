import type { AnyModule } from '@wikiquery/core';
import { type Answer, type AnyAction, type Api, bodyText, createApi, createKnown, help, paraminfo, query } from '@wikiquery/engine';
import { createUsers } from '@wikiquery/users';
import type { Wiki } from '@wikiquery/wiki-builder';
import { type Reader, reader } from './reader.ts';

export interface ApiSetUp {
  readonly as?: Reader | undefined;
  readonly services?: Readonly<Record<string, unknown>> | undefined;
  /** Names of interface messages that have a default text. */
  readonly messages?: readonly string[];
}

const NOW = new Date(Date.UTC(2025, 0, 1));

/** An answer whose body is one text. */
type WholeAnswer = Answer & { readonly body: string };

/** The whole interface over a wiki made for a test, as one reader sees it, on the first of January 2025. */
export function apiOf(
  wiki: Wiki,
  modules: readonly AnyModule[],
  { as, services = {}, messages = [] }: ApiSetUp = {},
): (...request: Parameters<Api>) => Promise<WholeAnswer> {
  const actor = reader(as);
  const registry = new Map(modules.map(module => [module.name, module]));
  const documentation = 'http://127.0.0.1/doc';
  const actions: AnyAction[] = [query, paraminfo(registry, () => actions), help(registry, () => actions, documentation)];
  const api = createApi({
    wiki: {
      site: wiki.site,
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
    actions,
    clock: () => NOW,
    database: () => wiki.db,
    identify: async (_request, anonymous) => ({
      actor: anonymous ? reader() : actor,
      hasSession: !anonymous && actor.id > 0,
      sessionToken: () => '+\\',
    }),
    lags: async () => [
      { host: 'primary', seconds: 0 },
      { host: 'replica', seconds: 7 },
    ],
    hostname: 'test',
    documentation,
    failure(error) {
      throw error;
    },
  });
  return async request => {
    const answer = await api(request);
    return { ...answer, body: bodyText(answer) };
  };
}
