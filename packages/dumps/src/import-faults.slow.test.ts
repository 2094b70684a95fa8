import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { sql } from '@wikiquery/database';
import { engines } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import type { SevenZipModuleFactory } from '7z-wasm';
import { describe, expect, it, vi } from 'vitest';
import { Place, page } from './import.test-kit.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

it('an import reports a text that is too large for the server, and keeps the rows before it', { timeout: 60_000 }, async ({ skip }) => {
  skip(!engines.includes('mariadb'));
  const place = await Place.make('mariadb');
  const { rows } = await place.read(db => sql<{ bytes: number }>`select @@max_allowed_packet as bytes`.execute(db));
  const quotes = "'".repeat(Math.min(Number(rows[0]?.bytes) / 2, (16 << 20) - 1));
  const isRefused = quotes.length * 2 >= Number(rows[0]?.bytes);
  const pages = [
    page(1, 'Heron', { id: 1, text: 'A bird.' }),
    page(2, 'Quotes', { id: 2, text: 'Few.' }, { id: 3, timestamp: '20240301000000', text: quotes }),
  ];
  const { failures } = await place.importBare(writeXml({ pages }));
  const refused =
    /^dump\.xml: at byte \d+, page "Quotes": The text of revision 3 is too large\. .* Increase its setting max_allowed_packet\. Then import again/;
  expect(failures.filter(failure => refused.test(failure))).toHaveLength(isRefused ? 1 : 0);
  const found = await place.read(db => db.selectFrom('page').select(['page_title', 'page_latest']).orderBy('page_id').execute());
  expect(found).toEqual([
    { page_title: 'Heron', page_latest: 1 },
    { page_title: 'Quotes', page_latest: isRefused ? 2 : 3 },
  ]);
});

it('an import without content leaves no files', async () => {
  for (const [name, content] of [
    ['none.txt', 'no dump'],
    ['empty.xml', '<mediawiki version="0.11"></mediawiki>'],
    ['broken.xml', '<mediawiki version="0.11"><siteinfo><sitename>X</sitename></siteinfo><page'],
    ['cut.xml.gz', gzipSync('<mediawiki version="0.11">').subarray(0, 20)],
  ] as const) {
    const place = await Place.make();
    const path = await place.file(name, content);
    const target = place.beside('new/folder/wiki.sqlite');
    const { hasContent } = await target.run([path]);
    expect(hasContent).toBe(false);
    expect(await readdir(place.folder)).toEqual([name]);
  }
});

describe('a compressed dump', () => {
  const xml = writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'A bird.' }), page(2, 'Crane', { id: 2, text: 'Another.' })] });

  it.each([
    ['gzip', async () => gzipSync(xml)],
    ['gzip in several parts', async () => Buffer.concat([gzipSync(xml.slice(0, 500)), gzipSync(xml.slice(500))])],
    ['Zstandard', async () => zstdCompressSync(xml)],
    ['bzip2', () => pack(xml, 'bzip2')],
    ['bzip2 in several parts', async () => Buffer.concat([await pack(xml.slice(0, 500), 'bzip2'), await pack(xml.slice(500), 'bzip2')])],
    ['xz', () => pack(xml, 'xz')],
    ['7-Zip', () => pack(xml, '7z')],
  ])('is imported from %s', async (_, compress) => {
    const place = await Place.make();
    expect((await place.importBare(await compress())).failures).toEqual([]);
    expect(await place.titles()).toEqual(['0:Heron', '0:Crane']);
  });

  it.each([
    ['gzip', async (text: string) => gzipSync(text)],
    ['bzip2', (text: string) => pack(text, 'bzip2')],
  ])('is imported up to the damage if it is truncated (%s)', async (_, compress) => {
    const noise = Array.from({ length: 60_000 }, (_each, i) => ((i * 2654435761) >>> 0).toString(36)).join(' ');
    const long = writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'A bird.' }), page(2, 'Noise', { id: 2, text: noise.repeat(4) })] });
    const bytes = await compress(long);
    const place = await Place.make();
    const { failures } = await place.importBare(bytes.subarray(0, bytes.length * 0.9));
    expect(failures).toEqual([
      expect.stringMatching(/^dump\.xml: at byte \d+, page "Noise": .*(?:The file is truncated|truncated or damaged)/),
    ]);
    expect(await place.titles()).toEqual(['0:Heron']);
  });
});

