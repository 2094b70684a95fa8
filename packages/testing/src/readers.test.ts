import { tableRequirementsOf } from '@wikiquery/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openWiki, type TestWiki } from './index.ts';

describe.each(engines)('a plugin on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('Pier');
    await wiki.protect('Pier', { edit: 'sysop' });
    await wiki.db.schema.createTable('tides').addColumn('tide_height', 'integer').addColumn('tide_token', 'integer').execute();
  }, 60_000);
  afterAll(() => wiki?.close());

  const reads = (table: string, column: string, tables: Readonly<Record<string, readonly string[]>>) =>
    wiki.readAs(tableRequirementsOf({ tables })!, db => db.withTables<Tables>().selectFrom(table).select(column).execute());

  it('can read the tables in its package.json', async () => {
    expect(await reads('page_restrictions', 'pr_level', { page_restrictions: ['pr_level'] })).toEqual([{ pr_level: 'sysop' }]);
    expect(await reads('tides', 'tide_height', { tides: ['tide_height'] })).toEqual([]);
    expect(await reads('user', 'user_email', { user: ['user_email'] })).toHaveLength(1);
  });

  it('can read the tables that every server reads', async () => {
    expect(await reads('page', 'page_title', {})).toEqual([{ page_title: 'Pier' }]);
  });

  it('cannot read tables that its package.json lacks', async () => {
    await expect(reads('page_restrictions', 'pr_level', {})).rejects.toThrow(REFUSAL);
    await expect(reads('tides', 'tide_height', {})).rejects.toThrow(REFUSAL);
  });

  it('cannot read private or extension columns that its package.json lacks', async () => {
    await expect(reads('user', 'user_email', { user: ['user_real_name'] })).rejects.toThrow(REFUSAL);
    await expect(reads('tides', 'tide_token', { tides: ['tide_height'] })).rejects.toThrow(REFUSAL);
  });
});

it('a plugin on SQLite gets an error that lists every column that its package.json lacks', async () => {
  await using wiki = await openWiki();
  const select = wiki.readAs(tableRequirementsOf({ tables: { page_restrictions: ['pr_page'] } })!, db =>
    db.selectFrom('page_restrictions').select('pr_page').where('pr_level', '=', 'sysop').where('pr_cascade', '=', 1).execute(),
  );
  await expect(select).rejects.toThrow('The plugin reads page_restrictions.pr_cascade, page_restrictions.pr_level.');
});

type Tables = Record<string, Record<string, unknown>>;

const REFUSAL = /denied|The plugin reads/;
