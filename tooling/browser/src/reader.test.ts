// Tests the pages that @wikiquery/reader serves.
import { Stand } from '@wikiquery/launch/stand';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './axe.ts';
import { CHROMIUM, launch, needsChromium } from './chromium.ts';
import { type Served, serve } from './servers.ts';
import { visit } from './visit.ts';

const stand = new Stand();
let server: Served;
beforeAll(async () => {
  server = await serve(stand);
}, 120_000);
afterAll(() => stand[Symbol.asyncDispose]());

/** Pages of each kind, and a text on the page. */
const PAGES = {
  'wiki/Main_Page': 'Where to begin',
  'w/index.php?curid=7': 'Where to begin',
  'w/index.php?oldid=8': 'Where to begin',
  'wiki/List%3Dallpages': 'List=allpages',
  'wiki/List%3Dallpages?redirect=no': 'Redirect to',
  'w/index.php?title=Main_Page&action=history': 'Tidy up',
  'w/index.php?title=Main_Page&oldid=8&diff=prev': 'diff-addedline',
  'w/index.php?title=Main_Page&action=info': 'wikitext',
  'w/index.php?title=Main_Page&action=edit': '{{DISPLAYTITLE',
  'wiki/Category:Query_modules': 'reader-members',
  'wiki/File:Request.svg': '800px-Request.svg.png',
  'wiki/Special:RecentChanges': 'Scribe',
  'wiki/Special:AllPages/Help:G': 'Help:Generators',
  'wiki/Special:PrefixIndex/Help:': 'Help:Generators',
  'wiki/Special:Contributions/Wren': 'Main Page',
  'wiki/Special:Log': 'create',
  'wiki/Special:WhatLinksHere/Help:Continuation': 'Help:Generators',
  'w/index.php?search=heron&fulltext=1': 'heron',
  'wiki/Special:Categories': 'Guides',
  'wiki/Special:SpecialPages': 'Longpages',
  'wiki/Special:LongPages': 'Main Page',
  'wiki/Special:Statistics': 'Pages',
  'wiki/Special:Version': 'MediaWiki',
  'wiki/Special:ListFiles': 'Continuation.svg',
  'wiki/Special:ListUsers': 'Wren',
} as const;

