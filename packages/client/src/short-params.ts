import type { Given, ModuleName, Params, QueryModules } from '@wikiquery/types';

/** The value with dates and `true` for what is present. */
type Written<T> = T extends readonly (infer V)[] ? readonly V[] : T;

/** The parameters of a module without their prefix. */
export type ShortParams<N extends ModuleName> = {
  readonly [K in keyof Params<N> as K extends `${QueryModules[N]['prefix']}${infer Short}` ? Short : never]: Written<Params<N>[K]>;
};

/** The values of `prop` in such parameters. */
export type PropOf<P, N extends ModuleName> = P extends { readonly prop: infer Prop } ? Given<Prop> : QueryModules[N]['defaults'];
