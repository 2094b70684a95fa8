import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclaredTables } from '@wikiquery/database';

/** The fields of a package.json that the server reads. */
export interface Manifest {
  readonly name: string;
  /** Apps and local packages may lack a version. */
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly wikiquery?: {
    /** Plugin API version. */
    readonly contract?: unknown;
    /** Whether the dependencies of this package count as dependencies of the app. */
    readonly distribution?: boolean;
    /** Example queries of an app or a distribution, which the server prints at startup. `{mainpage}`: the title of the main page. */
    readonly requests?: readonly string[];
    /** Folder of a web UI, or the folder and the path at which the server serves it instead of the last part of the package name. */
    readonly page?: string | { readonly folder: string; readonly path: string };
    /** `server` for a server extension. */
    readonly extends?: string;
  } & DeclaredTables;
}

/** Finds the package.json of a package as Node does, but ignores `exports`. Returns its path; undefined if it is missing. */
export function findManifest(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

interface Installed {
  /** Path of the package.json. */
  readonly path: string;
  readonly manifest: Manifest;
}

/** Creates a function that finds an installed package, and caches the result. */
export function installedPackages(): (from: string, name: string) => Installed | undefined {
  const known = new Map<string, Installed | undefined>();
  return (from, name) => {
    const key = join(from, name);
    if (!known.has(key)) {
      const path = findManifest(from, name);
      known.set(key, path === undefined ? undefined : { path, manifest: readManifest(path) });
    }
    return known.get(key);
  };
}

// Synchronous, because promises would take longer than reading a hundred small files.
export const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
