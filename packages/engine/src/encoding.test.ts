import { f } from '@wikiquery/core';
import { describe, expect, it } from 'vitest';
import { recordEncoder } from './encoding.ts';

describe('formatversion 1', () => {
  it('writes true as an empty string, omits false, and writes content under *', () => {
    const encode = recordEncoder([
      { minor: f.boolean(), bot: f.flag() },
      { ns: f.int(), text: f.string().content() },
    ])!;
    expect(encode({ ns: 0, minor: true, bot: undefined, text: 'x' })).toEqual({ ns: 0, minor: '', '*': 'x' });
    expect(encode({ ns: 0, minor: false })).toEqual({ ns: 0 });
  });
  it('encodes values in lists, maps and objects', () => {
    const encode = recordEncoder([
      { list: f.array(f.object({ on: f.boolean() })), map: f.map(f.boolean()), any: f.json(), real: f.realBoolean() },
    ])!;
    expect(
      encode({ list: [{ on: true }, { on: false }], map: { a: true, b: false }, any: { deep: [{ yes: true, no: false }] }, real: false }),
    ).toEqual({
      list: [{ on: '' }, {}],
      map: { a: '' },
      any: { deep: [{ yes: '' }] },
      real: false,
    });
  });
  it('needs no encoder for records that stay unchanged', () => {
    expect(recordEncoder([f.title()])).toBeUndefined();
  });
});
