import { CONTRACT } from '@wikiquery/core/host';
import {
  type Dependencies,
  FULL_DISTRIBUTION,
  isForClients,
  isPagePackage,
  isPluginPackage,
  isPublished,
  isServerExtension,
  licenseOf,
  type Manifest,
  type Package,
  type Workspace,
} from './packages.ts';
import { importedNames, type Source } from './sources.ts';

/** Returns the expected package.json: ordered keys, the boilerplate of the group, and the dependencies that the sources import. */
export function expectedManifest(
  { manifest, ...rest }: Package,
  sources: readonly Source[],
  workspace: Workspace,
  description?: string,
): Manifest {
  const pack = { manifest, ...rest };
  const merged: Record<string, unknown> = {
    ...manifest,
    version: manifest.version ?? '0.1.0',
    ...(description && { description }),
    license: licenseOf(pack),
    type: 'module',
    ...(isPublished(pack) ? published(pack, workspace) : { private: true }),
    ...(isPluginPackage(pack) && { keywords: ['wikiquery-plugin'], wikiquery: { ...pack.manifest.wikiquery, contract: CONTRACT } }),
    scripts: { ...manifest.scripts, test: testScript(pack, sources) },
    ...dependencies(pack, sources, workspace),
  };
  return inOrder(merged) as Manifest;
}

/** Returns the fields that only published packages have. */
function published(pack: Package, { about }: Workspace): Record<string, unknown> {
  const { path, group, manifest } = pack;
  return {
    ...(group !== 'app' && { sideEffects: false, exports: { ...manifest.exports, ...EXPORTS } }),
    files: ['dist'],
    // The packages for clients run on more versions than the server does.
    ...(isForClients(pack) ? manifest.engines && { engines: manifest.engines } : { engines: about.engines }),
    homepage: `${about.homepage}/tree/main/${path}#readme`,
    bugs: about.bugs,
    repository: { ...about.repository, directory: path },
    publishConfig: { access: 'public', provenance: true },
  };
}

export const printManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, undefined, 2)}\n`;

/** Only this workspace sets the export condition `@wikiquery/source`. All other projects load `dist`. */
const EXPORTS = {
  '.': { '@wikiquery/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
  './package.json': './package.json',
};

const KEYS = [
  ...[
    'name',
    'version',
    'private',
    'description',
    'license',
    'homepage',
    'bugs',
    'repository',
    'type',
    'keywords',
    'wikiquery',
    'bin',
    'sideEffects',
    'files',
    'exports',
    'inlined',
    'bundled',
    'leftOut',
  ],
  ...[
    'scripts',
    'engines',
    'dependencies',
    'peerDependencies',
    'peerDependenciesMeta',
    'optionalDependencies',
    'devDependencies',
    'publishConfig',
  ],
];

function inOrder(manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = KEYS.filter(key => manifest[key] !== undefined);
  const others = Object.keys(manifest)
    .filter(key => !KEYS.includes(key))
    .sort();
  return Object.fromEntries([...known, ...others].map(key => [key, manifest[key]]));
}

function dependencies(
  pack: Package,
  sources: readonly Source[],
  workspace: Workspace,
): Partial<Record<keyof Manifest, Dependencies | undefined>> {
  const { manifest } = pack;
  const { product, tests } = importedNames(sources);
  for (const name of [manifest.name, ...Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies })]) {
    product.delete(name);
    tests.delete(name);
  }
  // Only tests install optional peer dependencies.
  for (const name of Object.keys(manifest.peerDependenciesMeta ?? {})) tests.add(name);
  for (const name of OF_ALL_TESTS) tests.delete(name);
  for (const name of builtIn(manifest)) if (product.delete(name)) tests.add(name);
  const isPlugin = isPluginPackage(pack);
  if (isPlugin) product.delete(CONTRACT_PACKAGE);
  const installed = pack.group === 'app' ? installedPlugins(pack, workspace) : [];
  // Core is a peer dependency of the installed plugins.
  if (installed.length > 0) for (const name of [...installed, CONTRACT_PACKAGE]) product.add(name);
  // Types from DefinitelyTyped are needed only for compilation.
  const types = [...product, ...tests].map(name => `@types/${name}`).filter(name => name in workspace.catalog);
  return {
    dependencies: specified(product, workspace),
    // Core is a peer dependency, so that the server and its plugins share one copy where versions allow.
    ...(isPlugin && { peerDependencies: { ...manifest.peerDependencies, ...specified([CONTRACT_PACKAGE], workspace) } }),
    devDependencies: specified([...tests, ...types, ...(isPlugin ? [CONTRACT_PACKAGE] : [])], workspace),
  };
}

/** Returns the packages that the build includes in this package's files. Users do not install them. */
const builtIn = ({ inlined = {}, bundled = [], devDependencies = {} }: Manifest): string[] => [
  ...Object.keys(inlined),
  ...bundled.filter(name => name in devDependencies),
];

/** The types of a plugin's export come from core, even if a domain package creates the plugin. */
const CONTRACT_PACKAGE = '@wikiquery/core';
/** Packages for tests, installed at the root. Declaring them in packages that the test kit depends on would create cycles. */
export const OF_ALL_TESTS = ['vitest', '@wikiquery/core', '@wikiquery/testing'];

/** Returns the script that runs the tests of one package with the shared configuration. */
function testScript({ path }: Package, sources: readonly Source[]): string {
  if (!sources.some(({ path: file }) => file.endsWith('.test.ts'))) return 'echo This package has no tests of its own.';
  const root = path.replaceAll(/[^/]+/g, '..');
  return `vitest run --root ${root} ${path}/`;
}

/** Whether an app installs a package by listing it in its dependencies. */
const isInstallable = (pack: Package): boolean => isPluginPackage(pack) || isPagePackage(pack) || isServerExtension(pack);

/** Returns the plugins, pages and server extensions of an app, which its code does not import. */
function installedPlugins({ path, manifest }: Package, { packages, byName }: Workspace): string[] {
  if (path === FULL_DISTRIBUTION) return packages.filter(isInstallable).map(each => each.manifest.name);
  return Object.keys(manifest.dependencies ?? {}).filter(name => {
    const found = byName.get(name);
    return found && isInstallable(found);
  });
}

function specified(names: Iterable<string>, { byName }: Workspace): Dependencies | undefined {
  const sorted = [...names].sort();
  return sorted.length > 0 ? Object.fromEntries(sorted.map(name => [name, byName.has(name) ? 'workspace:^' : 'catalog:'])) : undefined;
}
