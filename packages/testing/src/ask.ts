import type { AnyPlugin } from '@wikiquery/core/host';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { type ApiSetUp, apiOf } from './api-of.ts';
import { undeclaredIn } from './declared.ts';

export type Values = Readonly<Record<string, string | number | boolean>>;

/** A response in formatversion 2. */
// biome-ignore lint/suspicious/noExplicitAny: the JSON of any plugin
export type Response = any;

/**
 * Sends one request to these plugins: gives its response in formatversion 2. A parameter that is false is not sent. Throws an Error where one of the
 * plugins is the action and answers what it does not declare.
 */
export async function ask(wiki: WikiBuilder, plugins: readonly AnyPlugin[], params: Values, setUp: ApiSetUp = {}): Promise<Response> {
  const form = new URLSearchParams({ format: 'json', formatversion: '2' });
  for (const [key, value] of Object.entries(params)) if (value !== false) form.set(key, value === true ? '1' : String(value));
  const { body } = await apiOf(
    wiki,
    plugins,
    setUp,
  )({
    method: 'GET',
    query: form.toString(),
    headers: {},
    ip: '127.0.0.1',
    signal: new AbortController().signal,
  });
  const response: Response = JSON.parse(body);
  const action = plugins.find(plugin => plugin.group === 'action' && plugin.name === params.action);
  const problem =
    action && undeclaredIn(response, action.name, { plugins, site: wiki.site, version: String(params.formatversion) === '1' ? 1 : 2 });
  if (problem !== undefined) throw new Error(`action=${action?.name} answers what is not declared: ${problem}`);
  return response;
}
