import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Called, call, connect, serveSample } from './sample-server.test-kit.ts';

// Pages and Markdown are made in separate processes, which start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let server: Awaited<ReturnType<typeof serveSample>>;
let client: Client;
const ask = (name: string, args: Record<string, unknown> = {}): Promise<Called> => call(client, name, args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  server = await serveSample(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  client = await connect(server.mcp);
});

const NAMES = [
  ...['search', 'find-titles', 'get-page', 'get-outline', 'get-pages', 'get-links', 'get-backlinks', 'get-category-tree'],
  ...['get-category-members', 'get-history', 'get-revision', 'compare-revisions', 'get-recent-changes', 'get-user-contributions'],
  ...['get-file', 'get-page-properties', 'get-site-info', 'query', 'list-modules', 'describe-module'],
];

it('all tools are listed as read-only, with schemas of their arguments and results', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  for (const { annotations, inputSchema, outputSchema, description } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(inputSchema.type).toBe('object');
    expect(outputSchema?.properties).toBeDefined();
    expect(description).toMatch(/\.$/);
  }
});

it('search returns snippets without markup, and continues at its cursor', async () => {
  const first = await ask('search', { query: 'request', limit: 3 });
  expect(first.data.results).toHaveLength(3);
  expect(JSON.stringify(first.data)).not.toMatch(/searchmatch|&[a-z]+;/);
  const second = await ask('search', { query: 'request', limit: 3, cursor: first.data.nextCursor });
  const titles = [first, second].flatMap(({ data }) => data.results.map(({ title }: { title: string }) => title));
  expect(new Set(titles).size).toBe(6);
});

it('find-titles returns titles with a prefix, or else similar titles', async () => {
  expect((await ask('find-titles', { text: 'Allpa' })).data.results[0]).toMatchObject({ title: 'Allpages' });
  expect((await ask('find-titles', { text: 'Allpagse' })).data.results[0]).toMatchObject({ title: 'Allpages', fuzzy: true });
  expect((await ask('find-titles', { text: 'Zzzzzz' })).data.results).toEqual([]);
});

