import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useServer } from './served.test-kit.ts';
import { askInstead, wikipedia } from './wikipedia-client.ts';

describe('wikipedia', { timeout: 60_000 }, () => {
  const server = useServer();
  let end: () => void;
  beforeAll(() => {
    end = askInstead(server.api);
  });
  afterAll(() => end());

  it('searches page texts and completes titles', async () => {
    const found = await wikipedia.search('page', { limit: 2, suggestion: true });
    expect(found.results).toHaveLength(2);
    expect(await wikipedia.autocompletions('allp', { limit: 5 })).toContain('Allpages');
    expect(await wikipedia.suggest('Allpgaes')).toBeDefined();
  });
  it('finds a page through a redirect, and reports a missing page', async () => {
    expect(await wikipedia.page('List=allpages')).toMatchObject({ title: 'Allpages' });
    await expect(wikipedia.page('No such page')).rejects.toThrow('No page with given title exists');
  });
  it('reads the text and the images of a page', async () => {
    const page = await wikipedia.page('Help:Continuation');
    expect(await page.html()).toContain('<code>limit</code>');
    expect(await page.content()).toContain('== The rule ==');
    expect(await page.intro()).toMatch(/^An answer holds ten entries of a list/);
    expect(await page.images()).toMatchObject([{ title: 'File:Continuation.svg' }]);
  });
  it('reads the links and the categories of a page', async () => {
    const page = await wikipedia.page('Help:Continuation');
    // Without a limit, the client sends cllimit=undefined, which MediaWiki also rejects.
    expect(await page.categories({ limit: 50 })).toEqual(['Category:Guides']);
    await expect(wikipedia.categories('Help:Continuation')).rejects.toThrow('categoriesError');
    expect(await page.langLinks()).toMatchObject([{ lang: 'de', title: 'Fortsetzung' }]);
    expect((await wikipedia.links('Main Page')).length).toBeGreaterThan(0);
    expect(await wikipedia.references('Help:First requests')).toContain('https://www.mediawiki.org/wiki/API:Main_page');
  });
  it('lists the languages that the wiki supports', async () => {
    expect((await wikipedia.languages()).length).toBeGreaterThan(0);
  });
});
