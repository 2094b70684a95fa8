import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AnyModule, type Candidate, CONTRACT, createRegistry, isModule, type Registry, type Surroundings } from '@wikiquery/core';

/** The application: its package.json lists the modules as dependencies. */
export interface App {
  /** Folder of its package.json. */
  readonly root: string;
  /** `name => import(name)`, written in the app so that names resolve from there. */
  readonly load: (name: string) => Promise<{ readonly default?: unknown }>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly wikiquery?: { readonly contract?: unknown };
}

/** Registers every direct dependency of the app that calls itself a module. */
export async function discover(
  { root, load }: App,
  { exclude, ...surroundings }: Surroundings & { readonly exclude: readonly string[] },
): Promise<{ registry: Registry; problems: string[] }> {
  const app = await readManifest(join(root, 'package.json'));
  const problems: string[] = [];
  const candidates: Candidate[] = [];
  for (const name of Object.keys({ ...app.dependencies, ...app.optionalDependencies }).sort()) {
    const path = findManifest(root, name);
    if (!path) {
      if (app.optionalDependencies?.[name] === undefined) problems.push(`${name} is a dependency of ${app.name} but is not installed.`);
      continue;
    }
    const manifest = await readManifest(path);
    if (!manifest.wikiquery) continue;
    const source = `${manifest.name}@${manifest.version}`;
    if (manifest.wikiquery.contract !== CONTRACT) {
      problems.push(`${source} was built for module contract ${String(manifest.wikiquery.contract)}; this server speaks ${CONTRACT}.`);
      continue;
    }
    try {
      const { default: module } = await load(name);
      if (isModule(module)) candidates.push({ source, module });
      else problems.push(`${source} has no default export made by defineModule().`);
    } catch (error) {
      problems.push(`${source} cannot be imported: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const chosen = candidates.filter(({ module }: { module: AnyModule }) => !exclude.includes(module.name));
  const { registry, problems: clashes } = createRegistry(chosen, surroundings);
  return { registry, problems: [...problems, ...clashes] };
}

/** Looks where Node looks, but does not depend on what the package's "exports" reveals. */
function findManifest(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

const readManifest = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8')) as Manifest;
