import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '@wikiquery/server/describe';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceFacts, type ReferencePage, referencePages } from './index.ts';
import { gatherFacts } from './page/facts/gather.ts';
import { prose, table, tryIt } from './reference/markdown.ts';

const root = join(import.meta.dirname, '../../..');

describe('the reference', () => {
  let facts: ReferenceFacts & { readonly problems: readonly string[] };
  let pages: ReadonlyMap<string, ReferencePage>;
  beforeAll(async () => {
    facts = await gatherFacts(root);
    pages = new Map(referencePages(facts).map(page => [page.path, page]));
  });
  const textOf = (path: string): string => pages.get(path)?.text ?? '';

  it('has a page with all parameters and properties for each plugin package', () => {
    const folders = globSync('packages/{,extensions/*/}{list,prop,meta,action,format,rest}/*/package.json', { cwd: root });
    expect(folders.length).toBeGreaterThan(100);
    const missing = folders
      .map(file => /(\w+\/[^/]+)\/package\.json$/.exec(file.replaceAll('\\', '/'))?.[1])
      .filter(path => !pages.has(`reference/${path}`));
    expect(missing).toEqual([]);
    const incomplete = facts.plugins.flatMap(({ plugin }) => {
      const text = textOf(`reference/${plugin.group}/${plugin.name}`);
      const parts = 'returns' in plugin ? Object.values((plugin.returns as { parts: Record<string, object> }).parts) : [];
      const names = [
        ...Object.keys(plugin.params).map(name => (plugin.prefix ?? '') + name),
        ...parts.flatMap(shape => Object.keys(shape).filter(name => name !== '*')),
      ];
      return names.filter(name => !text.includes(`| \`${name}\` |`)).map(name => `${plugin.group}=${plugin.name}: ${name}`);
    });
    expect(incomplete).toEqual([]);
  });

  it('states releases, differences and examples that plugins declare', () => {
    const incomplete = facts.plugins.flatMap(({ plugin }) => {
      const text = textOf(`reference/${plugin.group}/${plugin.name}`);
      const params = Object.values(plugin.params).flatMap(({ options }) => [options.since, options.until]);
      const expected = [
        ...[plugin.since, plugin.until, ...params].filter(release => release !== undefined).map(release => `in MediaWiki ${release}.`),
        ...(plugin.differences ?? []).map(prose),
        ...Object.keys(plugin.examples ?? {}),
      ];
      const plain = text.replaceAll('Since MediaWiki', 'in MediaWiki');
      return expected
        .filter(each => !plain.replaceAll('\\|', '|').includes(each.replaceAll('\\|', '|')))
        .map(each => `${plugin.name}: ${each}`);
    });
    expect(incomplete).toEqual([]);
  });

  it('has an entry for each parameter of the entry point and of action=query', () => {
    for (const name of Object.keys(facts.entry.params)) expect(textOf('reference/action/main')).toContain(`\`${name}\``);
    for (const name of Object.keys({ ...facts.query.params, ...facts.pageSet.params }))
      expect(textOf('reference/action/query')).toContain(`\`${name}\``);
  });

  it('has an entry for each setting of the server and of its extensions, and for each command', () => {
    expect(facts.settings.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'port', 'workers', 'upstream', 'wikis']));
    for (const { name, help } of facts.settings) {
      expect(help).not.toBe('');
      expect(textOf('reference/settings')).toContain(`{#${name}}`);
    }
    expect(facts.commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['serve', 'import', 'get', 'export']));
    for (const { name, text } of facts.commands) {
      expect(textOf('reference/commands')).toContain(`{#${name}}`);
      expect(textOf('reference/commands')).toContain(text);
    }
  });

  it('has an entry with a description for each metric', async () => {
    const own = (await new Metrics().json()).map(({ name }) => name).filter(name => name.startsWith('wikiquery_'));
    expect(own.length).toBeGreaterThan(10);
    expect(facts.metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(own));
    for (const { name, help } of facts.metrics) {
      expect(help).not.toBe('');
      expect(textOf('reference/metrics')).toContain(`| \`${name}\` |`);
    }
  });

  it('has an entry for each log event and error code that the code names, none of them by an expression', () => {
    expect(facts.problems).toEqual([]);
    for (const { name } of facts.events) expect(textOf('reference/log-events')).toContain(`| \`${name}\` |`);
    for (const { code } of facts.errors) expect(textOf('reference/errors')).toContain(`| \`${code}\` |`);
    // The codes that a simple search finds.
    const sources = globSync('packages/**/src/**/*.ts', { cwd: root, exclude: name => name === 'node_modules' || name === 'dist' })
      .filter(file => !/\.test(?:-kit)?\.ts$|^packages\/(?:documentation|testing|explorer)\//.test(file.replaceAll('\\', '/')))
      .map(file => readFileSync(join(root, file), 'utf8'));
    const found = (pattern: RegExp): string[] => sources.flatMap(text => [...text.matchAll(pattern)].map(([, name = '']) => name));
    const codes = new Set(facts.errors.map(({ code }) => code));
    const simple = found(/(?:new ApiError\(\s*message\(|new HttpError\(\d+,\s*|defineError(?:<[^(]*>)?\()\s*'([\w-]+)'/g);
    expect(simple.length).toBeGreaterThan(80);
    expect(simple.filter(code => !codes.has(code))).toEqual([]);
    const events = new Set(facts.events.map(({ name }) => name));
    const logged = found(/\b(?:log|say)\('(?:info|warning|error)', '([\w-]+)'/g);
    expect(logged.length).toBeGreaterThan(20);
    expect(logged.filter(name => !events.has(name))).toEqual([]);
  });
});

describe('the Markdown of the reference', () => {
  it('escapes markup except inline code', () => {
    expect(prose('a <b> `<c>` *d* {{e}}')).toBe('a \\<b\\> `<c>` \\*d\\* {{e}}');
    expect(table(['x', 'y', 'z'], [['1|2', '', '3']])).toBe('| x | z |\n| --- | --- |\n| 1\\|2 | 3 |');
    expect(table(['x'], [])).toBe('');
  });

  it('links a request to the explorer', () => {
    expect(tryIt('action=query&list=allpages')).toContain('href="/explorer/#/request/table?action=query&amp;list=allpages"');
  });
});
