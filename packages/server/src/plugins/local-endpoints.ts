import type { AnyPlugin, Plugins } from '@wikiquery/core/host';
import { Router } from '@wikiquery/engine';

/** The actions and routes that this server answers itself, besides queries. */
export interface LocalEndpoints {
  /** Names of actions. */
  readonly actions: ReadonlySet<string>;
  /** Undefined where no route of the REST API is installed. */
  readonly routes: Router | undefined;
}

/** Returns all of them; in proxy mode, where the upstream has the same and keeps the sessions, only those of `wanted`: names, `rest=page`, or whole groups. */
export function localEndpointsOf(
  { actions, routes }: Pick<Plugins, 'actions' | 'routes'>,
  wanted: readonly string[] | undefined,
): LocalEndpoints {
  const isLocal = ({ group, name }: Pick<AnyPlugin, 'group' | 'name'>): boolean =>
    wanted === undefined || [name, group, `${group}=${name}`].some(each => wanted.includes(each));
  return {
    actions: new Set([...actions.values()].filter(isLocal).map(({ name }) => name)),
    routes: routes.size > 0 ? new Router([...routes.values()].filter(isLocal)) : undefined,
  };
}
