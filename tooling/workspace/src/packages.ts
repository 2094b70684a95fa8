import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginGroup } from '@wikiquery/core';
import { parse } from 'yaml';

/** What a package is for; decides what it may import. The last ones are plugins. */
export type Group = 'app' | 'tooling' | 'foundation' | 'platform' | 'domain' | PluginGroup;

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly wikiquery?: { readonly contract?: unknown };
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
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
}

/** The groups of plugins, each with a folder of packages. */
export const PLUGIN_GROUPS = ['list', 'prop', 'meta', 'action', 'format'] as const satisfies readonly PluginGroup[];
export const LICENSE = 'GPL-2.0-or-later';

export const isPluginPackage = ({ group }: Package): boolean => isPluginGroup(group);
export const isPluginGroup = (group: string): group is PluginGroup => (PLUGIN_GROUPS as readonly string[]).includes(group);

/** Reads pnpm-workspace.yaml and the package.json of every package. */
export function readWorkspace(root: string): Workspace {
  const { packages: patterns, catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    readonly packages: string[];
    readonly catalog: Dependencies;
  };
  const manifests = globSync(
    patterns.map(pattern => `${pattern}/package.json`),
    { cwd: root, exclude: name => name === 'node_modules' },
  );
  const packages = manifests.sort().map(file => readPackage(root, file.replaceAll('\\', '/').replace('/package.json', '')));
  return { root, packages, catalog, byName: new Map(packages.map(each => [each.manifest.name, each])) };
}

/** The name that a package at this path must have: `packages/list/logevents` is `@wikiquery/list-logevents`. */
export function expectedName({ group, base }: Pick<Package, 'group' | 'base'>): string {
  return `@wikiquery/${isPluginGroup(group) ? `${group}-` : ''}${group === 'app' ? 'app-' : ''}${base}`;
}

function readPackage(root: string, path: string): Package {
  const folder = join(root, path);
  const parts = path.split('/');
  const base = parts.at(-1) ?? '';
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return { path, folder, base, group: groupOf(parts), manifest };
}

function groupOf([top, second = '', third]: readonly string[]): Group {
  if (top === 'apps') return 'app';
  if (top === 'tooling') return 'tooling';
  if (third !== undefined) return isPluginGroup(second) ? second : 'domain';
  return FOUNDATION.includes(second) ? 'foundation' : 'platform';
}

const FOUNDATION = ['core', 'database', 'tasks'];
