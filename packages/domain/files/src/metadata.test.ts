// Metadata as JSON, as serialized PHP and in text storage, and invalid metadata.

import { readSite } from '@wikiquery/site';
import { openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { describeMetadata, loadMetadata, parseMetadata, urgencyFor } from './metadata.ts';
import { standardFiles } from './service.ts';

const djvuSite = readSite({}, { djvuThumbnails: true });

const read = (stored: string | Uint8Array) => describeMetadata(parseMetadata(stored).inline);

it('reads metadata in JSON and keeps the order of keys', () => {
  expect(read('{"data":{"b":1,"2":"two","1":[true,null,0.5],"a":{"x":"\\"y\\": \\\\"}}}')).toEqual([
    { name: 'b', value: 1 },
    { name: 2, value: 'two' },
    {
      name: 1,
      value: [
        { name: 0, value: true },
        { name: 1, value: null },
        { name: 2, value: 0.5 },
      ],
    },
    { name: 'a', value: [{ name: 'x', value: '"y": \\' }] },
  ]);
  expect(read('{"data":{"__proto__":"p"}}')).toEqual([{ name: '__proto__', value: 'p' }]);
});

it('reads metadata in serialized PHP', () => {
  expect(read('a:2:{s:10:"frameCount";i:3;s:4:"data";a:1:{i:0;s:1:"x";}}')).toEqual([
    { name: 'frameCount', value: 3 },
    { name: 'data', value: [{ name: 0, value: 'x' }] },
  ]);
});

it('returns invalid metadata as _error', () => {
  expect(read('0')).toEqual([{ name: '_error', value: '0' }]);
  expect(read('{broken')).toEqual([{ name: '_error', value: '{broken' }]);
  expect(read('')).toEqual([]);
  expect(read('{"data":[]}')).toEqual([]);
});

it('drops bytes that are not UTF-8 from metadata', () => {
  expect(read(Buffer.from('{"data":{"a":"x\xffy"}}', 'latin1'))).toEqual([{ name: 'a', value: 'xy' }]);
});

it('reads metadata with long strings', () => {
  const text = 'word "quoted" '.repeat(300_000);
  expect(read(JSON.stringify({ data: { text } }))).toEqual([{ name: 'text', value: text }]);
});

it('loads the metadata of all files from text storage in one statement', async () => {
  const wiki = await openWiki();
  try {
    await wiki.db
      .insertInto('text')
      .values([
        { old_id: 901, old_text: '["page one","page two"]', old_flags: 'utf-8' },
        { old_id: 902, old_text: 'broken', old_flags: 'utf-8' },
      ])
      .execute();
    const stored = [
      '{"data":{"Pages":"2"},"blobs":{"text":"tt:901","pages":"tt:902"}}',
      '{"data":{"a":1},"blobs":{"text":"tt:901"}}',
      '',
    ].map(text => parseMetadata(text));
    const before = wiki.statements;
    const [first, second, third] = await loadMetadata(wiki.db, stored, (name, at) => (at === 0 || name !== 'text' ? 0 : undefined));
    expect(wiki.statements - before).toBe(1);
    expect(describeMetadata(first!)).toEqual([
      { name: 'Pages', value: '2' },
      {
        name: 'text',
        value: [
          { name: 0, value: 'page one' },
          { name: 1, value: 'page two' },
        ],
      },
    ]);
    expect([...second!.keys()]).toEqual(['a']);
    const [measured] = await loadMetadata(
      wiki.db,
      [parseMetadata('{"data":{},"blobs":{"text":"tt:901","data":"tt:901"}}')],
      urgencyFor([standardFiles(djvuSite).handlerOf('image/vnd.djvu')], { measured: true, all: true }),
    );
    expect([...measured!.keys()]).toEqual(['data', 'text']);
    expect(third!.size).toBe(0);
  } finally {
    await wiki.close();
  }
});

it('rejects long metadata that is too deep or malformed', () => {
  const nested = (depth: number): string => `{"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
  expect(parseMetadata(nested(500)).inline.size).toBe(1);
  // A regular expression that restarts at each character would take hours.
  for (const broken of [nested(100_000), `{"data":"${String.raw`\"`.repeat(500_000)}`]) {
    expect([...parseMetadata(broken).inline.keys()]).toEqual(['_error']);
  }
});
