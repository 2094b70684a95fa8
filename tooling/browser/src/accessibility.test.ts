import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeExplorer } from './explorer.test-kit.ts';
import { serve } from './servers.ts';
import { PATIENTLY, tableOf } from './visit.ts';

const REQUEST = 'action=query&generator=categorymembers&gcmtitle=Category:Guides&prop=info|links&pllimit=20&format=json&formatversion=2';

/** For each view, its path and a selector that matches when the view is complete. */
const VIEWS = {
  modules: ['#/modules', '.module-link'],
  module: ['#/module/query+recentchanges', '.reference'],
  table: [`#/request/table?${REQUEST}`, '.table tbody tr'],
  tree: [`#/request/tree?${REQUEST}`, '.tree-key'],
  json: [`#/request/json?${REQUEST}`, '.text-line'],
  code: [`#/request/code?${REQUEST}`, '.code pre'],
  error: ['#/request/table?action=query&list=allpages&aplimit=x', '.problem'],
} as const;

describeExplorer(' for everybody', 120_000, serve, explorer => {
  it.each([
    {
      name: 'light',
      query: '',
      views: ['modules', 'module', 'table', 'tree', 'json', 'code', 'error'],
      options: { colorScheme: 'light' },
    },
    { name: 'dark', query: '', views: ['module', 'table', 'json', 'error'], options: { colorScheme: 'dark' } },
    {
      name: 'right-to-left, narrow',
      query: '?uselang=ar',
      views: ['module', 'table'],
      options: { viewport: { width: 390, height: 800 } },
    },
  ] as const)('has no serious accessibility problem according to axe-core: $name', async ({ query, views, options }) => {
    // axe-core is injected as a script, which the content security policy would block.
    const { page, load } = await explorer.visit(query, {
      ...options,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      // Colours have intermediate values during a transition.
      await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))));
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          resultTypes: ['violations'],
        }),
      );
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical')
          found.push(
            `${where}: ${id} ${nodes.map(node => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join('; ')}`,
          );
    };
    await page.locator('.task').first().waitFor();
    await look('start');
    for (const where of views) {
      const [hash, ready] = VIEWS[where];
      await load(`${query}${hash}`);
      await page.locator(ready).first().waitFor();
      await look(where);
    }
    await page.locator('.bar-end button').first().click();
    await page.getByRole('dialog').waitFor();
    await look('dialog');
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(query === '' ? 'ltr' : 'rtl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  });

  it('runs an example, changes a parameter, sorts and searches with the keyboard alone', async () => {
    const { page, complaints } = await explorer.visit();
    await page.locator('.task').first().waitFor();
    await tabTo(page, 'a.task:has-text("The history of a page")');
    await page.keyboard.press('Enter');
    expect((await tableOf(page)).length).toBeGreaterThan(1);
    await tabTo(page, '[data-parameter="rvlimit"] input');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 rows', { exact: true }).waitFor();
    await tabTo(page, '.table th button');
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort="ascending"]').waitFor();
    expect(await tableOf(page)).toHaveLength(1);
    await page.keyboard.press('/');
    await page.keyboard.type('allpages');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), PATIENTLY).toContain('list=allpages');
    expect(complaints).toEqual([]);
  });

  it('makes every link and control reachable with the keyboard', async () => {
    const { page } = await explorer.visit(`#/request/table?${REQUEST}`);
    await tableOf(page);
    await page.evaluate(() => document.body.focus());
    for (let i = 0; i < 250; i++) {
      await page.keyboard.press('Tab');
      const isDone = await page.evaluate(() => {
        const { activeElement } = document;
        const wasHere = activeElement?.hasAttribute('data-reached') ?? true;
        activeElement?.setAttribute('data-reached', '');
        return wasHere && activeElement !== document.body;
      });
      if (isDone) break;
    }
    const missed = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, textarea'))
        .filter(
          each =>
            !each.hasAttribute('data-reached') &&
            each.checkVisibility({ visibilityProperty: true }) &&
            !each.matches('[aria-hidden="true"], [disabled]'),
        )
        // Arrow keys move between tabs, and within groups of chips and buttons.
        .filter(each => !each.closest('[role="tablist"], [role="listbox"], .cdx-input-chip, .cdx-toggle-button-group'))
        .map(each => each.outerHTML.slice(0, 160)),
    );
    expect(missed).toEqual([]);
  });
});

async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first();
  for (let i = 0; i < 150; i++) {
    if (await target.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tab key does not lead to ${selector}.`);
}
