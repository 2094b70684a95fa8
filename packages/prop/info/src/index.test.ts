import { readMessages } from '@wikiquery/messages';
import { describeModule, inheritedNames } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { expect, it } from 'vitest';
import info from './index.ts';

const HIDDEN_TEXT = 1;

describeModule(
  info,
  async wiki => {
    await wiki.page('Apple', { text: 'About apples.' });
    await wiki.page('Talk:Apple', { text: 'Tasty.' });
    await wiki.redirect('Apples', 'Apple');
    await wiki.page('Pear', { text: 'About <i>pears</i>.' });
    await wiki.prop('Pear', 'displaytitle', '<i>Pear</i>');
    await wiki.protect('Pear', { edit: 'autoconfirmed', move: 'sysop' }, { expiry: '20990101000000' });
    await wiki.protectTitle('Forbidden', 'sysop', { user: 'Ada', comment: 'No.' });
    await wiki.protectTitle('Free again', 'sysop', { expiry: '20200101000000' });
    await wiki.page('Box', { text: '{{Frame}}' });
    await wiki.template('Box', 'Template:Frame');
    await wiki.protect('Box', { edit: 'sysop' }, { cascade: true });
    await wiki.page('Template:Frame', { text: 'Framed.<noinclude> Documentation.</noinclude>' });
    await wiki.page('Template:Letter', { text: 'Dear $1,<!-- or not --> {{{2|friend}}}' });
    await wiki.page('Template:Secret', { text: 'Secret', hidden: HIDDEN_TEXT });
    await wiki.page('User:Ada/common.js', { text: '1', model: 'javascript' });
    await wiki.page('User:Bob/common.js', { text: '2', model: 'javascript' });
    for (const model of inheritedNames) await wiki.page(`User:Bob/${model}`, { text: '3', model });
    await wiki.page('MediaWiki:Common.css', { text: 'a {}', model: 'css' });
    await wiki.page('MediaWiki:Editnotice-0', { text: 'Be kind.' });
    await wiki.page('مرحبا', { text: 'x', lang: 'ar' });
    await wiki.watch('Ada', 'Apple', { notified: '20240601000000' });
    await wiki.watch('Bob', 'Apple');
    await wiki.watch('Eve', 'Apple', { notified: '20200101000000' });
    for (let i = 0; i < 500; i++) await wiki.link('Apple', `Target ${i}`);
    await wiki.block('Eve', { by: 'Ada', reason: 'rude', timestamp: '20240701000000', pages: ['Apple'], namespaces: [4] });
    return { request: { titles: 'Apple' }, services: { messages: readMessages([]) } };
  },
  ({ ask, wiki }) => {
    const page = async (titles: string, params = {}, options = {}) => (await ask(params, { titles }, options)).query.pages[0];
    const account = async (name: string, ...rights: string[]) => ({ as: { id: (await wiki().user(name)).id, name, rights } });

    it('returns the basic properties of pages', async () => {
      expect(await page('Apples')).toMatchObject({
        contentmodel: 'wikitext',
        pagelanguage: 'en',
        pagelanguagedir: 'ltr',
        redirect: true,
        new: true,
      });
      expect(await page('Nowhere')).toMatchObject({ missing: true, contentmodel: 'wikitext' });
      expect(await page('مرحبا')).toMatchObject({ pagelanguage: 'ar', pagelanguagedir: 'rtl' });
      expect(await page('User:Ada/x.json')).toMatchObject({ contentmodel: 'json' });
    });
    it('returns display titles, URLs and associated pages', async () => {
      const told = await page('Apple', { prop: 'url|talkid|subjectid|associatedpage|displaytitle|varianttitles|linkclasses' });
      expect(told).toMatchObject({ associatedpage: 'Talk:Apple', displaytitle: 'Apple', varianttitles: { en: 'Apple' }, linkclasses: [] });
      expect(told.editurl).toMatch(/title=Apple&action=edit$/);
      expect(await page('Talk:Apple', { prop: 'subjectid' })).toMatchObject({ subjectid: told.pageid });
      expect(await page('Pear', { prop: 'displaytitle' })).toMatchObject({ displaytitle: '<i>Pear</i>' });
      expect(await page('Apples', { prop: 'linkclasses' })).toMatchObject({ linkclasses: ['mw-redirect'] });
    });
    it('returns direct, cascading and creation protection', async () => {
      const protection = async (titles: string) => (await page(titles, { prop: 'protection' })).protection;
      expect(await protection('Pear')).toEqual([
        { type: 'edit', level: 'autoconfirmed', expiry: '2099-01-01T00:00:00Z' },
        { type: 'move', level: 'sysop', expiry: '2099-01-01T00:00:00Z' },
      ]);
      expect(await protection('Box')).toEqual([{ type: 'edit', level: 'sysop', expiry: 'infinity', cascade: true }]);
      expect(await protection('Template:Frame')).toEqual([{ type: 'edit', level: 'sysop', expiry: 'infinity', source: 'Box' }]);
      expect(await protection('Forbidden')).toEqual([{ type: 'create', level: 'sysop', expiry: 'infinity' }]);
      expect((await page('Forbidden', { prop: 'protection' })).restrictiontypes).toEqual(['create']);
    });
    it('returns the watch status, and watcher counts only with the right', async () => {
      const ada = await account('Ada', 'viewmywatchlist', 'unwatchedpages');
      expect(await page('Apple', { prop: 'watched|watchers|visitingwatchers|notificationtimestamp' }, ada)).toMatchObject({
        watched: true,
        watchers: 3,
        visitingwatchers: 2,
        notificationtimestamp: '2024-06-01T00:00:00Z',
      });
      expect(await page('Pear', { prop: 'watched|watchers' }, ada)).toMatchObject({ watched: false, watchers: 0 });
      expect(await page('Apple', { prop: 'watchers' })).not.toHaveProperty('watchers');
    });

    it('tests actions against rights and protection', async () => {
      const may = async (titles: string, action: string, ...rights: string[]) =>
        (await page(titles, { testactions: action }, { as: rights })).actions[action];
      expect(await may('Apple', 'edit')).toBe(false);
      expect(await may('Apple', 'edit', 'edit')).toBe(true);
      expect(await may('Pear', 'edit', 'edit')).toBe(false);
      expect(await may('Pear', 'edit', 'edit', 'editsemiprotected')).toBe(true);
      expect(await may('Template:Frame', 'edit', 'edit', 'editprotected')).toBe(false);
      expect(await may('Template:Frame', 'edit', 'edit', 'editprotected', 'protect')).toBe(true);
      expect(await may('Forbidden', 'edit', 'edit', 'createpage')).toBe(false);
      expect(await may('Free again', 'edit', 'edit', 'createpage')).toBe(true);
      expect(await may('MediaWiki:Common.css', 'edit', 'edit', 'editinterface')).toBe(false);
      expect(await may('MediaWiki:Common.css', 'edit', 'edit', 'editinterface', 'editsitecss')).toBe(true);
    });
    it('permits edits of user scripts only to their owners', async () => {
      const ada = await account('Ada', 'edit', 'editmyuserjs');
      const codes = async (titles: string) =>
        (await page(titles, { testactions: 'edit', testactionsdetail: 'full' }, ada)).actions.edit.map(
          ({ code }: { code: string }) => code,
        );
      expect(await codes('User:Ada/common.js')).toEqual([]);
      expect(await codes('User:Bob/common.js')).toEqual(['customjsprotected']);
      for (const model of inheritedNames) expect(await codes(`User:Bob/${model}`)).toEqual([]);
    });
    it('returns the reasons for denied actions and skips expensive checks on request', async () => {
      const reasons = async (titles: string, testactionsdetail: string, ...rights: string[]) =>
        (await page(titles, { testactions: 'edit', testactionsdetail }, { as: rights })).actions.edit.map(
          ({ code }: { code: string }) => code,
        );
      expect(await reasons('Template:Frame', 'full', 'edit')).toEqual(['cascadeprotected']);
      expect(await reasons('Template:Frame', 'quick', 'edit')).toEqual([]);
      expect(await reasons('Forbidden', 'full')).toEqual(['permissiondenied', 'cantcreate-anon']);
    });
    it("returns group names in the user's language and links in the content language", async () => {
      const asked = { titles: 'Apple', errorformat: 'raw', uselang: 'de' };
      const { actions } = (await ask({ testactions: 'delete', testactionsdetail: 'full' }, asked)).query.pages[0];
      expect(actions.delete[0].params[0].list).toEqual(['[[Project:Administrators|Administratoren]]']);
    });
    it('limits partial blocks to their pages and namespaces', async () => {
      const { id } = await wiki().user('Eve');
      const block = (await loadUserBlocks({ db: wiki().db, now: new Date(Date.UTC(2025, 0, 1)) }, [id])).get(id)!;
      const eve = { as: { id, name: 'Eve', rights: ['edit', 'createpage'], block } };
      const edit = async (titles: string) => (await page(titles, { testactions: 'edit', testactionsdetail: 'full' }, eve)).actions.edit;
      expect(await edit('Apple')).toMatchObject([{ code: 'blocked', data: { blockinfo: { blockedby: 'Ada', blockpartial: true } } }]);
      expect(await edit('Project:Anything')).toMatchObject([{ code: 'blocked' }]);
      expect(await edit('Apples')).toEqual([]);
    });
    it('continues with the remaining pages after the maximum number of action tests', async () => {
      const many = Array.from({ length: 30 }, (_, i) => `a${i}`).join('|');
      const first = await ask({ testactions: many }, { titles: 'Apple|Pear|Box' });
      expect(first.continue.incontinue).toBe('0|Pear');
      expect((await ask({ testactions: many }, { titles: 'Apple|Pear|Box', ...first.continue })).continue).toBeUndefined();
    });

    it('preloads the transcludable part of a page', async () => {
      const preload = async (preloadcustom: string) => page('New', { prop: 'preloadcontent', preloadcustom, preloadparams: 'Eve' });
      expect((await preload('Template:Frame')).preloadcontent).toEqual({
        contentmodel: 'wikitext',
        contentformat: 'text/x-wiki',
        content: 'Framed.',
      });
      expect((await preload('Template:Letter')).preloadcontent.content).toBe('Dear Eve,<!-- or not --> {{{2|friend}}}');
      expect(await preload('Template:Secret')).toMatchObject({ preloadcontent: { content: '' }, preloadisdefault: true });
      expect(await page('Apple', { prop: 'preloadcontent' })).not.toHaveProperty('preloadcontent');
    });
    it('returns the edit notices of a page', async () => {
      const keys = async (titles: string, params = {}) => Object.keys((await page(titles, { prop: 'editintro', ...params })).editintro);
      expect(await keys('New')).toEqual(['newarticletextanon', 'editnotice-0', 'anoneditwarning']);
      expect(await keys('Pear', { editintroskip: 'anoneditwarning' })).toEqual(['editnotice-0', 'semiprotectedpagewarning']);
      expect((await ask({ prop: 'editintro' }, { titles: 'Apple|Pear' })).error.code).toBe('invalidparammix');
    });

    it('requires the same number of statements for 500 titles as for 50', async () => {
      const prop = 'protection|talkid|watched|watchers|visitingwatchers|notificationtimestamp|displaytitle|varianttitles|linkclasses|url';
      const ada = { as: { ...(await account('Ada', 'viewmywatchlist', 'unwatchedpages', 'apihighlimits')).as } };
      const count = async (pages: number) => {
        const titles = ['Apple', ...Array.from({ length: pages - 1 }, (_, i) => `Target ${i}`)].join('|');
        const before = wiki().statements;
        await ask({ prop, testactions: 'edit', testactionsdetail: 'full' }, { titles }, ada);
        return wiki().statements - before;
      };
      expect(await count(500)).toBe(await count(50));
    });
  },
);
