import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { isPublished, type Manifest, readWorkspace } from '../packages.ts';

/** Tarball specifiers by package name. */
export type Tarballs = Readonly<Record<string, string>>;
type Env = Readonly<Record<string, string | undefined>>;

/** A package manager, used outside this workspace. */
export interface Manager {
  /** Makes a folder install this project's packages from tarballs. `within` overrides them for dependencies of single packages. */
  settle(folder: string, tarballs: Tarballs, within?: Readonly<Record<string, Tarballs>>): void;
  run(folder: string, args: readonly string[], env?: Env): void;
}

/** better-sqlite3 ships prebuilt binaries. Without this setting, pnpm asks whether to build it. */
export const ALLOW_BUILDS = { 'better-sqlite3': false };

export const pnpm: Manager = {
  settle(folder, tarballs) {
    useTarballs(folder, tarballs);
    const settings = { packages: ['.'], overrides: tarballs, trustLockfile: true, allowBuilds: ALLOW_BUILDS };
    writeFileSync(join(folder, 'pnpm-workspace.yaml'), stringify(settings));
  },
  run: (folder, args, env) => command('pnpm', folder, args, { ...process.env, ...env }),
};

/** Returns npm with an empty home folder, but with the cache and registry of this machine. */
export function npm(home: string): Manager {
  mkdirSync(home, { recursive: true });
  const own = { ...npmEnv(home, npmSetting('registry', home)), USERPROFILE: home, npm_config_cache: npmSetting('cache', home) };
  return {
    settle: (folder, tarballs, within) => useTarballs(folder, tarballs, { overrides: { ...tarballs, ...within } }),
    run: (folder, args, env) => command('npm', folder, args, { ...process.env, ...own, ...env }),
  };
}

export const npmSetting = (name: string, cwd: string): string =>
  spawnSync('npm', ['config', 'get', name], { encoding: 'utf8', cwd }).stdout.trim();

export const npmEnv = (home: string, registry: string) => ({
  ...{ npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' },
  ...{ HOME: home, npm_config_registry: registry },
});

/** Packs all published packages into a folder. Returns their tarball specifiers. */
export function packAll(root: string, folder: string): Tarballs {
  mkdirSync(folder);
  pnpm.run(root, ['--filter', './packages/**', '--filter', './apps/server', '--recursive', 'pack', '--pack-destination', folder]);
  const published = readWorkspace(root).packages.filter(isPublished);
  return Object.fromEntries(published.map(({ manifest }) => [manifest.name, specifierOf(manifest, folder)]));
}

/** Returns the tarball specifier of a package that was packed into a folder. */
export const packed = (source: string, folder: string): string => specifierOf(manifestOf(source), folder);

const specifierOf = ({ name, version }: Manifest, folder: string): string =>
  `file:${join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)}`;

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

export function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
}

/** Runs a program. Throws an error with its output if it fails. */
export function command(name: string, cwd: string, args: readonly string[], env: Env = process.env): void {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd, encoding: 'utf8', env });
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
