import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** An open page and its problems. */
export interface Visit {
  readonly page: Page;
  /** Script errors, console errors and warnings, dialogs, and violations of the content security policy. */
  readonly complaints: string[];
  /** Hosts that received requests. */
  readonly hosts: Set<string>;
  /** Loads a path of the explorer in this page. */
  load(path: string): Promise<void>;
}

/** Opens a path of the explorer. The page is closed at the end of the test. */
export async function visit(browser: Browser, origin: string, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('dialog', dialog => {
    complaints.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', request => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'blob:') hosts.add(host);
  });
  const load = async (to: string): Promise<void> => {
    await page.goto(`${origin}/${to}`);
    // Navigation that changes only the fragment does not load the page.
    await page.reload();
  };
  await page.goto(`${origin}/${path}`);
  return { page, complaints, hosts, load };
}

/** Waits for the result table. Returns the texts of its cells, row by row. */
export async function tableOf(page: Page): Promise<string[][]> {
  await page.locator('.table tbody tr').first().waitFor();
  const rows = await page.locator('.table tbody tr:not(.room)').all();
  return Promise.all(rows.map(async row => (await row.locator('td').allInnerTexts()).map(text => text.trim())));
}

/** Options of `expect.poll` that allow for a busy machine. */
export const PATIENTLY = { timeout: 20_000 };
