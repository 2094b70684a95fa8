import { type BlockOptions, engines, openWiki, reader, type TestWiki } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadVisibility } from './visibility.ts';

const ADMINISTRATOR = ['deletedhistory', 'deletedtext'];
const NOW = new Date(Date.UTC(2025, 0, 1));

describe.each(engines)('loadVisibility on %s', engine => {
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
  /** Returns an administrator with these blocks. Each test uses an account of its own. */
  const administrator = async (name: string, ...blocks: BlockOptions[]) => {
    for (const block of blocks) await wiki.block(name, block);
    const { id } = await wiki.user(name);
    const block = (await loadUserBlocks({ db: wiki.db, now: NOW }, [id])).get(id);
    return reader({ id, name, rights: ADMINISTRATOR, ...(block && { block }) });
  };
  /** Returns the titles on which the actor can see the text of a revision-deleted revision. */
  const visibleOn = async (actor: ReturnType<typeof reader>, ...titles: string[]) => {
    const revisions = titles.map(title => revision(title));
    const visibility = await loadVisibility({ db: wiki.db, actor }, revisions);
    return titles.filter((_, at) => visibility(revisions[at]!, 'text'));
  };

  it('shows revision-deleted parts to users with the rights and without a block', async () => {
    expect(await visibleOn(await administrator('Free'), 'Apple', 'Talk:Apple')).toEqual(['Apple', 'Talk:Apple']);
    expect(await visibleOn(await administrator('Last week'), 'Apple')).toEqual(['Apple']);
    expect(await visibleOn(reader(['deletedhistory']), 'Apple')).toEqual([]);
  });

  it('hides revision-deleted parts from blocked users, except on their own talk page if they may edit it', async () => {
    const pages = ['Apple', 'User talk:Ada', 'User talk:Eve', 'User talk:Mute'];
    expect(await visibleOn(await administrator('Eve', {}), ...pages)).toEqual(['User talk:Eve']);
    expect(await visibleOn(await administrator('Mute', { talk: false }), ...pages)).toEqual([]);
    const actor = await administrator('Eve');
    const visibility = await loadVisibility({ db: wiki.db, actor }, [revision('Apple')]);
    for (const part of ['text', 'comment', 'user'] as const) {
      expect(visibility(revision('Apple'), part)).toBe(false);
      expect(visibility(revision('Apple', { hidden: 0 }), part)).toBe(true);
    }
  });

  it('hides revision-deleted parts from partially blocked users only on the blocked pages and namespaces', async () => {
    const ofPage = await administrator('Of a page', { pages: ['Apple', 'Gone', 'User talk:Of a page'] });
    const pages = ['Apple', 'Gone', 'Pear', 'User talk:Of a page'];
    expect(await visibleOn(ofPage, ...pages)).toEqual(['Pear']);
    await wiki.deletePage('Gone');
    expect(await visibleOn(ofPage, ...pages)).toEqual(['Gone', 'Pear']);
    const ofNamespace = await administrator('Of a namespace', { namespaces: [1, 3] });
    expect(await visibleOn(ofNamespace, 'Apple', 'Talk:Apple', 'User talk:Of a namespace')).toEqual(['Apple', 'User talk:Of a namespace']);
    const several = await administrator('Several', { pages: ['Apple'] }, { namespaces: [1] });
    expect(await visibleOn(several, 'Apple', 'Talk:Apple', 'Pear')).toEqual(['Pear']);
  });

  it('requires also the right to view deleted text for the text of deleted revisions', async () => {
    const actor = reader(['viewsuppressed']);
    const visibility = await loadVisibility({ db: wiki.db, actor }, [revision('Apple', { hidden: 15 })]);
    expect(visibility(revision('Apple', { hidden: 15 }), 'text')).toBe(true);
    expect(visibility(revision('Apple', { hidden: 15, isDeleted: true }), 'text')).toBe(false);
    expect(visibility(revision('Apple', { hidden: 15, isDeleted: true }), 'user')).toBe(true);
  });

  it('sends no query if no part is revision-deleted or the user has no right to view such parts', async () => {
    const actor = await administrator('Costly', { pages: ['Apple'] });
    const before = wiki.statements;
    await loadVisibility({ db: wiki.db, actor }, [revision('Apple', { hidden: 0 })]);
    await loadVisibility({ db: wiki.db, actor: { ...actor, can: () => false } }, [revision('Apple')]);
    expect(wiki.statements).toBe(before);
    await loadVisibility({ db: wiki.db, actor }, [revision('Apple'), revision('Pear')]);
    expect(wiki.statements).toBe(before + 1);
  });
});
