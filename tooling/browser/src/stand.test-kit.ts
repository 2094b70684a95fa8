import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { CHROMIUM, launch, needsChromium } from './chromium.ts';
import type { Server } from './servers.ts';

/** What the tests of a file look at; there once they run. */
export interface Stand {
  readonly server: Server;
  readonly browser: Browser;
}

/** Tests of the explorer with one server and one browser. `timeout`: milliseconds for each. */
export function describeExplorer(which: string, timeout: number, start: () => Promise<Server>, suite: (stand: Stand) => void): void {
  describe.runIf(CHROMIUM)(`the explorer${which}`, { timeout, meta: needsChromium }, () => {
    const stand: { server?: Server; browser?: Browser } = {};
    beforeAll(async () => {
      [stand.server, stand.browser] = await Promise.all([start(), launch()]);
    });
    afterAll(async () => {
      await stand.browser?.close();
      await stand.server?.stop();
    });
    suite(stand as Stand);
  });
}
