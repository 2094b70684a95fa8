import type { AnyPlugin, Plugins } from '@wikiquery/core/host';
import { Router } from '@wikiquery/engine';

/** Actions and routes that this server handles itself, in addition to queries. */
export interface LocalEndpoints {
  readonly actions: ReadonlySet<string>;
  /** Undefined if no route is installed. */
  readonly routes: Router | undefined;
}

/** Returns all actions and routes, or those that `isLocal` selects. */
export function localEndpointsOf(
  { actions, routes }: Pick<Plugins, 'actions' | 'routes'>,
  isLocal: (plugin: Pick<AnyPlugin, 'group' | 'name'>) => boolean = () => true,
): LocalEndpoints {
  return {
    actions: new Set([...actions.values()].filter(isLocal).map(({ name }) => name)),
    routes: routes.size > 0 ? new Router([...routes.values()].filter(isLocal)) : undefined,
  };
}
