import { Mwn } from 'mwn';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from './accounts.ts';
import { useServer } from './served.test-kit.ts';

describe('mwn', { timeout: 60_000 }, () => {
  const server = useServer();
  let bot: Mwn;
  beforeAll(async () => {
    const { name, password } = ACCOUNTS.bot;
    bot = await Mwn.init({ apiUrl: server.api, username: name, password, userAgent: 'wikiquery-clients', silent: true });
  }, 60_000);

  it('logs in with a bot password, and reads the account, namespaces and tokens', async () => {
    expect(await bot.userinfo({ uiprop: ['rights', 'editcount'] })).toMatchObject({
      name: 'Wren',
      rights: expect.arrayContaining(['read']),
    });
    expect(bot.Title.newFromText('help:continuation')?.toText()).toBe('Help:Continuation');
    expect(await bot.getCsrfToken()).toMatch(/\+\\$/);
    expect(Date.parse(await bot.getServerTime())).not.toBeNaN();
  });
  it('rejects a wrong password with a reason', async () => {
    const wrong = Mwn.init({ apiUrl: server.api, username: 'Nobody', password: 'wrong', userAgent: 'wikiquery-clients', silent: true });
    await expect(wrong).rejects.toThrow(/Failed|Incorrect|password/i);
  });
  it('continues a list to its end', async () => {
    const steps = await bot.continuedQuery({ action: 'query', list: 'allpages', aplimit: 20 }, 100);
    const titles = steps.flatMap(({ query }) => query?.allpages.map((page: { title: string }) => page.title) ?? []);
    expect(steps.length).toBeGreaterThan(3);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toEqual(expect.arrayContaining(['Allpages', 'Main Page', 'Watchlist']));
    expect(await bot.getPagesByPrefix('All')).toContain('Allusers');
  });
  it('reads the texts of one page and of many pages', async () => {
    expect(await bot.read('Continuation')).toMatchObject({
      title: 'Help:Continuation',
      revisions: [{ content: expect.stringContaining('The rule') }],
    });
    const titles: string[] = [];
    for await (const page of bot.readGen(['Main Page', 'Help:Generators', 'Nowhere'], {}, 2)) titles.push(page.title);
    expect(titles.sort()).toEqual(['Help:Generators', 'Main Page', 'Nowhere']);
  });
  it('reads pages: text, links, categories, history, logs', async () => {
    const page = new bot.Page('Help:Continuation');
    expect(await page.text()).toContain('== The rule ==');
    expect(await page.categories()).toEqual(['Category:Guides']);
    expect(await page.templates()).toContain('Template:Request');
    expect(await page.links()).toContain('Help:Generators');
    expect(await page.backlinks()).toContain('Main Page');
    expect(await new bot.Page('Template:Request').transclusions()).toContain('Help:Continuation');
    expect(await page.images()).toEqual(['File:Continuation.svg']);
    expect(await page.getCreator()).toBe('Wren');
    expect(await new bot.Page('Continuation').getRedirectTarget()).toBe('Help:Continuation');
    expect(await page.history(['user', 'comment'], 2)).toMatchObject([{ user: 'Wren' }, { user: 'Admin' }]);
    expect(await new bot.Page('Main Page').logs(['type', 'user'], 5, 'protect')).toMatchObject([{ type: 'protect', user: 'Admin' }]);
  });
  it('reads categories, users and files', async () => {
    expect((await new bot.Category('Guides').pages()).map(({ title }) => title)).toContain('Help:Generators');
    expect((await new bot.Category('Query modules').subcats()).map(({ title }) => title)).toContain('Category:Modules of list');
    expect(await new bot.User('Wren').contribs({ uclimit: 1, ucnamespace: [12] })).toMatchObject([{ user: 'Wren', ns: 12 }]);
    expect(await new bot.User('Wren').info(['editcount'])).toMatchObject({ name: 'Wren', editcount: expect.any(Number) });
    expect(await new bot.File('Request.svg').usages()).toMatchObject([{ title: 'Main Page' }]);
    const { query } = await bot.query({ titles: 'File:Request.svg', prop: 'imageinfo', iiprop: ['url', 'size', 'sha1'] });
    expect(query?.pages?.[0]?.imageinfo).toMatchObject([{ width: 640, height: 160, url: expect.stringMatching(/Request\.svg$/) }]);
  });
  it('searches, and reads changes and logs', async () => {
    expect((await bot.search('allpages', 5)).map(({ title }) => title)).toContain('Allpages');
    const { query } = await bot.query({ list: ['recentchanges', 'logevents'], rcprop: ['title', 'user', 'ids'], rclimit: 3, lelimit: 2 });
    expect(query?.recentchanges).toHaveLength(3);
    expect(query?.logevents).toHaveLength(2);
    expect(await bot.getMessages('about')).toEqual(expect.any(Object));
  });
  it('logs out', async () => {
    await bot.logout();
    expect(await bot.userinfo()).toMatchObject({ id: 0, anon: true });
  });
});
