import { describe, expect, it } from 'vitest';
import { type Message, p } from '../index.ts';
import type { ParamContext } from './param.ts';

describe('a limit whose maximum depends on other parameters', () => {
  /** Reads a limit. Returns the effective limit, the values in warnings, and the limits that the response reports. */
  function read(text: string, highLimits = false) {
    const warnings: Message[] = [];
    const told: number[] = [];
    const context = {
      wireName: 'rvlimit',
      highLimits,
      warn: (warning: Message) => warnings.push(warning),
      tellLimit: (limit: number) => told.push(limit),
    } as unknown as ParamContext;
    const limit = p.boundedLimit().type.read(text, context).within({ max: 50, highMax: 500 });
    return { limit, warnings: warnings.map(({ params }) => params[1]), told };
  }

  it('is the requested number if the maximum permits it', () => expect(read('7')).toEqual({ limit: 7, warnings: [], told: [] }));
  it('is the maximum for the value max, and the response reports it', () => {
    expect(read('max')).toEqual({ limit: 50, warnings: [], told: [500, 50] });
    expect(read('max', true)).toEqual({ limit: 500, warnings: [], told: [5000, 500] });
  });
  it('is reduced to each maximum that it exceeds, with a warning each', () => {
    expect(read('60')).toEqual({ limit: 50, warnings: [{ plaintext: '60' }], told: [] });
    expect(read('501')).toEqual({ limit: 50, warnings: [{ plaintext: '501' }, { plaintext: '500' }], told: [] });
    expect(read('0').limit).toBe(1);
  });
  it('rejects values that are not 64-bit integers', () => {
    expect(() => read('many')).toThrow(expect.objectContaining({ code: 'badinteger' }));
    for (const tooLong of ['9223372036854775808', '1'.repeat(2_000_000)])
      expect(() => read(tooLong)).toThrow(expect.objectContaining({ code: 'badinteger' }));
    expect(read('9223372036854775807').limit).toBe(50);
  });
});
