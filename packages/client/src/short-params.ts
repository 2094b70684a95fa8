import type { Given, ModuleName, Params, QueryModules } from '@wikiquery/types';

type Written<T> = T extends readonly (infer V)[] ? readonly V[] : T;

/** Parameters of a module, named without the module's prefix. */
export type ShortParams<N extends ModuleName> = {
  readonly [K in keyof Params<N> as K extends `${QueryModules[N]['prefix']}${infer Short}` ? Short : never]: Written<Params<N>[K]>;
};

/** The requested values of the parameter `prop`, or the module's defaults if `prop` is absent. */
export type PropOf<P, N extends ModuleName> = P extends { readonly prop: infer Prop } ? Given<Prop> : QueryModules[N]['defaults'];
