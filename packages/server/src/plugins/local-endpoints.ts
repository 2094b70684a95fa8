import type { AnyPlugin, Plugins } from '@wikiquery/core/host';
import { Router } from '@wikiquery/engine';

/** The actions and routes that this server answers itself, besides queries. */
export interface LocalEndpoints {
  /** Names of actions. */
  readonly actions: ReadonlySet<string>;
  /** Undefined where no route of the REST API is installed. */
  readonly routes: Router | undefined;
}

type Named = Pick<AnyPlugin, 'group' | 'name'>;

/** Returns all actions and routes, or those that `isLocal` selects. */
export function localEndpointsOf(
  { actions, routes }: Pick<Plugins, 'actions' | 'routes'>,
  isLocal: (plugin: Named) => boolean = () => true,
): LocalEndpoints {
  return {
    actions: new Set([...actions.values()].filter(isLocal).map(({ name }) => name)),
    routes: routes.size > 0 ? new Router([...routes.values()].filter(isLocal)) : undefined,
  };
}
