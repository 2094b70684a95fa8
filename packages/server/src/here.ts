import type { AnyPlugin, Plugins } from '@wikiquery/core/host';
import { Router } from '@wikiquery/engine';

/** What is answered here besides queries. */
export interface Here {
  /** Names of actions. */
  readonly actions: ReadonlySet<string>;
  /** Undefined where no route of the REST API is installed. */
  readonly routes: Router | undefined;
}

/** All that there is; beside a wiki, which has the same and keeps the sessions, only what is `wanted`: names, `rest=page`, or whole groups. */
export function answeredHere({ actions, routes }: Pick<Plugins, 'actions' | 'routes'>, wanted: readonly string[] | undefined): Here {
  const isHere = ({ group, name }: Pick<AnyPlugin, 'group' | 'name'>): boolean =>
    wanted === undefined || [name, group, `${group}=${name}`].some(each => wanted.includes(each));
  return {
    actions: new Set([...actions.values()].filter(isHere).map(({ name }) => name)),
    routes: routes.size > 0 ? new Router([...routes.values()].filter(isHere)) : undefined,
  };
}
