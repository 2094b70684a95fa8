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
 * Where the records stand. `list`: in a list under the module's name, of `query` or of the page. `object`: one object there
 * (entries with a `key` become its properties). `spread`: their fields (or keys) lie directly in `query` or in the page.
 */
export type Placement = 'list' | 'object' | 'spread';

/** Behaviour of single modules of MediaWiki, which no other module should have. */
export interface ModuleQuirks {
  /** The result stands beside `query`, not in it. */
  readonly besideQuery?: boolean;
  /** A record without any property is written as `[]`, not `{}`. */
  readonly emptyIsList?: boolean;
  /** What it tells belongs to the server that keeps the sessions: beside another server, that one is asked. */
  readonly ofSession?: boolean;
  /** Prop modules: it tells of what is no page, in a list of `query`. */
  readonly pageless?: boolean;
  /** MediaWiki reads the parameters twice, and in `errorformat=raw` it warns as often. */
  readonly warnsTwice?: boolean;
}

type IsKeyed<R> = 'keyed' extends keyof R ? (true extends R['keyed'] ? true : false) : false;

/** Entries have keys in modules that return `f.keyed` or `f.sections`, and in no others. */
type EntryOf<R> = IsKeyed<R> extends true ? KeyedEntry<Returned<R>> : Entry<Returned<R>>;

type Output<G extends Group, R, Gen extends boolean> =
  | Records<Returned<R>, Entries<Returned<R>, EntryOf<R>>>
  | (G extends 'meta' ? Returned<R> : never)
  | (Gen extends true ? Pages : never);

/** A query module. */
export interface Definition<
  G extends Group = Group,
  N extends string = string,
  P extends Params = Params,
  R extends AnyReturns = AnyReturns,
  Gen extends boolean = boolean,
  S extends Services = Services,
> extends Answering<N, P, S> {
  readonly group: G;
  readonly returns: R;
  /** The `fields` of entries, which stand beside the records: in `query`, or in the page (prop). */
  readonly beside?: Shape;
  /** The `data` of generated pages, which stands in the pages. */
  readonly generated?: Shape;
  /** `list` for lists and props, `object` for meta, unless said otherwise. */
  readonly placement?: Placement;
  /** The key of the result when it is not the module's name. */
  readonly resultKey?: string;
  /** What XML calls a record of a list, or one under a key that is a number; `_v`, or in pages the prefix, when left out. */
  readonly element?: string;
  /** Whether `generator=` may name this module. */
  readonly generator?: Gen;
  /** The parameter that takes the continue value, where it is neither `continue` nor `offset`; false where `limit` is all that there is. */
  readonly continuesBy?: (keyof P & string) | false;
  /** The only code of a module. A meta module may return its one record as it is. */
  execute(query: Query<G, P, Gen, S>): Promise<Output<G, R, Gen>>;
}

/** Declarations that only the host's own modules use. */
export interface HostModuleFacts {
  readonly quirks?: ModuleQuirks;
  /** The usual parameters (`exintro=1`) of a module that stores its results: `wikiquery derive` makes these results for all pages. */
  readonly precompute?: readonly string[];
}

/** A list that can be full can be continued, and what stands under keys is no list. */
type Fitting<G extends Group, P extends Params, R> = (P extends { readonly limit: AnyParam } ? Continued<P> : unknown) &
  (IsKeyed<R> extends true
    ? G extends 'meta'
      ? { readonly placement?: 'object' | 'spread' }
      : { readonly placement: 'object' | 'spread' }
    : unknown);
type Continued<P extends Params> = P extends { readonly continue: AnyParam } | { readonly offset: AnyParam }
  ? unknown
  : { readonly continuesBy: (keyof P & string) | false };

export type Module<
  G extends Group,
  N extends string,
  P extends Params,
  R extends AnyReturns,
  Gen extends boolean,
  S extends Services,
> = Definition<G, N, P, R, Gen, S> & Defined<G>;

/** A module whose types were forgotten, as the registry and the engine see it. */
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

/** Makes a query module. The types of parameters and records follow from the declaration. Throws an Error for one that cannot work. */
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

/** As `defineModule`, for the host's own modules. */
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

/** What is wrong with the declaration of a module; each completes "list=pages: …". */
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

/** The record a module returns, for clients: `RecordOf<typeof logevents>`. */
export type RecordOf<M> = M extends { returns: infer R } ? Returned<R> : never;
