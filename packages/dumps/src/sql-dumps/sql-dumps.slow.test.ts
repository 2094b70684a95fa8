import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { engines, inheritedNames, openWiki } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { describe, expect, it } from 'vitest';
import { importSources } from '../index.ts';
import { DERIVE, dumpOf, importsOn, linktarget, pages } from './sql-dumps.test-kit.ts';

describe.each(engines)('table dumps on %s', engine => {
  const imports = importsOn(engine);

  describe('of the current release', () => {
    it('replace the rows of their tables, with any compression', async () => {
      await imports.run({ 'page.sql': pages, 'linktarget.sql.gz': gzipSync(linktarget) });
      expect(
        await imports.rows('page', 'page_id', 'page_namespace', 'page_title', 'page_is_new', 'page_random', 'page_touched', 'page_lang'),
      ).toEqual([
        [1, 0, 'Heron', 1, 0.25, '20240101000000', null],
        [2, 1, "Heron's", 0, 0.5, '20240101000000', null],
        [3, 14, 'Birds', 0, 0.75, '20240101000000', null],
      ]);
      const links = dumpOf(
        'pagelinks',
        ['pl_from', 'pl_from_namespace', 'pl_target_id'],
        [
          [1, 0, 7],
          [2, 1, 7],
        ],
      );
      await imports.run({ 'pagelinks.sql.zst': zstdCompressSync(links) });
      expect(await imports.rows('pagelinks', 'pl_from', 'pl_target_id', 'pl_from_namespace')).toEqual([
        [1, 7, 0],
        [2, 7, 1],
      ]);
      const newer = dumpOf('pagelinks', ['pl_from', 'pl_from_namespace', 'pl_target_id'], [[3, 14, 8]]);
      await imports.run({ 'newer-pagelinks.sql': newer });
      expect(await imports.rows('pagelinks', 'pl_from', 'pl_target_id', 'pl_from_namespace')).toEqual([[3, 8, 14]]);
      expect(imports.warnings).toEqual([]);
    });

    it('resolve the ids of files and categories, and skip rows with unknown ids', async () => {
      await imports.run({
        'imagelinks.sql': dumpOf(
          'imagelinks',
          ['il_from', 'il_from_namespace', 'il_target_id'],
          [
            [1, 0, 10],
            [1, 0, 999],
          ],
        ),
        'categorylinks.sql': dumpOf(
          'categorylinks',
          ['cl_from', 'cl_sortkey', 'cl_timestamp', 'cl_sortkey_prefix', 'cl_type', 'cl_collation_id', 'cl_target_id'],
          [[1, 'HERON', '2025-02-17 13:31:43', '', 'page', 1, 9]],
        ),
        'linktarget.sql': linktarget,
      });
      expect(await imports.rows('imagelinks', 'il_from', 'il_target_id', 'il_from_namespace')).toEqual([[1, 10, 0]]);
      expect(await imports.rows('categorylinks', 'cl_from', 'cl_target_id', 'cl_sortkey', 'cl_timestamp', 'cl_type')).toEqual([
        [1, 9, Buffer.from('HERON'), '20250217133143', 'page'],
      ]);
      expect(imports.warnings).toEqual([expect.stringMatching(/^imagelinks.sql: 1 rows of imagelinks are skipped: .*linktarget/)]);
    });

    it('are imported only once linktarget is imported', async () => {
      const xml = writeXml({ pages: [{ id: 1, title: 'Heron', revisions: [{ id: 10, text: '[[Egret]]' }] }] });
      const links = dumpOf('pagelinks', ['pl_from', 'pl_from_namespace', 'pl_target_id'], [[1, 0, 7]]);
      const { failures } = await imports.run({ 'abwiki-20260101-pagelinks.sql': links, 'dump.xml': xml }, DERIVE);
      expect(failures).toEqual([]);
      expect(imports.warnings).toEqual([
        expect.stringContaining('https://dumps.wikimedia.org/abwiki/20260101/abwiki-20260101-linktarget.sql.gz'),
      ]);
      const titles = () =>
        imports.wiki.db.selectFrom('pagelinks').innerJoin('linktarget', 'lt_id', 'pl_target_id').select(['pl_from', 'lt_title']).execute();
      expect(await titles()).toEqual([{ pl_from: 1, lt_title: 'Egret' }]);
      await imports.run({ 'abwiki-20260101-linktarget.sql': linktarget }, DERIVE);
      expect(await titles()).toEqual([{ pl_from: 1, lt_title: 'Bird' }]);
    });

    it('get placeholders for authors and comments if the tables actor and comment are missing', async () => {
      const columns = ['img_name', 'img_size', 'img_metadata', 'img_description_id', 'img_actor', 'img_timestamp', 'img_sha1'];
      await imports.run({ 'image.sql': dumpOf('image', columns, [['A.png', 5, '', 400, 500, '20240101000000', 'abc']]) });
      const found = await imports.wiki.db
        .selectFrom('image')
        .innerJoin('actor', 'actor_id', 'img_actor')
        .innerJoin('comment', 'comment_id', 'img_description_id')
        .select(['img_name', 'img_media_type', 'actor_name', 'comment_text'])
        .execute();
      expect(found).toEqual([{ img_name: 'A.png', img_media_type: null, actor_name: 'Unknown user', comment_text: '' }]);
      expect(imports.warnings).toEqual([expect.stringContaining('actor and comment')]);
    });

    it('can be in one file, which may also contain tables of other software', async () => {
      const actors = dumpOf('actor', ['actor_id', 'actor_user', 'actor_name'], [[500, 5, 'Ada']]);
      const comments = dumpOf('comment', ['comment_id', 'comment_hash', 'comment_text', 'comment_data'], [[400, 0, 'mine', null]]);
      const images = dumpOf(
        'image',
        ['img_name', 'img_metadata', 'img_description_id', 'img_actor', 'img_timestamp'],
        [['A.png', '', 400, 500, '20240101000000']],
      );
      await imports.run({
        'wiki.sql': actors + comments + dumpOf('geo_tags', ['gt_id'], [[1]]) + images + dumpOf('objectcache', ['keyname'], [['a']]) + pages,
      });
      expect(await imports.rows('image', 'img_name', 'img_description_id', 'img_actor')).toEqual([['A.png', 400, 500]]);
      expect(await imports.rows('actor', 'actor_id', 'actor_name')).toEqual([[500, 'Ada']]);
      expect(await imports.rows('page', 'page_id')).toEqual([[1], [2], [3]]);
      expect(imports.warnings).toEqual([expect.stringContaining('The table geo_tags does not belong to MediaWiki')]);
    });

    it.each(inheritedNames)('skip the foreign table %s with a warning', async name => {
      await imports.run({ 'wiki.sql': dumpOf(name, ['a'], [[1]]) });
      expect(imports.warnings).toEqual([expect.stringContaining(`The table ${name} does not belong to MediaWiki`)]);
    });

    it('take precedence over links derived from texts', async () => {
      const xml = writeXml({
        pages: [{ id: 1, title: 'Heron', revisions: [{ id: 10, text: '[[Egret]] [[Category:Birds]]' }] }],
      });
      const stats = dumpOf(
        'site_stats',
        ['ss_row_id', 'ss_total_views', 'ss_total_edits', 'ss_good_articles', 'ss_total_pages'],
        [[1, 5, 77, 6, 9]],
      );
      await imports.run(
        {
          'dump.xml': xml,
          'categorylinks.sql': dumpOf('categorylinks', ['cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp'], []),
          'category.sql': dumpOf(
            'category',
            ['cat_id', 'cat_title', 'cat_pages', 'cat_subcats', 'cat_files', 'cat_hidden'],
            [[4, 'Birds', 12, 3, 1, 0]],
          ),
          'site_stats.sql': stats,
        },
        DERIVE,
      );
      expect(await imports.rows('categorylinks', 'cl_from')).toEqual([]);
      expect(await imports.rows('pagelinks', 'pl_from')).toEqual([[1]]);
      expect(await imports.rows('category', 'cat_id', 'cat_title', 'cat_pages')).toEqual([[4, 'Birds', 12]]);
      expect(await imports.rows('site_stats', 'ss_total_edits', 'ss_total_pages', 'ss_images')).toEqual([[77, 9, null]]);
    });

    it('keep bytes that are not valid text', async () => {
      const dump = dumpOf(
        'categorylinks',
        ['cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp'],
        [
          [1, 'Birds', 'BYTES', '2025-02-17 13:31:43'],
          [2, 'Birds', 'CD', '2025-02-17 13:31:43'],
        ],
      );
      const [before, behind] = dump.split('BYTES') as [string, string];
      await imports.run({
        'categorylinks.sql': Buffer.concat([Buffer.from(before), Buffer.from([0x41, 0xff, 0xfe]), Buffer.from(behind)]),
      });
      expect(await imports.rows('categorylinks', 'cl_from', 'cl_sortkey')).toEqual([
        [1, Buffer.from([0x41, 0xff, 0xfe])],
        [2, Buffer.from('CD')],
      ]);
      // PostgreSQL stores these bytes as hexadecimal digits, which sort differently.
      if (engine === 'postgres') return;
      const ordered = await imports.wiki.db.selectFrom('categorylinks').select('cl_from').orderBy('cl_sortkey').execute();
      expect(ordered.map(row => row.cl_from)).toEqual([1, 2]);
    });
  });

  describe('with a filter', () => {
    const links = dumpOf(
      'langlinks',
      ['ll_from', 'll_lang', 'll_title'],
      [
        [1, 'de', 'Reiher'],
        [2, 'de', 'x'],
        [3, 'de', 'Vögel'],
        [4, 'de', 'y'],
      ],
    );

    it('import the pages of the selected namespaces with their rows', async () => {
      await imports.run({ 'langlinks.sql': links, 'page.sql': pages }, { namespaces: [0, 14] });
      expect(await imports.rows('page', 'page_id')).toEqual([[1], [3]]);
      expect(await imports.rows('langlinks', 'll_from')).toEqual([[1], [3]]);
    });

    it('import the first pages up to the limit with their rows', async () => {
      await imports.run({ 'langlinks.sql': links, 'page.sql': pages }, { limit: 2 });
      expect(await imports.rows('page', 'page_id')).toEqual([[1], [2]]);
      expect(await imports.rows('langlinks', 'll_from')).toEqual([[1], [2]]);
    });

    it('delete rows of other pages that were imported before the pages', async () => {
      await imports.run({ 'wiki.sql': links + pages }, { namespaces: [1] });
      expect(await imports.rows('langlinks', 'll_from')).toEqual([[2]]);
    });
  });

  describe('that are damaged or interrupted', () => {
    const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => [i + 1, 'de', `Title ${i}`]);
    const many = dumpOf('langlinks', ['ll_from', 'll_lang', 'll_title'], rowsOf(20_000));

    it('keep the rows before the damage until a complete dump replaces them', async () => {
      const cut = many.slice(0, many.indexOf('(15001,') + 4);
      const { failures } = await imports.run({ 'langlinks.sql': cut });
      expect(failures).toEqual([`langlinks.sql: at byte ${cut.length}: The file ends in the middle of a statement. Download it again.`]);
      expect(await imports.rows('langlinks', 'll_from')).toHaveLength(15_000);
      expect(await imports.run({ 'langlinks.sql': many })).toMatchObject({ failures: [] });
      expect(await imports.rows('langlinks', 'll_from')).toHaveLength(20_000);
    });

    it('are reported if they waited for linktarget, and keep the rows before the damage', async () => {
      const rowsOfLinks = Array.from({ length: 20_000 }, (_, i) => [i + 1, 0, 7]);
      const links = dumpOf('pagelinks', ['pl_from', 'pl_from_namespace', 'pl_target_id'], rowsOfLinks);
      const end = links.indexOf('(15001,') + 4;
      const cut = `${links.slice(0, end)}\n`;
      const uses = dumpOf('templatelinks', ['tl_from', 'tl_from_namespace', 'tl_target_id'], [[1, 0, 8]]);
      expect(await imports.run({ 'pagelinks.sql': cut, 'templatelinks.sql': uses })).toMatchObject({ failures: [] });
      const { failures } = await imports.run({ 'linktarget.sql': linktarget });
      expect(failures).toEqual([expect.stringMatching(/^pagelinks.sql: at byte \d+: .*ends in the middle/)]);
      expect(await imports.rows('pagelinks', 'pl_from', 'pl_target_id')).toHaveLength(15_000);
      expect(await imports.rows('templatelinks', 'tl_from', 'tl_target_id')).toEqual([[1, 8]]);
      expect(await imports.run({ 'pagelinks.sql': links })).toMatchObject({ failures: [] });
      expect(await imports.rows('pagelinks', 'pl_from', 'pl_target_id')).toHaveLength(20_000);
    });

    it('keep only the first of several rows with the same title or id', async () => {
      await imports.run({
        'linktarget.sql': dumpOf(
          'linktarget',
          ['lt_id', 'lt_namespace', 'lt_title'],
          [
            [1, 0, 'A'],
            [2, 0, 'A'],
            [3, 1, 'A'],
            [3, 1, 'B'],
          ],
        ),
      });
      expect(await imports.rows('linktarget', 'lt_id', 'lt_namespace', 'lt_title')).toEqual([
        [1, 0, 'A'],
        [3, 1, 'A'],
      ]);
      const again = imports.wiki.db.insertInto('linktarget').values({ lt_namespace: 0, lt_title: 'A' });
      await expect(again.execute()).rejects.toThrow(/unique|duplicate/i);
    });

    it('are reported if the archive is damaged', async () => {
      const { failures } = await imports.run({ 'langlinks.sql.gz': gzipSync(many).subarray(0, 60_000) });
      expect(failures).toEqual([expect.stringMatching(/^langlinks.sql.gz: at byte \d+: /)]);
      expect((await imports.rows('langlinks', 'll_from')).length).toBeGreaterThan(1000);
    });

    it('resume after an interruption without losing or repeating rows', async () => {
      const path = await imports.file('langlinks.sql', many);
      const watched = new Error('ended');
      let updates = 0;
      const progress = { begin: () => {}, end: () => {}, warn: (message: string) => imports.warnings.push(message) };
      const update = (_done: number, { rows: done = 0 }: Readonly<Record<string, number>>) => {
        if (done > 0 && ++updates === 1) throw watched;
      };
      await expect(
        importSources(imports.wiki.url, [path], { progress: { ...progress, update }, without: new Set(['links', 'search']) }),
      ).rejects.toBe(watched);
      const part = (await imports.rows('langlinks', 'll_from')).length;
      expect(part).toBeGreaterThan(0);
      expect(part).toBeLessThan(20_000);
      let more = 0;
      await importSources(imports.wiki.url, [path], {
        progress: { ...progress, update: (_, { rows: done = 0 }) => (more = done) },
        without: new Set(['links', 'search']),
      });
      expect(part + more).toBe(20_000);
      expect(await imports.rows('langlinks', 'll_from', 'll_lang', 'll_title')).toEqual(rowsOf(20_000));
      await importSources(imports.wiki.url, [path], { progress: { ...progress, update: () => {} }, without: new Set(['links', 'search']) });
      expect(imports.warnings).toEqual(['langlinks.sql: already imported.']);
    });
  });

  it('are named in a warning if their file no longer exists when linktarget is imported', async () => {
    const links = dumpOf('pagelinks', ['pl_from', 'pl_namespace', 'pl_title', 'pl_from_namespace'], [[1, 0, 'Bird', 0]]);
    await imports.run({ 'pagelinks.sql': links });
    await rename(join(imports.folder, 'pagelinks.sql'), join(imports.folder, 'elsewhere.sql'));
    await imports.run({ 'linktarget.sql': linktarget });
    expect(imports.warnings).toEqual([
      expect.stringContaining('pagelinks.sql: The file must be imported again because linktarget has changed'),
    ]);
  });
});

