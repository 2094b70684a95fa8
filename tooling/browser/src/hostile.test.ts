import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Stand } from '@wikiquery/launch/stand';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeExplorer } from './explorer.test-kit.ts';
import { type Served, serve } from './servers.ts';
import { stage } from './stage.ts';
import { tableOf } from './visit.ts';

const EVIL = '"\'><img src=x onerror=evil()><svg onload=evil()><script>evil()</script>{{evil}}\u202E';

async function serveHostile(stand: Stand): Promise<Served> {
  const file = join(stand.folder(), 'wiki.sqlite');
  const url = await stand.wiki(file, wiki =>
    wiki.page('Pond', { text: `A pond. ${EVIL}`, user: EVIL, comment: EVIL, tags: ['<script>evil()</script>'] }),
  );
  // MediaWiki rejects this title, so it is written directly to the database.
  const database = new DatabaseSync(file);
  const title = '<img_src=x_onerror=evil()>';
  database.prepare('update page set page_title = ?').run(title);
  database.prepare('update recentchanges set rc_title = ?').run(title);
  database.close();
  return serve(stand, ['--database', url]);
}

describeExplorer(' with hostile texts', 90_000, serveHostile, explorer => {
  it('shows titles, comments, names and tags as text', async () => {
    const { page, complaints, hosts, load } = await explorer.visit();
    const query = 'action=query&format=json&formatversion=2&';
    for (const request of [
      'list=recentchanges&rcprop=title|user|comment|tags|parsedcomment',
      'list=allpages',
      'list=allusers',
      'list=search&srsearch=pond&srprop=snippet',
      `list=${encodeURIComponent(EVIL)}`,
    ]) {
      await load(`#/request/table?${query}${request}`);
      await page.locator('.status').waitFor();
      for (const name of ['Tree', 'JSON', 'Code']) await page.getByRole('tab', { name }).click();
      expect([request, await harm(page)]).toEqual([request, []]);
    }
    await load(`#/request/table?${query}list=recentchanges&rcprop=title|user|comment`);
    const [row = []] = await tableOf(page);
    expect(row.join(' ')).toContain('<img src=x onerror=evil()>');
    expect(await harm(page)).toEqual([]);
    expect([complaints, [...hosts]]).toEqual([[], [new URL(explorer.server.origin).host]]);
  });

  it('treats all parts of a link as text', async () => {
    const text = encodeURIComponent(EVIL);
    const { page, complaints, hosts, load } = await explorer.visit();
    for (const link of [
      `?uselang=${text}`,
      `?api=${encodeURIComponent('javascript:evil()')}`,
      `?api=${encodeURIComponent("https://wiki.example;script-src 'unsafe-inline'")}`,
      `#/module/${text}`,
      `#/request/table?action=${text}`,
      `#/request/${text}?${text}=${text}`,
      `#/request/table?action=query&__proto__=${text}&constructor=1`,
    ]) {
      await load(`${link}`);
      await page.locator('main > *').first().waitFor();
      expect([link, await harm(page)]).toEqual([link, []]);
    }
    expect([complaints, [...hosts]]).toEqual([[], [new URL(explorer.server.origin).host]]);
  });

  it('renders a page for a link with malformed percent-encoding in any part', async () => {
    const { page, complaints, load } = await explorer.visit();
    for (const malformed of ['%E0%A4%A', 'a%', '%ED%A0%80']) {
      for (const link of [
        malformed,
        `/${malformed}`,
        `/modules/${malformed}`,
        `/request/${malformed}`,
        `/request/table?${malformed}=${malformed}`,
        `/request?action=query&titles=${malformed}`,
      ]) {
        await load(`#${link}`);
        await page.locator('main').getByText(/\w/).first().waitFor();
      }
      await load(`#/module/${malformed}`);
      await page.getByText(`This wiki has no module ${malformed}.`).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('treats all responses of another wiki as text', async () => {
    const evil = await stage(explorer.stand, { text: EVIL, address: 'javascript:evil()//', records: 20 });
    const strange = await stage(explorer.stand, { text: EVIL, address: 'https://elsewhere.example/x.png', records: 20 });
    for (const wiki of [evil, strange]) {
      const { page, complaints, hosts } = await explorer.visit(`?api=${encodeURIComponent(wiki.api)}`);
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
      expect([complaints, [...hosts].sort()]).toEqual([[], [new URL(explorer.server.origin).host, new URL(wiki.origin).host].sort()]);
    }
  });

  it('has a content security policy without exceptions', async () => {
    const { page } = await explorer.visit();
    const policy = (await page.request.get(`${explorer.server.origin}/explorer/`)).headers()['content-security-policy'] ?? '';
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
  });
});

/** Returns the elements and link targets that hostile texts created. */
const harm = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...Array.from(document.querySelectorAll('script:not([src]), [onerror], [onload], img[src="x"], iframe, object, embed'), each =>
      each.outerHTML.slice(0, 200),
    ),
    ...Array.from(document.querySelectorAll('a'), each => each.href).filter(href => href !== '' && !/^https?:/.test(href)),
  ]);
