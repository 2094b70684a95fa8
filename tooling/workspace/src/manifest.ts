import { CONTRACT } from '@wikiquery/core/host';
import {
  type Dependencies,
  FULL_DISTRIBUTION,
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

/**
 * What a package.json must say: the keys in one order, the boilerplate of its group, and the dependencies that the sources
 * import. `description` is that of a plugin's declaration.
 */
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

/** What others need to know of a package. */
function published({ path, group, manifest }: Package, { about }: Workspace): Record<string, unknown> {
  return {
    ...(group !== 'app' && { sideEffects: false, exports: { ...manifest.exports, ...EXPORTS } }),
    files: ['dist'],
    engines: about.engines,
    repository: { ...about.repository, directory: path },
    publishConfig: { access: 'public', provenance: true },
  };
}

/** The text of a package.json. */
export const printManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, undefined, 2)}\n`;

/** The source for whoever sets the condition `@wikiquery/source`, which only this workspace does; `dist` for everyone else. */
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
  // Whoever wants them installs them; the tests do.
  for (const name of Object.keys(manifest.peerDependenciesMeta ?? {})) tests.add(name);
  for (const name of OF_ALL_TESTS) tests.delete(name);
  for (const name of builtIn(manifest)) if (product.delete(name)) tests.add(name);
  const isPlugin = isPluginPackage(pack);
  if (isPlugin) product.delete(CONTRACT_PACKAGE);
  const installed = pack.group === 'app' ? installedPlugins(pack, workspace) : [];
  // They ask for it as their peer.
  if (installed.length > 0) for (const name of [...installed, CONTRACT_PACKAGE]) product.add(name);
  // Types of a package that carries none are needed to compile only.
  const types = [...product, ...tests].map(name => `@types/${name}`).filter(name => name in workspace.catalog);
  return {
    dependencies: specified(product, workspace),
    // One copy of the contract for the server and all its plugins, where their versions allow it.
    ...(isPlugin && { peerDependencies: { ...manifest.peerDependencies, ...specified([CONTRACT_PACKAGE], workspace) } }),
    devDependencies: specified([...tests, ...types, ...(isPlugin ? [CONTRACT_PACKAGE] : [])], workspace),
  };
}

/** Packages that the build includes in the files of another. They are not installed with it. */
export const builtIn = ({ inlined = {}, bundled = [], devDependencies = {} }: Manifest): string[] => [
  ...Object.keys(inlined),
  ...bundled.filter(name => name in devDependencies),
];

/** What a plugin exports is of its types, even where a domain package makes the plugin. */
export const CONTRACT_PACKAGE = '@wikiquery/core';
/** Installed at the root for the tests of all packages: declared by those that the test kit stands on, it would make circles. */
export const OF_ALL_TESTS = ['vitest', '@wikiquery/core', '@wikiquery/testing'];

/** The tests of one package, with the settings of all. */
function testScript({ path }: Package, sources: readonly Source[]): string {
  if (!sources.some(({ path: file }) => file.endsWith('.test.ts'))) return 'echo This package has no tests of its own.';
  const root = path.replaceAll(/[^/]+/g, '..');
  return `vitest run --root ${root} ${path}/`;
}

/** What an app has because it lists it. */
export const isInstallable = (pack: Package): boolean => isPluginPackage(pack) || isPagePackage(pack) || isServerExtension(pack);

/** An app installs plugins and pages by listing them: nothing of it imports them. */
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
