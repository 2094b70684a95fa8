import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import parse from '@wikiquery/action-parse';
import { type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import type { App } from '@wikiquery/server';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { runExport } from '../index.ts';
import { FileNames, safeName } from './file-names.ts';
import { frontMatter } from './front-matter.ts';

const PLUGINS: Readonly<Record<string, AnyPlugin>> = { json, parse: parse as AnyPlugin };

let root: string;
let app: App;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wikiquery-app-'));
  const dependencies = Object.fromEntries(Object.keys(PLUGINS).map(name => [name, '*']));
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
  for (const name of Object.keys(PLUGINS)) {
    await mkdir(join(root, 'node_modules', name), { recursive: true });
    const manifest = { name, version: '1.0.0', wikiquery: { contract: CONTRACT } };
    await writeFile(join(root, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
  }
  app = { root, load: async name => ({ default: PLUGINS[name] }) };
});
afterAll(() => rm(root, { recursive: true }));

describe('wikiquery export --format markdown', () => {
  let wiki: TestWiki;
  let out: string;
  beforeAll(async () => {
    wiki = await openWiki();
    await wiki.page('Heron', { text: "A '''bird''' of the [[Pier]]. [[Category:Birds]]\n== Diet ==\n* Fish", timestamp: '20240101000000' });
    await wiki.page('Pier', { text: 'Wood' });
    await wiki.page('PIER', { text: 'Sign' });
    await wiki.page('Help:A/b', { text: 'Help' });
    await wiki.redirect('Old heron', 'Heron');
    const { latest } = await wiki.page('Secret', { text: 'whisper' });
    await wiki.hideRevision(latest, 1);
  });
  afterAll(() => wiki.close());
  beforeEach(async () => {
    out = await mkdtemp(join(tmpdir(), 'wikiquery-markdown-'));
    return () => rm(out, { recursive: true });
  });

  const run = (...args: string[]): Promise<number> =>
    runExport(app, ['--format', 'markdown', '--database', wiki.url, '--data', join(out, 'data'), '--out', join(out, 'pages'), ...args]);
  const files = async (): Promise<string[]> =>
    (await readdir(join(out, 'pages'), { recursive: true })).filter(name => name.endsWith('.md')).toSorted();
  const content = (name: string): Promise<string> => readFile(join(out, 'pages', name), 'utf8');

  it('writes a file with front matter for each page, except redirects and hidden texts', async () => {
    expect(await run()).toBe(0);
    expect(await files()).toEqual(['Help/A%2Fb.md', 'Main/Heron.md', expect.stringMatching(/^Main\/PIER~\d+\.md$/), 'Main/Pier.md']);
    const [, matter = '', body] = /^---\n(.*?)---\n\n(.*)$/s.exec(await content('Main/Heron.md')) ?? [];
    expect(parseYaml(matter)).toEqual({
      title: 'Heron',
      page: 1,
      revision: 1,
      timestamp: '2024-01-01T00:00:00Z',
      url: expect.stringMatching(/\/wiki\/Heron$/),
      categories: ['Birds'],
      links: ['Pier'],
    });
    expect(body).toBe('A **bird** of the [Pier](/wiki/Pier).\n\n## Diet\n\n- Fish\n');
  });

  it('writes only pages that changed, and deletes files of other pages', async () => {
    await wiki.page('Gone', { text: 'Gone' });
    await run('--links', 'text');
    await writeFile(join(out, 'pages/Main/Pier.md'), 'unchanged');
    await wiki.deletePage('Gone');
    await wiki.edit('Heron', { text: 'New [[Pier]]' });
    await run('--links', 'text');
    expect(await content('Main/Pier.md')).toBe('unchanged');
    expect(await content('Main/Heron.md')).toMatch(/\n\nNew Pier\n$/);
    expect(await files()).not.toContain('Main/Gone.md');
    await run('--links', 'absolute', '--namespaces', '0');
    expect(await content('Main/Pier.md')).toMatch(/\n\nWood\n$/);
    expect(await files()).not.toContain('Help/A%2Fb.md');
  });

  it('resumes an interrupted export, and ignores damaged lines and foreign paths in its list', async () => {
    await run();
    const list = join(out, 'pages/.wikiquery-export.ndjson');
    const lines = (await readFile(list, 'utf8')).split('\n');
    await writeFile(join(out, 'outside.md'), 'stays');
    await writeFile(join(out, 'pages/Main/Pier.md'), 'rewritten');
    const others = lines.filter(line => !line.includes('/Pier.md'));
    await writeFile(list, `${others.join('\n')}[99,"1","../outside.md"]\n[98,"1","Main/../../outside.md"]\n[1,`);
    expect(await run()).toBe(0);
    expect(await content('Main/Pier.md')).toMatch(/\n\nWood\n$/);
    expect(await readFile(join(out, 'outside.md'), 'utf8')).toBe('stays');
  });

  it('rejects a missing folder and an unknown form of links', async () => {
    await expect(runExport(app, ['--format', 'markdown', '--database', wiki.url])).rejects.toThrow('--out');
    await expect(run('--links', 'x')).rejects.toThrow('--links must be one of');
  });
});

it('writes front matter that YAML reads as the same strings', () => {
  const odd = ['yes', '1', 'a: b', '- x', '# c', '"', "'", '\\', '\u2028', '\u0085', '---', '{a}', '\t', '\ufeff', ''];
  const values = {
    title: '"---\n',
    page: 1,
    revision: 2,
    timestamp: '2024-01-01T00:00:00Z',
    url: 'https://a.test/?a=b#c',
    categories: odd,
    links: [],
  };
  expect(parseYaml(frontMatter(values).slice(4, -4))).toEqual(values);
});

it('writes file names that are valid on all systems', () => {
  expect(['..', '.a', 'a.', 'a ', 'CON', 'con.txt', 'a/b', 'a:b', 'a%b', 'Ünï', 'LPT1', 'Console'].map(safeName)).toEqual(
    ['%2E%2E', '%2Ea', 'a%2E', 'a%20', '%43ON', '%63on.txt', 'a%2Fb', 'a%3Ab', 'a%25b', 'Ünï', '%4CPT1', 'Console'], //
  );
});

it('gives pages different names on systems that ignore case, and shortens long names', () => {
  const names = new FileNames();
  expect([
    names.pathOf('Main', 'ABBA', 1),
    names.pathOf('Main', 'Abba', 2),
    names.pathOf('Main', 'Abba~3', 4),
    names.pathOf('Main', 'abba', 3),
  ]).toEqual(
    ['Main/ABBA.md', 'Main/Abba~2.md', 'Main/Abba~3.md', 'Main/abba~3~.md'], //
  );
  const long = names.pathOf('Main', '鹭'.repeat(85), 5);
  expect([Buffer.byteLength(long) < 220, long.endsWith('~5.md')]).toEqual([true, true]);
});
