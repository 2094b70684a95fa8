import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page that is looked at, and what went wrong on it. */
export interface Visit {
  readonly page: Page;
  /** Errors of scripts, of the console, and against the policy of the page. */
  readonly complaints: string[];
  /** The hosts that were asked. */
  readonly hosts: Set<string>;
  close(): Promise<void>;
}

export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
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
  await page.goto(address);
  return { page, complaints, hosts, close: () => context.close() };
}

/** The table of the result: a list of lines, each a list of cells. Waits until it is there. */
export async function tableOf(page: Page): Promise<string[][]> {
  await page.locator('.table tbody tr').first().waitFor();
  const rows = await page.locator('.table tbody tr:not(.room)').all();
  return Promise.all(rows.map(async row => (await row.locator('td').allInnerTexts()).map(text => text.trim())));
}

/** For `expect.poll`: a busy machine takes its time. */
export const PATIENTLY = { timeout: 20_000 };
