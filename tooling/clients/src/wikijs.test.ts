import { beforeAll, describe, expect, it } from 'vitest';
import { useServer } from './served.test-kit.ts';
import { openWikijs } from './wikijs-client.ts';

describe('wikijs', { timeout: 60_000 }, () => {
  const server = useServer();
  let wiki: ReturnType<typeof openWikijs>;
  beforeAll(() => {
    wiki = openWikijs(server.api);
  });

  it('searches page texts in batches, and completes titles', async () => {
    const found = await wiki.search('page', 2);
    expect(found.results).toHaveLength(2);
    const { results } = await found.next();
    expect(found.results).not.toContain(results[0]);
    expect((await wiki.prefixSearch('allpgaes', 5)).results).toContain('Allpages');
    expect(await wiki.opensearch('allp', 5)).toContain('Allpages');
  });
  it('finds pages by title, by id and by words, through redirects', async () => {
    const page = await wiki.page('List=allpages');
    expect(page.raw).toMatchObject({ title: 'Allpages' });
    expect((await wiki.findById(page.raw.pageid)).raw).toMatchObject({ title: 'Allpages' });
    expect((await wiki.find('allpages')).raw).toMatchObject({ title: 'Allpages' });
    await expect(wiki.page('No such page')).rejects.toThrow('No article found');
  });
  it('reads links, categories and backlinks', async () => {
    const page = await wiki.page('Main Page');
    expect((await page.links()).length).toBeGreaterThan(0);
    expect(await page.backlinks()).toBeInstanceOf(Array);
    expect(await (await wiki.page('Help:Continuation')).categories()).toContain('Category:Guides');
  });
  it('lists pages and categories', async () => {
    expect(await wiki.random(2)).toHaveLength(2);
    expect(await wiki.allPages()).toContain('Main Page');
    expect(await wiki.allCategories()).toContain('Guides');
    expect(await wiki.pagesInCategory('Category:Guides')).toContain('Help:Continuation');
  });
});
