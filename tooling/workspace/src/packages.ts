import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PluginGroup } from '@wikiquery/core/host';
import { parse } from 'yaml';

/** Kind of a package, which determines the packages that it may import. */
export type Group = 'app' | 'tooling' | 'foundation' | 'platform' | 'domain' | PluginGroup;

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly wikiquery?: {
    readonly contract?: unknown;
    /** The folder of a web UI, or the folder and the path at which the server serves it. */
    readonly page?: string | { readonly folder: string; readonly path: string };
    readonly distribution?: boolean;
    readonly extends?: string;
  };
  /** Packages whose files the build copies into `dist`. Their licence then applies to the package. */
  readonly inlined?: Readonly<Record<string, readonly string[]>>;
  /** Packages that the build bundles. They are dependencies if the declarations use their types, otherwise devDependencies. */
  readonly bundled?: readonly string[];
  /** Unused files of bundled packages (`NAME/lib/file.js`) that are slow to load. The build replaces them with an empty module. */
  readonly leftOut?: readonly string[];
  readonly bin?: Dependencies;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly engines?: Dependencies;
  readonly homepage?: string;
  readonly bugs?: Readonly<Record<string, string>>;
  readonly repository?: Readonly<Record<string, string>>;
  readonly devDependencies?: Dependencies;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}
export type Dependencies = Readonly<Record<string, string>>;

export interface Package {
  /** Path relative to the root, such as `packages/list/logevents`. */
  readonly path: string;
  readonly folder: string;
  /** The last part of the path. */
  readonly base: string;
  readonly group: Group;
  readonly manifest: Manifest;
}

export interface Workspace {
  readonly root: string;
  readonly packages: readonly Package[];
  readonly byName: ReadonlyMap<string, Package>;
  /** Versions of external packages. */
  readonly catalog: Dependencies;
  /** Fields of the root package.json that apply to all packages. */
  readonly about: Pick<Manifest, 'engines' | 'homepage' | 'bugs' | 'repository'>;
}

export const PLUGIN_GROUPS = ['list', 'prop', 'meta', 'action', 'format', 'rest'] as const satisfies readonly PluginGroup[];
export const isOfQuery = (group: string): boolean => ['list', 'prop', 'meta'].includes(group);
/** Packages for clients, which have a permissive licence. */
const FOR_CLIENTS = ['packages/types', 'packages/client'];
export const isForClients = ({ path }: Pick<Package, 'path'>): boolean => FOR_CLIENTS.includes(path);
export const licenseOf = ({ path, manifest }: Pick<Package, 'path' | 'manifest'>): string => {
  if (manifest.inlined) return String(manifest.license);
  const own = isForClients({ path }) ? 'MIT' : 'GPL-2.0-or-later';
  return manifest.bundled && manifest.license?.startsWith(`${own} AND `) ? manifest.license : own;
};

/** The distribution with all plugins. */
export const FULL_DISTRIBUTION = 'apps/server';
export const isPublished = ({ path }: Pick<Package, 'path'>): boolean => path.startsWith('packages/') || path === FULL_DISTRIBUTION;

export const isPluginPackage = ({ group }: Package): boolean => isPluginGroup(group);
/** Whether a package contains files for browsers. */
export const isPagePackage = ({ manifest }: Pick<Package, 'manifest'>): boolean => manifest.wikiquery?.page !== undefined;
/** Whether a package extends the server, as `packages/workers` does. */
export const isServerExtension = ({ manifest }: Pick<Package, 'manifest'>): boolean => manifest.wikiquery?.extends === 'server';
export const isPluginGroup = (group: string): group is PluginGroup => (PLUGIN_GROUPS as readonly string[]).includes(group);

export function readWorkspace(root: string): Workspace {
  const { packages: patterns, catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    readonly packages: string[];
    readonly catalog: Dependencies;
  };
  const manifests = globSync(
    patterns.filter(pattern => !pattern.startsWith('!')).map(pattern => `${pattern}/package.json`),
    { cwd: root, exclude: name => name === 'node_modules' || name === 'dist' },
  );
  const packages = manifests.sort().map(file => readPackage(root, file.replaceAll('\\', '/').replace('/package.json', '')));
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  return { root, packages, catalog, about, byName: new Map(packages.map(each => [each.manifest.name, each])) };
}

/** Returns the name that a package's path requires: `@wikiquery/list-logevents` for `packages/list/logevents`. */
export function expectedName({ group, base }: Pick<Package, 'group' | 'base'>): string {
  if (group === 'app' && base === 'server') return 'wikiquery';
  return `@wikiquery/${isPluginGroup(group) ? `${group}-` : ''}${group === 'app' ? 'app-' : ''}${base}`;
}

function readPackage(root: string, path: string): Package {
  const folder = join(root, path);
  const parts = path.split('/');
  const base = parts.at(-1) ?? '';
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return { path, folder, base, group: groupOf(parts), manifest };
}

function groupOf([top, second = '', third, fourth = '']: readonly string[]): Group {
  if (top === 'apps') return 'app';
  if (top === 'tooling') return 'tooling';
  // packages/extensions/EXTENSION/GROUP/NAME
  if (second === 'extensions' && isPluginGroup(fourth)) return fourth;
  if (third !== undefined) return isPluginGroup(second) ? second : 'domain';
  return FOUNDATION.includes(second) ? 'foundation' : 'platform';
}

const FOUNDATION = ['core', 'database', 'hardening', 'tasks'];

/** Returns the folder of a package as Node resolves it. Undefined if it is not installed, such as a package for another platform. */
export function installedFolder(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (dirname(folder) === folder) return undefined;
  }
}
