import type { Actor } from './actor.ts';
import { CONTRACT, hasBrand } from './contract.ts';
import type { AnyParam, Params, ParamsOut } from './params/param.ts';
import { isRelease, type Lifetime } from './release.ts';
import type { Services } from './service.ts';

/** What MediaWiki calls the groups of modules, those of list, prop and meta answer a query; and `rest`, the routes of its REST API. */
export type PluginGroup = 'list' | 'prop' | 'meta' | 'action' | 'format' | 'rest';

/**
 * Whether the response may be kept by a shared cache: for everybody, for anonymous readers only, or not at all.
 * MediaWiki's cache modes public, anon-public-user-private and private.
 */
export type CacheMode = 'public' | 'anon-public' | 'private';

/** `private` unless said otherwise. */
export type Caching<P extends Params> = CacheMode | ((params: ParamsOut<P>, actor: Actor) => CacheMode);

/**
 * What may change an answer while the request, the reader and the description of the wiki stay as they are: the `database`, or the `clock`, whose seconds are
 * looked at. A server keeps an answer for as long as none of its sources has changed.
 */
export type DataSource = 'database' | 'clock';

export type DataSources<P extends Params> = readonly DataSource[] | ((params: ParamsOut<P>) => readonly DataSource[]);

/** What every plugin tells of itself. */
export interface About<N extends string = string, P extends Params = Params> extends Lifetime {
  readonly name: N;
  /** One sentence: what it answers. */
  readonly summary: string;
  readonly params: P;
  /**
   * The extension of MediaWiki that it belongs to, as `siprop=extensions` names it; several where each of them brings it. It is offered where the wiki has one
   * of these, or does not say what it has.
   */
  readonly extension?: string | readonly string[];
  /** Not for the public: paraminfo says so. */
  readonly internal?: boolean;
  readonly deprecated?: boolean;
  /** Where it answers otherwise than MediaWiki, and means to: a sentence each, for documentation. */
  readonly differences?: readonly string[];
  /** Request to what it shows; that of a query module goes without action=query. */
  readonly examples?: Readonly<Record<string, string>>;
}

/** What query modules and actions have in common. */
export interface Answering<N extends string = string, P extends Params = Params, S extends Services = Services> extends About<N, P> {
  /** Put before every parameter name on the wire. */
  readonly prefix: string;
  /** Groups of parameters of which exactly one, at most one, at least one must be given. */
  readonly exactlyOne?: Groups<P>;
  readonly atMostOne?: Groups<P>;
  readonly atLeastOne?: Groups<P>;
  /** False: answers even where the reader may not read pages. */
  readonly read?: boolean;
  readonly services?: S;
  readonly cache?: Caching<P>;
  /** All that answers are made of; left out where there is more, such as chance or another server. */
  readonly sources?: DataSources<P>;
}

type Groups<P extends Params> = readonly (readonly (keyof P & string)[])[];

/** What a definition becomes. */
export interface Defined<G extends PluginGroup = PluginGroup> {
  readonly group: G;
  /** `major.minor`, see `CONTRACT`. */
  readonly contract: string;
  /** @internal Parameters that the release of the wiki does not have, for their defaults. */
  readonly absentParams?: Params;
}

/** A plugin of any kind whose types were forgotten. */
export interface AnyPlugin extends Defined, About {
  readonly prefix?: string;
  readonly services?: Services;
  // biome-ignore lint/suspicious/noExplicitAny: a plugin of any parameters
  readonly sources?: readonly DataSource[] | ((params: any) => readonly DataSource[]);
}

const brand = Symbol.for('wikiquery.plugin');

/** What defineModule, defineAction, defineFormat or defineRoute of any copy of this package returned. */
export const isPlugin = (value: unknown): value is AnyPlugin => hasBrand(value, brand);

/** Throws an Error that names every mistake of a definition. */
export function finishPlugin<D extends AnyPluginDefinition>(definition: D, problems: readonly string[]): D & Defined<D['group']> {
  if (problems.length > 0) throw new Error(problems.map(problem => `${definition.group}=${definition.name}: ${problem}.`).join(' '));
  return Object.freeze({ ...definition, contract: CONTRACT, [brand]: true });
}

const SOURCES: ReadonlySet<unknown> = new Set<DataSource>(['database', 'clock']);

export type AnyPluginDefinition = Omit<AnyPlugin, 'contract' | 'absentParams'>;

/** What is wrong with the declaration of a plugin, whatever its group; each completes "list=pages: …". */
export function problemsOfPlugin(plugin: Unchecked<AnyPluginDefinition & CombinedParams>): string[] {
  const { name, summary, since, until, extension = [], prefix = '', params = {}, sources = [], exactlyOne, atMostOne, atLeastOne } = plugin;
  const found: string[] = [];
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name))
    found.push(`the name "${name}" must be lower-case letters, digits and dashes`);
  if (typeof prefix !== 'string' || !/^[a-z0-9]*$/.test(prefix)) found.push(`the prefix "${prefix}" must be lower-case letters`);
  if (typeof summary !== 'string') found.push('"summary" is missing; say in one sentence what it answers');
  if (![extension].flat().every(each => typeof each === 'string'))
    found.push('"extension" must be the name of an extension, as siprop=extensions tells it, or several');
  if (typeof sources !== 'function' && !(Array.isArray(sources) && sources.every(each => SOURCES.has(each))))
    found.push(`"sources" must be a list of ${[...SOURCES].join(', ')}; leave it out where there are others`);
  for (const release of [since, until])
    if (release !== undefined && !isRelease(release)) found.push(`"${release}" is no release of MediaWiki; write one as "1.44"`);
  for (const [key, param] of Object.entries<AnyParam | undefined>(params)) {
    if (typeof param?.type?.read !== 'function') {
      found.push(`the parameter "${key}" must be made with p, such as p.string()`);
      continue;
    }
    if (param.options.required && (param.options.since ?? param.options.until))
      found.push(`the parameter "${key}" is required, so it can not be one of some releases only`);
    for (const [hole, filler] of Object.entries(param.options.each ?? {})) {
      if (key.includes(`{${hole}}`) && params[filler]?.options.multi) continue;
      found.push(`the parameter "${key}" fills {${hole}} from "${filler}", which is not a parameter with multi(); declare it as one`);
    }
  }
  for (const [field, groups] of Object.entries({ exactlyOne, atMostOne, atLeastOne })) {
    for (const unknown of (groups ?? []).flat().filter(key => !Object.hasOwn(params, key)))
      found.push(`"${field}" names "${unknown}", which is no parameter; it takes ${Object.keys(params).join(', ')}`);
  }
  return found;
}

/** As authors of plain JavaScript may write it. */
export type Unchecked<D> = { readonly [K in keyof D]?: D[K] | undefined };

interface CombinedParams {
  readonly exactlyOne: readonly (readonly string[])[];
  readonly atMostOne: readonly (readonly string[])[];
  readonly atLeastOne: readonly (readonly string[])[];
}
