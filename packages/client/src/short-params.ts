import type { Given, ModuleName, Params, QueryModules } from '@wikiquery/types';

type Written<T> = T extends readonly (infer V)[] ? readonly V[] : T;

export type ShortParams<N extends ModuleName> = {
  readonly [K in keyof Params<N> as K extends `${QueryModules[N]['prefix']}${infer Short}` ? Short : never]: Written<Params<N>[K]>;
};

export type PropOf<P, N extends ModuleName> = P extends { readonly prop: infer Prop } ? Given<Prop> : QueryModules[N]['defaults'];
