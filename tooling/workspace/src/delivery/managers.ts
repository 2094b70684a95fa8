import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { isPublished, type Manifest, readWorkspace } from '../packages.ts';

/** Where the packed packages of this project are, as specifiers, by name. */
export type Tarballs = Readonly<Record<string, string>>;

type Env = Readonly<Record<string, string>>;

/** What installs packages outside this workspace. */
export interface Manager {
  /** Makes a folder a project of its own whose packages of this project come from tarballs; `within` are other ones for single packages. */
  settle(folder: string, tarballs: Tarballs, within?: Readonly<Record<string, Tarballs>>): void;
  run(folder: string, ...args: string[]): void;
  /** Runs its tests. */
  test(folder: string, env: Env): void;
}

export const pnpm: Manager = {
  settle(folder, tarballs) {
    useTarballs(folder, tarballs);
    // better-sqlite3 ships its binaries: pnpm asks whether to build it all the same.
    const allowBuilds = { 'better-sqlite3': false };
    writeFileSync(
      join(folder, 'pnpm-workspace.yaml'),
      stringify({ packages: ['.'], overrides: tarballs, trustLockfile: true, allowBuilds }),
    );
  },
  run: (folder, ...args) => command('pnpm', folder, args),
  test: (folder, env) => command('pnpm', folder, ['test'], env),
};

/** npm as on a machine where nothing else was ever installed: without settings, but with the packages that were fetched before. */
export function npm(home: string): Manager {
  mkdirSync(home, { recursive: true });
  const [cache = '', registry = ''] = ['cache', 'registry'].map(setting =>
    spawnSync('npm', ['config', 'get', setting], { encoding: 'utf8', cwd: home }).stdout.trim(),
  );
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
  const env = { ...quiet, HOME: home, USERPROFILE: home, npm_config_cache: cache, npm_config_registry: registry };
  return {
    settle: (folder, tarballs, within) => useTarballs(folder, tarballs, { overrides: { ...tarballs, ...within } }),
    run: (folder, ...args) => command('npm', folder, args, env),
    test: (folder, added) => command('npm', folder, ['test'], { ...env, ...added }),
  };
}

/** Packs all packages that are published; gives where each is. */
export function packAll(root: string, folder: string): Tarballs {
  mkdirSync(folder);
  const published = readWorkspace(root).packages.filter(isPublished);
  command('pnpm', root, ['--filter', './packages/**', '--filter', './apps/server', '--recursive', 'pack', '--pack-destination', folder]);
  return Object.fromEntries(
    published.map(({ manifest: { name, version } }) => [name, `file:${join(folder, `${fileName(name)}-${version}.tgz`)}`]),
  );
}

const fileName = (name: string): string => name.replace('@', '').replace('/', '-');

/** The packed package of a folder. */
export function packed(folder: string, into: string): string {
  const { name, version } = manifestOf(folder);
  return `file:${join(into, `${fileName(name)}-${version}.tgz`)}`;
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

export function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
}

export function command(name: string, cwd: string, args: readonly string[], env: Env = {}): void {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`);
}

function useTarballs(folder: string, tarballs: Tarballs, added: object = {}): void {
  const manifest = manifestOf(folder);
  const fromTarball = (dependencies: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, tarballs[name] ?? version]));
  const dependencies = fromTarball(manifest.dependencies);
  const devDependencies = fromTarball(manifest.devDependencies);
  writeManifest(folder, { ...manifest, dependencies, devDependencies, ...added });
}
