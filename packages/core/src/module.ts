import type { Actor } from './actor.ts';
import { type AnyReturns, hasKeys, type Returned, type Shape } from './field.ts';
import type { AnyParam, Params } from './params/param.ts';
import {
  type Answering,
  type CacheMode,
  type DataSource,
  type Defined,
  finishPlugin,
  isPlugin,
  problemsOfPlugin,
  type Unchecked,
} from './plugin.ts';
import type { Group, Query } from './query.ts';
import type { Entries, Entry, KeyedEntry, Pages, Records } from './rows.ts';
import type { Services } from './service.ts';

/**
 * The place of the records in `query` or, for prop modules, in the page. As a `list`, they are a list under the result key. As an `object`,
 * they are one object under the result key, with the keys of entries as properties. With `spread`, the fields or keys are directly in
 * `query` or in the page.
 */
export type Placement = 'list' | 'object' | 'spread';

/** Behaviour of individual MediaWiki modules that no other module should have. */
export interface ModuleQuirks {
  /** Put the result at the top level of the response instead of in `query`. */
  readonly besideQuery?: boolean;
  /** Write an empty record as `[]` instead of `{}`. */
  readonly emptyIsList?: boolean;
  /** The module uses the session. In proxy mode, MediaWiki manages the sessions and handles the request. */
  readonly ofSession?: boolean;
  /** For prop modules: the records have no pages and form a list in `query`. */
  readonly pageless?: boolean;
  /** Repeat warnings with `errorformat=raw`, because MediaWiki reads the parameters twice. */
  readonly warnsTwice?: boolean;
}

type IsKeyed<R> = 'keyed' extends keyof R ? (true extends R['keyed'] ? true : false) : false;

/** Entries can have keys only in results declared with `f.keyed` or `f.sections`. */
type EntryOf<R> = IsKeyed<R> extends true ? KeyedEntry<Returned<R>> : Entry<Returned<R>>;

type Output<G extends Group, R, Gen extends boolean> =
  | Records<Returned<R>, Entries<Returned<R>, EntryOf<R>>>
  | (G extends 'meta' ? Returned<R> : never)
  | (Gen extends true ? Pages : never);

/** The declaration of a query module: one value of `list=`, `prop=` or `meta=`. */
export interface Definition<
  G extends Group = Group,
  N extends string = string,
  P extends Params = Params,
  R extends AnyReturns = AnyReturns,
  Gen extends boolean = boolean,
  S extends Services = Services,
> extends Answering<N, P, S> {
  readonly group: G;
  /** The declaration of the records, such as `f.record({ … })`. */
  readonly returns: R;
  /** The declaration of the `fields` of entries, which are merged into `query` or, for prop modules, into the page. */
  readonly beside?: Shape;
  /** The declaration of the `data` that the module, as a generator, merges into its pages. */
  readonly generated?: Shape;
  /** The place of the records in the response. Default: `list` for list and prop modules, `object` for meta modules. */
  readonly placement?: Placement;
  /** The key of the result in the response. Default: the module's name. */
  readonly resultKey?: string;
  /** XML element name of each record in a list or under a numeric key. Default: `_v`, or the prefix for prop modules. */
  readonly element?: string;
  /** Whether `generator=` accepts this module. Default: false. */
  readonly generator?: Gen;
  /** The parameter for the continue value, unless it is `continue` or `offset`. `false`: a list with a `limit` cannot be continued. */
  readonly continuesBy?: (keyof P & string) | false;
  /**
   * Returns the records, or pages if `asGenerator` is true. A meta module can return a bare record. Throws an `ApiError` for a client
   * error.
   */
  execute(query: Query<G, P, Gen, S>): Promise<Output<G, R, Gen>>;
}

/** Declarations that are available only to the host's own modules. */
export interface HostModuleFacts {
  readonly quirks?: ModuleQuirks;
  /**
   * For a module that stores one result per page: the parameters (`exintro=1`) with which `wikiquery derive` pre-renders the results of all
   * pages.
   */
  readonly precompute?: readonly string[];
}

/** Compile-time checks: a module with a limit needs a continue parameter, and keyed records cannot form a list. */
type Fitting<G extends Group, P extends Params, R> = (P extends { readonly limit: AnyParam } ? Continued<P> : unknown) &
  (IsKeyed<R> extends true
    ? G extends 'meta'
      ? { readonly placement?: 'object' | 'spread' }
      : { readonly placement: 'object' | 'spread' }
    : unknown);
