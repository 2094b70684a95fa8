import { describeRange, integerType } from './integer.ts';
import type { ParamType } from './param.ts';

export function limitType({ max, highMax }: { max: number; highMax: number }): ParamType<number> {
  const range = { min: 1, max, highMax };
  const integer = integerType(range);
  return {
    name: 'limit',
    describe: () => describeRange(range),
    read(text, context) {
      if (text !== 'max') return integer.read(text, context);
      const limit = context.highLimits ? highMax : max;
      context.tellLimit(limit);
      return limit;
    },
  };
}

/** A limit as it was asked for. */
export interface RequestedLimit {
  /** The number of records: `max` becomes the bound, which the response tells; a larger number is brought down with a warning. */
  within(bounds: LimitBounds): number;
}

/** `highMax` is for readers with `apihighlimits`. */
export interface LimitBounds {
  readonly max: number;
  readonly highMax: number;
}

export function boundedLimitType(widest: LimitBounds): ParamType<RequestedLimit> {
  const type = limitType(widest);
  return {
    name: 'limit',
    ...(type.describe && { describe: type.describe }),
    read(text, context) {
      // A bad number is refused, one beyond every bound brought down, and `max` told, before the other parameters are looked at.
      const widest = type.read(text, context);
      const known = text === 'max' ? text : String(widest);
      return { within: bounds => limitType(bounds).read(known, context) };
    },
  };
}
