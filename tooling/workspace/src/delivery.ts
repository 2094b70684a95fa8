import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { unpackSet } from '@wikiquery/conformance/recording';
import { startServer } from '@wikiquery/launch/process';
import { stringify } from 'yaml';
import { build } from './build.ts';
import { isPluginPackage, type Manifest, readWorkspace } from './packages.ts';
import { scaffold } from './scaffold.ts';

/**
 * Checks what users get rather than what developers run: apps/server as `pnpm deploy` makes it, and apps/minimal with
 * packed packages and a module from outside this workspace, both on plain Node. Throws when one of them does not answer.
 */
export async function deliver(root: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-delivery-'));
  try {
    build(root);
    await deployed(root, join(folder, 'server'));
    await packed(root, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function deployed(root: string, folder: string): Promise<void> {
  pnpm(root, '--filter', './apps/server', 'deploy', '--prod', folder);
  await expectAnswer(folder, 'meta=siteinfo');
  console.log('A deployed server answers.');
}

async function packed(root: string, folder: string): Promise<void> {
  const tarballs = packAll(root, join(folder, 'tarballs'));

  const module = join(folder, 'module');
  await scaffold(root, { group: 'list', name: 'deliverycheck', prefix: 'dy', folder: module });
  standAlone(module, tarballs);
  pnpm(module, 'install', '--prefer-offline');
  pnpm(module, 'run', 'test');
  pnpm(module, 'pack', '--pack-destination', folder);
  console.log('A module outside the workspace builds, passes its tests and is packed.');

  const app = join(folder, 'minimal');
  cpSync(join(root, 'apps/minimal'), app, { recursive: true, filter: path => basename(path) !== 'node_modules' });
  const [tarball = ''] = globSync('*deliverycheck*.tgz', { cwd: folder });
  standAlone(app, { ...tarballs, [manifestOf(module).name]: `file:${join(folder, tarball)}` }, manifestOf(module).name);
  pnpm(app, 'install', '--prod', '--prefer-offline');
  const wiki = unpackSet(join(root, 'tooling/conformance/sets/a-1.43-sqlite'));
  try {
    await expectAnswer(app, 'list=deliverycheck', wiki.flags);
  } finally {
    wiki.close();
  }
  console.log('A small server answers with a module that was added to its package.json.');
}

/** Packs every published package; gives where each is. */
function packAll(root: string, folder: string): Record<string, string> {
  mkdirSync(folder);
  const published = readWorkspace(root).packages.filter(pack => pack.path.startsWith('packages/') && !isPluginPackage(pack));
  const wanted = Object.keys(manifestOf(join(root, 'apps/minimal')).dependencies ?? {});
  const modules = readWorkspace(root).packages.filter(pack => isPluginPackage(pack) && wanted.includes(pack.manifest.name));
  return Object.fromEntries(
    [...published, ...modules].map(pack => {
      const file = `${pack.manifest.name.replace('@', '').replace('/', '-')}-${pack.manifest.version}.tgz`;
      pnpm(pack.folder, 'pack', '--pack-destination', folder);
      return [pack.manifest.name, `file:${join(folder, file)}`];
    }),
  );
}

/** Makes a folder a workspace of its own whose packages of this project come from tarballs; `added` becomes a dependency. */
function standAlone(folder: string, tarballs: Readonly<Record<string, string>>, added?: string): void {
  const manifest = manifestOf(folder);
  const fromTarball = (dependencies: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, tarballs[name] ?? version]));
  const dependencies = fromTarball({ ...manifest.dependencies, ...(added && { [added]: '*' }) });
  const devDependencies = fromTarball(manifest.devDependencies);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies, devDependencies }, undefined, 2));
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), stringify({ packages: ['.'], overrides: tarballs, trustLockfile: true }));
}

async function expectAnswer(folder: string, request: string, flags: readonly string[] = []): Promise<void> {
  const server = await startServer([join(folder, 'dist/main.js')], flags, folder);
  try {
    const response = await fetch(`${server.api}?action=query&format=json&${request}`);
    const body = await response.text();
    const { query } = JSON.parse(body) as { query?: object };
    if (!query || body.includes('Unrecognized')) throw new Error(`${request} was answered by ${body.slice(0, 500)}`);
  } finally {
    await server.stop();
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function pnpm(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('pnpm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed in ${folder}:\n${stdout}${stderr}`);
}
