import Session, { ApiErrors, set } from 'm3api';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from './accounts.ts';
import { useServer } from './served.test-kit.ts';

describe('m3api', { timeout: 60_000 }, () => {
  const server = useServer();
  let session: Session;
  const warnings: unknown[] = [];
  beforeAll(() => {
    const options = { userAgent: 'wikiquery-clients', warn: (warning: unknown) => warnings.push(warning) };
    session = new Session(server.api, { formatversion: 2, errorformat: 'plaintext' }, options);
  });

  const login = (name: string, password: string) =>
    session.request({ action: 'login', lgname: name, lgpassword: password }, { method: 'POST', tokenType: 'login', tokenName: 'lgtoken' });

  it('combines requests that are sent at the same time', async () => {
    const ask = (siprop: string) => session.request({ action: 'query', meta: set('siteinfo'), siprop: set(siprop) });
    const [one, other] = await Promise.all([ask('general'), ask('statistics')]);
    expect(one).toBe(other);
    expect(one.query).toMatchObject({ general: { sitename: 'Manual of wikiquery' }, statistics: { pages: expect.any(Number) } });
  });
  it('continues a list, and sends values with a pipe', async () => {
    const titles: string[] = [];
    for await (const { query } of session.requestAndContinue({ action: 'query', list: set('allpages'), aplimit: 30 }) as AsyncIterable<{
      query: { allpages: { title: string }[] };
    }>)
      titles.push(...query.allpages.map(({ title }) => title));
    expect(titles).toContain('Watchlistraw');
    const { query } = await session.request({ action: 'query', titles: ['Main Page', 'A|B'], prop: ['info', 'links'] });
    expect(query.pages).toContainEqual(expect.objectContaining({ title: 'A|B', invalid: true }));
  });
  it('collects the links of several pages in batches', async () => {
    const links = new Map<string, string[]>();
    const request = {
      action: 'query',
      titles: ['Main Page', 'Help:Continuation'],
      prop: set('links', 'categories'),
      pllimit: 3,
      cllimit: 1,
    };
    for await (const { query } of session.requestAndContinue(request) as AsyncIterable<{
      query: { pages: { title: string; links?: { title: string }[] }[] };
    }>)
      for (const page of query.pages)
        links.set(page.title, [...(links.get(page.title) ?? []), ...(page.links ?? []).map(({ title }) => title)]);
    expect(links.get('Help:Continuation')).toEqual(['Help:First requests', 'Help:Generators']);
  });
  it('logs in with the account password and with a bot password', async () => {
    for (const { name, password } of [ACCOUNTS.editor, ACCOUNTS.bot]) {
      expect((await login(name, password)).login).toMatchObject({ result: 'Success', lgusername: 'Wren' });
      session.tokens.clear();
      const { query } = await session.request({ action: 'query', meta: ['userinfo', 'tokens'], assert: 'user', curtimestamp: true });
      expect(query).toMatchObject({ userinfo: { name: 'Wren' }, tokens: { csrftoken: expect.stringMatching(/^[0-9a-f]{40,}\+\\$/) } });
      await session.request({ action: 'logout' }, { method: 'POST', tokenType: 'csrf' });
      session.tokens.clear();
      expect((await session.request({ action: 'query', assert: 'anon', meta: 'userinfo' })).query.userinfo).toMatchObject({ anon: true });
    }
  });
  it('throws errors and reports warnings', async () => {
    const failure = session.request({ action: 'query', assert: 'user', requestid: 'abc|1' });
    await expect(failure).rejects.toThrow(ApiErrors);
    await expect(failure).rejects.toMatchObject({ errors: [{ code: 'assertuserfailed', text: expect.any(String) }] });
    await expect(session.request({ action: 'nosuchaction' })).rejects.toMatchObject({ errors: [{ code: 'badvalue' }] });
    warnings.length = 0;
    await session.request({ action: 'query', nosuchparam: 1 });
    expect(warnings).toMatchObject([{ warnings: [{ code: 'unrecognizedparams', module: 'main' }] }]);
  });
  it('reads revisions, changes, logs, files and searches', async () => {
    const revisions = await session.request({
      action: 'query',
      titles: 'Main Page',
      prop: 'revisions',
      rvprop: ['content', 'ids'],
      rvslots: 'main',
    });
    expect(revisions.query.pages[0].revisions[0].slots.main.content).toContain('== Where to begin ==');
    const lists = { list: ['recentchanges', 'logevents', 'search'], rclimit: 2, lelimit: 2, srsearch: 'allpages' };
    const { query } = await session.request({ action: 'query', ...lists, titles: 'File:Request.svg', prop: 'imageinfo', iiprop: ['size'] });
    expect(query.recentchanges).toHaveLength(2);
    expect(query.logevents).toHaveLength(2);
    expect(query.search).toContainEqual(expect.objectContaining({ title: 'Allpages' }));
    expect(query.pages[0].imageinfo[0]).toMatchObject({ width: 640 });
  });
});
