import { findProgram } from '@wikiquery/launch/programs';
import { type Browser, chromium } from 'playwright-core';

/** The program, from CHROMIUM or PATH. */
export const CHROMIUM =
  process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map(findProgram).find(path => path !== undefined);

/** The test run lists this at its end when tests were skipped. */
export const needsChromium = { needs: 'Chromium: apt-get install chromium, or name the program in CHROMIUM' };

/** Chromium refuses its sandbox to root, which containers use. */
export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(`This needs ${needsChromium.needs}.`);
  return chromium.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
