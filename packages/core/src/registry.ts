import { type AnyAction, problemsOfAction } from './action.ts';
import { refuseContract } from './contract.ts';
import { type AnyFormat, problemsOfFormat } from './format.ts';
import { type AnyModule, isModule, problemsOfModule } from './module.ts';
import { ofRelease } from './of-release.ts';
import type { AnyPlugin, PluginGroup } from './plugin.ts';
import { type AnyRoute, problemsOfRoute } from './route.ts';
import type { Site } from './site.ts';

/** A plugin to register. */
export interface PluginCandidate {
  /** Package and version of the plugin, for error messages: `@someone/list-x@1.2.3`. */
  readonly source: string;
  readonly plugin: AnyPlugin;
}

/** The query modules of a server, by name. */
export type Registry = ReadonlyMap<string, AnyModule>;

/** The plugins of a server, by name. */
export interface Plugins {
  readonly registry: Registry;
  readonly actions: ReadonlyMap<string, AnyAction>;
  readonly formats: ReadonlyMap<string, AnyFormat>;
  /** Routes of the REST API. */
  readonly routes: ReadonlyMap<string, AnyRoute>;
}

/** Reduces plugins to those that the wiki's MediaWiki release and extensions provide. */
export const pluginsOfSite = ({ registry, actions, formats, routes }: Plugins, site: Pick<Site, 'since' | 'extensions'>): Plugins => ({
  registry: ofRelease(ofExtensions(registry, site), site),
  actions: ofRelease(ofExtensions(actions, site), site),
  formats: ofRelease(ofExtensions(formats, site), site),
  routes: ofRelease(ofExtensions(routes, site), site),
});

/** Removes the plugins of extensions that the wiki does not have. Keeps all plugins if the wiki's extensions are unknown. */
export const ofExtensions = <P extends AnyPlugin>(
  plugins: ReadonlyMap<string, P>,
  { extensions }: Pick<Site, 'extensions'>,
): ReadonlyMap<string, P> =>
  new Map(
    [...plugins].filter(([, plugin]) => {
      const wanted = extensionsOf(plugin);
      return !extensions || wanted.length === 0 || wanted.some(name => extensions.has(name));
    }),
  );

/** Returns the extensions of which any one provides the plugin; empty for plugins of MediaWiki itself. */
export const extensionsOf = ({ extension = [] }: Pick<AnyPlugin, 'extension'>): readonly string[] => [extension].flat();

/** Names that plugins must not use, and services that plugins can use. */
export interface ReservedNames {
  /** Parameters that the engine reads, by the kind of plugin that reads its own parameters from the same request. */
  readonly reserved: { readonly query: Iterable<string>; readonly action: Iterable<string>; readonly format: Iterable<string> };
  /** Keys that the engine sets: at the top level of the response, in `query`, in a page. */
  readonly keys: Readonly<Record<Place, Iterable<string>>>;
  /** Names of the engine's own actions. */
  readonly actions: Iterable<string>;
  /** Names of the services that the server provides. */
  readonly services: ReadonlySet<string>;
}

type Place = 'response' | 'query' | 'page';
/** A kind of plugin whose parameters can occur in the same request. */
type Scope = keyof ReservedNames['reserved'] | 'rest';

const scopeOf = (group: PluginGroup): Scope => (group === 'action' || group === 'format' || group === 'rest' ? group : 'query');

/**
 * Checks plugins individually and for conflicts with each other. Returns all problems at once, so that a single start of the server reports
 * them all.
 */
export function createRegistry(
  candidates: readonly PluginCandidate[],
  surroundings: ReservedNames,
): Plugins & { readonly problems: string[] } {
  const registry = new Map<string, AnyModule>();
  const actions = new Map<string, AnyAction>();
  const formats = new Map<string, AnyFormat>();
  const routes = new Map<string, AnyRoute>();
  const claims = new Claims(surroundings);
  const problems: string[] = [];
  // Register formats first, because any request can have their parameters.
  const inOrder = candidates.toSorted((a, b) => Number(b.plugin.group === 'format') - Number(a.plugin.group === 'format'));
  for (const { source, plugin } of inOrder) {
    const found = [...problemsAlone(plugin, surroundings.services), ...claims.problemsOf(plugin)];
    if (found.length > 0) {
      problems.push(...found.map(problem => `${source}, ${plugin.group}=${plugin.name}: ${problem}.`));
      continue;
    }
    claims.add(plugin, source);
    if (isModule(plugin)) registry.set(plugin.name, plugin);
    else if (plugin.group === 'action') actions.set(plugin.name, plugin as AnyAction);
    else if (plugin.group === 'rest') routes.set(plugin.name, plugin as AnyRoute);
    else formats.set(plugin.name, plugin as AnyFormat);
  }
  return { registry, actions, formats, routes, problems };
}

