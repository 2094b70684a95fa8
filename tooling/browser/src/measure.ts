import { gzipSync } from 'node:zlib';
import { readOptions } from '@wikiquery/launch/options';
import type { Browser } from 'playwright-core';
import { launch } from './chromium.ts';
import { serve } from './servers.ts';
import { stage } from './stage.ts';

readOptions(
  `usage: pnpm lab explorer

Measures size and speed of the explorer in Chromium. On a busy machine, \`chrt -r 1 pnpm lab explorer\` (for root) gives Chromium priority.`,
  {},
);

/** Milliseconds: a task that is longer is felt. */
const LONG = 100;

const [server, wiki, browser] = await Promise.all([
  serve(),
  stage({ text: 'A comment of usual length', address: 'https://wiki.example/', records: 5000 }),
  launch(),
]);
try {
  const { origin } = server;
  console.log('first load: script and style in gzip, seconds until one can work with it (best of five)');
  for (const [hash, ready] of [
    ['', '.task'],
    ['#/request/table?action=query&list=allpages&format=json&formatversion=2', '.table tbody tr'],
    ['#/module/query+recentchanges', '.reference'],
  ] as const) {
    const runs = [];
    for (let i = 0; i < 5; i++) runs.push(await load(browser, `${origin}/${hash}`, ready));
    const [best] = runs.toSorted((a, b) => a.seconds - b.seconds);
    console.log(`  ${`/${hash}`.slice(0, 40).padEnd(42)} ${((best?.bytes ?? 0) / 1000).toFixed(1)} kB  ${best?.seconds.toFixed(2)} s`);
  }
  console.log('5,000 rows: longest task of the main thread while one scrolls from end to end and sorts');
  const { wall, processor, long, count } = await largeTable(
    browser,
    `${origin}/?api=${encodeURIComponent(wiki.api)}#/request/table?action=query&list=things`,
  );
  console.log(
    `  by the clock ${wall.toFixed(0)} ms, of the processor ${processor.toFixed(0)} ms; above ${LONG} ms of it: ${long} of ${count}`,
  );
} finally {
  await browser.close();
  await Promise.all([server.stop(), wiki.stop()]);
}

/** In a new browser profile: nothing is in its cache. */
async function load(with_: Browser, address: string, ready: string): Promise<{ bytes: number; seconds: number }> {
  const context = await with_.newContext();
  const page = await context.newPage();
  const files: Promise<number>[] = [];
  page.on('response', response => {
    if (/\.(?:js|css)$/.test(response.url())) files.push(response.body().then(body => gzipSync(body).length));
  });
  await page.goto(address);
  await page.locator(ready).first().waitFor();
  const seconds = (await page.evaluate(() => performance.now())) / 1000;
  const sizes = await Promise.all(files);
  await context.close();
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), seconds };
}

/** Milliseconds: of the longest tasks, and how many took more than `LONG` of the processor. */
async function largeTable(with_: Browser, address: string): Promise<{ wall: number; processor: number; long: number; count: number }> {
  const context = await with_.newContext({ viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  const scroller = page.locator('.table-scroller');
  await scroller.waitFor();
  await with_.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await scroller.evaluate(async element => {
    for (let top = 0; top < element.scrollHeight; top += 900) {
      element.scrollTop = top;
      await new Promise(requestAnimationFrame);
    }
  });
  await page.getByRole('button', { name: 'comment', exact: true }).click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  const { traceEvents } = JSON.parse((await with_.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  await context.close();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const main = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.filter(event => event.name.includes('RunTask') && main.has(threadOf(event)));
  const [walls, processors] = [tasks.map(({ dur = 0 }) => dur / 1000), tasks.map(({ tdur = 0 }) => tdur / 1000)];
  return {
    wall: Math.max(...walls),
    processor: Math.max(...processors),
    long: processors.filter(time => time > LONG).length,
    count: tasks.length,
  };
}

/** Durations in microseconds: by the clock, and of the processor. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}
