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

/** A requested limit, before the maximum is known. */
export interface RequestedLimit {
  /** Returns the effective limit. For the value `max`, the response reports it. A number above the maximum is reduced with a warning. */
  within(bounds: LimitBounds): number;
}

/** The maximum of a limit. `highMax` applies to users with the right `apihighlimits`. */
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
      // Read the value now, so that its errors, warnings and reported limit precede those of later parameters.
      const widest = type.read(text, context);
      const known = text === 'max' ? text : String(widest);
      return { within: bounds => limitType(bounds).read(known, context) };
    },
  };
}
