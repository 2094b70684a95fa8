import { deflateRawSync } from 'node:zlib';
import { open, sql } from '@wikiquery/database';
import { openWiki, serializePhp, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBlobs } from './index.ts';
import { MAX_STORED } from './inflate.ts';
import { copy, header, insert, phpObject, serializeBinary } from './stored.test-kit.ts';

describe('loadBlobs', () => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki();
  });
  afterAll(() => wiki.close());

  /** Stores a row of table `text` and returns its address. */
  async function store(text: string | Uint8Array, flags: string): Promise<string> {
    const row = await wiki.db.insertInto('text').values({ old_text: text, old_flags: flags }).returning('old_id').executeTakeFirstOrThrow();
    return `tt:${row.old_id}`;
  }
  const read = async (address: string) => (await loadBlobs(wiki.db, [address])).get(address);

  it('reads plain and compressed texts', async () => {
    expect(await read(await store('naïve', 'utf-8'))).toBe('naïve');
    expect(await read(await store(deflateRawSync('naïve'), 'utf-8,gzip'))).toBe('naïve');
    expect(await read(await store('', 'utf-8'))).toBe('');
  });

  it('reads texts that share a row, and rows that point to them', async () => {
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

  it('reads chains of binary patches', async () => {
    const first = Buffer.from('stones and water');
    // The patch copies "stones and " and inserts "fire".
    const second = Buffer.concat([header(first), copy(0, 11), insert('fire')]);
    const chain = { diffs: [Buffer.concat([header(Buffer.alloc(0)), insert(first.toString())]), second], map: '0,1', default: '1' };
    const info = serializeBinary({ diffs: chain.diffs, map: chain.map, default: chain.default });
    const blob = await store(phpObject('DiffHistoryBlob', { mCompressed: deflateRawSync(info) }), 'utf-8,object');
    expect(await read(blob)).toBe('stones and fire');
  });

  it('reads chains of binary patches in their oldest form', async () => {
    const base = Buffer.from('stones and water');
    const diffs = [Buffer.concat([header(base), copy(0, 11), insert('fire')])];
    const chain = (key: string, first = base.toString()) =>
      phpObject('diffhistoryblob', { mCompressed: deflateRawSync(serializeBinary({ base: first, diffs, default: key })) });
    expect(await read(await store(chain('0'), 'utf-8,object'))).toBe('stones and water');
    expect(await read(await store(chain('1'), 'utf-8,object'))).toBe('stones and fire');
    // The patch applies to a different text.
    expect(await read(await store(chain('1', 'Stones and water'), 'utf-8,object'))).toBeUndefined();
  });

  it('reads texts in table cur', async () => {
    const stub = await store(phpObject('historyblobcurstub', { mCurId: 7 }), 'object');
    expect(await read(stub)).toBeUndefined();
    await sql`create table cur (cur_id integer, cur_text blob)`.execute(wiki.db);
    await sql`insert into cur values (7, ${Buffer.from('oldest')})`.execute(wiki.db);
    expect(await read(stub)).toBe('oldest');
  });

  it('reads texts in encodings from before UTF-8', async () => {
    const western = await store(Buffer.from('caf\xe9 \x93\x81', 'latin1'), '');
    const marked = await store('café', 'utf-8');
    const packed = await store(deflateRawSync(Buffer.from('\xe9', 'latin1')), 'gzip');
    const legacy = async (legacyEncoding: string): Promise<unknown> => {
      const { db, close } = await open(wiki.url, { texts: { legacyEncoding } });
      const texts = await loadBlobs(db, [western, marked, packed]);
      await close();
      return [western, marked, packed].map(address => texts.get(address));
    };
    expect(await legacy('windows-1252')).toEqual(['café “', 'café', 'é']);
    expect(await legacy('ISO-8859-1')).toEqual(['café \x93\x81', 'café', 'é']);
    expect(await legacy('windows-1251')).toEqual(['cafй “Ѓ', 'café', 'й']);
  });

  it('limits the bytes of a batch, regardless of the sizes that rows claim', { timeout: 60_000 }, async () => {
    const packed = deflateRawSync(Buffer.alloc(MAX_STORED, 'a'));
    const large: string[] = [];
    for (let i = 0; i < 6; i++) large.push(await store(packed, 'utf-8,gzip'));
    const sizes = [...(await loadBlobs(wiki.db, large)).values()].map(({ length }) => length);
    expect(sizes).toEqual(Array.from({ length: 4 }, () => MAX_STORED));
    const plain: string[] = [];
    for (let i = 0; i < 5; i++) plain.push(await store(Buffer.alloc(15_000_000, 'b'), 'utf-8'));
    expect((await loadBlobs(wiki.db, plain.slice(0, 2))).size).toBe(2);
    expect((await loadBlobs(wiki.db, plain)).size).toBeLessThan(3);
    expect((await loadBlobs(wiki.db, [await store(Buffer.alloc(MAX_STORED + 1, 'b'), 'utf-8')])).size).toBe(0);
  });

  it('reads large texts up to the maximum size', { timeout: 30_000 }, async () => {
    const bytes = (size: number): Uint8Array => deflateRawSync(Buffer.alloc(size, 'a'));
    expect((await read(await store(bytes(3_000_000), 'utf-8,gzip')))?.length).toBe(3_000_000);
    expect(await read(await store(bytes(MAX_STORED + 1), 'utf-8,gzip'))).toBeUndefined();
    const items = deflateRawSync(serializePhp({ aaa: 'a'.repeat(MAX_STORED) }));
    const fields = { mVersion: 0, mCompressed: true, mItems: items, mDefaultHash: 'aaa' };
    expect(await read(await store(phpObject('ConcatenatedGzipHistoryBlob', fields), 'object'))).toBeUndefined();
  });

  it('rejects chains of binary patches that grow without bound', async () => {
    // Each text is twice as long as the previous one.
    let size = 1024;
    const base = (): Buffer => header(Buffer.alloc(size, 'x'));
    const diffs = [Buffer.concat([header(Buffer.alloc(0)), ...Array.from({ length: 8 }, () => insert('x'.repeat(128)))])];
    for (let i = 0; i < 10; i++, size *= 2) diffs.push(Buffer.concat([base(), copy(0, size), copy(0, size)]));
    const chain = (length: number) => {
      const info = serializeBinary({ diffs: diffs.slice(0, length), map: `0${',1'.repeat(length - 1)}`, default: String(length - 1) });
      return store(phpObject('DiffHistoryBlob', { mCompressed: deflateRawSync(info) }), 'utf-8,object');
    };
    expect((await read(await chain(11)))?.length).toBe(1024 * 1024);
    for (let i = 0; i < 5; i++, size *= 2) diffs.push(Buffer.concat([base(), copy(0, size), copy(0, size)]));
    expect(await read(await chain(16))).toBeUndefined();
  });

  it('omits unreadable texts', async () => {
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
