import { expect, it } from 'vitest';
import { describeExplorer } from './explorer.test-kit.ts';
import { serve, serveMinimal, serveWith } from './servers.ts';
import { PATIENTLY, tableOf, visit } from './visit.ts';

describeExplorer('', 90_000, serve, explorer => {
  it('runs an example, changes a parameter, and restores both from the history', async () => {
    const { page, complaints, hosts } = await explorer.visit();
    await page.getByRole('heading', { name: 'Manual of wikiquery' }).waitFor();
    await page.getByRole('link', { name: 'The history of a page' }).click();
    const before = await tableOf(page);
    expect(before.length).toBeGreaterThan(1);
    expect(page.url()).toContain('#/request/table?action=query');

    await page.locator('[data-parameter="rvlimit"] input').fill('1');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .getByText('1 row', { exact: true })
      .or(page.getByText('2 rows', { exact: true }))
      .waitFor();
    expect(await tableOf(page)).toHaveLength(1);
    expect(page.url()).toContain('rvlimit=1');

    await page.goBack();
    await page.reload();
    expect(await tableOf(page)).toHaveLength(before.length);
    expect([complaints, [...hosts]]).toEqual([[], [new URL(explorer.server.origin).host]]);
  });

  it('shows rows for each example on the start page, and images for its files', async () => {
    const { page } = await explorer.visit();
    const links = page.locator('.tasks a:not(.task-empty)');
    await links.first().waitFor();
    const tasks = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
    expect(tasks).toHaveLength(5);
    for (const task of tasks) {
      await page.goto(`${explorer.server.origin}/${task}`);
      await page.reload();
      expect((await tableOf(page)).length).toBeGreaterThan(0);
    }
    expect(tasks.at(-1)).toContain('generator=allimages');
    const widths = () => page.locator('.pictures img').evaluateAll(all => all.map(image => (image as HTMLImageElement).naturalWidth));
    await expect.poll(widths, PATIENTLY).toEqual([expect.any(Number), expect.any(Number)]);
    await expect.poll(async () => Math.min(...(await widths())), PATIENTLY).toBeGreaterThan(0);

    await page.route('**/images/**', route => route.fulfill({ status: 404 }));
    await page.reload();
    await expect.poll(() => page.getByText('No preview', { exact: true }).count(), PATIENTLY).toBe(2);
    expect(await page.locator('.pictures img').count()).toBe(0);
  });

  it('composes a request from a pasted URL, continues it, and generates code', async () => {
    const { page, complaints } = await explorer.visit('explorer/#/request?action=query', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const pasted =
      'https://wiki.example/w/api.php?action=query&generator=allpages&gaplimit=5&prop=info%7Crevisions%7Ccategories&rvprop=ids%7Csize&format=json&formatversion=2';
    await page.evaluate(text => navigator.clipboard.writeText(text), pasted);
    const line = page.getByRole('textbox', { name: 'Parameters of the request' });
    await line.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    await expect.poll(() => page.url(), PATIENTLY).toContain('generator=allpages');
    const pipeline = page.getByRole('group', { name: 'What the request does' });
    expect(await pipeline.locator('b').allTextContents()).toEqual(expect.arrayContaining(['allpages', 'info', 'revisions', 'categories']));
    await page.keyboard.press('Control+Enter');
    const first = await tableOf(page);
    await page.getByRole('button', { name: 'Next step', exact: true }).click();
    await page.getByText('2 steps', { exact: true }).waitFor();
    expect(await tableOf(page)).not.toEqual(first);

    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('button', { name: 'mwn' }).click();
    await page.getByRole('region', { name: 'mwn' }).locator('..').getByRole('button', { name: 'Copy' }).click();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toContain("import { Mwn } from 'mwn';");
    expect(code).toContain("prop: 'info|revisions|categories',");
    expect(complaints).toEqual([]);
  });

  it('follows the continuation to the end or to a limit, and merges the results', async () => {
    const { page } = await explorer.visit('#/request/table?action=query&list=allpages&aplimit=20&format=json&formatversion=2');
    expect(await tableOf(page)).toHaveLength(20);
    await page.getByRole('spinbutton', { name: 'at most steps' }).fill('2');
    await page.getByRole('button', { name: 'Run to the end' }).click();
    await page.getByText('2 steps', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'allpages 40' }).count()).toBe(1);
    await page.getByRole('spinbutton', { name: 'at most steps' }).fill('50');
    await page.getByRole('button', { name: 'Run to the end' }).click();
    await page.getByText('There is more.').waitFor({ state: 'detached' });
    await page.locator('progress').waitFor({ state: 'detached' });
    const all = (await (
      await fetch(`${explorer.server.api}?action=query&list=allpages&aplimit=500&format=json&formatversion=2`)
    ).json()) as {
      query: { allpages: object[] };
    };
    await page.getByRole('button', { name: `allpages ${all.query.allpages.length}` }).waitFor();
  });

  it('logs in, shows the watchlist, and logs out', async () => {
    const { page, complaints } = await explorer.visit();
    await page.getByRole('button', { name: 'Log in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Wren');
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog
      .getByText(/password/i)
      .last()
      .waitFor();
    await dialog.getByLabel('Password').fill('sample-wren-password');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out Wren' }).waitFor();

    const search = page.getByRole('combobox', { name: 'Find modules and parameters' });
    await search.fill('watchlist');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await tableOf(page)).flat()).toContain('Main Page');
    await page.getByRole('button', { name: 'Log out Wren' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows errors and warnings at their parameters, and missing parameters before sending', async () => {
    const { page, complaints, load } = await explorer.visit(
      '#/request/table?action=query&list=allpages&aplimit=x&format=json&formatversion=2',
    );
    const limit = page.locator('[data-parameter="aplimit"]');
    await limit.locator('.problem').waitFor();
    expect(await limit.getAttribute('data-problem')).toBe('error');
    await page.getByRole('button', { name: 'Go to aplimit' }).click();
    expect(await limit.locator('input').evaluate(input => input === document.activeElement)).toBe(true);

    await load('#/request/table?action=query&list=allpages&aplimit=9999&format=json&formatversion=2&errorformat=plaintext');
    await page.locator('[data-parameter="aplimit"][data-problem="warning"]').waitFor();

    await load('#/request?action=query&list=search|backlinks&bltitle=A&blpageid=1');
    await page.getByText('srsearch is required.').waitFor();
    await page.getByText('bltitle cannot be combined with blpageid.').waitFor();
    // Only the schema contains these modules' parameter rules; `paraminfo` does not.
    await load('#/request?action=query&list=blocks|usercontribs&bkusers=A&bkip=::1');
    await page.getByText('bkusers cannot be combined with bkip.').waitFor();
    await page.getByText(/One of ucuserprefix, .* is required/).waitFor();
    await page.goto(`${explorer.server.origin}/#/module/query+blocks`);
    await page.getByRole('heading', { name: 'Differences from MediaWiki' }).waitFor();
    await page.getByRole('rowheader', { name: 'blocks[].user', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows files, graphs, timelines, trees and JSON, and downloads CSV', async () => {
    const query = 'action=query&format=json&formatversion=2&';
    const { page, complaints, load } = await explorer.visit(
      `#/request/table?${query}generator=allimages&prop=imageinfo&iiprop=url|size|mime`,
    );
    const picture = page.locator('.pictures img').first();
    await expect
      .poll(() => picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth), PATIENTLY)
      .toBeGreaterThan(0);

    await load(`#/request/table?${query}titles=Main+Page&prop=links&pllimit=50`);
    await page.getByRole('img', { name: /1 pages and \d+ linked titles/ }).waitFor();
    await load(`#/request/table?${query}list=recentchanges&rcprop=title|timestamp|sizes|comment&rclimit=50`);
    await page.getByRole('img', { name: /^Changes from/ }).waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Copy or download' }).click();
    await page.getByRole('option', { name: 'Download CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('recentchanges.csv');

    await page.getByRole('tab', { name: 'Tree' }).click();
    await page.getByRole('button', { name: /^recentchanges/ }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByText('"recentchanges": ').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows every module and runs its examples', async () => {
    const response = await fetch(
      `${explorer.server.api}?action=paraminfo&modules=query%2B*&helpformat=wikitext&format=json&formatversion=2`,
    );
    const { paraminfo } = (await response.json()) as {
      paraminfo: { modules: { path: string; name: string; examples: { query: string }[] }[] };
    };
    const { page, complaints } = await explorer.visit();
    await page.getByRole('link', { name: 'Modules', exact: true }).click();
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    const failed: string[] = [];
    const modules = paraminfo.modules.filter((_, i) => i % (process.env.CI ? 1 : 5) === 0);
    for (const { path, name, examples } of modules) {
      await page.evaluate(to => {
        location.hash = `#/module/${to}`;
      }, path);
      await page.getByRole('heading', { name: new RegExp(`=${name}$`) }).waitFor();
      expect([path, examples.length > 0]).toEqual([path, true]);
      await page.locator('.examples a').first().click();
      await page.locator('.status').waitFor();
      const problems = await page.locator('.report.cdx-message--error').allInnerTexts();
      if (problems.length > 0) failed.push(`${path}: ${problems.join()}`);
    }
    expect(complaints).toEqual([]);
    // Examples may need an account or a right.
    expect(failed.filter(text => !/log in|logged in|permission|right/i.test(text))).toEqual([]);
  });

  it('opens another wiki without the sessions and schemas of its own server', async () => {
    const other = await serveMinimal(explorer.stand);
    expect(await (await fetch(`${other.origin}/`)).text()).toBe('The API of Manual of wikiquery is at /w/api.php\n');
    const { page, complaints, hosts } = await explorer.visit();
    await page.getByRole('button', { name: 'Open another wiki' }).first().click();
    await page.getByLabel('Address of its api.php').fill(other.api);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.waitForURL(/api=/);
    await page.getByRole('link', { name: 'Compose' }).click();
    await page.getByRole('combobox', { name: 'Find modules and parameters' }).fill('allpages');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await tableOf(page)).length).toBe(10);
    expect(await page.getByRole('button', { name: 'Log in' }).count()).toBe(0);
    expect([complaints, [...hosts].sort()]).toEqual([[], [new URL(explorer.server.origin).host, new URL(other.origin).host].sort()]);
  });

  it('shows a third-party module with its description and examples', async () => {
    const app = await serveWith(explorer.stand, 'wikiquery-list-herons', HERONS);
    const { page, complaints } = await visit(explorer.browser, app.origin, '#/module/query+herons');
    await page.getByText('Lists herons by a pond.').first().waitFor();
    await page.getByRole('link', { name: 'Grey ones.' }).click();
    expect(await tableOf(page)).toEqual([['Ardea cinerea', '98']]);
    await page.getByRole('button', { name: 'white' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('2 rows').waitFor();
    expect(complaints).toEqual([]);
  });
});

const HERONS = `import { defineModule, f, p, Records } from '@wikiquery/core';

const HERONS = [{ name: 'Ardea cinerea', colour: 'grey', length: 98 }, { name: 'Ardea alba', colour: 'white', length: 95 }];
export default defineModule({
  group: 'list',
  name: 'herons',
  prefix: 'hr',
  summary: 'Lists herons by a pond.',
  params: { colour: p.enum(['grey', 'white']).multi().help('Of which colour.') },
  returns: f.record({ name: f.string(), length: f.int() }),
  examples: { 'list=herons&hrcolour=grey': 'Grey ones.' },
  async execute({ params }) {
    const selected = HERONS.filter(({ colour }) => params.colour === undefined || params.colour.has(colour));
    return new Records(selected.map(({ name, length }) => ({ record: { name, length } })));
  },
});
`;
