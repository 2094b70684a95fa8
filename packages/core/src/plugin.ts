import type { Actor } from './actor.ts';
import { CONTRACT, hasBrand } from './contract.ts';
import type { AnyParam, Params, ParamsOut } from './params/param.ts';
import { isRelease, type Lifetime } from './release.ts';
import type { Services } from './service.ts';

/** MediaWiki's groups of modules, and `rest` for routes of the REST API. `list`, `prop` and `meta` are query modules. */
export type PluginGroup = 'list' | 'prop' | 'meta' | 'action' | 'format' | 'rest';

/**
 * Whether shared caches may store the response: for all users, only for anonymous users, or not at all. These are MediaWiki's cache modes
 * `public`, `anon-public-user-private` and `private`.
 */
export type CacheMode = 'public' | 'anon-public' | 'private';

/** The cache mode, or a function that returns it for the parameters and the user. Default: `private`. */
export type Caching<P extends Params> = CacheMode | ((params: ParamsOut<P>, actor: Actor) => CacheMode);

/**
 * A data source on which responses depend, in addition to the request, the user and the site configuration. The response cache keeps a
 * response until one of its sources changes.
 *
 * - `database`: the whole database
 * - `pages`: only the requested pages themselves, with their revisions, links and log entries
 * - `clock`: the time, with a resolution of one second
 */
export type DataSource = 'database' | 'pages' | 'clock';

/** The data sources, or a function that returns them for the parameters. */
export type DataSources<P extends Params> = readonly DataSource[] | ((params: ParamsOut<P>) => readonly DataSource[]);

/** The metadata that all plugins have. `since` is the first MediaWiki release with the plugin, and `until` the release that removed it. */
export interface About<N extends string = string, P extends Params = Params> extends Lifetime {
  /**
   * The value that selects the plugin, such as `allpages` in `list=allpages`: a lower-case letter, then lower-case letters, digits and
   * dashes.
   */
  readonly name: N;
  /** One sentence in the imperative, for documentation: "List all categories." */
  readonly summary: string;
  /** The parameters, made with `p`. The keys are the names without the prefix. */
  readonly params: P;
  /**
   * The MediaWiki extension that provides the plugin, as named in `siprop=extensions`, or a list of extensions of which any one provides
   * it. The server offers the plugin if the wiki has one of these extensions, or if the wiki's extensions are unknown.
   */
  readonly extension?: string | readonly string[];
  /** Mark the plugin as internal in `action=paraminfo`. */
  readonly internal?: boolean;
  /** Mark the plugin as deprecated in `action=paraminfo`. */
  readonly deprecated?: boolean;
  /** Deliberate deviations from MediaWiki, for documentation: one sentence for each. */
  readonly differences?: readonly string[];
  /** Query string of an example request to its description. Examples of query modules must omit `action=query`. */
  readonly examples?: Readonly<Record<string, string>>;
}

/** The declarations common to query modules and actions. */
export interface Answering<N extends string = string, P extends Params = Params, S extends Services = Services> extends About<N, P> {
  /** Prefix of all parameter names in requests. Lower-case letters and digits, or empty. */
  readonly prefix: string;
  /** Groups of parameters of which a request must set exactly one. */
  readonly exactlyOne?: Groups<P>;
  /** Groups of parameters of which a request can set at most one. */
  readonly atMostOne?: Groups<P>;
  /** Groups of parameters of which a request must set at least one. */
  readonly atLeastOne?: Groups<P>;
  /** Whether the plugin requires the right `read`. Default: true. */
  readonly read?: boolean;
  /** The services that `execute` uses, by the key under which it receives them. */
  readonly services?: S;
  /** Whether shared caches may store responses. Default: `private`. */
  readonly cache?: Caching<P>;
  /**
   * All data sources of the responses. Omit it if the responses also depend on something else, such as random numbers or another server.
   */
  readonly sources?: DataSources<P>;
}

type Groups<P extends Params> = readonly (readonly (keyof P & string)[])[];

