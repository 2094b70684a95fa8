import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnyPlugin,
  createRegistry,
  isModule,
  isPlugin,
  type PluginCandidate,
  type Plugins,
  type ReservedNames,
  refuseContract,
} from '@wikiquery/core/host';
import { type TableRequirements, tableRequirementsOf } from '@wikiquery/database';
import { surroundings } from '@wikiquery/engine';
import type { Settings } from '../config/settings.ts';
import { oneLine, StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';
import { STANDARD_SERVICES } from '../wiki/services.ts';
import { findManifest, installedPackages, type Manifest, readManifest } from './manifests.ts';
import type { App, ServerExtension } from './server-extension.ts';
import type { ModuleNeeds } from './table-requirements.ts';

export interface DiscoveryOptions extends ReservedNames {
  /** Names of plugins (`login`, `action=login`) or packages to leave out. */
  readonly exclude: readonly string[];
  /** Services that nobody provides. Plugins that need one are left out. */
  readonly without?: readonly string[];
}

export interface Discovered extends Plugins {
  /** One line each. A plugin with a problem is not among the others. */
  readonly problems: readonly string[];
  /** What the packages of the query modules say that they read. */
  readonly needs: ModuleNeeds;
  /** Tables that actions and routes read in addition to those of every server; undefined for a plugin whose package declares none. */
  readonly besides: readonly (TableRequirements | undefined)[];
  readonly pages: readonly WebPage[];
  readonly extensions: readonly ServerExtension[];
}

/** A page for people: files that are served as they are, under `/` and the name. */
export interface WebPage {
  /** The last part of the name of its package. */
  readonly name: string;
  /** Holds index.html. */
  readonly folder: string;
}

/** The plugins that a server with these settings has. Rejects with a StartError for a broken extension of the server. */
export async function discoverPlugins(app: App, { services, exclude }: Pick<Settings, 'services' | 'exclude'>): Promise<Discovered> {
  const provided = [...[...STANDARD_SERVICES, ...services].map(({ name }) => name), 'sessions'];
  const extensions = await serverExtensions(app);
  const without = servicesOf(extensions).filter(name => !provided.includes(name));
  return { ...(await discover(app, { ...surroundings(provided), exclude, without })), extensions };
}

/** The services that extensions can provide. */
export const servicesOf = (extensions: readonly ServerExtension[]): string[] => extensions.flatMap(({ services = [] }) => services);

/**
 * Registers the plugins among the app's own dependencies: the packages that carry the marker `"wikiquery": { "contract": "2.0" }`, and finds the
 * pages: those with `"wikiquery": { "page": "FOLDER" }`, whose code is for browsers and not loaded here.
 */
export async function discover(
  app: App,
  { exclude, without = [], ...surroundings }: DiscoveryOptions,
): Promise<Omit<Discovered, 'extensions'>> {
  const { dependencies, optionalDependencies, name } = await readAppManifest(app);
  const installed = packagesOf(app);
  const distributed = distributions(app, Object.keys(dependencies ?? {}), installed);
  const excluded = new Set(exclude);
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(each => !excluded.has(each));
  const isOptional = (each: string): boolean => optionalDependencies?.[each] !== undefined;
  const own = names.sort().map(each => inspect(app, each, isOptional(each), name, installed));
  const others = distributed.flatMap(([from, packages]) =>
    packages.filter(each => !names.includes(each) && !excluded.has(each)).map(each => inspect(from, each, false, name, installed)),
  );
  const found = await Promise.all([...own, ...others]);

  const given = (app.plugins ?? []).map(plugin => ({ source: `${plugin.group}=${plugin.name}`, plugin, needs: undefined }));
  const candidates = [...given, ...found.flatMap(one => (typeof one === 'object' && 'plugin' in one ? [one] : []))];
  const pages = found.flatMap(one => (typeof one === 'object' && 'folder' in one ? [one] : []));
  const { problems, ...plugins } = createRegistry(
    candidates.filter(
      ({ plugin }) => !namesOf(plugin).some(each => excluded.has(each)) && !without.some(each => needsService(plugin, each)),
    ),
    surroundings,
  );
  const known = new Set([
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...distributed.flatMap(([, packages]) => packages),
    ...candidates.flatMap(({ plugin }) => namesOf(plugin)),
  ]);
  const strangers = exclude.filter(each => !known.has(each)).map(each => `There is no plugin "${each}" to exclude.`);
  const needs = new Map(candidates.flatMap(({ plugin, needs }) => (isModule(plugin) ? [[plugin.name, needs]] : [])));
  const besides = candidates.flatMap(({ plugin, needs }) => (isModule(plugin) || plugin.group === 'format' ? [] : [needs]));
  return { ...plugins, needs, besides, pages, problems: [...found.filter(one => typeof one === 'string'), ...problems, ...strangers] };
}

export const needsService = ({ services = {} }: AnyPlugin, wanted: string): boolean =>
  Object.values(services).some(({ name, isOptional }) => name === wanted && !isOptional);

type InstalledPackages = ReturnType<typeof installedPackages>;

/** The package.json files that an app has read, which are read once: there are a hundred of them, at each start. */
function packagesOf(app: App): InstalledPackages {
  const packages = read.get(app) ?? installedPackages();
  read.set(app, packages);
  return packages;
}
const read = new WeakMap<App, InstalledPackages>();

/** The extensions among the dependencies of an app, and of the distributions among these. Rejects with a StartError for one that cannot be loaded. */
export function serverExtensions(app: App): Promise<readonly ServerExtension[]> {
  const extensions = loaded.get(app) ?? loadExtensions(app);
  loaded.set(app, extensions);
  return extensions;
}
const loaded = new WeakMap<App, Promise<readonly ServerExtension[]>>();

async function loadExtensions(app: App): Promise<readonly ServerExtension[]> {
  const { dependencies, optionalDependencies } = await readAppManifest(app);
  const installed = packagesOf(app);
  const listed = [
    [app, Object.keys({ ...dependencies, ...optionalDependencies })],
    ...distributions(app, Object.keys(dependencies ?? {}), installed),
  ] as const;
  const found = new Map<string, Promise<ServerExtension>>();
  for (const [{ root, load }, names] of listed)
    for (const name of names) {
      const { manifest } = installed(root, name) ?? {};
      if (manifest?.wikiquery?.extends === 'server' && !found.has(name)) found.set(name, loadExtension(name, load));
    }
  return [...(app.extensions ?? []), ...(await Promise.all(found.values()))];
}

async function loadExtension(name: string, load: App['load']): Promise<ServerExtension> {
  try {
    const { default: extension } = (await load(name)) as { readonly default?: Partial<ServerExtension> };
    if (typeof extension?.name !== 'string') throw new Error('it must export by default what defineServerExtension() returns');
    return extension as ServerExtension;
  } catch (error) {
    throw new StartError([`${name} failed while it was loaded: ${oneLine(error).replace(/\.$/, '')}.`]);
  }
}

/** Packages among the dependencies of an app that stand for all that they depend on, and the names of that. */
function distributions(
  app: App,
  dependencies: readonly string[],
  installed: InstalledPackages,
): readonly (readonly [from: App, packages: readonly string[]])[] {
  const found: (readonly [App, readonly string[]])[] = [];
  for (const name of dependencies) {
    const { path, manifest } = installed(app.root, name) ?? {};
    if (path === undefined || !manifest?.wikiquery?.distribution) continue;
    const root = dirname(realpathSync(path));
    const own = app.distribution && realpathSync(app.distribution.root) === root;
    found.push([own ? app.distribution : appAt(root), Object.keys(manifest.dependencies ?? {})]);
  }
  return found;
}

/** An app whose packages are loaded as its own files would. */
export function appAt(root: string): App {
  const own = createRequire(join(root, 'package.json'));
  return { root, load: name => import(pathToFileURL(own.resolve(name)).href) };
}

/** Whether there is a plugin, or a package that stands for many, among the dependencies of an app. */
export async function hasPlugins(app: App): Promise<boolean> {
  const { dependencies, optionalDependencies } = await readAppManifest(app);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const path = findManifest(app.root, name);
    if (path !== undefined && readManifest(path).wikiquery) return true;
  }
  return false;
}

