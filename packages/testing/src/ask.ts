import type { AnyPlugin } from '@wikiquery/core/host';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { type ApiSetUp, apiOf } from './api-of.ts';
import { undeclaredIn } from './declared.ts';

/** Request parameters by name. Parameters that are false are omitted; true is sent as `1`. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** A response in formatversion 2. */
// biome-ignore lint/suspicious/noExplicitAny: the JSON of any plugin
export type Response = any;

/** Sends a request. Returns the response, by default in formatversion 2. Throws an Error if an action returns undeclared fields. */
export async function ask(wiki: WikiBuilder, plugins: readonly AnyPlugin[], params: Values, setUp: ApiSetUp = {}): Promise<Response> {
  const { body } = await apiOf(
    wiki,
    plugins,
    setUp,
  )({
    method: 'GET',
    query: queryOf(params),
    headers: {},
    ip: '127.0.0.1',
    signal: new AbortController().signal,
  });
  const response: Response = JSON.parse(body);
  const action = plugins.find(plugin => plugin.group === 'action' && plugin.name === params.action);
  const problem =
    action && undeclaredIn(response, action.name, { plugins, site: wiki.site, version: String(params.formatversion) === '1' ? 1 : 2 });
  if (problem !== undefined) throw new Error(`action=${action?.name} returns fields that it does not declare: ${problem}`);
  return response;
}

/** Returns parameters as a query string, by default with formatversion 2. */
export function queryOf({ action, ...params }: Values): string {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...(action !== undefined && { action }), format: 'json', formatversion: 2, ...params }))
    if (value !== false) form.set(key, value === true ? '1' : String(value));
  return form.toString();
}

export const prefixed = (params: Values, prefix: string): Values =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [prefix + key, value]));
