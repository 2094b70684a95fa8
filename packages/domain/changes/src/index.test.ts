import { readSite } from '@wikiquery/site';
import { openWiki, reader, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPatrol, changeColumns, changeTypeName, changeVisibility, patrolVisibility, whereChange } from './index.ts';

const site = readSite({});
const EVERYTHING = changeColumns({ title: true, ids: true, flags: true, sizes: true, patrol: true, loginfo: true });

it('shows patrol flags only to users with the right, and only where the wiki enables patrolling', () => {
  expect(patrolVisibility(site, reader())).toEqual({ edits: false, pages: false, files: false });
  expect(patrolVisibility(site, reader(['patrolmarks']))).toEqual({ edits: true, pages: true, files: true });
  const onlyPages = readSite({}, { useRCPatrol: false, useFilePatrol: false });
  expect(patrolVisibility(onlyPages, reader(['patrol']))).toEqual({ edits: false, pages: true, files: false });
});

it('applies the action bit of rc_deleted only to log entries', () => {
  expect(changeVisibility(reader(), { rc_deleted: 1, rc_source: 'mw.log' }).canSee.action).toBe(false);
  expect(changeVisibility(reader(), { rc_deleted: 1, rc_source: 'mw.edit' })).toMatchObject({
    hides: { action: false },
    canSee: { action: true },
  });
  expect(changeVisibility(reader(['deletedhistory']), { rc_deleted: 5, rc_source: 'mw.log' })).toMatchObject({
    hides: { user: true },
    canSee: { user: true },
  });
  expect(changeTypeName('mw.categorize')).toBe('categorize');
});

it('selects only the requested columns', () => {
  const nothing = { title: false, ids: false, flags: false, sizes: false, patrol: false, loginfo: false };
  expect(changeColumns(nothing)).toEqual(['rc_id', 'rc_timestamp', 'rc_source', 'rc_deleted']);
  const both = changeColumns({ ...nothing, patrol: true, loginfo: true });
  expect(both.filter(column => column === 'rc_log_type')).toHaveLength(1);
});

describe('change filters', () => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki();
    await wiki.page('Plain', { user: 'Ada' });
    await wiki.page('By an address', { user: '192.0.2.7' });
    await wiki.edit('Plain', { user: 'Ada', text: 'more', minor: true });
    await wiki.user('~2024-1', { temporary: true });
    await wiki.page('By a temporary account', { user: '~2024-1' });
  });
  afterAll(() => wiki.close());

  const titles = async (show: Parameters<typeof whereChange>[1]) => {
    const visibility = patrolVisibility(site, reader(['patrol']));
    const rows = await whereChange(wiki.db.selectFrom('recentchanges').select(EVERYTHING), show, visibility).orderBy('rc_id').execute();
    return rows.map(row => row.rc_title);
  };

  it('selects changes by the criteria of show', async () => {
    expect(await titles({ anon: true })).toEqual(['By_an_address', 'By_a_temporary_account']);
    expect(await titles({ anon: false, minor: false })).toEqual(['Plain']);
    expect(await titles({ minor: true })).toEqual(['Plain']);
    expect(await titles({ patrolled: true })).toEqual([]);
    expect((await titles({ unpatrolled: true })).length).toBe(4);
  });
  it('filters by the same patrol flags that records contain', async () => {
    const row = await wiki.db.selectFrom('recentchanges').select(EVERYTHING).executeTakeFirstOrThrow();
    const record = {};
    addPatrol(record, row, patrolVisibility(site, reader(['patrol'])));
    expect(record).toEqual({ patrolled: false, unpatrolled: true, autopatrolled: false });
  });
});