type Continued<P extends Params> = P extends { readonly continue: AnyParam } | { readonly offset: AnyParam }
  ? unknown
  : { readonly continuesBy: (keyof P & string) | false };

/** A query module returned by `defineModule`. */
export type Module<
  G extends Group,
  N extends string,
  P extends Params,
  R extends AnyReturns,
  Gen extends boolean,
  S extends Services,
> = Definition<G, N, P, R, Gen, S> & Defined<G>;

/** A module with erased types, as the registry and the engine use it. */
export interface AnyModule
  extends Omit<Definition, 'execute' | 'cache' | 'sources' | 'exactlyOne' | 'atMostOne' | 'atLeastOne' | 'continuesBy'>,
    HostModuleFacts,
    Defined<Group> {
  readonly group: Group;
  readonly exactlyOne?: readonly (readonly string[])[];
  readonly atMostOne?: readonly (readonly string[])[];
  readonly atLeastOne?: readonly (readonly string[])[];
  readonly continuesBy?: string | false;
  // biome-ignore lint/suspicious/noExplicitAny: a module of any parameters
  readonly cache?: CacheMode | ((params: any, actor: Actor) => CacheMode);
  // biome-ignore lint/suspicious/noExplicitAny: of any parameters
  readonly sources?: readonly DataSource[] | ((params: any) => readonly DataSource[]);
  // biome-ignore lint/suspicious/noExplicitAny: a module of any parameters
  execute(query: any): Promise<any>;
}

/**
 * Defines a query module. The declaration determines the types in `execute`. Throws an Error that lists the problems of the declaration.
 */
export function defineModule<
  const G extends Group,
  const N extends string,
  P extends Params,
  R extends AnyReturns,
  const Gen extends boolean = false,
  S extends Services = Record<never, never>,
>(definition: Definition<G, N, P, R, Gen, S> & Fitting<G, P, R>): Module<G, N, P, R, Gen, S> {
  return finishPlugin(definition as Definition<G, N, P, R, Gen, S>, problemsOfModule(definition as unknown as AnyModule));
}

/** Like `defineModule`, but also accepts the declarations for the host's own modules. */
export const defineHostModule = defineModule as <
  const G extends Group,
  const N extends string,
  P extends Params,
  R extends AnyReturns,
  const Gen extends boolean = false,
  S extends Services = Record<never, never>,
>(
  definition: Definition<G, N, P, R, Gen, S> & HostModuleFacts & Fitting<G, P, R>,
) => Module<G, N, P, R, Gen, S>;

const GROUPS: readonly string[] = ['list', 'prop', 'meta'] satisfies Group[];

/** Whether a value is a query module. Recognizes modules from other copies of this package. */
export const isModule = (value: unknown): value is AnyModule => isPlugin(value) && GROUPS.includes(value.group);

/** Returns the problems of a module's declaration. Each completes "list=pages: …". */
export function problemsOfModule(module: Unchecked<Omit<AnyModule, 'contract'>>): string[] {
  const { group, params = {}, returns, placement = group === 'meta' ? 'object' : 'list', continuesBy, examples = {} } = module;
  const found = problemsOfPlugin(module);
  if (group === undefined || !GROUPS.includes(group)) found.push(`the group must be one of ${GROUPS.join(', ')}`);
  if (typeof module.execute !== 'function') found.push('"execute" is missing');
  if (!returns?.parts) found.push('"returns" is missing; declare the records with f.record({ … })');
  else if (hasKeys(returns) && placement === 'list')
    found.push('"returns" declares records with keys, which need the placement "object" or "spread"');
  if (continuesBy && !Object.hasOwn(params, continuesBy)) found.push(`"continuesBy" names "${continuesBy}", which is not a parameter`);
  if (params.limit && !params.continue && !params.offset && continuesBy === undefined)
    found.push('"limit" needs a parameter for continuation; declare "continue: p.continue()"');
  for (const request of Object.keys(examples).filter(each => new URLSearchParams(each).has('action')))
    found.push(`the example "${request}" must be written without "action=query"`);
  return found;
}

/** The type of a module's records, for clients: `RecordOf<typeof logevents>`. */
export type RecordOf<M> = M extends { returns: infer R } ? Returned<R> : never;
