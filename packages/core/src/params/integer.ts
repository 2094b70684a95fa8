import { ApiError, badInteger, message } from '../message.ts';
import type { ParamContext, ParamType } from './param.ts';

export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** `max` for readers with `apihighlimits`. */
  readonly highMax?: number;
  /** A value out of range is an error instead of being brought into range with a warning. */
  readonly enforce?: boolean;
}

export function integerType(range: Range): ParamType<number> {
  return {
    name: 'integer',
    describe: () => describeRange(range),
    read(text, context) {
      if (!/^[+-]?\d+$/.test(text)) throw badInteger({ param: context.wireName, value: text });
      const value = Number(text);
      // The size comes first: thousands of digits take long to be read exactly.
      if (!Number.isSafeInteger(value) && (Math.abs(value) > 2 ** 64 || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)))
        throw badInteger({ param: context.wireName, value: text });
      return intoRange(Math.min(value, LARGEST), text, range, context);
    },
  };
}

/** The largest JavaScript number below 2^63. Greater ones round up to 2^63, which no 64-bit column or offset can hold. */
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
