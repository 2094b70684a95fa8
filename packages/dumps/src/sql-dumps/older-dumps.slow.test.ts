import { engines } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { dumpOf, fileOf, importsOn, linktarget, PAGE, pages } from './sql-dumps.test-kit.ts';

describe.each(engines)('table dumps on %s', engine => {
  const imports = importsOn(engine);

  describe('of older releases', () => {
    it('convert link titles to ids and fill the namespaces of pages', async () => {
      await imports.run({
        'page.sql': pages,
        'linktarget.sql': linktarget,
        'templatelinks.sql': dumpOf('templatelinks', ['tl_from', 'tl_namespace', 'tl_title'], [[2, 10, 'Box']]),
        'pagelinks.sql': dumpOf(
          'pagelinks',
          ['pl_from', 'pl_namespace', 'pl_title', 'pl_from_namespace'],
          [
            [1, 0, 'Bird', 0],
            [1, 0, 'Egret', 0],
            [2, 0, 'Egret', 1],
          ],
        ),
      });
      expect(await imports.rows('templatelinks', 'tl_from', 'tl_target_id', 'tl_from_namespace')).toEqual([[2, 8, 1]]);
      expect(await imports.rows('pagelinks', 'pl_from', 'pl_target_id', 'pl_from_namespace')).toEqual([
        [1, 7, 0],
        [1, 11, 0],
        [2, 11, 1],
      ]);
      expect(await imports.rows('linktarget', 'lt_id', 'lt_title')).toEqual([
        ...[
          [7, 'Bird'],
          [8, 'Box'],
          [9, 'Birds'],
          [10, 'Heron.png'],
          [11, 'Egret'],
        ],
      ]);
      // The same titles with other ids.
      await imports.run({
        'newer-linktarget.sql': dumpOf(
          'linktarget',
          ['lt_id', 'lt_namespace', 'lt_title'],
          [
            [70, 0, 'Bird'],
            [71, 10, 'Box'],
          ],
        ),
      });
      expect(await imports.rows('pagelinks', 'pl_from', 'pl_target_id')).toEqual([
        [1, 70],
        [1, 72],
        [2, 72],
      ]);
      expect(await imports.rows('templatelinks', 'tl_target_id')).toEqual([[71]]);
    });

    it('split the URLs of external links', async () => {
      const columns = ['el_id', 'el_from', 'el_to', 'el_index', 'el_index_60'];
      await imports.run({
        'externallinks.sql': dumpOf('externallinks', columns, [
          [1, 1, 'https://www.example.org/a?b#c', 'https://org.example.www./a?b#c', ''],
          [2, 1, '//example.org/x', 'http://org.example./x', ''],
          [3, 1, '//example.org/x', 'https://org.example./x', ''],
          [4, 1, 'gibberish', '', ''],
        ]),
      });
      expect(await imports.rows('externallinks', 'el_id', 'el_to_domain_index', 'el_to_path')).toEqual([
        [1, 'https://org.example.www.', '/a?b#c'],
        [3, 'https://org.example.', '/x'],
      ]);
    });

    it('derive the types of category members from their pages', async () => {
      await imports.run({
        'categorylinks.sql': dumpOf(
          'categorylinks',
          ['cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp'],
          [
            [1, 'A', 'x', '2010-01-01 00:00:00'],
            [3, 'A', 'y', '0000-00-00 00:00:00'],
          ],
        ),
        'page.sql': pages,
      });
      expect(await imports.rows('categorylinks', 'cl_from', 'cl_type', 'cl_timestamp')).toEqual([
        [1, 'page', '20100101000000'],
        [3, 'subcat', '19700101000001'],
      ]);
    });

    it('convert the types of recent changes and skip unknown types', async () => {
      const columns = ['rc_id', 'rc_timestamp', 'rc_actor', 'rc_comment_id', 'rc_title', 'rc_type', 'rc_source'];
      const change = (id: number, type: number, source: string) => [id, '20240101000000', 1, 1, 'A', type, source];
      const rows = [change(1, 3, ''), change(2, 0, 'mw.edit'), change(3, 5, 'wb'), change(4, 9, '')];
      await imports.run({ 'recentchanges.sql': dumpOf('recentchanges', columns, rows) });
      expect(await imports.rows('recentchanges', 'rc_id', 'rc_source')).toEqual([
        [1, 'mw.log'],
        [2, 'mw.edit'],
        [3, 'wb'],
      ]);
      expect(imports.warnings).toContainEqual(expect.stringContaining('1 rows of recentchanges are skipped: their source and type'));
      const { failures } = await imports.run({
        'recentchanges.sql': dumpOf('recentchanges', columns.slice(0, 5), [change(5, 0, '').slice(0, 5)]),
      });
      expect(failures).toEqual([expect.stringContaining('rc_source cannot be filled')]);
    });

    it('convert authors, comments and tags that the rows contain as text', async () => {
      const log = [
        'log_id',
        'log_type',
        'log_action',
        'log_timestamp',
        'log_user',
        'log_user_text',
        'log_namespace',
        'log_title',
        'log_comment',
        'log_params',
        'log_deleted',
      ];
      await imports.run({
        'logging.sql': dumpOf('logging', log, [
          [1, 'move', 'move', '20100101000000', 5, 'Ada', 0, 'Heron', 'because', '', 0],
          [2, 'move', 'move', '20100101000001', 0, '192.0.2.7', 0, 'Heron', 'because', '', 0],
        ]),
        'change_tag.sql': dumpOf(
          'change_tag',
          ['ct_rc_id', 'ct_log_id', 'ct_rev_id', 'ct_tag', 'ct_params'],
          [
            [null, null, 10, 'bold', null],
            [null, null, 20, 'bold', null],
          ],
        ),
      });
      const entries = await imports.wiki.db
        .selectFrom('logging')
        .innerJoin('actor', 'actor_id', 'log_actor')
        .innerJoin('comment', 'comment_id', 'log_comment_id')
        .select(['log_id', 'actor_user', 'actor_name', 'comment_text', 'log_page'])
        .orderBy('log_id')
        .execute();
      expect(entries).toEqual([
        { log_id: 1, actor_user: 5, actor_name: 'Ada', comment_text: 'because', log_page: null },
        { log_id: 2, actor_user: null, actor_name: '192.0.2.7', comment_text: 'because', log_page: null },
      ]);
      expect(await imports.rows('user', 'user_id', 'user_name')).toEqual([[5, 'Ada']]);
      expect(await imports.rows('change_tag_def', 'ctd_name', 'ctd_count')).toEqual([['bold', 2]]);
      expect(await imports.rows('change_tag', 'ct_rev_id')).toEqual([[10], [20]]);
    });

    it('convert the protections in rows of pages', async () => {
      const dump = dumpOf(
        'page',
        [...PAGE, 'page_restrictions', 'page_counter'],
        [
          [1, 0, 'Heron', 0, 1, 0.25, '20240101000000', 10, 5, 'edit=autoconfirmed:move=sysop', 3],
          [2, 0, 'Egret', 0, 1, 0.25, '20240101000000', 10, 5, 'sysop', 3],
          [3, 0, 'Crane', 0, 1, 0.25, '20240101000000', 10, 5, '', 3],
        ],
      );
      const table = dumpOf(
        'page_restrictions',
        ['pr_page', 'pr_type', 'pr_level', 'pr_cascade', 'pr_user', 'pr_expiry', 'pr_id'],
        [[1, 'edit', 'sysop', 1, null, '20300101000000', 9]],
      );
      await imports.run({ 'page.sql': dump, 'page_restrictions.sql': table });
      expect(await imports.rows('page_restrictions', 'pr_page', 'pr_type', 'pr_level', 'pr_cascade', 'pr_expiry')).toEqual([
        [1, 'edit', 'sysop', 1, '20300101000000'],
        [1, 'move', 'sysop', 0, 'infinity'],
        [2, 'edit', 'sysop', 0, 'infinity'],
        [2, 'move', 'sysop', 0, 'infinity'],
      ]);
    });

    it('convert texts, authors and comments in revision rows, despite empty slot tables', async () => {
      const dumps = [
        dumpOf('content', ['content_id', 'content_size', 'content_sha1', 'content_model', 'content_address'], []),
        pages,
        dumpOf(
          'revision',
          [
            'rev_id',
            'rev_page',
            'rev_text_id',
            'rev_comment',
            'rev_user',
            'rev_user_text',
            'rev_timestamp',
            'rev_minor_edit',
            'rev_deleted',
            'rev_len',
            'rev_parent_id',
            'rev_sha1',
            'rev_content_model',
          ],
          [
            [10, 1, 7, 'new', 5, 'Ada', '20100101000000', 0, 0, 5, 0, 'abc', null],
            [20, 2, 8, '', 0, '192.0.2.7', '20100101000001', 1, 0, 5, 0, 'def', 'javascript'],
          ],
        ),
        dumpOf('revision_comment_temp', ['revcomment_rev', 'revcomment_comment_id'], []),
        dumpOf('slots', ['slot_revision_id', 'slot_role_id', 'slot_content_id', 'slot_origin'], []),
        dumpOf(
          'text',
          ['old_id', 'old_text', 'old_flags'],
          [
            [7, 'Heron', 'utf-8'],
            [8, 'Egret', 'utf-8'],
          ],
        ),
      ];
      for (const name of ['wiki.sql', 'again.sql']) {
        const { failures } = await imports.run({ [name]: `-- ${name}\n${fileOf(...dumps)}` });
        expect(failures).toEqual([]);
        expect(await revisions()).toEqual([
          {
            rev_id: 10,
            comment_text: 'new',
            actor_name: 'Ada',
            model_name: 'wikitext',
            content_size: 5,
            content_sha1: 'abc',
            content_address: 'tt:7',
          },
          {
            rev_id: 20,
            comment_text: '',
            actor_name: '192.0.2.7',
            model_name: 'javascript',
            content_size: 5,
            content_sha1: 'def',
            content_address: 'tt:8',
          },
        ]);
      }
      expect(await imports.rows('text', 'old_id', 'old_flags')).toEqual([
        [7, 'utf-8'],
        [8, 'utf-8'],
      ]);
    });

    it('convert the temporary tables for authors and comments', async () => {
      const dump = [
        pages.replaceAll('`page`', '`mw_page`'),
        dumpOf(
          'mw_actor',
          ['actor_id', 'actor_user', 'actor_name'],
          [
            [3, null, '192.0.2.7'],
            [4, 5, 'Ada'],
          ],
        ),
        dumpOf('mw_comment', ['comment_id', 'comment_hash', 'comment_text'], [[8, 0, 'new']]),
        dumpOf(
          'mw_revision',
          ['rev_id', 'rev_page', 'rev_comment_id', 'rev_actor', 'rev_timestamp'],
          [
            [10, 1, 0, 0, '20200101000000'],
            [20, 1, 8, 0, '20200101000001'],
          ],
        ),
        dumpOf(
          'mw_revision_actor_temp',
          ['revactor_rev', 'revactor_actor', 'revactor_timestamp', 'revactor_page'],
          [
            [10, 4, '', 1],
            [20, 3, '', 1],
          ],
        ),
        dumpOf('mw_revision_comment_temp', ['revcomment_rev', 'revcomment_comment_id'], [[10, 8]]),
      ];
      const { failures } = await imports.run({ 'wiki.sql': fileOf(...dump) });
      expect(failures).toEqual([]);
      expect(await imports.rows('revision', 'rev_id', 'rev_comment_id', 'rev_actor')).toEqual([
        [10, 8, 4],
        [20, 8, 3],
      ]);
    });

    it('are rejected if their layout is not supported, but other tables of the file are imported', async () => {
      const { failures } = await imports.run({
        'wiki.sql': fileOf(
          dumpOf('revision', ['rev_id', 'rev_page', 'rev_comment', 'rev_timestamp'], [[1, 1, 'a', '20240101000000']]),
          dumpOf('user_groups', ['ug_user', 'ug_group'], [[5, 'sysop']]),
        ),
        'page.sql': pages,
      });
      expect(failures).toEqual([
        expect.stringMatching(/^wiki.sql: at byte \d+: The layout of table revision .*rev_actor cannot be filled/),
      ]);
      expect(await imports.rows('page', 'page_id')).toHaveLength(3);
      expect(await imports.rows('user_groups', 'ug_group')).toEqual([['sysop']]);
    });

    const revisions = () =>
      imports.wiki.db
        .selectFrom('revision')
        .innerJoin('comment', 'comment_id', 'rev_comment_id')
        .innerJoin('actor', 'actor_id', 'rev_actor')
        .innerJoin('slots', 'slot_revision_id', 'rev_id')
        .innerJoin('content', 'content_id', 'slot_content_id')
        .innerJoin('content_models', 'model_id', 'content_model')
        .select(['rev_id', 'comment_text', 'actor_name', 'model_name', 'content_size', 'content_sha1', 'content_address'])
        .orderBy('rev_id')
        .execute();
  });
});
