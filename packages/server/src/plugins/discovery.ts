import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AnyPlugin,
  createRegistry,
  isPlugin,
  type PluginCandidate,
  type Plugins,
  type ReservedNames,
  refuseContract,
} from '@wikiquery/core/host';
import {
  allRequirements,
  SERVER_REQUIREMENTS,
  SESSION_REQUIREMENTS,
  type TableRequirements,
  tableRequirementsOf,
} from '@wikiquery/database';
import { surroundings } from '@wikiquery/engine';
import { suggestion } from '../config/read-settings.ts';
import type { Settings } from '../config/settings.ts';
import { oneLine, StartError } from '../start-error.ts';
import { VERSION } from '../version.ts';
import { STANDARD_SERVICES } from '../wiki/services.ts';
import { findManifest, installedPackages, type Manifest, readManifest } from './manifests.ts';
import type { App, ServerExtension } from './server-extension.ts';
import { databaseReaders, fullName, type PluginNeeds } from './table-requirements.ts';

export interface DiscoveryOptions extends ReservedNames {
  /** Names of plugins (`login`, `action=login`) or packages to leave out. */
  readonly exclude: readonly string[];
  /** Names of services that nothing provides. Plugins that need one of them are left out. */
  readonly without?: readonly string[];
}

/** The plugins, web UIs and server extensions of an app. */
export interface Discovered extends Plugins {
  /** Problems of plugins, one line each. A plugin with a problem is left out. */
  readonly problems: readonly string[];
  /** Tables that the server itself reads. Only if a plugin manages sessions, these include passwords and session tokens. */
  readonly serverNeeds: TableRequirements;
  /** Tables that query modules, actions and routes read besides those that every server reads, as their packages declare them. */
  readonly needs: PluginNeeds;
  readonly pages: readonly WebPage[];
  /** Example queries, as the app and its distributions list them. */
  readonly requests: readonly string[];
  readonly extensions: readonly ServerExtension[];
}

/** A web UI: static files, which are served below its name. The first web UI without a path of its own is also served at `/`. */
export interface WebPage {
  /** The path that its package declares, otherwise the last part of the package name. */
  readonly name: string;
  /** Whether its package declares a path. Its files may refer to this path, so the server serves them nowhere else. */
  readonly hasPath?: boolean;
  /** The folder with index.html. */
  readonly folder: string;
}

/** Returns the plugins that a server with these settings has. Rejects with a StartError if a server extension cannot be loaded. */
export async function discoverPlugins(app: App, { services, exclude }: Pick<Settings, 'services' | 'exclude'>): Promise<Discovered> {
  const provided = [...[...STANDARD_SERVICES, ...services].map(({ name }) => name), 'sessions'];
  const excluded = new Set(exclude);
  const extensions = (await packagedExtensions(app)).flatMap(({ source, extension }) => (excluded.has(source) ? [] : [extension]));
  const without = servicesOf(extensions).filter(name => !provided.includes(name));
  return { ...(await discover(app, { ...surroundings(provided), exclude, without })), extensions };
}

export const servicesOf = (extensions: readonly ServerExtension[]): string[] => extensions.flatMap(({ services = [] }) => services);

/**
 * Registers the plugins of an app, which are dependencies with `"wikiquery": { "contract": "2.0" }` in their package.json. Also finds its
 * web UIs, which are dependencies with `"wikiquery": { "page": "FOLDER" }`. Returns problems of plugins instead of throwing.
 */
export async function discover(
  app: App,
  { exclude, without = [], ...surroundings }: DiscoveryOptions,
): Promise<Omit<Discovered, 'extensions'>> {
  const { dependencies, optionalDependencies, name, wikiquery } = await readAppManifest(app);
  const installed = packagesOf(app);
  const distributed = distributions(app, Object.keys(dependencies ?? {}), installed);
  const excluded = new Set(exclude);
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter(each => !excluded.has(each));
  const isOptional = (each: string): boolean => Object.hasOwn(optionalDependencies ?? {}, each);
  const own = names.sort().map(each => inspect(app, each, isOptional(each), name, installed));
  const others = distributed.flatMap(([from, packages]) =>
    packages.filter(each => !names.includes(each) && !excluded.has(each)).map(each => inspect(from, each, false, name, installed)),
  );
  const found = await Promise.all([...own, ...others]);

  const given = (app.plugins ?? []).map(plugin => ({ source: fullName(plugin), plugin, needs: undefined }));
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
  const unknown = exclude
    .filter(each => !known.has(each))
    .map(each => `There is no plugin "${each}" to exclude.${suggestion(each, known)} Correct or remove it in "exclude".`);
  const readers = databaseReaders(plugins);
  const registered = new Set<AnyPlugin>(readers);
  const needs = new Map(candidates.flatMap(({ plugin, needs }) => (registered.has(plugin) ? [[fullName(plugin), needs]] : [])));
  const requests =
    wikiquery?.requests ?? distributed.flatMap(([{ root }]) => readManifest(join(root, 'package.json')).wikiquery?.requests ?? []);
  const managesSessions = readers.some(usesSessions);
  return {
    ...plugins,
    serverNeeds: managesSessions ? allRequirements(SERVER_REQUIREMENTS, SESSION_REQUIREMENTS) : SERVER_REQUIREMENTS,
    needs,
    pages,
    requests,
    problems: [...found.filter(one => typeof one === 'string'), ...problems, ...unknown],
  };
}

