import type { Site } from '@wikiquery/core';
import type { AnyModule } from '@wikiquery/core/host';
import type { UserAccount, WikiBuilder } from '@wikiquery/wiki-builder';
import { apiOf } from './api-of.ts';
import { prefixed, queryOf, type Values } from './ask.ts';
import { combinationsOf } from './combinations.ts';
import type { Reader } from './reader.ts';
import { SUPPRESSED, type Subjects, suppress } from './suppressed.ts';

interface Needed {
  readonly params?: Values;
  readonly request?: Values;
  readonly as?: Reader;
  readonly services?: Readonly<Record<string, unknown>>;
  readonly modules?: readonly AnyModule[];
  readonly suppressed?: (account: UserAccount) => Promise<unknown>;
}

/** Adds suppressed content, and sends many requests as administrator and anonymous user. Returns a sentence for each leaked text. */
export async function findLeaks(wiki: WikiBuilder, module: AnyModule, given: Needed): Promise<string[]> {
  const known = await suppress(wiki, given.as && 'name' in given.as ? given.as.name : 'Bystander');
  await given.suppressed?.(known.suppressed);
  const leaks = new Map<string, string>();
  let succeeded = 0;
  const search = async (as: Reader, requests: readonly Values[]): Promise<void> => {
    const send = apiOf(wiki, [module, ...(given.modules ?? [])], { as, services: given.services });
    for (const each of requests) {
      const query = queryOf({ action: 'query', ...each });
      const { body } = await send({ method: 'GET', query, headers: {}, ip: '127.0.0.1', signal: new AbortController().signal });
      if (!body.startsWith('{"error"')) succeeded++;
      for (const { what, text } of SUPPRESSED) if (isIn(text, body) && !isIn(text, query) && !leaks.has(what)) leaks.set(what, query);
    }
  };
  const [first = [], ...others] = requestsOf(module, wiki.site, given, known);
  await search(administrator(given.as), [first, ...others].flat());
  await search([], first);
  if (succeeded === 0)
    throw new Error(`${module.group}=${module.name} rejected every request. Add the required parameters to "params" and "as".`);
  return Array.from(leaks, ([what, query]) => `${module.group}=${module.name} returns ${what}: ${query}`);
}

/** Returns the requests for each combination of parameters. The first group is the simplest. */
function requestsOf(module: AnyModule, site: Site, { params: needed, request = {} }: Needed, known: Subjects): Values[][] {
  const { titles: _titles, pageids: _pageids, revids: _revids, ...others } = request;
  const { group, name, prefix, generator } = module;
  const titles = group === 'prop' ? { ...others, titles: known.titles.join('|') } : others;
  const revids = { ...others, revids: known.revisions.join('|') };
  const [least = {}, ...combinations] = combinationsOf(module, site, known).map(params => ({ ...needed, ...params }));
  const requestFor = (subject: Values, params: Values): Values => ({ ...subject, [group]: name, ...prefixed(params, prefix) });
  const generating = (params: Values): Values[] => (generator ? [{ ...titles, generator: name, ...prefixed(params, `g${prefix}`) }] : []);
  const simple = [least, combinations[0] ?? {}].flatMap(params => [
    ...(group === 'prop' ? [requestFor(request, params), requestFor(revids, params)] : []),
    requestFor(titles, params),
    ...generating(params),
  ]);
  return [simple, ...combinations.slice(1).map((params, i) => [requestFor(titles, params), ...(i % 3 === 0 ? generating(params) : [])])];
}

/** Whether a response contains a text. Ignores case, which titles and search keys may change. */
const isIn = (text: string, response: string): boolean => response.toLowerCase().includes(text.toLowerCase());

const OF_SUPPRESSORS: ReadonlySet<string> = new Set(['hideuser', 'suppressionlog', 'suppressrevision', 'viewsuppressed']);

/** Returns a client that can see revision-deleted content, but no suppressed content. */
function administrator(as: Reader = []): Reader {
  const given = 'id' in as ? (as.rights ?? []) : as;
  const rights = [...new Set([...given, 'browsearchive', 'deletedhistory', 'deletedtext', 'patrol'])].filter(
    right => !OF_SUPPRESSORS.has(right),
  );
  return 'id' in as ? { ...as, rights } : rights;
}