describe('the pages of the sample wiki', { timeout: 60_000 }, () => {
  const get = (path: string, init: RequestInit = {}) => fetch(`${server.origin}/${path}`, { redirect: 'manual', ...init });

  it('have the content of each kind, a strict policy and validators', async () => {
    for (const [path, text] of Object.entries(PAGES)) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect([path, (await response.text()).includes(text)]).toEqual([path, true]);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    }
    const first = await get('wiki/Main_Page');
    const again = await get('wiki/Main_Page', { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect([first.headers.get('cache-control'), again.status]).toEqual(['no-cache', 304]);
  });

  it('redirect other forms of a title, random pages, exact searches and permanent links', async () => {
    const targets: Record<string, RegExp> = {
      'wiki/main_Page': /\/wiki\/Main_Page$/,
      'w/index.php?title=Main%20Page&action=view': /\/w\/index\.php\?title=Main_Page&action=view$|\/wiki\/Main_Page/,
      'wiki/Special:Random': /\/wiki\/./,
      'w/index.php?search=Continuation': /\/wiki\/Continuation$/,
      'wiki/Special:Diff/8': /\?diff=8$/,
      'wiki/Special:PermanentLink/8': /\?oldid=8$/,
      'wiki/Special:FilePath/Request.svg': /\/w\/images\/1\/18\/Request\.svg$/,
      'wiki/Special:Redirect/page/7': /\?curid=7$/,
    };
    for (const [path, to] of Object.entries(targets)) {
      const response = await get(path);
      const location = response.headers.get('location') ?? '';
      expect([path, response.status >= 200 && response.status < 303, response.status === 200 || to.test(location)]).toEqual([
        path,
        true,
        true,
      ]);
    }
  });

  it('are missing for titles, revisions, actions and special pages that do not exist', async () => {
    for (const path of [
      'wiki/No_such_page',
      'wiki/%5B%5B',
      'w/index.php?oldid=99999',
      'w/index.php?curid=99999',
      'w/index.php?diff=99999',
      'w/index.php?title=Main_Page&action=delete',
      'wiki/Special:Nothing',
      'wiki/Category:Nothing',
      'wiki/File:Nothing.png',
      'wiki/%FF%FE',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('come with robots.txt, an icon, a search description, styles and texts', async () => {
    const types: Record<string, string> = {
      'robots.txt': 'text/plain; charset=utf-8',
      'favicon.ico': 'image/svg+xml',
      'w/resources/assets/change-your-logo.svg': 'image/svg+xml',
      'w/opensearch_desc.php': 'application/opensearchdescription+xml; charset=utf-8',
      'w/load.php?modules=site.styles&only=styles': 'text/css; charset=utf-8',
      'w/index.php?title=Main_Page&action=raw': 'text/x-wiki; charset=utf-8',
      'w/index.php?title=Main_Page&action=raw&ctype=text/javascript': 'text/x-wiki; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, type]);
    }
  });

  it('continue lists to their end', async () => {
    let path: string | undefined = 'wiki/Special:RecentChanges?limit=80';
    const seen: string[] = [];
    for (let i = 0; path !== undefined && i < 5; i++) {
      const text = await (await get(path)).text();
      path = /<a rel="next" href="\/([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&');
      seen.push(path ?? 'the end');
    }
    expect([seen.length > 2, seen[0]?.includes('rccontinue='), seen.at(-1)]).toEqual([true, true, 'the end']);
  });
});

describe.runIf(CHROMIUM)('the pages in a browser', { timeout: 120_000, meta: needsChromium }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = stand.use(await launch());
  }, 60_000);

  it('work without JavaScript, with requests to this server only', async () => {
    const { page, complaints, hosts } = await visit(browser, server.origin, 'wiki/Main_Page', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Help:Generators' }).click();
    await page.getByRole('heading', { level: 1, name: 'Generators' }).waitFor();
    await page
      .locator('.reader-tabs')
      .getByRole('link', { name: 'History' })
      .or(page.locator('.reader-tabs a[href*="action=history"]'))
      .first()
      .click();
    await page.locator('.reader-history li').first().waitFor();
    await page.getByRole('searchbox').first().fill('Continuation');
    await page.getByRole('searchbox').first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Continuation' }).waitFor();
    await page.getByRole('link', { name: /^action=parse/ }).waitFor();
    expect(complaints.filter(each => !each.includes('/images/thumb/'))).toEqual([]);
    for (const host of hosts) expect(['localhost', '127.0.0.1']).toContain(host.replace(/:.*/, ''));
  });

  it('open the explorer with the requests that made them', async () => {
    const { page } = await visit(browser, server.origin, 'wiki/Category:Query_modules');
    await page
      .getByRole('link', { name: /^action=query&list=categorymembers/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Parameters of the request' }).waitFor();
    expect(page.url()).toContain('list=categorymembers');
  });

  it.each([
    { name: 'light', options: { colorScheme: 'light' } },
    { name: 'dark', options: { colorScheme: 'dark' } },
    { name: 'narrow', options: { viewport: { width: 360, height: 740 } } },
  ] as const)('have no accessibility problem according to axe-core: $name', async ({ options }) => {
    const { page } = await visit(browser, server.origin, 'wiki/Main_Page', { ...options, bypassCSP: true, reducedMotion: 'reduce' });
    const found: string[] = [];
    // Each look takes a second.
    for (const path of Object.keys(PAGES).filter((_, at) => process.env.CI || at % 4 === 0)) {
      await page.goto(`${server.origin}/${path}`);
      for (const problem of await accessibilityProblems(page)) found.push(`${path}: ${problem}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) found.push(`${path}: ${overflow} pixels wider than the window`);
    }
    expect(found).toEqual([]);
  });

  it('load less than 60 kB besides content and pictures', async () => {
    const { page } = await visit(browser, server.origin, 'wiki/Special:Version');
    const sizes = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        entry => (entry as PerformanceResourceTiming).transferSize,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });
});
