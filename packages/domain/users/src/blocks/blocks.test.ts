import { addressRange } from '@wikiquery/addresses';
import { sinceOf } from '@wikiquery/core/host';
import { openWiki, reader, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockMessage } from './block-message.ts';
import { loadDateFormat } from './dates.ts';
import { describeBlock } from './describe.ts';
import { loadUserBlocks } from './rows.ts';
import { coveringTargets } from './targets.ts';

let wiki: WikiBuilder;
let ada: number;
let bob: number;
beforeAll(async () => {
  wiki = await openWiki();
  ada = (await wiki.user('Ada')).id;
  bob = (await wiki.user('Bob', { preferences: { date: 'ISO 8601', timecorrection: 'Offset|60' } })).id;
  await wiki.block('Ada', { by: 'Admin', reason: 'noise', timestamp: '20240410052830' });
  await wiki.block('Bob', { by: 'Admin', reason: 'first', timestamp: '20240410052830', expiry: '20990101000000', createAccount: false });
  await wiki.block('Bob', { by: 'Admin', reason: 'second', timestamp: '20240411052830', expiry: '20980101000000', namespaces: [1] });
  await wiki.block('Carol', { expiry: '20240501000000' });
});
afterAll(() => wiki.close());

const blocks = async (...ids: number[]) => loadUserBlocks({ db: wiki.db, now: new Date(Date.UTC(2025, 0, 1)) }, ids);
const format = (as: Parameters<typeof reader>[0], lang = 'en', site = wiki.site) =>
  loadDateFormat({ db: wiki.db, site, actor: reader(as), lang });

it('loads and describes the blocks of accounts', async () => {
  const block = (await blocks(ada, bob)).get(ada)!;
  expect(describeBlock(block, await format([]))).toMatchObject({
    blockedby: 'Admin',
    blockreason: 'noise',
    blockedtimestamp: '2024-04-10T05:28:30Z',
    blockexpiry: 'infinite',
    blockpartial: false,
    blockedtimestampformatted: '05:28, 10 April 2024',
  });
  const refusal = blockMessage(block, { titles: wiki.titles, ip: '192.0.2.7', formatDate: await format([]) });
  expect(refusal).toMatchObject({ code: 'blocked', key: 'blockedtext' });
  expect(refusal.params[0]).toBe('[[User:Admin|\u202aAdmin\u202c]]');
});

it('combines several blocks of an account into a composite block', async () => {
  const described = describeBlock((await blocks(bob)).get(bob)!, await format([]));
  expect(described).toMatchObject({
    blockid: null,
    blockedby: '',
    blockpartial: false,
    blocknocreate: true,
    blockexpiry: '2099-01-01T00:00:00Z',
  });
  expect(described.blockcomponents?.map(block => block.blockreason)).toEqual(['first', 'second']);
});

it('formats times by the preferences of the user', async () => {
  expect((await format({ id: bob, name: 'Bob' }))('20240410235959')).toBe('2024-04-11T00:59:59');
});

// The expected times are the output of MediaWiki 1.43.
it.each([
  ['de', '03:48, 10. Apr. 2025'],
  ['fr', '10 avril 2025 à 03:48'],
  ['ru', '03:48, 10 апреля 2025'],
  ['ja', '2025年4月10日 (木) 03:48'],
  ['fa', '\u200f۱۰ آوریل ۲۰۲۵، ساعت ۰۳:۴۸'],
  ['th', '03:48, 10 เมษายน 2568'],
  ['fi', '10. huhtikuuta 2025 kello 03.48'],
  ['qqx-none', '03:48, 10 April 2025'],
])('formats times in the language %s as MediaWiki 1.43', async (lang, text) => {
  const site = { ...wiki.site, since: sinceOf('MediaWiki 1.43.0') };
  expect((await format([], lang, site))('20250410034805')).toBe(text);
});

it('formats Persian times without a right-to-left mark since MediaWiki 1.45', async () => {
  const site = { ...wiki.site, since: sinceOf('MediaWiki 1.45.0') };
  expect((await format([], 'fa', site))('20250410034805')).toBe('۱۰ آوریل ۲۰۲۵، ساعت ۰۳:۴۸');
});

it('finds the blocks of an address and of enclosing ranges', async () => {
  for (const target of ['192.0.2.7', '192.0.2.0/24', '192.0.0.0/16', '192.0.2.8', '198.51.100.0/24', '2001:db8::/32', '2001:db8::7']) {
    await wiki.block(target);
  }
  const covering = async (text: string) => {
    const [single, ...others] = coveringTargets(addressRange(text)!, wiki.site);
    const targets = wiki.db.selectFrom('block_target').select('bt_address').orderBy('bt_id');
    return (await targets.where(is => is.or([single!, ...others])).execute()).map(row => row.bt_address);
  };
  expect(await covering('192.0.2.7')).toEqual(['192.0.2.7', '192.0.2.0/24', '192.0.0.0/16']);
  expect(await covering('192.0.2.0/25')).toEqual(['192.0.2.0/24', '192.0.0.0/16']);
  expect(await covering('192.0.0.0/16')).toEqual(['192.0.0.0/16']);
  expect(await covering('2001:db8::7')).toEqual(['2001:DB8:0:0:0:0:0:0/32', '2001:DB8:0:0:0:0:0:7']);
});