async function pack(text: string, type: 'bzip2' | 'xz' | '7z'): Promise<Buffer> {
  const { default: sevenZip } = (await import('7z-wasm')) as unknown as { default: SevenZipModuleFactory };
  const { FS, callMain } = await sevenZip();
  const files = FS as unknown as {
    writeFile(name: string, text: string): void;
    readdir(name: string): string[];
    readFile(name: string): Uint8Array;
  };
  files.writeFile('/dump.xml', text);
  callMain(['a', `-t${type}`, '-bso0', '-bsp0', '/packed', '/dump.xml']);
  const name = files.readdir('/').find(each => each.startsWith('packed'));
  return Buffer.from(files.readFile(`/${name}`));
}

describe('a dump of a third-party program', () => {
  const xml = writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'Ä 👒' }), page(2, 'Crane', { id: 2, text: 'x'.repeat(300_000) })] });
  const utf16 = Buffer.from(`\ufeff${xml}`, 'utf16le');

  it.each([
    ['in UTF-16, written by PowerShell', utf16],
    ['in UTF-16, big-endian', Buffer.from(utf16).swap16()],
    ['in UTF-16, compressed', gzipSync(utf16)],
    ['in UTF-16, without a byte order mark', Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le').swap16()],
    ['after HTTP headers of PHP', `X-Powered-By: PHP/5.4.43\nContent-type: text/html\n\n${xml}`],
  ])('is imported: %s', async (_, dump) => {
    const place = await Place.make();
    const { failures } = await place.importBare(dump);
    expect(failures).toEqual([]);
    expect(await place.titles()).toEqual(['0:Heron', '0:Crane']);
    const texts = await place.read(db => db.selectFrom('text').select('old_text').orderBy('old_id').execute());
    expect(texts.map(row => String(row.old_text).slice(0, 5))).toEqual(['Ä 👒', 'xxxxx']);
    expect(place.warnings).toEqual([]);
  });

  it('is imported if the title lacks the name of its namespace', async () => {
    const place = await Place.make();
    await place.importBare(writeXml({ pages: [{ ...page(1, 'Heron', { id: 1, text: 'A bird.' }), namespace: 1 }] }));
    expect(await place.titles()).toEqual(['1:Heron']);
  });
});

