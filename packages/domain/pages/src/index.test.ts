import { engines, inheritedNames, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareBinary, pageLanguage, pagesById, pagesByTitle, redirectTargets } from './index.ts';

describe.each(engines)('page rows on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    for (const title of ['Banana', 'Apple', 'Talk:Apple', 'Help:Zebra', 'Äpfel']) await wiki.page(title);
    await wiki.redirect('Pointer', 'Apple');
  });
  afterAll(() => wiki.close());

  const titles = (...texts: string[]) => texts.map(text => wiki.titles.local(text) ?? { namespace: 0, dbkey: '' });
  const names = (rows: readonly { namespace: number; dbkey: string }[]) => rows.map(row => wiki.titles.text(row));

  it('loads pages by title; on SQLite in the order of the requested namespaces, then by bytes', async () => {
    const rows = await pagesByTitle(wiki.db, titles('Help:Zebra', 'Äpfel', 'Talk:Apple', 'Banana', 'Nothing', 'Apple'));
    const found = ['Help:Zebra', 'Apple', 'Banana', 'Äpfel', 'Talk:Apple'];
    const inOrder = (all: string[]) => (engine === 'sqlite' ? all : all.toSorted());
    expect(inOrder(names(rows))).toEqual(inOrder(found));
    expect(await pagesByTitle(wiki.db, [])).toEqual([]);
  });

  it('loads pages by id and ignores impossible ids', async () => {
    const [apple] = await pagesByTitle(wiki.db, titles('Apple'));
    expect(names(await pagesById(wiki.db, [-1, 0, apple?.id ?? 0, 999999]))).toEqual(['Apple']);
  });

  it.each(['nosuchword', ...inheritedNames])('keeps the page language %s, which has no other code', lang => {
    const facts = { namespace: 0, dbkey: 'A', contentModel: 'wikitext' };
    expect(pageLanguage(wiki.site, { ...facts, lang })).toBe(lang);
    expect(['no', 'simple'].map(code => pageLanguage(wiki.site, { ...facts, lang: code }))).toEqual(['nb', 'en']);
  });

  it('loads the targets of redirects', async () => {
    const [pointer] = await pagesByTitle(wiki.db, titles('Pointer'));
    expect(await redirectTargets(wiki.db, [pointer?.id ?? 0])).toEqual([
      { from: pointer?.id, namespace: 0, dbkey: 'Apple', fragment: '', interwiki: '' },
    ]);
  });
});

it('compares strings by their UTF-8 bytes', () => {
  const letters = ['a', 'B', '_', 'é', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'];
  const texts = letters.flatMap(one => ['', ...letters].flatMap(two => [one + two, `${one}${two}x`]));
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  for (const a of texts) for (const b of texts) expect(Math.sign(compareBinary(a, b)), `${a} ${b}`).toBe(byBytes(a, b));
});