/** What a plugin may be called where it is to be left out. */
const namesOf = ({ group, name }: PluginCandidate['plugin']): string[] => [name, `${group}=${name}`];

/** The package.json of the app, without dependencies if it names its plugins itself. */
export const readAppManifest = async ({ root, plugins }: App): Promise<Manifest> =>
  plugins ? { name: 'wikiquery', version: VERSION } : readManifest(join(root, 'package.json'));

interface Inspected extends PluginCandidate {
  readonly needs: TableRequirements | undefined;
}

/** The plugin or page in a package, a problem, or undefined for a package that is neither. */
async function inspect(
  { root, load }: App,
  name: string,
  isOptional: boolean,
  app: string,
  installed: InstalledPackages,
): Promise<Inspected | WebPage | string | undefined> {
  let source = name;
  try {
    const found = installed(root, name);
    if (!found)
      return isOptional ? undefined : `${name} is a dependency of ${app} but is not installed; install the dependencies or take it out.`;
    const { path, manifest } = found;
    source = `${manifest.name}@${manifest.version}`;
    if (!manifest.wikiquery || manifest.wikiquery.distribution || manifest.wikiquery.extends) return undefined;
    const { contract, page, distribution: _, extends: __, ...needs } = manifest.wikiquery;
    if (page !== undefined) return { name: basename(manifest.name), folder: join(dirname(path), page) };
    // Before the import: code of another contract may do anything.
    const refusal = refuseContract(contract);
    if (refusal) return `${source} ${refusal}. It was not loaded.`;
    const exported = await load(name);
    if (isPlugin(exported.default)) return { source, plugin: exported.default, needs: tableRequirementsOf(needs) };
    const what = 'default' in exported ? `its default export is ${typeof exported.default}` : `it has no default export`;
    return `${source} must export by default what defineModule(), defineAction(), defineFormat() or defineRoute() returns, but ${what}.`;
  } catch (error) {
    return `${source} failed while it was loaded: ${oneLine(error).replace(/\.$/, '')}.`;
  }
}
