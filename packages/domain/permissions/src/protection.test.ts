import { defaultSite } from '@wikiquery/site';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isInForce,
  loadCascadingRestrictions,
  loadPageRestrictions,
  loadTitleProtections,
  restrictionTypes,
  rightOfLevel,
} from './protection.ts';

describe.each(engines)('protection on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('Gate');
    await wiki.protect('Gate', { edit: 'sysop', move: 'autoconfirmed' }, { expiry: '20300101000000' });
    await wiki.page('Hall');
    await wiki.protect('Hall', { edit: 'sysop' }, { cascade: true });
    await wiki.template('Hall', 'Template:Lamp');
    await wiki.template('Hall', 'File:Lamp.png');
    await wiki.image('Hall', 'Lamp.png');
    await wiki.protectTitle('Cellar', 'sysop', { user: 'Ada', comment: 'Keep out.' });
  });
  afterAll(() => wiki.close());

  it('loads the restrictions of pages', async () => {
    const [door, gate] = [(await wiki.page('Door')).id, await pageId('Gate')];
    const restrictions = await loadPageRestrictions(wiki.db, [door, gate]);
    expect(restrictions.get(gate)).toEqual([
      { type: 'edit', level: 'sysop', expiry: '20300101000000', cascades: false },
      { type: 'move', level: 'autoconfirmed', expiry: '20300101000000', cascades: false },
    ]);
    expect(restrictions.has(door)).toBe(false);
  });
  it('loads the restrictions that cascade from transcluding pages', async () => {
    const source = { id: await pageId('Hall'), namespace: 0, dbkey: 'Hall' };
    const from = (through: string) => ({ type: 'edit', level: 'sysop', expiry: 'infinity', source, through });
    const titles = [
      { namespace: 10, dbkey: 'Lamp' },
      { namespace: 6, dbkey: 'Lamp.png' },
      { namespace: 0, dbkey: 'Hall' },
    ];
    expect(await loadCascadingRestrictions(wiki.db, titles)).toEqual(
      new Map([
        ['6:Lamp.png', [from('file'), from('template')]],
        ['10:Lamp', [from('template')]],
      ]),
    );
  });
  it('loads the creation protection of titles with user and reason', async () => {
    const protections = await loadTitleProtections(wiki.db, [
      { namespace: 0, dbkey: 'Cellar' },
      { namespace: 0, dbkey: 'Attic' },
    ]);
    expect(protections).toEqual(new Map([['0:Cellar', { level: 'sysop', expiry: 'infinity', by: 'Ada', reason: 'Keep out.' }]]));
  });

  const pageId = async (dbkey: string) =>
    (await wiki.db.selectFrom('page').select('page_id').where('page_title', '=', dbkey).executeTakeFirstOrThrow()).page_id;
});

it('lists the restriction types of existing and missing pages', () => {
  const site = defaultSite();
  expect(restrictionTypes(site, 0, true)).toEqual(['edit', 'move']);
  expect(restrictionTypes(site, 6, true)).toEqual(['edit', 'move', 'upload']);
  expect(restrictionTypes(site, 6, false)).toEqual(['create']);
});

it('returns the right of a protection level, and whether a restriction is active', () => {
  expect([rightOfLevel('sysop'), rightOfLevel('autoconfirmed'), rightOfLevel('patrol')]).toEqual([
    'editprotected',
    'editsemiprotected',
    'patrol',
  ]);
  expect(isInForce({ expiry: 'infinity' }, '20250101000000')).toBe(true);
  expect(isInForce({ expiry: '20241231235959' }, '20250101000000')).toBe(false);
});
