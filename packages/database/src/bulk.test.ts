// Bulk inserts of unusual values on every engine.
import { engines, openWiki } from '@wikiquery/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertRows, inTransaction, open, RowTooLargeError } from './index.ts';

describe.each(engines)('bulk inserts on %s', engine => {
  it('write values unchanged and skip rows whose key exists', async () => {
    await using wiki = await openWiki(engine);
    const rows = Array.from({ length: 250 }, (_, i) => [i + 1, i % 2, `Pägé '${i}" \\ 🦩`]);
    await insertRows(wiki.database, 'linktarget', ['lt_id', 'lt_namespace', 'lt_title'], rows);
    await insertRows(
      wiki.database,
      'linktarget',
      ['lt_id', 'lt_namespace', 'lt_title'],
      [
        [7, 9, 'Other'],
        [251, 9, 'New'],
      ],
      { skipExisting: true },
    );
    const found = await wiki.db.selectFrom('linktarget').selectAll().orderBy('lt_id').execute();
    expect(found.map(row => [row.lt_id, row.lt_namespace, row.lt_title])).toEqual([...rows, [251, 9, 'New']]);
  });

  it('write bytes, timestamps and nulls', async () => {
    await using wiki = await openWiki(engine);
    const bytes = Uint8Array.from([0, 39, 92, 255]);
    await insertRows(
      wiki.database,
      'text',
      ['old_id', 'old_text', 'old_flags'],
      [
        [1, bytes, 'gzip'],
        [2, 'Ä', 'utf-8'],
      ],
    );
    await insertRows(
      wiki.database,
      'page_restrictions',
      ['pr_id', 'pr_page', 'pr_type', 'pr_level', 'pr_cascade', 'pr_expiry'],
      [
        [1, 1, 'edit', 'sysop', 0, 'infinity'],
        [2, 1, 'move', 'sysop', 0, '20300101000000'],
        [3, 1, 'upload', 'sysop', 0, null],
      ],
    );
    const texts = await wiki.db.selectFrom('text').selectAll('text').orderBy('old_id').execute();
    expect(texts.map(row => [...row.old_text])).toEqual([[...bytes], [...Buffer.from('Ä')]]);
    const expiries = await wiki.db.selectFrom('page_restrictions').select('pr_expiry').orderBy('pr_id').execute();
    expect(expiries.map(row => row.pr_expiry)).toEqual(['infinity', '20300101000000', null]);
  });

  it('write a long text that contains only line breaks', async () => {
    await using wiki = await openWiki(engine);
    const text = '\n'.repeat(2e6);
    await insertRows(wiki.database, 'text', ['old_id', 'old_text', 'old_flags'], [[1, text, 'utf-8']]);
    const { old_text } = await wiki.db.selectFrom('text').select('old_text').executeTakeFirstOrThrow();
    expect(Buffer.from(old_text).equals(Buffer.from(text))).toBe(true);
  });

  it('are rolled back with their transaction', async () => {
    await using wiki = await openWiki(engine);
    // A transaction needs a single connection, and the test kit has several.
    const database = await open(wiki.url, { writable: true, single: true });
    try {
      const work = async () => {
        await insertRows(database, 'slot_roles', ['role_id', 'role_name'], [[1, 'main']]);
        throw new Error('in the middle');
      };
      await expect(inTransaction(database, work)).rejects.toThrow('in the middle');
      expect(await database.db.selectFrom('slot_roles').selectAll().execute()).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it.skipIf(engine !== 'mariadb')('reject rows that exceed the maximum statement size', async () => {
    await using wiki = await openWiki(engine);
    const { rows } = await sql<{ bytes: number }>`select @@max_allowed_packet as bytes`.execute(wiki.db);
    const most = Number(rows[0]?.bytes);
    const write = (id: number, text: string) => insertRows(wiki.database, 'text', ['old_id', 'old_text', 'old_flags'], [[id, text, '']]);
    await expect(write(1, "'".repeat(most / 2))).rejects.toThrow(RowTooLargeError);
    // Fits into the column and into one statement.
    await write(2, 'x'.repeat(Math.min(most / 2, 2 ** 24 - 1)));
    expect(await wiki.db.selectFrom('text').select('old_id').execute()).toEqual([{ old_id: 2 }]);
  });
});
