import { Exchange, fallbackEncoding } from './exchange.ts';
import { describeInstalled } from './installed.ts';
import { mainParamsWith } from './main-params.ts';
import type { Answer, ApiOptions } from './options.ts';
import { type ApiRequest, RequestParams } from './request.ts';

/** The whole interface as a function of a request. It throws nothing. */
export type Api = (request: ApiRequest) => Promise<Answer>;

/** Throws an Error when there is no format to answer in. */
export function createApi(options: ApiOptions): Api {
  const { wiki, formats, documentation } = options;
  const actions = new Map(options.actions.map(action => [action.name, action]));
  const isDefault = (plugin: { readonly isDefault?: boolean }): boolean => plugin.isDefault === true;
  const fallback = formats.values().find(isDefault) ?? formats.values().next().value;
  if (!fallback) throw new Error('No format is installed, so nothing can be answered; add a package of one to the dependencies.');
  const mainParams = mainParamsWith({ action: actions.values().find(isDefault)?.name, format: fallback.name });
  const installed = describeInstalled({ wiki, actions, formats, mainParams, documentation });
  const services = new Map([...wiki.services, ['installed', installed] as const]);
  const shared = { ...options, wiki: { ...wiki, services }, actions, fallback, mainParams };
  const encoding = fallbackEncoding(wiki.site);
  return request => {
    const params = RequestParams.read(request, encoding);
    if (!(params instanceof Promise)) return new Exchange(shared, request, params).answer();
    return params.then(read => new Exchange(shared, request, read).answer());
  };
}
