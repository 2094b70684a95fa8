import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeExplorer } from './explorer.test-kit.ts';
import { serve } from './servers.ts';
import { stage } from './stage.ts';
import { tableOf } from './visit.ts';

describeExplorer('', 60_000, serve, explorer => {
  it.each(['', '#/request/table?action=query&list=allpages&format=json&formatversion=2'])(
    'loads less than 150 kB of scripts and styles for the path /%s',
    async hash => {
      const context = await explorer.browser.newContext();
      const page = await context.newPage();
      const files: Response[] = [];
      page.on('response', response => {
        if (/\.(?:js|css)$/.test(response.url())) files.push(response);
      });
      await page.goto(`${explorer.server.origin}/${hash}`, { waitUntil: 'networkidle' });
      const sizes = await Promise.all(files.map(async file => gzipSync(await file.body()).length));
      expect(sizes.length).toBeGreaterThan(2);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
      await context.close();
    },
  );

  it('renders only the visible rows of a table with 5,000 rows', async () => {
    const wiki = await stage(explorer.stand, { text: 'x', address: 'https://wiki.example/', records: 5000 });
    const { page } = await explorer.visit(`?api=${encodeURIComponent(wiki.api)}#/request/table?action=query&list=things`);
    expect((await tableOf(page)).length).toBeLessThan(80);
    const scroller = page.locator('.table-scroller');
    await scroller.evaluate(element => element.scrollTo(0, element.scrollHeight));
    await page.getByText('Thing 4999').waitFor();
    expect((await tableOf(page)).length).toBeLessThan(80);
    await page.getByRole('button', { name: 'size' }).click();
    await page.getByRole('button', { name: 'size' }).click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    expect((await tableOf(page))[0]?.join(' ')).toContain('Thing');
    for (const name of ['JSON', 'Tree']) {
      await page.getByRole('tab', { name }).click();
      await page.locator('.text-line').first().waitFor();
      expect(await page.locator('.text-line').count()).toBeLessThan(120);
    }
  });
});
