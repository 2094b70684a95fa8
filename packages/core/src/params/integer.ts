import { ApiError, badInteger, message } from '../message.ts';
import type { ParamContext, ParamType } from './param.ts';

export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** Maximum for users with the right `apihighlimits`, instead of `max`. */
  readonly highMax?: number;
  /** Reject out-of-range values. By default, they are clamped to the nearest bound with a warning. */
  readonly enforce?: boolean;
}

export function integerType(range: Range): ParamType<number> {
  return {
    name: 'integer',
    describe: () => describeRange(range),
    read(text, context) {
      if (!/^[+-]?\d+$/.test(text)) throw badInteger({ param: context.wireName, value: text });
      const value = Number(text);
      // Make the cheap comparison first, because BigInt is slow for thousands of digits.
      if (!Number.isSafeInteger(value) && (Math.abs(value) > 2 ** 64 || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)))
        throw badInteger({ param: context.wireName, value: text });
      return intoRange(Math.min(value, LARGEST), text, range, context);
    },
  };
}

/** The largest JavaScript number below 2^63. Larger integers round up to 2^63, which overflows 64-bit columns and offsets. */
const LARGEST = 2 ** 63 - 1024;

export const describeRange = ({ min, max, highMax, enforce }: Range) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
  ...(highMax !== undefined && { highmax: highMax }),
  ...(enforce && { enforcerange: true }),
});

function intoRange(value: number, text: string, { min, max, highMax, enforce }: Range, context: ParamContext): number {
  const most = context.highLimits && highMax !== undefined ? highMax : max;
  if ((min === undefined || value >= min) && (most === undefined || value <= most)) return value;
  const bounds = min !== undefined && most !== undefined ? 'minmax' : min !== undefined ? 'min' : 'max';
  const words = bounds === 'minmax' ? `between ${min} and ${most}` : bounds === 'min' ? `at least ${min}` : `at most ${most}`;
  const outOfRange = message('outofrange', `The parameter "${context.wireName}" must be ${words}, not ${text}.`, {
    key: `paramvalidator-outofrange-${bounds}`,
    params: [{ plaintext: context.wireName }, { plaintext: text }, { num: min ?? '' }, { num: most ?? '' }],
    data: {
      min: min ?? null,
      curmax: most ?? null,
      max: max ?? null,
      highmax: highMax ?? max ?? null,
    },
  });
  if (enforce) throw new ApiError(outOfRange);
  context.warn(outOfRange);
  return min !== undefined && value < min ? min : (most as number);
}
