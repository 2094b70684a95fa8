import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginGroup } from '@wikiquery/core/host';
import { parse } from 'yaml';
import type { Inlined } from './inline.ts';

/** What a package is for; decides what it may import. The last ones are plugins. */
export type Group = 'app' | 'tooling' | 'foundation' | 'platform' | 'domain' | PluginGroup;

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly wikiquery?: { readonly contract?: unknown; readonly page?: string; readonly distribution?: boolean; readonly extends?: string };
  /** Packages whose files it carries, with a licence of their own, which is then its own, too. */
  readonly inlined?: Inlined;
  /** Packages that are part of its own files when it is built: dependencies where its declarations name their types, otherwise devDependencies. */
  readonly bundled?: readonly string[];
  /** Files of these (`NAME/lib/file.js`) that nothing here uses and that take long to load: there is an empty module instead. */
  readonly leftOut?: readonly string[];
  /** Where the commands of a program are. */
  readonly bin?: Dependencies;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly engines?: Dependencies;
  readonly repository?: Readonly<Record<string, string>>;
  readonly devDependencies?: Dependencies;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}
export type Dependencies = Readonly<Record<string, string>>;

/** One package of the workspace. */
export interface Package {
  /** Relative to the workspace: `packages/list/logevents`. */
  readonly path: string;
  readonly folder: string;
  /** Last part of the path. */
  readonly base: string;
  readonly group: Group;
  readonly manifest: Manifest;
}

export interface Workspace {
  readonly root: string;
  readonly packages: readonly Package[];
  readonly byName: ReadonlyMap<string, Package>;
  /** External packages that the catalog has a version for. */
  readonly catalog: Dependencies;
  /** What its own package.json says of all. */
  readonly about: Pick<Manifest, 'engines' | 'repository'>;
}

/** The groups of plugins, each with a folder of packages. */
export const PLUGIN_GROUPS = ['list', 'prop', 'meta', 'action', 'format', 'rest'] as const satisfies readonly PluginGroup[];
/** Its plugins answer a query. */
export const isOfQuery = (group: string): boolean => ['list', 'prop', 'meta'].includes(group);
/** What clients of any licence build on is free of conditions. */
const FOR_CLIENTS = ['packages/types', 'packages/client'];
export const licenseOf = ({ path, manifest }: Pick<Package, 'path' | 'manifest'>): string => {
  // What carries packages of others has their licence.
  if (manifest.inlined) return String(manifest.license);
  const own = FOR_CLIENTS.includes(path) ? 'MIT' : 'GPL-2.0-or-later';
  return manifest.bundled && manifest.license?.startsWith(`${own} AND `) ? manifest.license : own;
};

/** The whole server, with all plugins. */
export const FULL_DISTRIBUTION = 'apps/server';
/** It is for others, not for this workspace alone. */
export const isPublished = ({ path }: Pick<Package, 'path'>): boolean => path.startsWith('packages/') || path === FULL_DISTRIBUTION;

export const isPluginPackage = ({ group }: Package): boolean => isPluginGroup(group);
/** Files for browsers, which a server serves. */
export const isPagePackage = ({ manifest }: Pick<Package, 'manifest'>): boolean => manifest.wikiquery?.page !== undefined;
/** Extends the server, such as with worker processes. */
export const isServerExtension = ({ manifest }: Pick<Package, 'manifest'>): boolean => manifest.wikiquery?.extends === 'server';
export const isPluginGroup = (group: string): group is PluginGroup => (PLUGIN_GROUPS as readonly string[]).includes(group);

/** Reads pnpm-workspace.yaml and the package.json of every package. */
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

/** The name that a package at this path must have: `packages/list/logevents` is `@wikiquery/list-logevents`. */
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
