import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch, needsChromium } from './chromium.ts';
import { type Served, serve } from './servers.ts';
import { visit } from './visit.ts';

const root = join(import.meta.dirname, '../../..');
const site = join(root, 'packages/documentation/dist/page');
/** Path at which the server serves the documentation. */
const BASE = '/docs/';
/** Start of the addresses of files in the repository. */
const REPOSITORY = 'https://github.com/wikiquery/wikiquery/blob/main/';

beforeAll(() => {
  const program = join(root, 'tooling/workspace/src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=@wikiquery/source', program, 'build', 'documentation'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}, 300_000);

describe('the built documentation', () => {
  it('has less than 8 MB', () => {
    const sizes = globSync('**/*.*', { cwd: site }).map(file => statSync(join(site, file)).size);
    expect(sizes.length).toBeGreaterThan(300);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8e6);
  });

  it('has no dead link to a page, a section of a page, a file or a file of the repository', () => {
    const pages = new Map(
      globSync('**/*.html', { cwd: site }).map(file => {
        const html = readFileSync(join(site, file), 'utf8');
        const linked = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
        const ids = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
        return [file.replaceAll('\\', '/'), { linked, ids }] as const;
      }),
    );
    expect(pages.size).toBeGreaterThan(120);
    const dead = [...pages].flatMap(([file, { linked }]) =>
      linked.filter(address => !isAlive(address, file, pages)).map(address => `${file}: ${address}`),
    );
    expect(dead).toEqual([]);
  });

  it('lists Markdown files with the text of the pages for language models', () => {
    const listed = [...readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(listed.length).toBeGreaterThan(170);
    const headings = listed.map(path => readFileSync(join(site, path), 'utf8').slice(0, 2));
    expect(new Set(headings)).toEqual(new Set(['# ']));
  });
});

type BuiltPages = ReadonlyMap<string, { readonly ids: ReadonlySet<string> }>;

function isAlive(address: string, file: string, pages: BuiltPages): boolean {
  if (address.startsWith(REPOSITORY)) return existsSync(join(root, address.slice(REPOSITORY.length).replace(/#.*/, '')));
  if (/^[a-z]+:/i.test(address) || address.startsWith('/explorer/#/request/')) return true;
  const [path = '', fragment] = address.split('#');
  const absolute = path === '' ? BASE + file : posix.resolve(posix.dirname(BASE + file), path) + (path.endsWith('/') ? '/' : '');
  if (!absolute.startsWith(BASE)) return false;
  const target = absolute.slice(BASE.length).replace(/(^|\/)$/, '$1index.html');
  const page = pages.get(target);
  if (!page) return existsSync(join(site, target));
  return fragment === undefined || fragment === '' || page.ids.has(decodeURIComponent(fragment));
}

describe.runIf(CHROMIUM)('the documentation in a browser', { timeout: 120_000, meta: needsChromium }, () => {
  const stand = new Stand();
  let server: Served;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([serve(stand), launch()]);
    stand.use(browser);
  });
  afterAll(() => stand[Symbol.asyncDispose]());

  it('renders pages without errors under the policy of the server, and asks no other host', async () => {
    const { page, complaints, hosts, load } = await visit(browser, server.origin, 'docs/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const path of ['docs/reference/list/allpages.html', 'docs/reference/rest/transform.html', 'docs/start/architecture.html']) {
      await load(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('navigation', { name: 'Main Navigation' }).waitFor();
    }
    expect(await page.locator('.diagram svg .node').count()).toBeGreaterThan(10);
    // The page works only after its scripts ran.
    await page.getByRole('switch').first().click();
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true);
    await page.getByRole('link', { name: 'Reference', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor();
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.origin).host]);
  });

  it('finds a page by its words', async () => {
    const { page, complaints } = await visit(browser, server.origin, 'docs/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('cachedResponses');
    await page.locator('#localsearch-list a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference/settings.html#cachedResponses');
    expect(complaints).toEqual([]);
  });

  it('opens an example request in the explorer', async () => {
    const { page, complaints } = await visit(browser, server.origin, 'docs/reference/list/allpages.html');
    await page.getByRole('link', { name: 'Try it' }).first().click();
    await page.locator('.table tbody tr').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('has no accessibility problem according to axe-core in %s colors', async colorScheme => {
    // axe-core is injected as a script, which the content security policy would block.
    const { page, load } = await visit(browser, server.origin, 'docs/', { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of [
      'docs/',
      'docs/start/architecture.html',
      'docs/reference/list/allpages.html',
      'docs/reference/errors.html',
      'docs/reference/commands.html',
    ]) {
      await load(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {}))));
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          resultTypes: ['violations'],
        }),
      );
      for (const { id, nodes } of violations)
        found.push(
          `${path}: ${id} ${nodes.map(node => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join('; ')}`,
        );
    }
    expect(found).toEqual([]);
  });
});