/** The properties that `defineModule` and its siblings add to a declaration. */
export interface Defined<G extends PluginGroup = PluginGroup> {
  readonly group: G;
  /** The plugin API version for which the plugin was made, as `major.minor`. */
  readonly contract: string;
  /** @internal Parameters that the wiki's MediaWiki release does not have. `execute` receives their defaults. */
  readonly absentParams?: Params;
}

/** A plugin of any group, with erased types. */
export interface AnyPlugin extends Defined, About {
  readonly prefix?: string;
  readonly services?: Services;
  // biome-ignore lint/suspicious/noExplicitAny: a plugin of any parameters
  readonly sources?: readonly DataSource[] | ((params: any) => readonly DataSource[]);
}

const brand = Symbol.for('wikiquery.plugin');

/** Whether a value was returned by `defineModule`, `defineAction`, `defineFormat` or `defineRoute` from any copy of this package. */
export const isPlugin = (value: unknown): value is AnyPlugin => hasBrand(value, brand);

/** Completes and freezes a plugin. Throws an Error that lists the `problems` of its declaration, if there are any. */
export function finishPlugin<D extends AnyPluginDefinition>(definition: D, problems: readonly string[]): D & Defined<D['group']> {
  if (problems.length > 0) throw new Error(problems.map(problem => `${definition.group}=${definition.name}: ${problem}.`).join(' '));
  return Object.freeze({ ...definition, contract: CONTRACT, [brand]: true });
}

const SOURCES: ReadonlySet<unknown> = new Set<DataSource>(['database', 'pages', 'clock']);

export type AnyPluginDefinition = Omit<AnyPlugin, 'contract' | 'absentParams'>;

/** Returns the problems that the declarations of all kinds of plugins can have. Each completes "list=pages: …". */
export function problemsOfPlugin(plugin: Unchecked<AnyPluginDefinition & CombinedParams>): string[] {
  const { name, summary, since, until, extension = [], prefix = '', params = {}, sources = [], exactlyOne, atMostOne, atLeastOne } = plugin;
  const found: string[] = [];
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name))
    found.push(`the name "${name}" must be lower-case letters, digits and dashes`);
  if (typeof prefix !== 'string' || !/^[a-z0-9]*$/.test(prefix)) found.push(`the prefix "${prefix}" must be lower-case letters`);
  if (typeof summary !== 'string') found.push('"summary" is missing; describe the plugin in one sentence');
  if (![extension].flat().every(each => typeof each === 'string'))
    found.push('"extension" must be one or several names from siprop=extensions');
  if (typeof sources !== 'function' && !(Array.isArray(sources) && sources.every(each => SOURCES.has(each))))
    found.push(`"sources" must be a list of ${[...SOURCES].join(', ')}; omit it if there are others`);
  for (const release of [since, until])
    if (release !== undefined && !isRelease(release)) found.push(`"${release}" is not a MediaWiki release; write it as "1.44"`);
  for (const [key, param] of Object.entries<AnyParam | undefined>(params)) {
    if (typeof param?.type?.read !== 'function') {
      found.push(`the parameter "${key}" must be made with p, such as p.string()`);
      continue;
    }
    if (param.options.required && (param.options.since ?? param.options.until ?? param.options.extension))
      found.push(`the parameter "${key}" is required, so it cannot have "since", "until" or "extension"`);
    for (const [hole, filler] of Object.entries(param.options.each ?? {})) {
      if (key.includes(`{${hole}}`) && params[filler]?.options.multi) continue;
      found.push(`the parameter "${key}" fills {${hole}} from "${filler}", which is not a parameter with multi(); declare it as one`);
    }
  }
  for (const [field, groups] of Object.entries({ exactlyOne, atMostOne, atLeastOne })) {
    for (const unknown of (groups ?? []).flat().filter(key => !Object.hasOwn(params, key)))
      found.push(`"${field}" names "${unknown}", which is not a parameter; the parameters are ${Object.keys(params).join(', ')}`);
  }
  return found;
}

/** A declaration in plain JavaScript, where any property can be missing. */
export type Unchecked<D> = { readonly [K in keyof D]?: D[K] | undefined };

interface CombinedParams {
  readonly exactlyOne: readonly (readonly string[])[];
  readonly atMostOne: readonly (readonly string[])[];
  readonly atLeastOne: readonly (readonly string[])[];
}