const usesSessions = ({ services = {} }: AnyPlugin): boolean => Object.values(services).some(({ name }) => name === 'sessions');

export const needsService = ({ services = {} }: AnyPlugin, service: string): boolean =>
  Object.values(services).some(({ name, isOptional }) => name === service && !isOptional);

type InstalledPackages = ReturnType<typeof installedPackages>;

/** Returns the installed packages of an app. Caches their package.json files, of which there are about a hundred. */
function packagesOf(app: App): InstalledPackages {
  const packages = read.get(app) ?? installedPackages();
  read.set(app, packages);
  return packages;
}
const read = new WeakMap<App, InstalledPackages>();

/** Returns the server extensions of an app, its dependencies and its distributions. Rejects with a StartError if one cannot be loaded. */
export const serverExtensions = async (app: App): Promise<readonly ServerExtension[]> =>
  (await packagedExtensions(app)).map(({ extension }) => extension);

interface PackagedExtension {
  /** Name of the package; for an extension that the app itself passes, the name of the extension. */
  readonly source: string;
  readonly extension: ServerExtension;
}

function packagedExtensions(app: App): Promise<readonly PackagedExtension[]> {
  const extensions = loaded.get(app) ?? loadExtensions(app);
  loaded.set(app, extensions);
  return extensions;
}
const loaded = new WeakMap<App, Promise<readonly PackagedExtension[]>>();

async function loadExtensions(app: App): Promise<readonly PackagedExtension[]> {
  const { dependencies, optionalDependencies } = await readAppManifest(app);
  const installed = packagesOf(app);
  const listed = [
    [app, Object.keys({ ...dependencies, ...optionalDependencies })],
    ...distributions(app, Object.keys(dependencies ?? {}), installed),
  ] as const;
  const found = new Map<string, Promise<PackagedExtension>>();
  for (const [{ root, load }, names] of listed)
    for (const name of names) {
      const { manifest } = installed(root, name) ?? {};
      if (manifest?.wikiquery?.extends === 'server' && !found.has(name)) found.set(name, loadExtension(name, load));
    }
  const passed = (app.extensions ?? []).map(extension => ({ source: extension.name, extension }));
  return [...passed, ...(await Promise.all(found.values()))];
}

async function loadExtension(name: string, load: App['load']): Promise<PackagedExtension> {
  try {
    const { default: extension } = (await load(name)) as { readonly default?: Partial<ServerExtension> };
    if (typeof extension?.name !== 'string') throw new Error('its default export must be the result of defineServerExtension()');
    return { source: name, extension: extension as ServerExtension };
  } catch (error) {
    throw new StartError([loadFailure(name, error)]);
  }
}

const loadFailure = (source: string, error: unknown): string =>
  `${source} cannot be loaded: ${oneLine(error).replace(/\.$/, '')}. Reinstall it, or remove it from the dependencies.`;

/** Returns the distributions among the dependencies of an app, with the names of their dependencies. */
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

/** Creates an app that resolves package names from its folder `root`. */
export function appAt(root: string): App {
  const own = createRequire(join(root, 'package.json'));
  return { root, load: name => import(pathToFileURL(own.resolve(name)).href) };
}

/** Whether an app depends on a plugin or a distribution. */
export async function hasPlugins(app: App): Promise<boolean> {
  const { dependencies, optionalDependencies } = await readAppManifest(app);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const path = findManifest(app.root, name);
    if (path !== undefined && readManifest(path).wikiquery) return true;
  }
  return false;
}

/** Returns the names by which the setting `exclude` can specify a plugin. */
const namesOf = (plugin: PluginCandidate['plugin']): string[] => [plugin.name, fullName(plugin)];

/** Returns the package.json of an app, or one without dependencies if the app lists its plugins itself. */
export const readAppManifest = async ({ root, plugins }: App): Promise<Manifest> =>
  plugins ? { name: 'wikiquery', version: VERSION } : readManifest(join(root, 'package.json'));

interface Inspected extends PluginCandidate {
  readonly needs: TableRequirements | undefined;
}

/** Returns the plugin or web UI in a package, a problem, or undefined for other packages. */
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
    if (!found) return isOptional ? undefined : `${name}, a dependency of ${app}, is not installed. Run "npm install", or remove it.`;
    const { path, manifest } = found;
    source = manifest.version === undefined ? manifest.name : `${manifest.name}@${manifest.version}`;
    if (!manifest.wikiquery || manifest.wikiquery.distribution || manifest.wikiquery.extends) return undefined;
    const { contract, page, distribution: _, extends: __, ...needs } = manifest.wikiquery;
    if (typeof page === 'string') return { name: basename(manifest.name), folder: join(dirname(path), page) };
    if (page !== undefined) return { name: page.path, hasPath: true, folder: join(dirname(path), page.folder) };
    // Checked before the import, because code for another plugin API version may do anything.
    const refusal = refuseContract(contract);
    if (refusal) return `${source} ${refusal}. It was not loaded.`;
    const exported = await load(name);
    if (isPlugin(exported.default)) return { source, plugin: exported.default, needs: tableRequirementsOf(needs) };
    const what = 'default' in exported ? `its default export is ${typeof exported.default}` : `it has no default export`;
    return `${source} must export by default the result of defineModule(), defineAction(), defineFormat() or defineRoute(), but ${what}.`;
  } catch (error) {
    return loadFailure(source, error);
  }
}
