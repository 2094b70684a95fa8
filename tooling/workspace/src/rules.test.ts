import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violations } from './rules.ts';
import { sync } from './sync.ts';
import { moduleSources, workspaceReadme } from './templates.ts';

const project = join(import.meta.dirname, '../../..');
const caches = join(project, 'node_modules/.cache');
let root: string;

beforeEach(() => {
  mkdirSync(caches, { recursive: true });
  root = mkdtempSync(join(caches, 'rules-'));
  mkdirSync(join(root, 'node_modules/@wikiquery'), { recursive: true });
  for (const name of ['core', 'database']) symlinkSync(join(project, 'packages', name), join(root, 'node_modules/@wikiquery', name));
  write({
    'package.json': '{ "engines": { "node": ">=24" } }',
    'pnpm-workspace.yaml': 'packages: [apps/*, packages/*, packages/domain/*, packages/list/*]\ncatalog:\n  kysely: 1.0.0\n',
    ...manifest('apps/server', 'wikiquery'),
    'apps/server/README.md': EXAMPLE,
    ...pack('packages/core', '@wikiquery/core', '/** An example. */\nexport const CONTRACT = 1;'),
    ...pack('packages/database', '@wikiquery/database', "export type { Kysely } from 'kysely';"),
    ...pack('packages/testing', '@wikiquery/testing', '/** An example. */\nexport const describeModule = 1;'),
  });
  addModule('pages', 'pg');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('pnpm check', () => {
  it('accepts the files that `pnpm new` and `pnpm sync` write', async () => {
    expect((await sync(root)).files).not.toEqual([]);
    expect(await violations(root)).toEqual([]);
    expect(await sync(root)).toEqual({ files: [], problems: [] });
  });

  it('expects a Vitest script only in a package that has test files', async () => {
    const scriptOf = (path: string): string => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).scripts.test;
    write({ ...domain('titles'), ...domain('kinds') });
    rmSync(join(root, 'packages/domain/kinds/src/index.test.ts'));
    // The compiler checks this file. Vitest would find no test in it.
    write({ 'packages/domain/kinds/src/index.test-d.ts': '' });
    await sync(root);
    expect(scriptOf('packages/domain/titles')).toBe('vitest run --root ../../.. packages/domain/titles/');
    expect(scriptOf('packages/domain/kinds')).toMatch(/^echo /);
  });

  it('reports files that `pnpm sync` would change', async () => {
    expect(await violations(root)).toContain('apps/server/package.json: is out of date; run `pnpm sync`.');
  });

  it('reports dependencies that differ from the imports', async () => {
    const expected = ['packages/core/package.json: is out of date; run `pnpm sync`.'];
    await sync(root);
    write({ 'packages/core/src/x.ts': "import 'kysely';\n" });
    expect(await violations(root)).toEqual(expected);
    await sync(root);
    rmSync(join(root, 'packages/core/src/x.ts'));
    expect(await violations(root)).toEqual(expected);
  });

  it.each<[what: string, files: Record<string, string>, violation: string]>([
    [
      'a module that imports a module',
      { 'packages/list/pages/src/other.ts': "import '@wikiquery/list-others';\n" },
      'packages/list/pages/src/other.ts:1: a module must not import @wikiquery/list-others, which is a module.',
    ],
    [
      'a core that imports a domain package',
      { ...domain('titles'), 'packages/core/src/x.ts': "\nexport * from '@wikiquery/titles';\n" },
      'packages/core/src/x.ts:2: a foundation package must not import @wikiquery/titles, which is a domain package.',
    ],
    [
      'a product that imports the test kit',
      { 'packages/list/pages/src/x.ts': "await import('@wikiquery/testing');\n" },
      'packages/list/pages/src/x.ts:1: imports the test kit; only tests may.',
    ],
    [
      'a product that fetches without bounds',
      { 'packages/list/pages/src/x.ts': "\nawait fetch('https://wiki.example/');\n" },
      'packages/list/pages/src/x.ts:2: use `fetchBounded` of @wikiquery/client/fetch: a response may be endless.',
    ],
    [
      'a product that writes to the console',
      { 'packages/list/pages/src/x.ts': "console.log('x');\n" },
      'packages/list/pages/src/x.ts:1: use `print` or `printError` of @wikiquery/hardening: `console` writes control characters.',
    ],
    [
      'thread options with a prototype',
      { 'packages/list/pages/src/x.ts': "new Worker('a.js', { workerData: 1 });\nnew Worker('b.js', threadOptions({}));\n" },
      'packages/list/pages/src/x.ts:1: use `threadOptions` of @wikiquery/hardening: missing options would come from the prototype.',
    ],
    [
      'a product that escapes markup itself',
      { 'packages/list/pages/src/x.ts': "'&lt;b>'.replaceAll('&lt;', '<');\n'<b>'.replaceAll('<', '&lt;');\n" },
      'packages/list/pages/src/x.ts:2: use a variant of `escapeText` of @wikiquery/html: unescaped characters allow injected markup.',
    ],
    [
      'a product that imports the wiki builder',
      {
        ...pack('packages/wiki-builder', '@wikiquery/wiki-builder', 'export const Wiki = 1;'),
        'packages/core/src/x.ts': "export { Wiki } from '@wikiquery/wiki-builder';\n",
      },
      'packages/core/src/x.ts:1: imports the wiki builder; only tests and tooling may.',
    ],
    [
      'a long file',
      { 'packages/core/src/x.ts': 'export {};\n'.repeat(401) },
      'packages/core/src/x.ts: has 401 lines; split it into files of at most 400, each named after what it does.',
    ],
    [
      'an import from outside the package',
      { 'packages/core/src/x.ts': "export * from '../../database/src/index.ts';\n" },
      'packages/core/src/x.ts:1: ../../database/src/index.ts leaves src; import the package by its name.',
    ],
    [
      'a name without meaning',
      { 'packages/core/src/utils.ts': '' },
      'packages/core/src/utils.ts: utils is not descriptive; name it after what it does.',
    ],
    [
      'a wrong package name',
      manifest('packages/list/others', '@wikiquery/others'),
      'packages/list/others/package.json: is named @wikiquery/others; its path requires @wikiquery/list-others.',
    ],
    [
      'a dependency with a license incompatible with the GPL',
      {
        ...manifest('packages/core', '@wikiquery/core', { dependencies: { kysely: 'catalog:' } }),
        'packages/core/node_modules/kysely/package.json': '{ "name": "kysely", "license": "MIT", "dependencies": { "unrar": "1" } }',
        'packages/core/node_modules/unrar/package.json': '{ "name": "unrar", "license": "SEE LICENSE IN License.txt" }',
      },
      'packages/core/package.json: depends on unrar, whose licence is SEE LICENSE IN License.txt.',
    ],
    [
      'a public export without documentation comment',
      {
        ...pack('packages/core', '@wikiquery/core', "export { type Shape, shape } from './shape.ts';\nexport * from './size.ts';"),
        ...manifest('packages/core', '@wikiquery/core', { exports: { '.': { '@wikiquery/source': './src/index.ts' } } }),
        'packages/core/src/shape.ts': '/** A shape. */\nexport interface Shape {}\nexport const shape = {};\n',
        'packages/core/src/size.ts': '/** A size. */\n// biome-ignore lint: an example\nexport const size = 1;\n',
      },
      'packages/core/src/shape.ts:3: shape is exported without a documentation comment.',
    ],
    ['an unused domain package', domain('titles'), 'packages/domain/titles: is unused.'],
    [
      'a domain package with a single user',
      { ...domain('titles'), 'packages/list/pages/src/x.ts': "import '@wikiquery/titles';\n" },
      'packages/domain/titles: is used only by @wikiquery/list-pages; move its code there.',
    ],
    ['a README without example', { 'packages/core/README.md': '# core\n' }, 'packages/core/README.md: has no example.'],
    [
      'a test without describeModule',
      { 'packages/list/pages/src/index.test.ts': '' },
      'packages/list/pages/src/index.test.ts: must call describeModule.',
    ],
    [
      'packages that import each other',
      { ...domain('titles', "import '@wikiquery/sites';"), ...domain('sites', "import '@wikiquery/titles';") },
      '@wikiquery/sites: depends on itself: @wikiquery/sites → @wikiquery/titles → @wikiquery/sites. Move the code or the test that closes the cycle.',
    ],
    [
      'a test that imports a dependent package',
      {
        ...domain('titles', "import '@wikiquery/sites';"),
        ...domain('sites'),
        'packages/domain/sites/src/index.test.ts': "import '@wikiquery/titles';\n",
      },
      '@wikiquery/sites: depends on itself: @wikiquery/sites → @wikiquery/titles → @wikiquery/sites. Move the code or the test that closes the cycle.',
    ],
    [
      'types of the same name in two packages',
      { ...domain('titles', 'export interface Place {}'), ...domain('sites', 'export class Place {}') },
      'packages/domain/sites: exports a type Place, as packages/domain/titles does; one word has one meaning, so rename one of them.',
    ],
    [
      'a module with another default export',
      { 'packages/list/others/src/index.ts': 'export default 1;\n' },
      'packages/list/others/src/index.ts: its default export must be the result of defineModule(), defineAction(), defineFormat() or defineRoute().',
    ],
    [
      'a module that cannot be loaded',
      { 'packages/list/others/src/index.ts': "throw new Error('broken');\n" },
      'packages/list/others/src/index.ts: cannot be loaded: broken',
    ],
    [
      'a property without a description',
      { 'packages/list/others/src/index.ts': MOODS },
      "packages/list/others: query/others/mood is not described; add .help('…'), or a description for all modules to packages/schema/src/sentences.ts.",
    ],
    [
      'an engine that names a module',
      pack('packages/engine', '@wikiquery/engine', "export const first = '@wikiquery/list-pages';"),
      'packages/engine/src/index.ts: names the module @wikiquery/list-pages; it must work with any.',
    ],
  ])('reports %s', async (_what, files, violation) => {
    addModule('others', 'ot');
    write(files);
    expect(await violations(root)).toContain(violation);
  });

  it('reports changes of all types that the plugin API refers to', async () => {
    write({
      'tsconfig.base.json': '{ "compilerOptions": { "module": "nodenext", "target": "es2022", "allowImportingTsExtensions": true } }',
      'packages/core/api.md': '',
      'packages/core/src/index.ts': "export { CONTRACT, type Shown } from './shown.ts';\n",
      'packages/core/src/shown.ts':
        '/** A word on it. */\nexport const CONTRACT = 1;\nexport interface Shown { readonly part: Part }\ninterface Part { n: number }\nexport type Other = 1;\n',
    });
    await sync(root);
    const report = readFileSync(join(root, 'packages/core/api.md'), 'utf8');
    expect(report).toContain('interface Part {');
    expect(report).not.toMatch(/Other|A word/);
    const shown = join(root, 'packages/core/src/shown.ts');
    writeFileSync(shown, readFileSync(shown, 'utf8').replace('n: number', 'n: string'));
    expect(await violations(root)).toContain('packages/core/api.md: is out of date; run `pnpm sync`.');
  });

  it('reports a module whose name differs from its folder', async () => {
    cpSync(join(root, 'packages/list/pages'), join(root, 'packages/list/renamed'), { recursive: true });
    expect(await violations(root)).toContain('packages/list/renamed/src/index.ts: defines list=pages; its path requires list=renamed.');
  });
});

const MOODS = `import { defineModule, f, nothing } from '@wikiquery/core';

export default defineModule({
  group: 'list',
  name: 'others',
  prefix: 'ot',
  summary: 'Lists moods.',
  params: {},
  returns: f.record({ mood: f.string(), since: f.timestamp().help('Since when.') }),
  execute: async () => nothing,
});
`;
const EXAMPLE = '# Example\n\n```ts\n```\n';

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

function addModule(name: string, prefix: string): void {
  const packageName = `@wikiquery/list-${name}`;
  const module = { group: 'list', name, prefix, packageName, language: 'ts' } as const;
  const files = { ...moduleSources(module), 'README.md': workspaceReadme(module) };
  write({
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/list/${name}/${file}`, text])),
    ...manifest(`packages/list/${name}`, packageName),
  });
}

function domain(name: string, source = 'export {};'): Record<string, string> {
  return pack(`packages/domain/${name}`, `@wikiquery/${name}`, source);
}

function pack(path: string, name: string, source: string): Record<string, string> {
  return {
    ...manifest(path, name),
    [`${path}/README.md`]: EXAMPLE,
    [`${path}/src/index.ts`]: `${source}\n`,
    [`${path}/src/index.test.ts`]: '',
  };
}

function manifest(path: string, name: string, rest: object = {}): Record<string, string> {
  return { [`${path}/package.json`]: JSON.stringify({ name, license: 'GPL-2.0-or-later', ...rest }) };
}
