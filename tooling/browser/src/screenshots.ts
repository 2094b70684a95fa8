import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launch } from './chromium.ts';
import { serve } from './servers.ts';
import { visit } from './visit.ts';

readOptions(
  `usage: pnpm lab screenshots

Writes the pictures of the documentation into docs/explorer.`,
  {},
);

const folder = join(import.meta.dirname, '../../../docs/explorer');
const FORMAT = 'format=json&formatversion=2';

interface Picture {
  readonly name: string;
  readonly hash: string;
  /** What is there when all is. */
  readonly ready: string;
  readonly options?: BrowserContextOptions;
  readonly before?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'start', hash: '#/', ready: '.task-chain' },
  {
    name: 'composer',
    hash: `#/request/table?action=query&generator=categorymembers&gcmtitle=Category:Guides&gcmtype=page&prop=info|links&pllimit=20&plnamespace=12&${FORMAT}`,
    ready: '.graph .edge',
  },
  {
    name: 'table',
    hash: `#/request/table?action=query&list=recentchanges&rcprop=title|user|timestamp|sizes|comment&rclimit=100&${FORMAT}`,
    ready: '.table tbody tr',
  },
  { name: 'module', hash: '#/module/query+recentchanges', ready: '.reference' },
  {
    name: 'dark',
    hash: `#/request/code?action=query&prop=revisions&titles=Main+Page&rvprop=ids|timestamp|user|comment|size&rvlimit=20&${FORMAT}`,
    ready: '.code pre',
    options: { colorScheme: 'dark' },
    before: page => page.getByRole('button', { name: 'mwn' }).click(),
  },
  { name: 'narrow', hash: '#/', ready: '.task-chain', options: { viewport: { width: 390, height: 844 } } },
];

mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([serve(), launch()]);
try {
  for (const { name, hash, ready, options, before } of PICTURES) {
    const { page, close } = await visit(browser, `${server.origin}/${hash}`, {
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce',
      ...options,
    });
    await page.locator(ready).first().waitFor();
    await before?.(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await close();
    console.log(`docs/explorer/${name}.png`);
  }
} finally {
  await browser.close();
  await server.stop();
}
