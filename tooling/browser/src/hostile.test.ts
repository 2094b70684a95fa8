// What wikis and links say is shown, and does nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createWikiFile } from '@wikiquery/wiki-builder';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { type Server, serve } from './servers.ts';
import { stage } from './stage.ts';
import { describeExplorer } from './stand.test-kit.ts';
import { tableOf, visit } from './visit.ts';

const EVIL = '"\'><img src=x onerror=evil()><svg onload=evil()><script>evil()</script>{{evil}}\u202E';

const folder = mkdtempSync(join(tmpdir(), 'wikiquery-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function serveHostile(): Promise<Server> {
  const file = join(folder, 'wiki.sqlite');
  const wiki = await createWikiFile(file);
  await wiki.page('Pond', { text: `A pond. ${EVIL}`, user: EVIL, comment: EVIL, tags: ['<script>evil()</script>'] });
  await wiki.close();
  // No wiki would let it be made.
  const database = new DatabaseSync(file);
  const title = '<img_src=x_onerror=evil()>';
  database.prepare('update page set page_title = ?').run(title);
  database.prepare('update recentchanges set rc_title = ?').run(title);
  database.close();
  return serve(['--database', `sqlite:${file}`]);
}

describeExplorer(', where texts are hostile', 90_000, serveHostile, stand => {
  it('shows titles, comments, names and tags as text', async () => {
    const { page, complaints, hosts, close } = await visit(stand.browser, stand.server.origin);
    const query = 'action=query&format=json&formatversion=2&';
    for (const request of [
      'list=recentchanges&rcprop=title|user|comment|tags|parsedcomment',
      'list=allpages',
      'list=allusers',
      'list=search&srsearch=pond&srprop=snippet',
      `list=${encodeURIComponent(EVIL)}`,
    ]) {
      await page.goto(`${stand.server.origin}/#/request/table?${query}${request}`);
      await page.reload();
      await page.locator('.status').waitFor();
      for (const name of ['Tree', 'JSON', 'Code']) await page.getByRole('tab', { name }).click();
      expect([request, await harm(page)]).toEqual([request, []]);
    }
    await page.goto(`${stand.server.origin}/#/request/table?${query}list=recentchanges&rcprop=title|user|comment`);
    await page.reload();
    const [row = []] = await tableOf(page);
    expect(row.join(' ')).toContain('<img src=x onerror=evil()>');
    expect(await harm(page)).toEqual([]);
    expect([complaints, [...hosts]]).toEqual([[], [new URL(stand.server.origin).host]]);
    await close();
  });

  it('takes nothing from a link but texts', async () => {
    const text = encodeURIComponent(EVIL);
    const { page, complaints, hosts, close } = await visit(stand.browser, stand.server.origin);
    for (const link of [
      `?uselang=${text}`,
      `?api=${encodeURIComponent('javascript:evil()')}`,
      `?api=${encodeURIComponent("https://wiki.example;script-src 'unsafe-inline'")}`,
      `#/module/${text}`,
      `#/request/table?action=${text}`,
      `#/request/${text}?${text}=${text}`,
      `#/request/table?action=query&__proto__=${text}&constructor=1`,
    ]) {
      await page.goto(`${stand.server.origin}/${link}`);
      await page.reload();
      await page.locator('main > *').first().waitFor();
      expect([link, await harm(page)]).toEqual([link, []]);
    }
    expect([complaints, [...hosts]]).toEqual([[], [new URL(stand.server.origin).host]]);
    await close();
  });

  it('shows a page for a link whose escapes cannot be decoded, in any part of it', async () => {
    const { page, complaints, close } = await visit(stand.browser, stand.server.origin);
    for (const malformed of ['%E0%A4%A', 'a%', '%ED%A0%80']) {
      for (const link of [
        malformed,
        `/${malformed}`,
        `/modules/${malformed}`,
        `/request/${malformed}`,
        `/request/table?${malformed}=${malformed}`,
        `/request?action=query&titles=${malformed}`,
      ]) {
        await page.goto(`${stand.server.origin}/#${link}`);
        await page.reload();
        await page.locator('main').getByText(/\w/).first().waitFor();
      }
      await page.goto(`${stand.server.origin}/#/module/${malformed}`);
      await page.reload();
      await page.getByText(`This wiki has no module ${malformed}.`).waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('believes no other wiki', async () => {
    const evil = await stage({ text: EVIL, address: 'javascript:evil()//', records: 20 });
    const strange = await stage({ text: EVIL, address: 'https://elsewhere.example/x.png', records: 20 });
    try {
      for (const wiki of [evil, strange]) {
        const { page, complaints, hosts, close } = await visit(
          stand.browser,
          `${stand.server.origin}/?api=${encodeURIComponent(wiki.api)}`,
        );
        await page.locator('.task').first().waitFor();
        expect(await harm(page)).toEqual([]);
        await page.getByRole('link', { name: 'Modules', exact: true }).click();
        await page.locator('.module-link').first().click();
        await page.getByRole('heading', { name: 'list=things' }).waitFor();
        expect(await harm(page)).toEqual([]);
        await page.locator('.examples a').first().click();
        expect(await tableOf(page)).toHaveLength(20);
        for (const name of ['Tree', 'JSON', 'Code', 'Table']) {
          await page.getByRole('tab', { name }).click();
          expect(await harm(page)).toEqual([]);
        }
        expect([complaints, [...hosts].sort()]).toEqual([[], [new URL(stand.server.origin).host, new URL(wiki.origin).host].sort()]);
        await close();
      }
    } finally {
      await Promise.all([evil.stop(), strange.stop()]);
    }
  });

  it('is held to its policy, which has no exception', async () => {
    const { page, close } = await visit(stand.browser, stand.server.origin);
    const policy = (await page.request.get(`${stand.server.origin}/explorer/`)).headers()['content-security-policy'] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types vue',
    ]);
    await page.locator('.task').first().waitFor();
    const tried = await page.evaluate(async () => {
      const outcome = (work: () => unknown) => {
        try {
          work();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const script = document.createElement('script');
      return {
        markup: outcome(() => {
          document.body.innerHTML += '<b>x</b>';
        }),
        script: outcome(() => {
          script.textContent = '1';
        }),
        elsewhere: await fetch('https://elsewhere.example/').then(
          () => 'done',
          error => (error as Error).name,
        ),
      };
    });
    expect(tried).toEqual({ markup: 'TypeError', script: 'TypeError', elsewhere: 'TypeError' });
    await close();
  });
});

/** What of the hostile texts became more than text. */
const harm = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...Array.from(document.querySelectorAll('script:not([src]), [onerror], [onload], img[src="x"], iframe, object, embed'), each =>
      each.outerHTML.slice(0, 200),
    ),
    ...Array.from(document.querySelectorAll('a'), each => each.href).filter(href => href !== '' && !/^https?:/.test(href)),
  ]);
