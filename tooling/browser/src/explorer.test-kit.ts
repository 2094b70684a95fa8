import { Stand } from '@wikiquery/launch/stand';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { CHROMIUM, launch, needsChromium } from './chromium.ts';
import type { Served } from './servers.ts';
import { type Visit, visit } from './visit.ts';

/** A server and a browser, which are available once the tests run. */
export interface Explorer {
  readonly server: Served;
  readonly browser: Browser;
  readonly stand: Stand;
  visit(path?: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** Declares tests of the explorer that share a server and a browser. `timeout`: milliseconds per test. */
export function describeExplorer(
  title: string,
  timeout: number,
  start: (stand: Stand) => Promise<Served>,
  suite: (explorer: Explorer) => void,
): void {
  describe.runIf(CHROMIUM)(`the explorer${title}`, { timeout, meta: needsChromium }, () => {
    const stand = new Stand();
    const explorer: { server?: Served; browser?: Browser; stand: Stand } = { stand };
    beforeAll(async () => {
      const [server, browser] = await Promise.all([start(stand), launch()]);
      Object.assign(explorer, { server, browser: stand.use(browser) });
    });
    const open: Explorer['visit'] = (path = '', options) =>
      visit(explorer.browser as Browser, explorer.server?.origin ?? '', path, options);
    afterAll(() => stand[Symbol.asyncDispose]());
    suite(Object.assign(explorer as Explorer, { visit: open }));
  });
}
