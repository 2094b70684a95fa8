import { findProgram } from '@wikiquery/launch/programs';
import { type Browser, chromium } from 'playwright-core';

/** Path of Chromium or Chrome, from the variable CHROMIUM or from PATH; undefined if there is none. */
export const CHROMIUM =
  process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map(findProgram).find(path => path !== undefined);

/** Requirement that the test run lists at its end if it skipped these tests. */
export const needsChromium = { needs: 'Chromium: apt-get install chromium, or set CHROMIUM to its path' };

/** Launches Chromium, without its sandbox if the user is root, as in containers: Chromium rejects that. Throws if Chromium is missing. */
export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(`This needs ${needsChromium.needs}.`);
  return chromium.launch({ executablePath: CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
