import { beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from './accounts.ts';
import { nodemw } from './nodemw-client.ts';
import { useServer } from './served.test-kit.ts';

describe('nodemw', { timeout: 60_000 }, () => {
  const server = useServer();
  let call: ReturnType<typeof nodemw>;
  beforeAll(() => {
    call = nodemw(server.origin);
  });

  it('logs in without requesting a token first', async () => {
    const { name, password } = ACCOUNTS.editor;
    expect(await call('logIn', name, password)).toMatchObject({ result: 'Success', lgusername: 'Wren' });
    expect(await call('whoami')).toMatchObject({ name: 'Wren', groups: expect.arrayContaining(['user']) });
    expect(await call('getToken', 'Main Page', 'edit')).toMatch(/\+\\$/);
    await expect(call('logIn', 'Nobody', 'wrong')).rejects.toThrow('Logging in failed: Failed');
  });
  it('reads version, statistics and namespaces', async () => {
    expect(await call('getMediaWikiVersion')).toMatch(/^1\.\d+\.\d+$/);
    expect(await call('getSiteStats')).toMatchObject({ pages: expect.any(Number), articles: expect.any(Number) });
    expect(await call('getSiteInfo', ['general', 'namespaces'])).toMatchObject({ namespaces: { 12: { '*': 'Help' } } });
  });
  it('lists all pages, categories and users', async () => {
    const titles = (pages: { title: string }[]) => pages.map(({ title }) => title);
    expect(titles(await call('getAllPages'))).toEqual(expect.arrayContaining(['Allpages', 'Main Page']));
    expect(titles(await call('getPagesByPrefix', 'All'))).toContain('Allusers');
    expect(titles(await call('getPagesInNamespace', 12))).toContain('Help:Continuation');
    expect(titles(await call('getPagesInCategory', 'Guides'))).toContain('Help:Generators');
    expect(titles(await call('getPagesTranscluding', 'Template:Request'))).toContain('Help:Continuation');
    expect(titles(await call('getBacklinks', 'Help:Continuation'))).toContain('Main Page');
    expect(await call('getCategories', '')).toContain('Guides');
    expect(await call('getUsers', { prefix: '', witheditsonly: false })).toContainEqual(expect.objectContaining({ name: 'Wren' }));
  });
  it('reads a page: text, revisions, categories, links, properties', async () => {
    expect(await call('getArticle', 'Main Page')).toContain('== Where to begin ==');
    expect(await call('getArticle', 'Continuation', true)).toContain('== The rule ==');
    expect(await call('getArticleRevisions', 'Help:Continuation')).toMatchObject([{ user: 'Wren' }, { user: 'Admin' }, { user: 'Wren' }]);
    expect(await call('getArticleCategories', 'Help:Continuation')).toEqual(['Category:Guides']);
    expect(await call('getArticleProperties', 'Main Page')).toMatchObject({ displaytitle: '<i>Main Page</i>' });
    expect(await call('getArticleInfo', 'Main Page', { inprop: ['protection'] })).toMatchObject([
      { title: 'Main Page', protection: [{ type: 'edit', level: 'sysop' }, { type: 'move' }] },
    ]);
    expect(await call('getImagesFromArticle', 'Main Page')).toMatchObject([{ title: 'File:Request.svg' }]);
    expect(await call('getExternalLinks', 'Main Page')).toEqual([]);
  });
  it('reads files, logs, changes and contributions, with empty timestamps', async () => {
    expect(await call('getImages', 'A')).toContainEqual(expect.objectContaining({ name: 'Request.svg' }));
    expect(await call('getImageUsage', 'File:Request.svg')).toMatchObject([{ title: 'Main Page' }]);
    expect(await call('getImageInfo', 'File:Request.svg')).toMatchObject({ width: 640, user: 'Wren', exif: expect.any(Object) });
    expect(await call('getLog', '', '')).toEqual([]);
    expect(await call('getLog', 'protect', '')).toMatchObject([{ type: 'protect', title: 'Main Page' }]);
    expect(await call('getLog', 'delete/delete', '')).toMatchObject([{ action: 'delete', title: 'Buy ink' }]);
    expect((await call('getRecentChanges', '')).length).toBeGreaterThan(10);
    expect((await call('getUserContribs', { user: 'Otter' })).length).toBeGreaterThan(1);
    expect(await call('whois', 'Wren')).toMatchObject({ name: 'Wren', editcount: expect.any(Number) });
  });
  it('searches, and reads a special page', async () => {
    expect(await call('search', 'allpages')).toContainEqual(expect.objectContaining({ title: 'Allpages' }));
    expect(await call('getQueryPage', 'Shortpages')).toContainEqual(expect.objectContaining({ ns: 0 }));
  });
});