function problemsAlone(plugin: AnyPlugin, services: ReadonlySet<string>): string[] {
  const refusal = refuseContract(plugin.contract);
  // Do not check further, because declarations can have another meaning in another plugin API version.
  if (refusal) return [refusal];
  // Check again, because the plugin's own copy of this package may be older and have fewer checks.
  const found = problemsOf(plugin);
  const missing = Object.values(plugin.services ?? {}).filter(({ name, isOptional }) => !isOptional && !services.has(name));
  return [...found, ...missing.map(({ name }) => `needs the service "${name}", which this server does not provide`)];
}

function problemsOf(plugin: AnyPlugin): string[] {
  if (isModule(plugin)) return problemsOfModule(plugin);
  if (plugin.group === 'action') return problemsOfAction(plugin as AnyAction);
  return plugin.group === 'rest' ? problemsOfRoute(plugin as AnyRoute) : problemsOfFormat(plugin as AnyFormat);
}

const ENGINE = 'the engine';

/** The owners of names, parameters and response keys. */
class Claims {
  readonly #owners = new Map<string, string>();

  constructor({ reserved, keys, actions }: ReservedNames) {
    for (const scope of ['query', 'action', 'format'] as const)
      for (const name of reserved[scope]) this.#owners.set(`${scope} param ${name}`, ENGINE);
    for (const place of ['response', 'query', 'page'] as const)
      for (const key of keys[place]) this.#owners.set(`${place} key ${key}`, ENGINE);
    for (const name of actions) this.#owners.set(`path name ${name}`, ENGINE);
  }

  problemsOf(plugin: AnyPlugin): string[] {
    const scope = scopeOf(plugin.group);
    const twin = this.#owners.get(nameClaim(plugin));
    if (twin) return [`the name "${plugin.name}" already belongs to ${twin}; uninstall one of them`];
    const params = wireNames(plugin).flatMap(name => {
      const owner = this.#owners.get(`${scope} param ${name}`);
      const isTaken = owner !== undefined && !(owner === ENGINE && isShared(plugin, name));
      return isTaken ? [`the parameter "${name}" belongs to ${owner}; choose another prefix`] : [];
    });
    const keys = keyClaims(plugin).flatMap(claim => {
      const owner = this.#owners.get(claim);
      const [place, , key] = claim.split(' ');
      if (owner && place === 'rest') return [`its path ${key} belongs to ${owner}; choose another`];
      return owner
        ? [
            `its result key "${key}" of the ${place} belongs to ${owner}; choose another ${isModule(plugin) ? '"resultKey"' : 'name for the field'}`,
          ]
        : [];
    });
    return [...params, ...keys];
  }

  add(plugin: AnyPlugin, source: string): void {
    // Only query modules occur together in a request, so two actions or two formats can use the same parameter.
    const scopes = isModule(plugin) ? ['query'] : plugin.group === 'format' ? ['query', 'action'] : [];
    const params = scopes.flatMap(scope => wireNames(plugin).map(name => `${scope} param ${name}`));
    for (const claim of [nameClaim(plugin), ...params, ...(isModule(plugin) || plugin.group === 'rest' ? keyClaims(plugin) : [])])
      if (!this.#owners.has(claim)) this.#owners.set(claim, source);
  }
}

/** Returns the claim to a name. Actions and formats share one set of module paths. */
const nameClaim = ({ group, name }: AnyPlugin): string => {
  const scope = scopeOf(group);
  return `${scope === 'query' || scope === 'rest' ? scope : 'path'} name ${name}`;
};

/** Returns the claims to the response keys of the result, or to the paths of a route. */
function keyClaims(plugin: AnyPlugin): string[] {
  if (plugin.group === 'action')
    return Object.values((plugin as AnyAction).returns.parts)
      .flatMap(Object.keys)
      .map(key => `response key ${key}`);
  if (plugin.group === 'rest') {
    const { paths, method = 'GET' } = plugin as AnyRoute;
    return Object.values(paths).map(path => `rest ${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  }
  if (!isModule(plugin) || plugin.placement === 'spread') return [];
  const place = plugin.group === 'prop' ? 'page' : plugin.quirks?.besideQuery ? 'response' : 'query';
  return [`${place} key ${plugin.resultKey ?? plugin.name}`];
}

/** Whether a plugin can share a parameter with the engine. Two plugins never share a parameter, because each would read it as its own. */
const isShared = ({ prefix = '', params }: AnyPlugin, name: string): boolean => params[name.slice(prefix.length)]?.options.shared === true;

/** Returns the names of all parameters as sent, including the names with the prefix `g` of a generator. */
const wireNames = (plugin: AnyPlugin): string[] => {
  const { prefix = '', params } = plugin;
  const generates = isModule(plugin) && plugin.generator;
  return Object.keys(params).flatMap(key => [prefix + key, ...(generates ? [`g${prefix}${key}`] : [])]);
};
