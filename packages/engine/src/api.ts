import type { Site } from '@wikiquery/core';
import type { FieldFacts, Registry } from '@wikiquery/core/host';
import { normalizerOf } from '@wikiquery/languages';
import type { RunnableAction } from './action.ts';
import { ActionApiRequest } from './action-api-request.ts';
import { declaredResponse } from './declared-response.ts';
import { describeInstalled } from './installed.ts';
import { mainParamsWith } from './main-params.ts';
import type { ApiOptions, EngineContext, EngineResponse } from './options.ts';
import { type ApiRequest, RequestParams } from './request.ts';
import type { ValueReading } from './value.ts';

/** The action API as a function from a request to its response. Errors become responses. */
export type Api = (request: ApiRequest) => Promise<EngineResponse>;

/** Creates the action API. Throws an Error if no format is installed. */
export function createApi(options: ApiOptions): Api {
  const { wiki, formats, documentation } = options;
  const actions = new Map(options.actions.map(action => [action.name, action]));
  const isDefault = (plugin: { readonly isDefault?: boolean }): boolean => plugin.isDefault === true;
  const fallback = formats.values().find(isDefault) ?? formats.values().next().value;
  if (!fallback) throw new Error('No format is installed. Add a package of the group format to the dependencies.');
  const mainParams = mainParamsWith({ action: actions.values().find(isDefault)?.name, format: fallback.name }, wiki.site.since);
  const installed = describeInstalled({ wiki, actions, formats, mainParams, documentation });
  const services = new Map([...wiki.services, ['installed', installed] as const]);
  const shared = { ...options, wiki: { ...wiki, services }, actions, fallback, mainParams, declared: declarationsOf(wiki.registry) };
  const reading = readingOf(wiki.site);
  return async request => new ActionApiRequest(shared, request, await RequestParams.read(request, reading)).respond();
}

/** Returns a function that builds the declaration of a response when a format first needs it, and caches it. */
function declarationsOf(registry: Registry): EngineContext['declared'] {
  const made = new Map<RunnableAction | undefined, FieldFacts>();
  return action => {
    let declared = made.get(action);
    if (!declared) {
      declared = declaredResponse(action?.adds(registry));
      made.set(action, declared);
    }
    return declared;
  };
}

/** Returns the settings for reading values. Old clients send titles in the encoding that the wiki's language used before Unicode. */
const readingOf = (site: Site): ValueReading => ({
  encoding: (site.general.fallback8bitEncoding as string | undefined) ?? 'windows-1252',
  normalize: normalizerOf(site),
});
