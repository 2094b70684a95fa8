import type { Site } from '@wikiquery/core';
import type { AnyModule } from '@wikiquery/core/host';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { apiOf } from './api-of.ts';
import type { Values } from './ask.ts';
import { combinationsOf } from './combinations.ts';
import type { Reader } from './reader.ts';
import { SUPPRESSED, type Subjects, suppress } from './suppressed.ts';

/** Parameters that every request of a module needs. */
interface Needed {
  readonly params?: Values;
  readonly request?: Values;
  readonly as?: Reader;
  readonly services?: Readonly<Record<string, unknown>>;
  readonly modules?: readonly AnyModule[];
}

/**
 * Adds suppressed content to a wiki, and sends the module's requests with combinations of its parameters, as an administrator and as a visitor. Returns a
 * sentence for each suppressed text that a response holds and the request does not, with the first such request.
 */
export async function findLeaks(wiki: WikiBuilder, module: AnyModule, given: Needed): Promise<string[]> {
  const known = await suppress(wiki, given.as && 'name' in given.as ? given.as.name : 'Bystander');
  const leaks = new Map<string, string>();
  let answered = 0;
  const lookFor = async (as: Reader, requests: readonly Values[]): Promise<void> => {
    const send = apiOf(wiki, [module, ...(given.modules ?? [])], { as, services: given.services });
    for (const each of requests) {
      const query = queryOf(each);
      const { body } = await send({ method: 'GET', query, headers: {}, ip: '127.0.0.1', signal: new AbortController().signal });
      if (!body.startsWith('{"error"')) answered++;
      for (const { what, text } of SUPPRESSED) if (isIn(text, body) && !isIn(text, query) && !leaks.has(what)) leaks.set(what, query);
    }
  };
  const [first = [], ...others] = requestsOf(module, wiki.site, given, known);
  await lookFor(administrator(given.as), [first, ...others].flat());
  await lookFor([], first);
  if (answered === 0)
    throw new Error(`${module.group}=${module.name} answered no request: give the parameters that it needs in "params" and "as".`);
  return Array.from(leaks, ([what, query]) => `${module.group}=${module.name} returns ${what}: ${query}`);
}

/** For each combination of parameters the requests for it; the first ones are the simplest. */
function requestsOf(module: AnyModule, site: Site, { params: needed, request = {} }: Needed, known: Subjects): Values[][] {
  const { titles: _titles, pageids: _pageids, revids: _revids, ...others } = request;
  const { group, name, prefix, generator } = module;
  const titles = group === 'prop' ? { ...others, titles: known.titles.join('|') } : others;
  const revids = { ...others, revids: known.revisions.join('|') };
  const [least = {}, ...combinations] = combinationsOf(module, site, known).map(params => ({ ...needed, ...params }));
  const asked = (subject: Values, params: Values): Values => ({ ...subject, [group]: name, ...prefixed(params, prefix) });
  const generating = (params: Values): Values[] => (generator ? [{ ...titles, generator: name, ...prefixed(params, `g${prefix}`) }] : []);
  const simple = [least, combinations[0] ?? {}].flatMap(params => [
    ...(group === 'prop' ? [asked(request, params), asked(revids, params)] : []),
    asked(titles, params),
    ...generating(params),
  ]);
  return [simple, ...combinations.slice(1).map((params, i) => [asked(titles, params), ...(i % 3 === 0 ? generating(params) : [])])];
}

function queryOf(params: Values): string {
  const form = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2' });
  for (const [key, value] of Object.entries(params)) if (value !== false) form.set(key, value === true ? '1' : String(value));
  return form.toString();
}

/** Letter case may have changed, as in titles and in search keys. */
const isIn = (text: string, response: string): boolean => response.toLowerCase().includes(text.toLowerCase());

const prefixed = (params: Values, prefix: string): Values =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [prefix + key, value]));

const OF_SUPPRESSORS: ReadonlySet<string> = new Set(['hideuser', 'suppressionlog', 'suppressrevision', 'viewsuppressed']);

/** Sees what is revision-deleted, but nothing that is suppressed. */
function administrator(as: Reader = []): Reader {
  const given = 'id' in as ? (as.rights ?? []) : as;
  const rights = [...new Set([...given, 'browsearchive', 'deletedhistory', 'deletedtext', 'patrol'])].filter(
    right => !OF_SUPPRESSORS.has(right),
  );
  return 'id' in as ? { ...as, rights } : rights;
}
