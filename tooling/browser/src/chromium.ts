import { findProgram } from '@wikiquery/launch/programs';
import { type Browser, chromium } from 'playwright-core';

/** The program, from CHROMIUM or PATH. */
export const CHROMIUM =
  process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map(findProgram).find(path => path !== undefined);

/** What the end of a test run says of the tests that were skipped for want of it. */
export const needsChromium = { needs: 'Chromium: apt-get install chromium, or name the program in CHROMIUM' };

/** Its own sandbox is not for root, who runs containers. */
export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(`This needs ${needsChromium.needs}.`);
  return chromium.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
