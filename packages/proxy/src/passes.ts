import { type Plugins, type Registry, splitValues } from '@wikiquery/core/host';
import { type ApiRequest, RequestParams } from '@wikiquery/engine';

/** Parameters of `action=query` whose values are names of modules. */
const MODULES = ['prop', 'list', 'meta', 'generator'] as const;

/**
 * Returns whether a request must be forwarded to the upstream: its action is not local, or its format or a module is not installed.
 * Requests with a module that depends on the session, such as edit tokens, or with a CentralAuth token are forwarded too.
 */
export function passesToWiki(
  request: Pick<ApiRequest, 'method' | 'query' | 'body'>,
  { registry, formats, local }: Pick<Plugins, 'registry' | 'formats'> & { readonly local: { readonly actions: ReadonlySet<string> } },
): boolean {
  const params = new RequestParams(request);
  const action = params.get('action') ?? '';
  if (params.get('centralauthtoken') !== undefined) return true;
  if (action !== 'query') return !local.actions.has(action);
  const format = params.get('format');
  if (format !== undefined && !formats.has(format)) return true;
  return MODULES.some(name => splitValues(params.get(name) ?? '').some(value => value !== '*' && isForeign(registry, value)));
}

function isForeign(registry: Registry, name: string): boolean {
  const module = registry.get(name);
  return module === undefined || module.quirks?.ofSession === true;
}
