import { type BlockOptions, engines, openWiki, reader, type TestWiki } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadVisibility } from './visibility.ts';

const ADMINISTRATOR = ['deletedhistory', 'deletedtext'];
const NOW = new Date(Date.UTC(2025, 0, 1));

describe.each(engines)('loadSight on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    for (const title of ['Apple', 'Gone', 'User talk:Ada']) await wiki.page(title);
    await wiki.block('Last week', { expiry: '20241224000000' });
  }, 60_000);
  afterAll(() => wiki.close());

  const revision = (text: string, more: { hidden?: number; isDeleted?: boolean } = {}) => ({
    hidden: 7,
    isDeleted: false,
    title: wiki.titles.local(text)!,
    ...more,
  });
  /** An account of its own for each test, under these blocks. */
  const administrator = async (name: string, ...blocks: BlockOptions[]) => {
    for (const block of blocks) await wiki.block(name, block);
    const { id } = await wiki.user(name);
    const block = (await loadUserBlocks({ db: wiki.db, now: NOW }, [id])).get(id);
    return reader({ id, name, rights: ADMINISTRATOR, ...(block && { block }) });
  };
  /** Those of the titles on which the text of a hidden revision may be seen. */
  const seen = async (actor: ReturnType<typeof reader>, ...titles: string[]) => {
    const revisions = titles.map(title => revision(title));
    const visibility = await loadVisibility({ db: wiki.db, actor }, revisions);
    return titles.filter((_, at) => visibility(revisions[at]!, 'text'));
  };

  it('lets see by rights who is not blocked', async () => {
    expect(await seen(await administrator('Free'), 'Apple', 'Talk:Apple')).toEqual(['Apple', 'Talk:Apple']);
    expect(await seen(await administrator('Last week'), 'Apple')).toEqual(['Apple']);
    expect(await seen(reader(['deletedhistory']), 'Apple')).toEqual([]);
  });

  it('shows nothing hidden to the blocked, but on their own talk page where they may write', async () => {
    const pages = ['Apple', 'User talk:Ada', 'User talk:Eve', 'User talk:Mute'];
    expect(await seen(await administrator('Eve', {}), ...pages)).toEqual(['User talk:Eve']);
    expect(await seen(await administrator('Mute', { talk: false }), ...pages)).toEqual([]);
    const actor = await administrator('Eve');
    const visibility = await loadVisibility({ db: wiki.db, actor }, [revision('Apple')]);
    for (const part of ['text', 'comment', 'user'] as const) {
      expect(visibility(revision('Apple'), part)).toBe(false);
      expect(visibility(revision('Apple', { hidden: 0 }), part)).toBe(true);
    }
  });

  it('keeps partial blocks to their pages and namespaces', async () => {
    const ofPage = await administrator('Of a page', { pages: ['Apple', 'Gone', 'User talk:Of a page'] });
    const pages = ['Apple', 'Gone', 'Pear', 'User talk:Of a page'];
    expect(await seen(ofPage, ...pages)).toEqual(['Pear']);
    await wiki.deletePage('Gone');
    expect(await seen(ofPage, ...pages)).toEqual(['Gone', 'Pear']);
    const ofNamespace = await administrator('Of a namespace', { namespaces: [1, 3] });
    expect(await seen(ofNamespace, 'Apple', 'Talk:Apple', 'User talk:Of a namespace')).toEqual(['Apple', 'User talk:Of a namespace']);
    const several = await administrator('Several', { pages: ['Apple'] }, { namespaces: [1] });
    expect(await seen(several, 'Apple', 'Talk:Apple', 'Pear')).toEqual(['Pear']);
  });

  it('wants the right to deleted texts for those of deleted pages besides', async () => {
    const actor = reader(['viewsuppressed']);
    const visibility = await loadVisibility({ db: wiki.db, actor }, [revision('Apple', { hidden: 15 })]);
    expect(visibility(revision('Apple', { hidden: 15 }), 'text')).toBe(true);
    expect(visibility(revision('Apple', { hidden: 15, isDeleted: true }), 'text')).toBe(false);
    expect(visibility(revision('Apple', { hidden: 15, isDeleted: true }), 'user')).toBe(true);
  });

  it('asks nothing when nothing is hidden, or nothing would be shown', async () => {
    const actor = await administrator('Costly', { pages: ['Apple'] });
    const before = wiki.statements;
    await loadVisibility({ db: wiki.db, actor }, [revision('Apple', { hidden: 0 })]);
    await loadVisibility({ db: wiki.db, actor: { ...actor, can: () => false } }, [revision('Apple')]);
    expect(wiki.statements).toBe(before);
    await loadVisibility({ db: wiki.db, actor }, [revision('Apple'), revision('Pear')]);
    expect(wiki.statements).toBe(before + 1);
  });
});
