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
 * The place of the records in `query` or, for prop modules, in the page. With `list`, they are a list under the module's name. With
 * `object`, that name has one object, with the keys of entries as properties. With `spread`, the fields or keys have no list or object.
 */
export type Placement = 'list' | 'object' | 'spread';

/** Behaviour of individual MediaWiki modules that no other module should have. */
export interface ModuleQuirks {
  /** The result is at the top level of the response, not in `query`. */
  readonly besideQuery?: boolean;
  /** Write an empty record as `[]` instead of `{}`. */
  readonly emptyIsList?: boolean;
  /** The module uses the session. In proxy mode, MediaWiki has the sessions and handles the request. */
  readonly ofSession?: boolean;
  /** Prop modules: put records without a page into a list in `query`. */
  readonly pageless?: boolean;
  /** Repeat warnings with `errorformat=raw`, because MediaWiki reads the parameters twice. */
  readonly warnsTwice?: boolean;
}

type IsKeyed<R> = 'keyed' extends keyof R ? (true extends R['keyed'] ? true : false) : false;

/** Only `f.keyed` and `f.sections` allow entries with keys. */
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
  /** The declaration of the entries' `fields`, which are added next to the records: to `query`, or to the page for prop modules. */
  readonly beside?: Shape;
  /** The declaration of the `data` of generated pages, which is added to the pages. */
  readonly generated?: Shape;
  /** The place of the records in the response. Default: `list` for lists and props, `object` for meta. */
  readonly placement?: Placement;
  /** The key of the result. Default: the module's name. */
  readonly resultKey?: string;
  /** XML element name of each record in a list or under a numeric key. Default: `_v`; in pages, the prefix. */
  readonly element?: string;
  /** Whether `generator=` accepts this module. Default: false. */
  readonly generator?: Gen;
  /** The parameter for the continue value, unless it is `continue` or `offset`. `false` if a list with a `limit` cannot be continued. */
  readonly continuesBy?: (keyof P & string) | false;
  /** Returns the records, or pages for `asGenerator`. A meta module can return a bare record. Throws an `ApiError` for a client error. */
  execute(query: Query<G, P, Gen, S>): Promise<Output<G, R, Gen>>;
}

/** Declarations that only the host's own modules use. */
export interface HostModuleFacts {
  readonly quirks?: ModuleQuirks;
  /** For a module that stores its results: the parameters (`exintro=1`) with which `wikiquery derive` pre-renders them for all pages. */
  readonly precompute?: readonly string[];
}

/** Modules with a limit need a continue parameter, and keyed records cannot be a list. */
type Fitting<G extends Group, P extends Params, R> = (P extends { readonly limit: AnyParam } ? Continued<P> : unknown) &
  (IsKeyed<R> extends true
    ? G extends 'meta'
      ? { readonly placement?: 'object' | 'spread' }
      : { readonly placement: 'object' | 'spread' }
    : unknown);
type Continued<P extends Params> = P extends { readonly continue: AnyParam } | { readonly offset: AnyParam }
  ? unknown
  : { readonly continuesBy: (keyof P & string) | false };

/** A query module made by `defineModule`. */
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

/** Makes a query module. The declaration determines the types in `execute`. Throws an Error that lists the problems of the declaration. */
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

/** Like `defineModule`, with the declarations that only the host's own modules use. */
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

export const isModule = (value: unknown): value is AnyModule => isPlugin(value) && GROUPS.includes(value.group);

/** Returns the problems of a module's declaration. Each completes "list=pages: …". */
export function problemsOfModule(module: Unchecked<Omit<AnyModule, 'contract'>>): string[] {
  const { group, params = {}, returns, placement = group === 'meta' ? 'object' : 'list', continuesBy } = module;
  const found = problemsOfPlugin(module);
  if (group === undefined || !GROUPS.includes(group)) found.push(`the group must be one of ${GROUPS.join(', ')}`);
  if (typeof module.execute !== 'function') found.push('"execute" is missing');
  if (!returns?.parts) found.push('"returns" is missing; declare the records with f.record({ … })');
  else if (hasKeys(returns) && placement === 'list')
    found.push('"returns" declares what stands under keys, which needs the placement "object" or "spread"');
  if (continuesBy && !Object.hasOwn(params, continuesBy)) found.push(`"continuesBy" names "${continuesBy}", which is no parameter`);
  if (params.limit && !params.continue && !params.offset && continuesBy === undefined)
    found.push('"limit" needs a parameter to go on with; declare "continue: p.continue()"');
  return found;
}

/** The type of the records of a module, for clients: `RecordOf<typeof logevents>`. */
export type RecordOf<M> = M extends { returns: infer R } ? Returned<R> : never;
