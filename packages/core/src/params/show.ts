import { contradictoryShow } from '../message.ts';

/** The choices of a `show` parameter: true for a flag, false for its negation, undefined for neither. */
export type ShowOut<F extends string, S extends string> = { readonly [K in F | S]: boolean | undefined };

/**
 * Parses the values of a `show` parameter, for modules that must check something else first. Throws `show` if a flag occurs with its
 * negation.
 */
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