describe('a fault in a dump', () => {
  const good = page(1, 'Heron', { id: 1, text: 'A bird.' });
  const xml = writeXml({ pages: [good, page(2, 'Crane', { id: 2, text: 'Ä' }, { id: 3, text: 'last' })] });

  it.each([
    [
      'a truncated file',
      xml.slice(0, xml.indexOf('last')),
      /at byte \d+, page "Crane": The file ends in the middle of the dump/,
      ['0:Heron', '0:Crane'],
    ],
    ['not well-formed', xml.replace('last', '<b>last</i>'), /at byte \d+, page "Crane": Invalid XML/, ['0:Heron', '0:Crane']],
    [
      'a later version',
      xml.replaceAll('0.11', '0.12'),
      /at byte \d+: Version "0\.12" of the export format is not supported\. Supported versions: 0\.3 to 0\.11/,
      [],
    ],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, /declares the encoding ISO-8859-1/, []],
    [
      'UTF-16 without XML',
      Buffer.from('\ufeffINSERT INTO `page` VALUES (1);\n', 'utf16le'),
      /The file is in UTF-16|Unrecognized or corrupt/,
      [],
    ],
    ['XML of another kind', '<html><body/></html>', /This is an HTML page\. Use the address of the dump/, []],
    ['no XML', 'Hello.', /Unrecognized or corrupt dump file\. Supported/, []],
  ])('ends the import but keeps the rows before it: %s', async (_, dump, message, titles) => {
    const place = await Place.make();
    const { failures, hasContent } = await place.importBare(dump);
    expect(failures).toEqual([expect.stringMatching(message)]);
    expect(hasContent ? await place.titles() : []).toEqual(titles);
  });

  it('an import rejects a database path whose folder cannot be created', async () => {
    const place = await Place.make();
    await place.file('full', 'a file');
    await expect(place.beside(join('full', 'wiki.sqlite')).importBare(xml)).rejects.toThrow(/Cannot create the folder of the database/);
  });

  it.each([
    ['an invalid title', writeXml({ pages: [page(9, 'A[b]', { id: 9 }), good] }), /at byte \d+, page "A\[b\]": The title is invalid/],
    ['a page without id', writeXml({ pages: [page(0, 'Zero', { id: 9 }), good] }), /at byte \d+, page "Zero": A page without an ID/],
    [
      'a revision without time',
      writeXml({ pages: [good, page(2, 'B', { id: 2, timestamp: 'soon' })] }),
      /page "B": A revision with the invalid time "soon" is skipped/,
    ],
    [
      'bytes that are not UTF-8',
      Buffer.from(writeXml({ pages: [page(1, 'Heron', { id: 1, text: 'Gr\xfc\xdfe' })] }), 'latin1'),
      /bytes near here are not valid UTF-8/,
    ],
    ['a duplicate revision', writeXml({ pages: [good, page(2, 'B', { id: 1, text: 'again' })] }), /Revision 1 is in the dump twice/],
    ['a duplicate title', writeXml({ pages: [page(2, 'Heron', { id: 2 }), good] }), /The pages 2 and 1 have the same title/],
    [
      'an unknown element',
      writeXml({ pages: [good] }).replace('</mediawiki>', '<extra/></mediawiki>'),
      /unknown element <extra> is skipped/,
    ],
    [
      'an account with two names',
      writeXml({ pages: [page(1, 'Heron', { id: 1, user: ['A', 5] }, { id: 2, user: ['B', 5] })] }),
      /account 5 has the names "A" and "B"/,
    ],
  ])('causes a warning: %s', async (_, dump, message) => {
    const place = await Place.make();
    const { failures, warnings } = await place.importBare(dump);
    expect(failures).toEqual([]);
    expect(warnings).toBeGreaterThan(0);
    expect(place.warnings.join('\n')).toMatch(message);
    expect(await place.titles()).toContain('0:Heron');
  });

  it('causes a warning if a text is too long, and the revision is imported without it', async () => {
    const place = await Place.make();
    const long = { id: 2, text: 'long '.repeat((16 << 20) / 5 + 1) };
    const { failures } = await place.importBare(writeXml({ pages: [page(2, 'Crane', long, { id: 3, text: 'short' }), good] }));
    expect(failures).toEqual([]);
    expect(place.warnings).toEqual([
      expect.stringMatching(
        /^dump\.xml: at byte \d+, page "Crane": The text of revision 2 is longer than 16777215 bytes and is skipped\.$/,
      ),
    ]);
    const texts = await place.read(db =>
      db
        .selectFrom('slots')
        .innerJoin('content', 'content_id', 'slot_content_id')
        .leftJoin('text', join => join.on(sql<boolean>`content_address = 'tt:' || old_id`))
        .select(['slot_revision_id as id', 'old_text as text'])
        .orderBy('slot_revision_id')
        .execute(),
    );
    expect(texts.map(({ id, text }) => [id, text && Buffer.from(text).toString()])).toEqual([
      [1, 'A bird.'],
      [2, null],
      [3, 'short'],
    ]);
  });
});
