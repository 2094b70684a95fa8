import type { IncomingMessage } from 'node:http';
import { isPublicWiki } from '@wikiquery/users';
import { requestKey } from '../cache/request-key.ts';
import { admissionFor } from '../limits/admission.ts';
import { type RoutedWiki, withDefaultsOf } from '../plugins/server-extension.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import type { RouteClient } from './added-route.ts';
import { clientReader } from './client.ts';
import type { EndpointRoute } from './endpoints.ts';
import { fail } from './fail.ts';
import { readUploadedFile } from './uploaded-files.ts';

/** Returns the routes that server extensions add to a wiki. `clientOf`: returns the access of the client of a request. */
export function addedRoutes(assembled: Assembled, clientOf: (request: IncomingMessage) => RouteClient): readonly EndpointRoute[] {
  const { context, settings } = assembled;
  const wiki = routedWiki(assembled);
  return context.discovered.extensions
    .flatMap(each => each.routes?.(withDefaultsOf(each, settings), wiki) ?? [])
    .map(route => ({
      matches: path => route.matches(path),
      methods: route.methods,
      handler: (request, response) => {
        route.handle(request, response, clientOf(request)).catch((error: unknown) => fail(error, request, response));
      },
    }));
}

/** Returns the parts of a wiki for server extensions that add routes or commands. */
export function routedWiki({ context, settings, site, service, images, extension, cache, answer, offer }: Assembled): RoutedWiki {
  const { bodies, metrics, watchdog, discovered } = context;
  return {
    ...{ site, metrics, service, bodies, offer, scriptPath: scriptPathOf(site), isProxied: extension !== undefined },
    webUis: discovered.pages.map(({ name }) => name),
    clientOf: clientReader(settings.trustProxy),
    admission: kind => admissionFor(context, settings, kind),
    async answer(request) {
      const key = requestKey(request);
      const known = key === undefined ? undefined : await cache.find(key, request.ip);
      return known ?? answer({ ...request, trace: watchdog.begin(request) }, key);
    },
    readImage: async (path, maxBytes) =>
      images !== undefined && isPublicWiki(site) ? readUploadedFile(images, path, maxBytes) : undefined,
  };
}
