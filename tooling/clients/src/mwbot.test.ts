import MWBot from 'mwbot';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from './accounts.ts';
import { useServer } from './served.test-kit.ts';

describe('mwbot', { timeout: 60_000 }, () => {
  const server = useServer();
  let bot: MWBot;
  beforeAll(() => {
    bot = new MWBot({ apiUrl: server.api, silent: true });
  });

  it('logs in without requesting a token first, and parses the version', async () => {
    const { name, password } = ACCOUNTS.editor;
    expect(await bot.loginGetEditToken({ username: name, password })).toMatchObject({
      lgusername: 'Wren',
      sitename: 'Manual of wikiquery',
    });
    expect(bot.editToken).toMatch(/\+\\$/);
    expect((await bot.request({ action: 'query', meta: 'userinfo' })).query.userinfo).toMatchObject({ name: 'Wren' });
  });
  it('reports why a login fails', async () => {
    const stranger = new MWBot({ apiUrl: server.api, silent: true });
    await expect(stranger.login({ username: 'Nobody', password: 'wrong' })).rejects.toThrow('Could not login: Failed');
  });
  it('reads pages with and without resolving redirects', async () => {
    const { query } = await bot.read('Continuation|Nowhere');
    expect(query.redirects).toEqual([{ from: 'Continuation', to: 'Help:Continuation' }]);
    expect(Object.values(query.pages)).toContainEqual(
      expect.objectContaining({
        title: 'Help:Continuation',
        revisions: [{ slots: { main: expect.objectContaining({ '*': expect.stringContaining('The rule') }) } }],
      }),
    );
    expect(query.pages[-1]).toMatchObject({ title: 'Nowhere', missing: '' });
    expect((await bot.read('Continuation', true)).query).not.toHaveProperty('redirects');
  });
  it('sends any request, and throws API errors', async () => {
    const lists = { list: 'allpages|recentchanges|logevents|search', aplimit: 2, rclimit: 2, lelimit: 2, srsearch: 'allpages' };
    const { query } = await bot.request({ action: 'query', ...lists, titles: 'Main Page', prop: 'links|categories' });
    expect(query).toMatchObject({ allpages: [{}, {}], recentchanges: [{}, {}], logevents: [{}, {}] });
    expect(query.search).toContainEqual(expect.objectContaining({ title: 'Allpages' }));
    await expect(bot.request({ action: 'query', list: 'allpages', aplimit: 'x' })).rejects.toMatchObject({ code: 'badinteger' });
  });
});
