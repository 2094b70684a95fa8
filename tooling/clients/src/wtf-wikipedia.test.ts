import { beforeAll, describe, expect, it } from 'vitest';
import { useServer } from './served.test-kit.ts';
import { type Document, loadWtf, optionsFor } from './wtf-client.ts';

describe('wtf_wikipedia', { timeout: 60_000 }, () => {
  const server = useServer();
  let wtf: Awaited<ReturnType<typeof loadWtf>>;
  let options: object;
  beforeAll(async () => {
    wtf = await loadWtf();
    options = optionsFor(server.api);
  }, 60_000);

  it('reads a page by title, by id and through a redirect', async () => {
    const page = (await wtf.fetch('Help:Continuation', options)) as Document;
    expect(page.title()).toBe('Help:Continuation');
    expect(page.categories()).toContain('Guides');
    expect(page.text().length).toBeGreaterThan(0);
    expect(((await wtf.fetch(page.pageID(), options)) as Document).title()).toBe('Help:Continuation');
    expect(((await wtf.fetch('List=allpages', options)) as Document).title()).toBe('Allpages');
  });
  it('reads several pages at once, and returns null for a missing page', async () => {
    const pages = (await wtf.fetch(['Main Page', 'Allpages'], options)) as Document[];
    expect(pages.map(page => page.title()).sort()).toEqual(['Allpages', 'Main Page']);
    expect(await wtf.fetch('No such page', options)).toBeNull();
  });
});
