import { deflateRawSync } from 'node:zlib';
import { openWiki, serializePhp, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBlobs } from './index.ts';
import { MAX_STORED } from './inflate.ts';

describe('loadBlobs', () => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki();
  });
  afterAll(() => wiki.close());

  /** Stores a row of table `text`; gives its address. */
  async function store(text: string | Uint8Array, flags: string): Promise<string> {
    const row = await wiki.db.insertInto('text').values({ old_text: text, old_flags: flags }).returning('old_id').executeTakeFirstOrThrow();
    return `tt:${row.old_id}`;
  }
  const read = async (address: string) => (await loadBlobs(wiki.db, [address])).get(address);

  it('reads plain and compressed text', async () => {
    expect(await read(await store('naïve', 'utf-8'))).toBe('naïve');
    expect(await read(await store(deflateRawSync('naïve'), 'utf-8,gzip'))).toBe('naïve');
    expect(await read(await store('', 'utf-8'))).toBe('');
  });

  it('reads texts that were compressed together, and rows that point to them', async () => {
    const items = deflateRawSync(serializePhp({ aaa: 'first', bbb: 'sécond' }));
    const blob = await store(
      phpObject('ConcatenatedGzipHistoryBlob', { mVersion: 0, mCompressed: true, mItems: items, mDefaultHash: 'aaa' }),
      'utf-8,object',
    );
    expect(await read(blob)).toBe('first');
    const stub = phpObject('historyblobstub', { mOldId: Number(blob.slice('tt:'.length)), mHash: 'bbb', mRef: '' });
    expect(await read(await store(stub, 'object'))).toBe('sécond');
    expect(await read(await store(phpObject('HistoryBlobStub', { mOldId: 9999, mHash: 'bbb' }), 'object'))).toBeUndefined();
  });

  it('reads chains of differences', async () => {
    const first = Buffer.from('stones and water');
    // Copies "stones and ", inserts "fire".
    const second = Buffer.concat([header(first), copy(0, 11), insert('fire')]);
    const chain = { diffs: [Buffer.concat([header(Buffer.alloc(0)), insert(first.toString())]), second], map: '0,1', default: '1' };
    const info = serializeBinary({ diffs: chain.diffs, map: chain.map, default: chain.default });
    const blob = await store(phpObject('DiffHistoryBlob', { mCompressed: deflateRawSync(info) }), 'utf-8,object');
    expect(await read(blob)).toBe('stones and fire');
  });

  it('reads large texts, but none that are larger than texts can be', { timeout: 30_000 }, async () => {
    const bytes = (size: number): Uint8Array => deflateRawSync(Buffer.alloc(size, 'a'));
    expect((await read(await store(bytes(3_000_000), 'utf-8,gzip')))?.length).toBe(3_000_000);
    expect(await read(await store(bytes(MAX_STORED + 1), 'utf-8,gzip'))).toBeUndefined();
    const items = deflateRawSync(serializePhp({ aaa: 'a'.repeat(MAX_STORED) }));
    const fields = { mVersion: 0, mCompressed: true, mItems: items, mDefaultHash: 'aaa' };
    expect(await read(await store(phpObject('ConcatenatedGzipHistoryBlob', fields), 'object'))).toBeUndefined();
  });

  it('gives up chains of differences that grow without bound', async () => {
    // Each text is the one before, twice.
    let size = 1024;
    const diffs = [Buffer.concat([header(Buffer.alloc(0)), ...Array.from({ length: 8 }, () => insert('x'.repeat(128)))])];
    for (let i = 0; i < 10; i++, size *= 2) diffs.push(Buffer.concat([uint32(0, size), copy(0, size), copy(0, size)]));
    const chain = (length: number) => {
      const info = serializeBinary({ diffs: diffs.slice(0, length), map: `0${',1'.repeat(length - 1)}`, default: String(length - 1) });
      return store(phpObject('DiffHistoryBlob', { mCompressed: deflateRawSync(info) }), 'utf-8,object');
    };
    expect((await read(await chain(11)))?.length).toBe(1024 * 1024);
    for (let i = 0; i < 5; i++, size *= 2) diffs.push(Buffer.concat([uint32(0, size), copy(0, size), copy(0, size)]));
    expect(await read(await chain(16))).toBeUndefined();
  });

  it('leaves out what cannot be read', async () => {
    for (const [text, flags] of [
      ['DB://cluster/1', 'utf-8,external'],
      ['x', 'utf-8,error'],
      ['not compressed', 'gzip'],
      ['O:8:"stdClass":0:{}', 'object'],
      [`O:27:"ConcatenatedGzipHistoryBlob":1:{${'s:6:"mItems";a:1:{'.repeat(100_000)}`, 'object'],
      [serializePhp({ a: 1 }), 'object'],
    ] as const) {
      expect(await read(await store(text, flags))).toBeUndefined();
    }
    expect([...(await loadBlobs(wiki.db, ['tt:999999', 'tt:0', 'tt:x', 'es:DB://a/1', 'bad:tt:5']))]).toEqual([]);
  });
});

/** PHP's form of an object whose fields are bytes, numbers and flags. */
function phpObject(name: string, fields: Readonly<Record<string, string | number | boolean | Buffer>>): Buffer {
  const entries = Object.entries(fields).map(([key, value]) => Buffer.concat([Buffer.from(serializePhp(key)), serializeBinary(value)]));
  return Buffer.concat([Buffer.from(`O:${name.length}:"${name}":${entries.length}:{`), ...entries, Buffer.from('}')]);
}

type Binary = string | number | boolean | Buffer | readonly Binary[] | { readonly [key: string]: Binary };

function serializeBinary(value: Binary): Buffer {
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.from(`s:${value.length}:"`), value, Buffer.from('";')]);
  if (typeof value !== 'object') return Buffer.from(serializePhp(value));
  const entries = Object.entries(value).map(([key, item]) =>
    Buffer.concat([Buffer.from(serializePhp(Array.isArray(value) ? Number(key) : key)), serializeBinary(item as Binary)]),
  );
  return Buffer.concat([Buffer.from(`a:${entries.length}:{`), ...entries, Buffer.from('}')]);
}

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};
const header = (base: Buffer): Buffer => uint32(0, base.length);
const copy = (offset: number, length: number): Buffer => Buffer.concat([Buffer.from([2]), uint32(offset, length)]);
const insert = (text: string): Buffer => Buffer.concat([Buffer.from([1, Buffer.byteLength(text)]), Buffer.from(text)]);
