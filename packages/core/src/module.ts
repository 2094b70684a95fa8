import type { Actor } from './actor.ts';
import type { Returned, Returns } from './field.ts';
import type { Params, ParamsOut } from './param.ts';
import type { Group, Query } from './query.ts';
import type { Pages, Records } from './rows.ts';
import type { Services } from './service.ts';

/** Raised by one whenever a module written for the previous value could stop working. */
export const CONTRACT = 1;

/**
 * Whether the response may be kept by a shared cache: for everybody, for anonymous readers only, or not at all.
 * MediaWiki's cache modes public, anon-public-user-private and private.
 */
export type CacheMode = 'public' | 'anon-public' | 'private';

/**
 * Where the records stand. `list`: in a list under the module's name, of `query` or of the page. `object`: one object there
 * (entries with a `key` become its properties). `spread`: their fields (or keys) lie directly in `query` or in the page.
 */
export type Placement = 'list' | 'object' | 'spread';

type Output<G extends Group, R, Gen extends boolean> = Records<R> | (G extends 'meta' ? R : never) | (Gen extends true ? Pages : never);

/** Everything about a module except what it does. */
export interface Declaration<
  G extends Group = Group,
  N extends string = string,
  P extends Params = Params,
  // biome-ignore lint/suspicious/noExplicitAny: a module of any record type
  R extends Returns<any> = Returns<any>,
  Gen extends boolean = boolean,
  S extends Services = Services,
> {
  readonly group: G;
  readonly name: N;
  /** Put before every parameter name on the wire. */
  readonly prefix: string;
  /** One sentence: what it answers. */
  readonly summary: string;
  readonly params: P;
  /** Groups of parameters of which exactly one, at most one, at least one must be given. */
  readonly exactlyOne?: readonly (readonly (keyof P & string)[])[];
  readonly atMostOne?: readonly (readonly (keyof P & string)[])[];
  readonly atLeastOne?: readonly (readonly (keyof P & string)[])[];
  readonly returns: R;
  /** `list` for lists and props, `object` for meta, unless said otherwise. */
  readonly placement?: Placement;
  /** The key of the result when it is not the module's name. */
  readonly resultKey?: string;
  /** The result stands beside `query`, not in it. */
  readonly besideQuery?: boolean;
  /** Whether `generator=` may name this module. */
  readonly generator?: Gen;
  /** False: answers even where the reader may not read pages. */
  readonly read?: boolean;
  /** What it tells belongs to the server that keeps the sessions: beside another server, that one is asked. */
  readonly ofSession?: boolean;
  /** `private` unless said otherwise. */
  readonly cache?: CacheMode | ((params: ParamsOut<P>, actor: Actor) => CacheMode);
  /** MediaWiki reads the parameters twice, and in `errorformat=raw` it warns as often. */
  readonly warnsTwice?: boolean;
  readonly services?: S;
  /** Not for the public: paraminfo says so. */
  readonly internal?: boolean;
  readonly deprecated?: boolean;
  /** Request (without action=query) to what it shows. */
  readonly examples?: Readonly<Record<string, string>>;
}

export interface Definition<
  G extends Group,
  N extends string,
  P extends Params,
  // biome-ignore lint/suspicious/noExplicitAny: a module of any record type
  R extends Returns<any>,
  Gen extends boolean,
  S extends Services,
> extends Declaration<G, N, P, R, Gen, S> {
  /** The only code of a module. A meta module may return its one record as it is. */
  execute(query: Query<G, P, Gen, S>): Promise<Output<G, Returned<R>, Gen>>;
}

const brand = Symbol.for('wikiquery.module');

export interface Module<
  G extends Group,
  N extends string,
  P extends Params,
  // biome-ignore lint/suspicious/noExplicitAny: a module of any record type
  R extends Returns<any>,
  Gen extends boolean,
  S extends Services,
> extends Definition<G, N, P, R, Gen, S> {
  readonly contract: number;
}

/** A module whose types were forgotten, as the registry and the engine see it. */
export interface AnyModule extends Omit<Declaration, 'cache' | 'exactlyOne' | 'atMostOne' | 'atLeastOne'> {
  readonly contract: number;
  readonly exactlyOne?: readonly (readonly string[])[];
  readonly atMostOne?: readonly (readonly string[])[];
  readonly atLeastOne?: readonly (readonly string[])[];
  // biome-ignore lint/suspicious/noExplicitAny: a module of any parameters
  readonly cache?: CacheMode | ((params: any, actor: Actor) => CacheMode);
  // biome-ignore lint/suspicious/noExplicitAny: a module of any parameters
  execute(query: any): Promise<any>;
}

/** Makes a query module. The types of parameters and records follow from the declaration. */
export function defineModule<
  const G extends Group,
  const N extends string,
  P extends Params,
  // biome-ignore lint/suspicious/noExplicitAny: a module of any record type
  R extends Returns<any>,
  const Gen extends boolean = false,
  S extends Services = Record<never, never>,
>(definition: Definition<G, N, P, R, Gen, S>): Module<G, N, P, R, Gen, S> {
  return Object.freeze({ ...definition, contract: CONTRACT, [brand]: true });
}

/** Compared by symbol, not instanceof: a plugin may carry its own copy of this package. */
export const isModule = (value: unknown): value is AnyModule => typeof value === 'object' && value !== null && brand in value;

/** The record a module returns, for clients: `RecordOf<typeof logevents>`. */
export type RecordOf<M> = M extends { returns: infer R } ? Returned<R> : never;
