import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Candidate, CONTRACT, createRegistry, isModule, type Registry, type Surroundings } from '@wikiquery/core';
import { entryPointNames, pageSetParams, queryParams } from '@wikiquery/engine';
import { oneLine } from './problems.ts';
import { STANDARD_SERVICES } from './services.ts';
import type { Settings } from './settings.ts';
import type { ModuleTables } from './tables.ts';

/** The application: its package.json lists the modules as dependencies. */
export interface App {
  /** Folder of its package.json. */
  readonly root: string;
  /** `name => import(name)`, written in the app so that names resolve from there. */
  readonly load: (name: string) => Promise<{ readonly default?: unknown }>;
}

export interface DiscoveryOptions extends Surroundings {
  /** Names of modules or packages to leave out. */
  readonly exclude: readonly string[];
}

export interface Discovered {
  readonly registry: Registry;
  /** One line each. A module with a problem is not in the registry. */
  readonly problems: readonly string[];
  /** What the packages of the modules say that they read. */
  readonly tables: ModuleTables;
}

/** The modules that a server with these settings has. */
export const discoverModules = (app: App, { services, exclude }: Pick<Settings, 'services' | 'exclude'>): Promise<Discovered> =>
  discover(app, {
    reserved: [...entryPointNames(), ...Object.keys(pageSetParams), ...Object.keys(queryParams)],
    services: new Set(Object.keys({ ...STANDARD_SERVICES, ...services })),
    exclude,
  });

/** Registers the modules among the app's own dependencies: the packages that carry the marker `"wikiquery": { "contract": 1 }`. */
export async function discover(app: App, { exclude, ...surroundings }: DiscoveryOptions): Promise<Discovered> {
  const { dependencies, optionalDependencies, name } = await readAppManifest(app);
  const excluded = new Set(exclude);
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(each => !excluded.has(each));
  const isOptional = (each: string): boolean => optionalDependencies?.[each] !== undefined;
  const found = await Promise.all(names.sort().map(each => inspect(app, each, isOptional(each), name)));

  const candidates = found.flatMap(one => (typeof one === 'object' ? [one] : []));
  const { registry, problems } = createRegistry(
    candidates.filter(({ module }) => !excluded.has(module.name)),
    surroundings,
  );
  const known = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...candidates.map(({ module }) => module.name)]);
  const strangers = exclude.filter(each => !known.has(each)).map(each => `There is no module "${each}" to exclude.`);
  const tables = new Map(candidates.map(({ module, tables }) => [module.name, tables]));
  return { registry, tables, problems: [...found.filter(one => typeof one === 'string'), ...problems, ...strangers] };
}

/** package.json of the app. */
export const readAppManifest = ({ root }: App): Promise<Manifest> => readManifest(join(root, 'package.json'));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly wikiquery?: { readonly contract?: unknown; readonly tables?: readonly string[] };
}

interface Inspected extends Candidate {
  readonly tables: readonly string[] | undefined;
}

/** The module in a package, a problem, or undefined for a package that is no module. */
async function inspect({ root, load }: App, name: string, isOptional: boolean, app: string): Promise<Inspected | string | undefined> {
  const path = findManifest(root, name);
  if (!path)
    return isOptional ? undefined : `${name} is a dependency of ${app} but is not installed; install the dependencies or take it out.`;
  let source = name;
  try {
    const manifest = await readManifest(path);
    source = `${manifest.name}@${manifest.version}`;
    if (!manifest.wikiquery) return undefined;
    const { contract, tables } = manifest.wikiquery;
    // Before the import: code of another contract may do anything.
    if (contract !== CONTRACT)
      return `${source} was made for module contract ${String(contract)}; this server speaks ${CONTRACT}. It was not loaded.`;
    const exported = await load(name);
    if (isModule(exported.default)) return { source, module: exported.default, tables };
    const what = 'default' in exported ? `its default export is ${typeof exported.default}` : `it has no default export`;
    return `${source} must export by default what defineModule() returns, but ${what}.`;
  } catch (error) {
    return `${source} failed while it was loaded: ${oneLine(error).replace(/\.$/, '')}.`;
  }
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