const real = process.env.WIKIQUERY_DUMPS ?? join(import.meta.dirname, '../../../../../shared/dumps');

const meta = { needs: 'dumps of real wikis: set WIKIQUERY_DUMPS to their folder' };
it.skipIf(!existsSync(real))('real table dumps are imported after the dump of linktarget', { meta }, async () => {
  const wiki = await openWiki();
  try {
    const warnings: string[] = [];
    const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: (message: string) => warnings.push(message) };
    const without = new Set(['links', 'search'] as const);
    const paths = ['pagelinks', 'categorylinks'].map(table => join(real, `aawiki-20260101-${table}.sql.gz`));
    await importSources(wiki.url, paths, { progress, without });
    expect(warnings.join('\n')).toContain('aawiki-20260101-linktarget.sql.gz');
    const targets = dumpOf(
      'linktarget',
      ['lt_id', 'lt_namespace', 'lt_title'],
      Array.from({ length: 400 }, (_, i) => [i, i > 200 ? 14 : 2, `Target_${i}`]),
    );
    const folder = await mkdtemp(join(tmpdir(), 'wikiquery-sql-'));
    await writeFile(join(folder, 'linktarget.sql'), targets);
    await importSources(wiki.url, [join(folder, 'linktarget.sql')], { progress, without });
    await rm(folder, { recursive: true });
    const count = async (table: 'pagelinks' | 'categorylinks') => (await wiki.db.selectFrom(table).selectAll().execute()).length;
    expect([await count('pagelinks'), await count('categorylinks')]).toEqual([637, 156]);
  } finally {
    await wiki.close();
  }
});
