import type { Site } from '@wikiquery/core';
import type { AnyAction, AnyModule, Installed, Plugins } from '@wikiquery/core/host';
import { describeInstalled, mainParamsWith, query, runnable, type WikiEnvironment } from '@wikiquery/engine';

/** Everything that schemas, the OpenAPI description and types are generated from: the plugins of a server, and its site. */
export interface Offer {
  readonly installed: Installed;
  readonly modules: readonly AnyModule[];
  readonly actions: readonly AnyAction[];
  readonly site: Site;
}

/** Returns the offer of a server with these plugins. `documentation`: URL of its documentation. */
export function describeOffer(
  { registry, actions, formats }: Plugins,
  {
    site,
    services = new Map(),
    documentation,
  }: { readonly site: Site; readonly services?: WikiEnvironment['services']; readonly documentation: string },
): Offer {
  const all = [query, ...[...actions.values()].map(runnable)];
  const installed = describeInstalled({
    wiki: { site, registry, services },
    actions: new Map(all.map(action => [action.name, action])),
    formats,
    mainParams: mainParamsWith({ action: nameOfDefault(actions.values()), format: nameOfDefault(formats.values()) ?? '' }, site.since),
    documentation,
  });
  return { installed, site, modules: [...registry.values()], actions: [...actions.values()] };
}

const nameOfDefault = (plugins: Iterable<{ readonly name: string; readonly isDefault?: boolean }>): string | undefined =>
  [...plugins].find(({ isDefault }) => isDefault)?.name;
