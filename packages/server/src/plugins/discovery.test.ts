import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { discover } from './discovery.ts';
import type { App } from './server-extension.ts';

interface Package {
  /** Plugin API version; undefined for other packages. */
  readonly contract?: unknown;
  readonly code?: string;
  readonly missing?: boolean;
  readonly optional?: boolean;
}

/** Returns source code with the result of `defineModule()` as a literal, which a plugin with its own copy of core would return. */
const moduleCode = (name: string, prefix: string, more = ''): string => `export default {
  contract: '2.0', group: 'list', name: '${name}', prefix: '${prefix}', summary: '', returns: { parts: {} },
  params: { start: { type: { read: text => text }, options: {} } }, [Symbol.for('wikiquery.plugin')]: true, async execute() {}, ${more}
};`;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function appWith(packages: Readonly<Record<string, Package>>): Promise<App> {
  const root = await mkdtemp(join(tmpdir(), 'wikiquery-app-'));
  folders.push(root);
  const listed = (optional: boolean) =>
    Object.fromEntries(Object.entries(packages).flatMap(([name, each]) => ((each.optional ?? false) === optional ? [[name, '*']] : [])));
  const manifest = { name: 'my-app', version: '1.0.0', dependencies: listed(false), optionalDependencies: listed(true) };
  await writeFile(join(root, 'package.json'), JSON.stringify(manifest));
  for (const [name, { contract, code = '', missing }] of Object.entries(packages)) {
    if (missing) continue;
    const folder = join(root, 'node_modules', name);
    await mkdir(folder, { recursive: true });
    const marker = contract === undefined ? {} : { wikiquery: { contract } };
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.2.3', type: 'module', exports: './index.js', ...marker }),
    );
    await writeFile(join(folder, 'index.js'), code);
  }
  return { root, load: name => import(/* @vite-ignore */ pathToFileURL(join(root, 'node_modules', name, 'index.js')).href) };
}

const around = {
  reserved: { query: ['titles', 'start'], action: [], format: [] },
  keys: { response: [], query: [], page: [] },
  actions: ['query'],
  services: new Set(['clock']),
  exclude: [],
};

it('registers the modules among the dependencies of the app, and ignores other packages', async () => {
  const app = await appWith({
    one: { contract: '2.0', code: moduleCode('one', 'on') },
    two: { contract: '2.0', code: moduleCode('two', 'tw', "services: { now: { name: 'clock' } }"), optional: true },
    'not-installed': { missing: true, optional: true },
    express: { code: 'throw new Error("never loaded")' },
  });
  const { registry, problems } = await discover(app, around);
  expect([...registry.keys()]).toEqual(['one', 'two']);
  expect(problems).toEqual([]);
});

it('reports each problem in one line, and registers the modules without problems', async () => {
  const app = await appWith({
    good: { contract: '2.0', code: moduleCode('good', 'gd') },
    'a-foreign': { contract: '3.0', code: 'throw new Error("never loaded")' },
    'b-named-export': { contract: '2.0', code: 'export const module = {};' },
    'c-throws': { contract: '2.0', code: 'throw new Error("no such thing\\nas a second line");' },
    constructor: { missing: true },
    'd-import': { contract: '2.0', code: "import 'no-such-package';" },
    'e-missing': { missing: true },
    'h-twin': { contract: '2.0', code: moduleCode('good', 'tn') },
    'i-wire': { contract: '2.0', code: moduleCode('wire', 'gd') },
    'j-reserved': { contract: '2.0', code: moduleCode('reserved', '') },
    'k-service': { contract: '2.0', code: moduleCode('needy', 'nd', "services: { search: { name: 'search' } }") },
    'l-something': { contract: '2.0', code: 'export default 7;' },
  });
  const { registry, problems } = await discover(app, around);
  expect([...registry.keys()]).toEqual(['good']);
  expect(problems.map(line => line.replace(/ imported from .*\.$/, ' imported from …'))).toMatchInlineSnapshot(`
    [
      "a-foreign@1.2.3 requires plugin API version 3.0, but this server has 2.0; upgrade the server, or install an older version of the package. It was not loaded.",
      "b-named-export@1.2.3 must export by default the result of defineModule(), defineAction(), defineFormat() or defineRoute(), but it has no default export.",
      "c-throws@1.2.3 cannot be loaded: no such thing. Reinstall it, or remove it from the dependencies.",
      "constructor, a dependency of my-app, is not installed. Run "npm install", or remove it.",
      "d-import@1.2.3 cannot be loaded: Cannot find package 'no-such-package' imported from …",
      "e-missing, a dependency of my-app, is not installed. Run "npm install", or remove it.",
      "l-something@1.2.3 must export by default the result of defineModule(), defineAction(), defineFormat() or defineRoute(), but its default export is number.",
      "h-twin@1.2.3, list=good: the name "good" already belongs to good@1.2.3; uninstall one of them.",
      "i-wire@1.2.3, list=wire: the parameter "gdstart" belongs to good@1.2.3; choose another prefix.",
      "j-reserved@1.2.3, list=reserved: the parameter "start" belongs to the engine; choose another prefix.",
      "k-service@1.2.3, list=needy: needs the service "search", which this server does not provide.",
    ]
  `);
  expect(problems.filter(line => line.includes('\n'))).toEqual([]);
});

it('leaves out excluded modules, and does not load excluded packages', async () => {
  const app = await appWith({
    broken: { contract: '2.0', code: 'throw new Error("loaded")' },
    one: { contract: '2.0', code: moduleCode('one', 'on') },
    twin: { contract: '2.0', code: moduleCode('second', 'on') },
  });
  const { registry, problems } = await discover(app, { ...around, exclude: ['broken', 'second', 'typo'] });
  expect([...registry.keys()]).toEqual(['one']);
  expect(problems).toEqual(['There is no plugin "typo" to exclude. Correct or remove it in "exclude".']);
});

it('returns the example queries of an app, or otherwise those of its distributions', async () => {
  const app = await appWith({ whole: {} });
  const write = (folder: string, manifest: object) =>
    writeFile(join(app.root, folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  await write('node_modules/whole', { name: 'whole', wikiquery: { distribution: true, requests: ['list=one'] } });
  expect((await discover(app, around)).requests).toEqual(['list=one']);
  await write('.', { name: 'app', dependencies: { whole: '*' }, wikiquery: { requests: ['list=two'] } });
  expect((await discover({ ...app }, around)).requests).toEqual(['list=two']);
});

it('finds web UIs without loading their code', async () => {
  const app = await appWith({ '@someone/looks': {}, one: { contract: '2.0', code: moduleCode('one', 'on') } });
  const manifest = join(app.root, 'node_modules/@someone/looks/package.json');
  await writeFile(manifest, JSON.stringify({ name: '@someone/looks', version: '1.0.0', wikiquery: { page: 'files' } }));
  const { pages, registry, problems } = await discover(
    { ...app, load: name => (name === 'one' ? app.load(name) : Promise.reject(new Error('loaded'))) },
    around,
  );
  expect(pages).toEqual([{ name: 'looks', folder: join(app.root, 'node_modules/@someone/looks/files') }]);
  expect([[...registry.keys()], problems]).toEqual([['one'], []]);
});
