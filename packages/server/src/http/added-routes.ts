import { isPublicWiki } from '@wikiquery/users';
import { requestKey } from '../cache/request-key.ts';
import { admissionFor } from '../limits/admission.ts';
import { type RoutedWiki, withDefaultsOf } from '../plugins/server-extension.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { clientReader } from './client.ts';
import type { EndpointRoute } from './endpoints.ts';
import { readUploadedFile } from './uploaded-files.ts';

/** Returns the routes that server extensions add to a wiki. */
export function addedRoutes(assembled: Assembled): readonly EndpointRoute[] {
  const { context, settings } = assembled;
  const wiki = routedWiki(assembled);
  return context.discovered.extensions
    .flatMap(each => each.routes?.(withDefaultsOf(each, settings), wiki) ?? [])
    .map(({ path, methods, handler }) => {
      const paths = new Set([`${wiki.scriptPath}/${path}`, `/${path}`]);
      return { matches: asked => paths.has(asked), methods, handler };
    });
}

/** Returns the parts of a wiki for server extensions that add routes or commands. */
export function routedWiki({ context, settings, site, images, extension, cache, answer, offer }: Assembled): RoutedWiki {
  const { bodies, watchdog } = context;
  return {
    ...{ site, bodies, offer, scriptPath: scriptPathOf(site), isProxied: extension !== undefined },
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