it('get-page returns a page as Markdown, wikitext, HTML and plain text', async () => {
  const of = async (format: string) => (await ask('get-page', { title: 'Help:Generators', format })).data.text;
  expect(await of('markdown')).toMatch(/^## The letter g$/m);
  expect(await of('wikitext')).toMatch(/^== The letter g ==$/m);
  expect(await of('html')).toContain('<h2 id="The_letter_g">');
  expect(await of('text')).toMatch(/\n\nThe letter g\n/);
});

it('get-page returns the lead, named sections, and texts in parts within a budget', async () => {
  const lead = await ask('get-page', { title: 'Help:Generators', part: 'lead' });
  expect(lead.data.text).not.toContain('##');
  const sections = await ask('get-page', { title: 'Help:Generators', sections: ['the letter G'] });
  expect(sections.data.text).toMatch(/^## The letter g/);
  expect(sections.data.text).not.toContain('## Which modules');
  const wikitext = await ask('get-page', { title: 'Help:Generators', sections: ['The letter g'], format: 'wikitext' });
  expect(wikitext.data.text).toMatch(/^== The letter g ==/);
  for (const format of ['markdown', 'wikitext']) {
    const whole = (await ask('get-page', { title: 'Help:Titles and page sets', format, maxTokens: 20_000 })).data;
    let text = '';
    let parts = 0;
    for (let cursor: string | undefined; parts === 0 || cursor !== undefined; parts++) {
      const part: Called = await ask('get-page', { title: 'Help:Titles and page sets', format, maxTokens: 100, ...(cursor && { cursor }) });
      expect(part.data).toMatchObject({ revision: whole.revision });
      expect(part.data.tokens).toBeLessThanOrEqual(500);
      text += part.data.text;
      cursor = part.data.nextCursor;
    }
    expect(parts).toBeGreaterThan(1);
    expect(text.replaceAll(/\s/g, '')).toBe(whole.text.replaceAll(/\s/g, ''));
  }
});

it('get-page follows redirects, and explains missing pages and sections', async () => {
  expect((await ask('get-page', { title: 'List=allpages' })).data).toMatchObject({ title: 'Allpages', redirectedFrom: 'List=allpages' });
  expect(await ask('get-page', { title: 'Nowhere' })).toMatchObject({ isError: true, text: expect.stringContaining('find-titles') });
  for (const format of ['markdown', 'html'])
    expect(await ask('get-page', { title: 'Help:Generators', sections: ['Gone'], format })).toMatchObject({
      isError: true,
      text: expect.stringContaining('It has the sections "The letter g"'),
    });
});

it('get-outline and get-pages describe pages', async () => {
  const { data } = await ask('get-outline', { title: 'Help:Generators' });
  expect(data.sections[0]).toMatchObject({ heading: 'The letter g', level: 2, number: '1', bytes: expect.any(Number) });
  const { pages } = (await ask('get-pages', { titles: ['Help:Generators', 'Nowhere', 'List=allpages'] })).data;
  expect(pages).toMatchObject([
    { title: 'Help:Generators', text: expect.stringContaining('generator') },
    { title: 'Nowhere', problem: expect.stringContaining('missingtitle') },
    { title: 'Allpages', redirectedFrom: 'List=allpages' },
  ]);
});

it('get-links and get-backlinks list the links in both directions, of each kind', async () => {
  const titlesOf = ({ data }: Called): string[] => data.results.map(({ title }: { title: string }) => title);
  expect(titlesOf(await ask('get-links', { title: 'Main Page' }))).toContain('Help:Generators');
  for (const kind of ['templates', 'categories', 'files', 'external', 'languages', 'interwiki'])
    expect((await ask('get-links', { title: 'Main Page', kind })).isError).toBeUndefined();
  expect(titlesOf(await ask('get-backlinks', { title: 'Help:Generators' }))).toContain('Main Page');
  expect(titlesOf(await ask('get-backlinks', { title: 'Allpages', kind: 'redirects' }))).toEqual(['List=allpages']);
  expect(titlesOf(await ask('get-backlinks', { title: 'File:Request.svg', kind: 'files' }))).toContain('Main Page');
  const first = await ask('get-backlinks', { title: 'Help:Generators', limit: 2 });
  const second = await ask('get-backlinks', { title: 'Help:Generators', limit: 2, cursor: first.data.nextCursor });
  expect(new Set([...titlesOf(first), ...titlesOf(second)]).size).toBe(4);
});

it('get-category-tree and get-category-members list categories', async () => {
  const { data } = await ask('get-category-members', { category: 'Generators', limit: 3, types: ['page'] });
  expect(data.results).toHaveLength(3);
  expect(data.results[0]).toMatchObject({ type: 'page', added: expect.any(String) });
  const tree = (await ask('get-category-tree', { category: 'Category:Query modules' })).data;
  expect(tree.categories[0]).toMatchObject({ title: 'Category:Query modules', depth: 0 });
  expect(tree.isComplete).toBe(true);
  expect(await ask('get-category-tree', { category: 'Nothing' })).toMatchObject({ isError: true });
});

it('get-history, get-revision and compare-revisions explain changes', async () => {
  const { data } = await ask('get-history', { title: 'Main Page' });
  const [newest] = data.revisions;
  expect(newest).toMatchObject({ revision: expect.any(Number), user: expect.any(String), timestamp: expect.any(String) });
  const oldestFirst = await ask('get-history', { title: 'Main Page', oldestFirst: true });
  expect(oldestFirst.data.revisions).toEqual([...data.revisions].reverse());
  const read = await ask('get-revision', { revision: newest.revision });
  expect(read.data).toMatchObject({ title: 'Main Page', metadata: newest });
  const changed = data.revisions.find(({ parent }: { parent: number }) => parent > 0);
  expect((await ask('compare-revisions', { from: changed?.revision })).data.diff).toMatch(/^[-+]/m);
  expect(await ask('get-revision', { revision: 999_999 })).toMatchObject({ isError: true, text: expect.stringContaining('get-history') });
});

it('get-recent-changes and get-user-contributions list changes', async () => {
  const first = await ask('get-recent-changes', { limit: 2, withBots: true });
  expect(first.data.changes).toHaveLength(2);
  const second = await ask('get-recent-changes', { limit: 2, withBots: true, cursor: first.data.nextCursor });
  expect(second.data.changes).toHaveLength(2);
  const user = first.data.changes.find((each: { user?: string }) => each.user)?.user ?? 'Wren';
  expect((await ask('get-user-contributions', { user, limit: 2 })).data.user).toBe(user);
});

it('get-file, get-page-properties and get-site-info describe files, pages and the wiki', async () => {
  expect((await ask('get-file', { title: 'Request.svg' })).data).toMatchObject({ title: 'File:Request.svg', mime: 'image/svg+xml' });
  expect(await ask('get-file', { title: 'Gone.png' })).toMatchObject({ isError: true });
  expect((await ask('get-page-properties', { title: 'Main Page' })).data).toMatchObject({ title: 'Main Page', pageid: 7, namespace: 0 });
  expect((await ask('get-site-info')).data).toMatchObject({ mainPage: 'Main Page', account: { anonymous: true } });
});

it('list-modules, describe-module and query reach every query module', async () => {
  const { modules } = (await ask('list-modules', { limit: 200 })).data;
  expect(modules.length).toBeGreaterThan(60);
  expect((await ask('list-modules', { text: 'watchlist' })).data.modules.length).toBeGreaterThan(0);
  const described = (await ask('describe-module', { name: 'allpages', withResult: true })).data;
  expect(described).toMatchObject({
    group: 'list',
    parameters: { properties: { apprefix: { type: 'string' } } },
    result: expect.anything(),
  });
  const first = await ask('query', { parameters: { list: 'allpages', aplimit: 2 } });
  expect(first.data.query.allpages).toHaveLength(2);
  const second = await ask('query', { parameters: { list: 'allpages', aplimit: 2 }, cursor: first.data.nextCursor });
  expect(second.data.query.allpages[0]).not.toEqual(first.data.query.allpages[0]);
  const pages = await ask('query', { parameters: { generator: 'allpages', gaplimit: '2', prop: ['info', 'categories'], titles: [] } });
  expect(pages.data.query.pages).toHaveLength(2);
});

it('query explains invalid parameters and results that are too large', async () => {
  const problem = async (parameters: object, more: object = {}) => (await ask('query', { parameters, ...more })).text;
  expect(await problem({ list: 'allpages', apfoo: 1 })).toContain('there is no parameter "apfoo"');
  expect(await problem({ list: 'allpages', aplimit: 'many' })).toContain('"aplimit"');
  expect(await problem({ list: 'allpages', apfilterredir: 'some' })).toMatch(/"apfilterredir": .*redirects/);
  expect(await problem({ list: 'nothing' })).toContain('list-modules');
  expect(await problem({ action: 'login' })).toContain('"action"');
  expect(await problem({ meta: 'tokens' })).toContain('cannot be requested');
  expect(await problem({ list: 'allpages', aplimit: 'max' }, { maxTokens: 500 })).toContain('more than maxTokens');
});
