import type {
  ActionQueryParams,
  Actions,
  MainParams,
  OldPageFacts,
  OldQueryFacts,
  OldResponse,
  PageFacts,
  PageSetParams,
  QueryFacts,
  QueryModules,
  Response,
} from './modules.ts';

/** Names of query modules. */
export type ModuleName = keyof QueryModules;
/** Names of `list` modules. */
export type ListName = { [N in ModuleName]: QueryModules[N] extends { readonly group: 'list' } ? N : never }[ModuleName];
/** Names of `prop` modules. */
export type PropName = { [N in ModuleName]: QueryModules[N] extends { readonly group: 'prop' } ? N : never }[ModuleName];
/** Names of `meta` modules. */
export type MetaName = { [N in ModuleName]: QueryModules[N] extends { readonly group: 'meta' } ? N : never }[ModuleName];
/** Names of modules that can be generators. */
export type GeneratorName = { [N in ModuleName]: QueryModules[N] extends { readonly generator: true } ? N : never }[ModuleName];
/** Values of `formatversion`. */
export type FormatVersion = 1 | 2;

type Split<T extends string> = T extends `${infer First}|${infer Rest}` ? First | Split<Rest> : T;
/** Splits the values of a parameter: `'a|b'`, an array or a set. Undefined if they are not known at compile time. */
export type Given<T> = T extends string
  ? string extends T
    ? undefined
    : Split<T>
  : T extends readonly (infer V)[] | ReadonlySet<infer V>
    ? string extends V
      ? undefined
      : V
    : undefined;
type Union<T> = T extends unknown ? (value: T) => void : never;
type Merged<T> = Union<T> extends (value: infer Whole) => void ? Whole : never;
type Flat<T> = { [K in keyof T]: T[K] };

/** Fields of a record for the given values of `prop`: none (`never`), or unknown ones (`undefined`), for which all fields are optional. */
type Selected<Always, Parts, Prop> = [Prop] extends [never]
  ? Flat<Always>
  : [Prop] extends [undefined]
    ? Flat<Always & Partial<Merged<Parts[keyof Parts]>>>
    : '*' extends Prop
      ? Flat<Always & Merged<Parts[keyof Parts]>>
      : Flat<Always & ([Prop & keyof Parts] extends [never] ? unknown : Merged<Parts[Prop & keyof Parts]>)>;

/** A record of a module for the given values of its parameter `prop`. `undefined` means that the values are unknown. */
export type Result<N extends ModuleName, Prop = QueryModules[N]['defaults'], V extends FormatVersion = 2> = V extends 2
  ? Selected<QueryModules[N]['always'], QueryModules[N]['parts'], Prop>
  : Selected<QueryModules[N]['oldAlways'], QueryModules[N]['oldParts'], Prop>;

/** Parameters of a module, named with the module's prefix. */
export type Params<N extends ModuleName> = QueryModules[N]['params'];

type PropOf<P, N extends ModuleName> = P extends { readonly [K in `${QueryModules[N]['prefix']}prop`]: infer Prop }
  ? [Prop] extends [undefined]
    ? QueryModules[N]['defaults']
    : Given<Prop>
  : QueryModules[N]['defaults'];

type VersionOf<P> = P extends { readonly formatversion: 2 | '2' | 'latest' } ? 2 : 1;

type Placed<N extends ModuleName, R> = QueryModules[N]['placement'] extends 'list'
  ? { readonly [K in QueryModules[N]['key']]?: readonly R[] }
  : QueryModules[N]['placement'] extends 'object'
    ? { readonly [K in QueryModules[N]['key']]?: R }
    : Partial<R>;

/** Data that the modules `N` add to the part `At` of the response. */
type Added<P, N, V extends FormatVersion, At> = Adding<P, N, V, At> extends (value: infer Whole) => void ? Whole : unknown;
type Adding<P, N, V extends FormatVersion, At> = N extends ModuleName
  ? QueryModules[N]['at'] extends At
    ? (value: Placed<N, Result<N, PropOf<P, N>, V>> & (V extends 2 ? QueryModules[N]['beside'] : QueryModules[N]['oldBeside'])) => void
    : never
  : never;
type Named<P, K extends string> = P extends { readonly [key in K]: infer T } ? NonNullable<Given<T>> : never;
type GeneratedBy<P, V extends FormatVersion> = P extends { readonly generator: infer G extends ModuleName }
  ? Partial<V extends 2 ? QueryModules[G]['generated'] : QueryModules[G]['oldGenerated']>
  : unknown;

/** A page in the response to a request with these parameters. Data of a module may follow in a later response. */
export type Page<P, V extends FormatVersion = VersionOf<P>> = Flat<
  (V extends 2 ? PageFacts : OldPageFacts) & Added<P, Named<P, 'prop'>, V, 'page'> & GeneratedBy<P, V>
>;

type Pages<P, V extends FormatVersion> = P extends
  | { readonly titles: unknown }
  | { readonly pageids: unknown }
  | { readonly revids: unknown }
  | { readonly generator: unknown }
  ? {
      /** The requested pages. */
      readonly pages?: V extends 2 ? readonly Page<P, V>[] : Readonly<Record<string, Page<P, V>>>;
    }
  : unknown;

/** The value of `query` in the response to a request with these parameters. */
export type Query<P, V extends FormatVersion = VersionOf<P>> = Flat<
  (V extends 2 ? QueryFacts : OldQueryFacts) & Pages<P, V> & Added<P, Named<P, 'list'> | Named<P, 'meta'> | Named<P, 'prop'>, V, 'query'>
>;

/** The response to a request: `QueryResponse<typeof params>`, with `params` declared `as const`. */
export type QueryResponse<P> = Flat<
  (VersionOf<P> extends 2 ? Response : OldResponse) & {
    /** The requested data. */
    readonly query?: Query<P>;
  } & Added<P, Named<P, 'list'>, VersionOf<P>, 'response'>
>;

/** The response of an action other than `query`. */
export type ActionResponse<A extends keyof Actions, V extends FormatVersion = 2> = V extends 2
  ? Answered<Response, Actions[A]['result']>
  : Answered<OldResponse, Actions[A]['oldResult']>;

/** A tuple has no envelope. Errors are objects, as for all other actions. */
type Answered<Envelope, R> = R extends readonly unknown[] ? R | Envelope : Envelope & Partial<R>;

/**
 * Parameters of action=query and of these modules: `satisfies QueryParams<'recentchanges' | 'info'>`. With a generator:
 * `satisfies QueryParams<'info', 'categorymembers'>`.
 */
export type QueryParams<N extends ModuleName = never, G extends GeneratorName = never> = Omit<MainParams, 'action' | 'format'> & {
  readonly action?: 'query';
  readonly format?: string;
  readonly formatversion?: 1 | 2 | '1' | '2' | 'latest' | undefined;
} & ActionQueryParams &
  PageSetParams &
  ([N] extends [never] ? unknown : Merged<Params<N>>) &
  ([G] extends [never] ? unknown : GeneratorParams<G>);

/** The parameter `generator` and the parameters of the generator, whose names begin with `g`. */
export type GeneratorParams<G extends GeneratorName> = { readonly generator: G } & {
  readonly [K in keyof Params<G> & string as `g${K}`]?: Params<G>[K];
};
