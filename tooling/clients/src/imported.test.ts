import { Client } from '@wikiquery/conformance/client';
import { Mwn } from 'mwn';
import { describe, expect, it } from 'vitest';
import { IMPORTED_READS } from './imported-reads.ts';
import { serveImported } from './imported-wiki.ts';
import { nodemw } from './nodemw-client.ts';
import { useServer } from './served.test-kit.ts';
import { openWikijs } from './wikijs-client.ts';
import { askInstead, wikipedia } from './wikipedia-client.ts';
import { type Document, loadWtf, optionsFor } from './wtf-client.ts';

const INTRO = 'A lighthouse is a tower with a lamp. It guides ships at night. Some are built on rocks.';

describe('a server with an imported dump', { timeout: 60_000 }, () => {
  const server = useServer(serveImported);

  it('returns the expected data to the client wikipedia', async () => {
    const end = askInstead(server.api);
    try {
      expect((await wikipedia.search('tower lamp', { limit: 3 })).results[0]).toMatchObject({ title: 'Lighthouse', pageid: 2 });
      expect(await wikipedia.autocompletions('lightho', { limit: 5 })).toEqual(['Lighthouse']);
      expect((await wikipedia.search('lighthuose', { suggestion: true })).suggestion).toBe('Lighthouse');
      const page = await wikipedia.page('Light house');
      expect(page).toMatchObject({ title: 'Lighthouse', pageid: 2, fullurl: 'https://simple.wikipedia.org/wiki/Lighthouse' });
      expect(await page.intro()).toBe(INTRO);
      const content = await page.content();
      expect(content).toContain('== History ==\nThe first stood in Alexandria, of which nothing is left.');
      expect(content).not.toMatch(/<ref|Stevenson|\[\[|\{\{/);
      const html = await page.html();
      expect(html).toContain('<b>lighthouse</b> is a <a href="/wiki/Tower" title="Tower">tower</a>');
      expect(html).toMatch(/A\. Stevenson, 1959/);
      expect(html).toMatch(/<td>1790/);
      expect(await page.categories({ limit: 50 })).toEqual(['Category:Navigation', 'Category:Towers']);
      expect(await page.links()).toEqual(['Alexandria', 'Bell Rock', 'Tower']);
      expect(await page.references()).toEqual(['https://example.org/lights']);
      expect(await page.langLinks()).toMatchObject([
        { lang: 'de', title: 'Leuchtturm' },
        { lang: 'fr', title: 'Phare' },
      ]);
      expect(await page.coordinates()).toMatchObject({ lat: 56.45, lon: expect.closeTo(-2.3833, 3) });
      expect(await wikipedia.geoSearch(56.45, -2.38, { radius: 2000 })).toMatchObject([{ title: 'Lighthouse', pageid: 2 }]);
    } finally {
      end();
    }
  });

  it('returns the expected data to the client wtf_wikipedia', async () => {
    const wtf = await loadWtf();
    const page = (await wtf.fetch('Light house', optionsFor(server.api))) as Document;
    expect({ title: page.title(), id: page.pageID(), categories: page.categories() }).toEqual({
      ...{ title: 'Lighthouse', id: 2, categories: ['Towers', 'Navigation'] },
    });
    expect(page.sections().map(section => section.title())).toEqual(['', 'History', 'Lamps', 'References']);
    expect(page.sections()[0]?.text()).toContain('A lighthouse is a tower with a lamp.');
    expect(page.links().map(link => link.json().page)).toEqual(expect.arrayContaining(['tower', 'Bell Rock', 'Alexandria']));
  });

  it('returns the expected data to the client wikijs', async () => {
    const wiki = openWikijs(server.api);
    expect((await wiki.search('guides ships', 5)).results).toEqual(['Lighthouse']);
    const page = await wiki.page('Light house');
    expect(page.raw).toMatchObject({ title: 'Lighthouse', pageid: 2 });
    expect(await page.summary()).toBe(INTRO);
    expect(await page.html()).toContain('<b>lighthouse</b>');
    expect(await page.categories()).toEqual(['Category:Navigation', 'Category:Towers']);
    expect(await page.links()).toEqual(['Alexandria', 'Bell Rock', 'Tower']);
    expect(await page.backlinks()).toEqual(expect.arrayContaining(['Bell Rock', 'Light', 'Light house', 'Main Page']));
    expect((await wiki.allPages()).sort()).toEqual(['Bell Rock', 'Light', 'Light house', 'Lighthouse', 'Main Page', 'Tower']);
    expect(await wiki.pagesInCategory('Category:Towers')).toEqual(['Bell Rock', 'Lighthouse', 'Tower']);
  });

  it('returns the expected data to the client nodemw', async () => {
    const call = nodemw(server.origin);
    expect(await call('getArticle', 'Light house', true)).toContain("A '''lighthouse''' is a [[tower]]");
    expect(await call('getArticleRevisions', 'Lighthouse')).toMatchObject([
      { revid: 10 },
      { revid: 11, user: 'Wren', comment: 'a history' },
    ]);
    expect(await call('getArticleCategories', 'Lighthouse')).toEqual(['Category:Navigation', 'Category:Towers']);
    expect(await call('getSiteStats')).toMatchObject({ pages: 12, edits: 13 });
    const titles = (pages: { title: string }[]) => pages.map(({ title }) => title);
    expect(titles(await call('getPagesInCategory', 'Towers'))).toEqual(['Bell Rock', 'Lighthouse', 'Tower']);
    expect(titles(await call('getPagesTranscluding', 'Template:Disambig'))).toEqual(['Light']);
    expect(titles(await call('search', 'tall building'))).toEqual(['Tower']);
    expect(await call('getExternalLinks', 'Lighthouse')).toEqual([{ '*': 'https://example.org/lights' }]);
  });

  it('returns the expected data to the client mwn', async () => {
    const bot = new Mwn({ apiUrl: server.api, userAgent: 'wikiquery-clients', silent: true });
    await bot.getSiteInfo();
    const page = new bot.Page('Lighthouse');
    expect(await page.text()).toContain('== History ==');
    expect(await page.categories()).toEqual(['Category:Navigation', 'Category:Towers']);
    expect(await page.getCreator()).toBe('192.0.2.7');
    expect(await page.templates()).toEqual(['Template:Cite', 'Template:Coord', 'Template:Short description']);
    expect(await new bot.Page('Light house').getRedirectTarget()).toBe('Lighthouse');
    expect(await bot.parseTitle('Bell Rock')).toContain('<a href="/wiki/Lighthouse" title="Lighthouse">lighthouse</a>');
  });

  for (const [name, reads] of Object.entries(IMPORTED_READS)) {
    it(`returns the expected data for the requests of ${name}`, async () => {
      const client = new Client(server.api, { timeout: 30_000, keepsCookies: false });
      for (const [request, expected] of reads) {
        const params = { action: 'query', format: 'json', ...Object.fromEntries(new URLSearchParams(request)) };
        const { body } = await client.send(params, { method: 'GET' });
        expect(readAs(expected, body), `response to ${request}`).toMatchObject(patternOf(expected));
      }
    });
  }
});

/** An expected string must be part of the body; an expected object must match the JSON. */
const readAs = (expected: string | object, body: string): unknown => (typeof expected === 'string' ? { body } : JSON.parse(body));
const patternOf = (expected: string | object): object =>
  typeof expected === 'string' ? { body: expect.stringContaining(expected) } : expected;
