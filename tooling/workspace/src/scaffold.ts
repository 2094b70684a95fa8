import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { CONTRACT, type PluginGroup } from '@wikiquery/core/host';
import { printManifest } from './manifest.ts';
import {
  expectedName,
  isOfQuery,
  isPluginGroup,
  isPluginPackage,
  licenseOf,
  type Manifest,
  PLUGIN_GROUPS,
  readWorkspace,
  type Workspace,
} from './packages.ts';
import { linksToClone, testRunner } from './standalone-files.ts';
import { sync } from './sync.ts';
import { type Language, moduleSources, type NewModule, nextSteps, standaloneReadme, workspaceReadme } from './templates.ts';

export interface ScaffoldOptions {
  readonly group: string;
  readonly name: string;
  readonly prefix: string;
  /** Folder outside the workspace, for a standalone package. Default: the folder that group and name determine. */
  readonly folder?: string;
  /** Default: TypeScript. Only standalone packages may be in JavaScript. */
  readonly language?: Language;
}

export interface Scaffolded {
  /** Paths of the files. */
  readonly files: readonly string[];
  /** How to edit, test and try the module. */
  readonly nextSteps: readonly string[];
}

/** Writes a new module that passes its tests. Throws if an option is invalid or the name is taken. */
export async function scaffold(root: string, { group, name, prefix, folder, language = 'ts' }: ScaffoldOptions): Promise<Scaffolded> {
  if (!isPluginGroup(group)) throw new Error(`The group must be one of ${PLUGIN_GROUPS.join(', ')}, not "${group}".`);
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`The name "${name}" must be lower-case letters, digits and dashes.`);
  if (!/^[a-z]*$/.test(prefix)) throw new Error(`The prefix "${prefix}" must be lower-case letters.`);
  if (language === 'js' && !folder) throw new Error('Packages of this workspace are in TypeScript. Use --js with --dir.');
  const target = folder ? resolve(folder) : join(root, 'packages', group, name);
  if (existsSync(join(target, 'package.json'))) throw new Error(`${target} already contains a package.`);
  refuseTakenName(root, group, name);

  const packageName = folder ? `wikiquery-${group}-${name}` : expectedName({ group, base: name });
  const module = { group, name, prefix, packageName, language };
  const files = { ...moduleSources(module), ...(folder ? standaloneFiles(root, module, target) : workspaceFiles(module)) };
  for (const [file, text] of Object.entries(files)) {
    const path = join(target, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const written = Object.keys(files).map(file => join(target, file));
  const oldestNode = oldestNodeOf(readWorkspace(root));
  const steps = nextSteps(module, folder ? { folder: target, oldestNode } : undefined);
  if (folder) return { files: written, nextSteps: steps };
  // `sync` loads the new module, so its dependencies must be linked first. It may change dependencies, so they are linked again.
  link(root);
  const synced = (await sync(root)).files.map(file => join(root, file));
  link(root);
  return { files: [...new Set([...written, ...synced])], nextSteps: steps };
}

function refuseTakenName(root: string, group: PluginGroup, name: string): void {
  const twin = readWorkspace(root).packages.find(
    pack => isPluginPackage(pack) && pack.base === name && scopeOf(pack.group) === scopeOf(group),
  );
  if (twin) throw new Error(`${twin.path} already has this name.`);
}

/** Query modules share one scope of names, actions and formats share another, and routes have a third. */
const scopeOf = (group: string): string => (isOfQuery(group) ? 'query' : group === 'rest' ? group : 'path');

/** Returns a minimal package.json and README. `sync` completes them. */
function workspaceFiles(module: NewModule): Record<string, string> {
  const dependencies = { '@wikiquery/database': 'workspace:^' };
  const devDependencies = { '@wikiquery/core': 'workspace:^', '@wikiquery/testing': 'workspace:^' };
  const manifest = { name: module.packageName, version: '0.1.0', type: 'module', dependencies, devDependencies };
  return { 'package.json': printManifest(manifest), 'README.md': workspaceReadme(module) };
}

/** Returns the files of a package that has its own build and tests, and depends on the published packages of this version. */
function standaloneFiles(root: string, module: NewModule, folder: string): Record<string, string> {
  const { group, name, packageName, language } = module;
  const workspace = readWorkspace(root);
  const { packages, byName, catalog, about } = workspace;
  const oldestNode = oldestNodeOf(workspace);
  const version = (dependency: string): string => `^${byName.get(dependency)?.manifest.version ?? catalog[dependency]}`.replace('^^', '^');
  const versions = (...names: string[]): Record<string, string> => Object.fromEntries(names.map(each => [each, version(each)]));
  return {
    'package.json': printManifest({
      name: packageName,
      version: '0.1.0',
      description: `${group}=${name} for wikiquery`,
      license: licenseOf({ path: '', manifest: { name: packageName } }),
      type: 'module',
      keywords: ['wikiquery-plugin'],
      wikiquery: { contract: CONTRACT },
      sideEffects: false,
      ...(about.engines && { engines: about.engines }),
      ...PUBLISHED[language],
      ...(group === 'list' && { dependencies: versions('@wikiquery/database') }),
      peerDependencies: versions('@wikiquery/core'),
      devDependencies: versions(...(language === 'ts' ? ['@types/node', ...TESTED, 'typescript', 'vitest'] : [...TESTED, 'vitest'])),
    }),
    ...(language === 'ts' && compilerFiles(root)),
    'vitest.config.js': testRunner(oldestNode),
    'pnpm-workspace.yaml': linksToClone(
      Object.fromEntries(
        packages
          .filter(each => each.path.startsWith('packages/') && !isPluginPackage(each))
          .map(each => [each.manifest.name, relative(folder, each.folder).replaceAll('\\', '/')]),
      ),
    ),
    'README.md': standaloneReadme(module, oldestNode),
    '.gitignore': language === 'ts' ? 'node_modules\ndist\n' : 'node_modules\n',
  };
}

/** Returns the oldest supported version of Node. */
const oldestNodeOf = ({ about }: Workspace): string => String(about.engines?.node).replace('>=', '');

/** Packages of this workspace that a standalone package needs to run and test. */
const TESTED = ['@wikiquery/core', '@wikiquery/embedded-postgres', '@wikiquery/testing'];

/** Fields of a standalone package.json that depend on the language. */
const PUBLISHED: Readonly<Record<Language, Partial<Manifest>>> = {
  ts: {
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
    scripts: { build: 'tsc -p tsconfig.build.json', types: 'tsc', test: 'vitest run', prepack: 'tsc -p tsconfig.build.json' },
  },
  js: {
    files: ['src', '!src/**/*.test.js'],
    exports: { '.': './src/index.js', './package.json': './package.json' },
    scripts: { test: 'vitest run' },
  },
};

/** Returns the compiler's settings. The tests are checked, but not compiled. */
function compilerFiles(root: string): Record<string, string> {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  const { customConditions: _, ...options } = compilerOptions;
  const all = { compilerOptions: { ...options, noEmit: true }, include: ['src'] };
  const build = {
    extends: './tsconfig.json',
    compilerOptions: { noEmit: false, rootDir: 'src', outDir: 'dist' },
    exclude: ['src/**/*.test.ts'],
  };
  const print = (settings: object): string => `${JSON.stringify(settings, undefined, 2)}\n`;
  return { 'tsconfig.json': print(all), 'tsconfig.build.json': print(build) };
}

/** Installs the dependencies that the package.json files of the workspace list. */
export function link(root: string): void {
  const { status, stdout } = spawnSync('pnpm', ['install', '--prefer-offline', '--no-frozen-lockfile'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`pnpm install failed:\n${stdout}`);
}
