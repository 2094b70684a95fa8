import { hostname } from 'node:os';
import type { Actor, Env } from '@wikiquery/core';
import { claimTick } from '@wikiquery/core/host';
import { DatabaseUnavailableError } from '@wikiquery/database';
import {
  type ApiRequest,
  createApi,
  createRest,
  createVirtualTitles,
  type Identity,
  openEnv,
  query,
  type RestRequest,
  runnable,
} from '@wikiquery/engine';
import { existingElsewhere, type FileService } from '@wikiquery/files';
import { userById } from '@wikiquery/users';
import { classOf } from '../limits/client-classes.ts';
import { clientOf, type Usage } from '../limits/client-limits.ts';
import { failureReporter } from '../observability/failures.ts';
import { RequestTrace } from '../observability/request-trace.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { lagsOf } from './lag.ts';
import type { OpenedWiki } from './open-wiki.ts';
import { scriptPathOf } from './script-path.ts';
import { TrackedReads } from './tracked-reads.ts';
import type { WikiContext } from './wiki-context.ts';
import type { WikiServices } from './wiki-services.ts';

/** Creates the action API and the REST API of a wiki. Both identify the client and count its usage. */
export function createApis({ database, site, plugins }: OpenedWiki, provided: WikiServices, sessions: Sessions, context: WikiContext) {
  const { settings, metrics, messages, readiness, limits, name } = context;
  const { titles, users, services, clock } = provided;
  const { registry, actions, formats, routes } = plugins;
  const shown = (services.get('files') as FileService).repositories ?? [];
  const filesElsewhere =
    shown.length > 0 ? (env: Pick<Env, 'request'>, names: readonly string[]) => existingElsewhere(env, shown, names) : undefined;
  const virtualTitles = createVirtualTitles(site, key => messages.has(key));
  const lags = lagsOf(database);
  const tracked = settings.replicas.length > 0 || Object.keys(settings.stores).length > 0 ? new TrackedReads() : undefined;
  const documentation = site.urls.expand(`${scriptPathOf(site)}/api.php`);
  // In proxy mode, the upstream has the sessions, so it also handles the actions that change them.
  const served = [...actions.values()].filter(action => sessions.service || !action.quirks?.ofSession);
  const common = {
    wiki: { site, titles, users, registry, virtualTitles, services, userById, filesElsewhere },
    clock,
    deadline: settings.deadline,
    database(request: ApiRequest, deadline: number, actor: Actor) {
      if (readiness.problem !== undefined) throw new DatabaseUnavailableError(readiness.problem);
      const { signal, trace } = request;
      const observer = trace instanceof RequestTrace ? trace : undefined;
      return database.forRequest({ signal, observer, deadline, giveWay: claimTick, reads: tracked?.begin(request, actor) });
    },
    identify: async (request: ApiRequest, anonymous: boolean) => admit(request, await sessions.identify(request, anonymous)),
    lags,
    failure: failureReporter(metrics),
  };
  const api = createApi({
    ...common,
    actions: [query, ...served.map(runnable)],
    formats,
    hostname: hostname(),
    documentation,
  });
  const rest = createRest({ ...common, routes, root: `${scriptPathOf(site)}/rest.php` });
  const env = (request: ApiRequest): Promise<Env> => openEnv(common, request);
  if (!tracked) return { api, rest, env, served, lags, documentation };
  return {
    api: (request: ApiRequest) => tracked.finish(request, api(request)),
    rest: (request: RestRequest) => tracked.finish(request, rest(request)),
    env,
    served,
    lags,
    documentation,
  };

  /** Counts the request toward the limits of its client. Throws or rejects with a LimitError if the client is over a limit. */
  function admit<T extends Identity>(request: ApiRequest, identity: T): T | Promise<T> {
    const { trace } = request;
    const { actor } = identity;
    const clientClass = classOf(actor, request.headers);
    const counted = (usage?: Usage): T => {
      if (trace instanceof RequestTrace && usage) {
        trace.client = usage;
        trace.databaseCost = limits.costsOf(clientClass).millisecond;
      }
      metrics.client(clientClass);
      return identity;
    };
    if (!(trace instanceof RequestTrace) || actor.can('noratelimit')) return counted();
    const started = limits.start(clientOf(actor, request.ip, name), clientClass);
    return started instanceof Promise ? started.then(counted) : counted(started);
  }
}
