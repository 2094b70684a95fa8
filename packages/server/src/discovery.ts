import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Candidate, createRegistry, isModule, isPlugin, type Plugins, refuseContract, type Surroundings } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import { oneLine } from './problems.ts';
import { STANDARD_SERVICES } from './services.ts';
import type { Settings } from './settings.ts';
import type { ModuleTables } from './tables.ts';

/** The application: its package.json lists the plugins (query modules, actions, formats) as dependencies. */
export interface App {
  /** Folder of its package.json. */
  readonly root: string;
  /** `name => import(name)`, written in the app so that names resolve from there. */
  readonly load: (name: string) => Promise<{ readonly default?: unknown }>;
}

export interface DiscoveryOptions extends Surroundings {
  /** Names of plugins (`login`, `action=login`) or packages to leave out. */
  readonly exclude: readonly string[];
}

export interface Discovered extends Plugins {
  /** One line each. A plugin with a problem is not among the others. */
  readonly problems: readonly string[];
  /** What the packages of the query modules say that they read. */
  readonly tables: ModuleTables;
}

/** The plugins that a server with these settings has. */
export const discoverPlugins = (app: App, { services, exclude }: Pick<Settings, 'services' | 'exclude'>): Promise<Discovered> =>
  discover(app, { ...surroundings([...Object.keys({ ...STANDARD_SERVICES, ...services }), 'sessions']), exclude });

/** Registers the plugins among the app's own dependencies: the packages that carry the marker `"wikiquery": { "contract": "1.1" }`. */
export async function discover(app: App, { exclude, ...surroundings }: DiscoveryOptions): Promise<Discovered> {
  const { dependencies, optionalDependencies, name } = await readAppManifest(app);
  const excluded = new Set(exclude);
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(each => !excluded.has(each));
  const isOptional = (each: string): boolean => optionalDependencies?.[each] !== undefined;
  const found = await Promise.all(names.sort().map(each => inspect(app, each, isOptional(each), name)));

  const candidates = found.flatMap(one => (typeof one === 'object' ? [one] : []));
  const { problems, ...plugins } = createRegistry(
    candidates.filter(({ plugin }) => !namesOf(plugin).some(each => excluded.has(each))),
    surroundings,
  );
  const known = new Set([
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...candidates.flatMap(({ plugin }) => namesOf(plugin)),
  ]);
  const strangers = exclude.filter(each => !known.has(each)).map(each => `There is no plugin "${each}" to exclude.`);
  const tables = new Map(candidates.flatMap(({ plugin, tables }) => (isModule(plugin) ? [[plugin.name, tables]] : [])));
  return { ...plugins, tables, problems: [...found.filter(one => typeof one === 'string'), ...problems, ...strangers] };
}

/** What a plugin may be called where it is to be left out. */
const namesOf = ({ group, name }: Candidate['plugin']): string[] => [name, `${group}=${name}`];

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

/** The plugin in a package, a problem, or undefined for a package that is none. */
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
    const refusal = refuseContract(contract);
    if (refusal) return `${source} ${refusal}. It was not loaded.`;
    const exported = await load(name);
    if (isPlugin(exported.default)) return { source, plugin: exported.default, tables };
    const what = 'default' in exported ? `its default export is ${typeof exported.default}` : `it has no default export`;
    return `${source} must export by default what defineModule(), defineAction() or defineFormat() returns, but ${what}.`;
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
