import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { build } from '../build.ts';
import { scaffold } from '../scaffold.ts';
import { withOlderContract } from './copies.ts';
import { type Manager, manifestOf, npm, packAll, packed, pnpm, type Tarballs, writeManifest } from './managers.ts';
import { greetings, type OwnPlugin, sayings, weather } from './plugins.ts';
import {
  expectDescribed,
  expectGreetings,
  expectNoPage,
  expectOlderCopy,
  expectPage,
  expectTasks,
  expectWeather,
  serveWeather,
  withServer,
} from './servers.ts';

/**
 * Checks the packages as users install them, on plain Node. Checks apps/server as built by `pnpm deploy`, and plugins written outside this
 * workspace with npm and pnpm, in TypeScript and JavaScript. Checks servers with these plugins, one of which has a second copy of core.
 * Throws at the first failure.
 */
async function deliver(root: string): Promise<void> {
  await using stand = new Stand();
  const folder = stand.folder();
  await build(root);
  await deployed(root, join(folder, 'server'));
  const tarballs = packAll(root, join(folder, 'tarballs'));
  await withPnpm(root, join(folder, 'pnpm'), tarballs);
  await withNpm(root, join(folder, 'npm'), tarballs);
}

async function deployed(root: string, folder: string): Promise<void> {
  pnpm.run(root, ['--filter', './apps/server', 'deploy', '--prod', folder]);
  await withServer(root, folder, async server => {
    await expectTasks(server);
    await expectPage(server);
  });
  console.log('A deployed server responds, runs long tasks, and serves its web UI.');
}

/** Checks apps/minimal with third-party plugins in its package.json, installed with pnpm. */
async function withPnpm(root: string, folder: string, tarballs: Tarballs): Promise<void> {
  const author = { root, manager: pnpm, folder, tarballs };
  const added = await written(greetings, author);
  const app = join(folder, 'minimal');
  cpSync(join(root, 'apps/minimal'), app, { recursive: true, filter: path => basename(path) !== 'node_modules' });
  const manifest = manifestOf(app);
  writeManifest(app, { ...manifest, dependencies: { ...manifest.dependencies, ...added } });
  pnpm.settle(app, { ...tarballs, ...added });
  pnpm.run(app, ['install', '--prod', '--prefer-offline']);
  await withServer(root, app, async server => {
    await expectNoPage(server);
    await expectGreetings(server, 'greetings');
    await expectDescribed(server, 'greetings');
  });
  console.log('A small server responds with modules that pnpm added to its package.json.');
}

/** Checks a server that consists only of packed packages, installed with npm. */
async function withNpm(root: string, folder: string, tarballs: Tarballs): Promise<void> {
  const manager = npm(join(folder, 'home'));
  const author = { root, manager, folder, tarballs };
  const plugins = { ...(await written(sayings, author)), ...(await written(weather, author)) };
  const older = await withOlderContract(root, folder, tarballs);
  const app = join(folder, 'server');
  mkdirSync(app);
  const names = ['core', 'server', 'format-json', 'action-paraminfo', 'meta-siteinfo'].map(name => `@wikiquery/${name}`);
  const dependencies = { ...Object.fromEntries(names.map(name => [name, tarballs[name]])), ...plugins, [older.name]: older.plugin };
  writeManifest(app, { name: 'server', version: '1.0.0', private: true, type: 'module', main: 'main.js', dependencies });
  writeFileSync(join(app, 'main.js'), MAIN);
  manager.settle(app, tarballs, { [older.name]: { '.': older.plugin, '@wikiquery/core': older.core } });
  manager.run(app, ['install', '--omit=dev', '--prefer-offline']);
  await using stand = new Stand();
  const address = await serveWeather(stand);
  writeFileSync(join(app, 'wikiquery.config.mjs'), `export default { services: [{ name: 'weather', create: () => '${address}' }] };\n`);
  await withServer(root, app, async server => {
    await expectGreetings(server, 'sayings');
    await expectDescribed(server, 'sayings');
    await expectWeather(server);
    await expectOlderCopy(server, older);
  });
  console.log('A server installed with npm responds with third-party modules, one of them with its own copy of core.');
}

const MAIN = `import { fileURLToPath } from 'node:url';
import { run } from '@wikiquery/server';

await run({ root: fileURLToPath(new URL('.', import.meta.url)), load: name => import(name) });
`;

interface Author {
  readonly root: string;
  readonly manager: Manager;
  readonly folder: string;
  readonly tarballs: Tarballs;
}

/** Scaffolds a plugin, replaces its sources, tests it on two database engines and packs it. Returns its tarball by package name. */
async function written(plugin: OwnPlugin, { root, manager, folder, tarballs }: Author): Promise<Record<string, string>> {
  const { group, name, prefix, language } = plugin;
  const home = join(folder, name);
  await scaffold(root, { group, name, prefix, language, folder: home });
  writeFileSync(join(home, `src/index.${language}`), plugin.index);
  writeFileSync(join(home, `src/index.test.${language}`), plugin.test);
  manager.settle(home, tarballs);
  manager.run(home, ['install', '--prefer-offline']);
  // If TEST_ENGINES is set, an unavailable engine is an error.
  manager.run(home, ['test'], { TEST_ENGINES: 'sqlite,postgres', TEST_POSTGRES_URL: '' });
  manager.run(home, ['pack', '--pack-destination', folder]);
  console.log(
    `${group}=${name} outside the workspace, in ${language === 'ts' ? 'TypeScript' : 'JavaScript'}, passes its tests and is packed.`,
  );
  return { [manifestOf(home).name]: packed(home, folder) };
}

readOptions(
  `usage: pnpm lab deliver

Checks a deployed server, packed packages, and plugins written outside this workspace.`,
  {},
);
await deliver(join(import.meta.dirname, '../../../..'));
