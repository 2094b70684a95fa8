import { contradictoryShow } from '../message.ts';

export type ShowOut<F extends string, S extends string> = { readonly [K in F | S]: boolean | undefined };

/** The choices of `flag|!flag` values, for modules that have to refuse something else before contradictions. Throws `show`. */
export function readShow<const F extends string, const S extends string = never>(
  values: ReadonlySet<string> | undefined,
  flags: readonly F[],
  single: readonly S[] = [],
): ShowOut<F, S> {
  const out: { [K in string]?: boolean | undefined } = {};
  for (const flag of flags) {
    const [wanted, unwanted] = [values?.has(flag), values?.has(`!${flag}`)];
    if (wanted && unwanted) throw contradictoryShow();
    out[flag] = wanted ? true : unwanted ? false : undefined;
  }
  for (const flag of single) out[flag] = values?.has(flag) || undefined;
  return out as ShowOut<F, S>;
}
