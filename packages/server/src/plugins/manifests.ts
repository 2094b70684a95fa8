import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclaredTables } from '@wikiquery/database';

/** What is read of the package.json of a package. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** `distribution`: it stands for all its dependencies; `page`: the folder of files that people are shown; `extends`: `server` for an extension of the server. */
  readonly wikiquery?: {
    readonly contract?: unknown;
    readonly distribution?: boolean;
    readonly page?: string;
    readonly extends?: string;
  } & DeclaredTables;
}

/** Looks where Node looks, but does not depend on what the package's "exports" reveals. */
export function findManifest(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

/** A package that is installed. */
interface Installed {
  /** Of its package.json. */
  readonly path: string;
  readonly manifest: Manifest;
}

/** Finds packages by the folder from which they are asked for; each is looked for and read once. */
export function installedPackages(): (from: string, name: string) => Installed | undefined {
  const known = new Map<string, Installed | undefined>();
  return (from, name) => {
    const place = join(from, name);
    if (!known.has(place)) {
      const path = findManifest(from, name);
      known.set(place, path === undefined ? undefined : { path, manifest: readManifest(path) });
    }
    return known.get(place);
  };
}

// A hundred small files, while nobody waits: promises would take longer than the reading.
export const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
