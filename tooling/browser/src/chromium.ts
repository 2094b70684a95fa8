import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The program, from CHROMIUM or PATH. */
export const CHROMIUM = process.env.CHROMIUM ?? found(['chromium', 'chromium-browser', 'google-chrome']);

/** What the end of a test run says of the tests that were skipped for want of it. */
export const needsChromium = { needs: 'Chromium: apt-get install chromium, or name the program in CHROMIUM' };

/** Its own sandbox is not for root, who runs containers. */
export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(`This needs ${needsChromium.needs}.`);
  return chromium.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

function found(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(path => existsSync(path));
}
