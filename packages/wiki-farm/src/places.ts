import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { databaseNames } from '@wikiquery/database';
import { oneLine, readConfigurationFile } from '@wikiquery/server/extend';
import { siteFileOf } from '@wikiquery/site';
import { type FarmSection, type FarmSettings, type GivenWiki, WIKI, type WikisSetting } from './setting.ts';

/** Name, host names and settings of a wiki. */
export interface WikiPlace {
  readonly name: string;
  /** Host names in lower case, without ports. */
  readonly hosts: readonly string[];
  readonly given: GivenWiki;
}

export interface FoundPlaces {
  readonly places: ReadonlyMap<string, WikiPlace>;
  /** Error messages of one line each. A wiki with a problem is left out. */
  readonly problems: readonly string[];
  /** Problems of the wikis in the folder whose configuration file cannot be read, by name. They are also in `problems`. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Whether the folder and the database server were readable, so that missing wikis have been removed. */
  readonly isWhole: boolean;
}

/** Paths that the server itself uses. */
const RESERVED: ReadonlySet<string> = new Set(['livez', 'readyz', 'healthz', 'metrics']);
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u;
const DATABASE = /\.(?:sqlite3?|db)$/i;
/** Name of the wiki's database in a folder with several databases. */
const USUAL = 'wiki.sqlite';
const SITE = 'site.json';

/** Finds all wikis of the setting. For equal names, the list takes precedence over the folder, and the folder over the farms. */
export async function findWikis(settings: FarmSettings): Promise<FoundPlaces> {
  const setting = settings.wikis as WikisSetting;
  const places = new Map<string, WikiPlace>();
  const problems: string[] = [];
  const unreadable = new Map<string, string>();
  let isWhole = true;
  const attempt = async (work: () => Promise<readonly Named[]>): Promise<void> => {
    try {
      for (const [name, given] of await work()) if (!places.has(name)) place(name, given);
    } catch (error) {
      problems.push(oneLine(error));
      isWhole = false;
    }
  };
  const place = (name: string, given: GivenWiki): void => {
    if (!NAME.test(name) || RESERVED.has(name))
      problems.push(
        `"${name}" cannot be the name of a wiki. Use letters, digits, "-", "_" and ".", but none of ${[...RESERVED].join(', ')}.`,
      );
    else places.set(name, { name, ...hostsOf(name, given, setting.host) });
  };
  await attempt(async () => Object.entries(setting.list));
  const { folder, farms } = setting;
  if (folder !== undefined) await attempt(() => inFolder(folder, unreadable));
  const inFarms = new Set<string>();
  for (const farm of farms) {
    await attempt(async () => {
      const found = await inFarm(farm, settings);
      for (const [name] of found) {
        if (inFarms.has(name)) problems.push(`Two farms have a wiki "${name}". Give one of the farms a "name" such as other-${WIKI}.`);
        inFarms.add(name);
      }
      return found;
    });
  }
  return { places, problems: [...problems, ...unreadable.values()], unreadable, isWhole };
}

type Named = readonly [name: string, given: GivenWiki];

/** Separates `host` from the settings of the wiki itself. */
function hostsOf(name: string, { values: { host, ...values }, folder }: GivenWiki, pattern: string | undefined) {
  const own = host === undefined ? (pattern?.replaceAll(WIKI, () => name) ?? []) : (host as string | readonly string[]);
  return { hosts: [own].flat().map(each => String(each).toLowerCase()), given: { values, folder } };
}

async function inFolder(folder: string, unreadable: Map<string, string>): Promise<Named[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const found: Named[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    try {
      const wiki = DATABASE.test(entry.name) ? await beside(folder, entry.name, names) : await within(folder, entry);
      if (wiki) found.push(wiki);
    } catch (error) {
      unreadable.set(entry.name.replace(DATABASE, ''), oneLine(error));
    }
  }
  return found;
}

/** Reads `NAME.sqlite` with `NAME.images`, `NAME.messages` and `NAME.config.json` next to it. */
async function beside(folder: string, file: string, names: ReadonlySet<string>): Promise<Named> {
  const name = file.replace(DATABASE, '');
  const own = `${name}.config.json`;
  const read = names.has(own) ? await readConfigurationFile(join(folder, own), folder) : undefined;
  return [name, { folder, values: { database: `sqlite:${join(folder, file)}`, ...foldersIn(folder, names, `${name}.`), ...read?.values } }];
}

/** Reads a folder with a database or a configuration file. Imports name their folders `wiki.images` and `wiki.messages`. */
async function within(parent: string, entry: Dirent): Promise<Named | undefined> {
  if (!entry.isDirectory() && !entry.isSymbolicLink()) return undefined;
  const folder = join(parent, entry.name);
  // A symbolic link may lead to a file.
  const names = new Set(await readdir(folder).catch(() => []));
  const databases = [...names].filter(name => DATABASE.test(name));
  const file = databases.length === 1 ? databases[0] : databases.find(name => name === USUAL);
  const isConfigured = [...names].some(name => name.startsWith('wikiquery.config.'));
  if (file === undefined && !isConfigured) return undefined;
  const read = isConfigured ? await readConfigurationFile(undefined, folder) : undefined;
  const database = file === undefined ? {} : { database: `sqlite:${join(folder, file)}` };
  // site.json describes the only database of its folder.
  const site =
    databases.length === 1 && names.has(SITE) && !names.has(basename(siteFileOf(String(file)))) ? { site: join(folder, SITE) } : {};
  const imported = file === undefined ? {} : foldersIn(folder, names, `${file.replace(DATABASE, '')}.`);
  return [entry.name, { folder, values: { ...database, ...site, ...foldersIn(folder, names, ''), ...imported, ...read?.values } }];
}

const foldersIn = (folder: string, names: ReadonlySet<string>, prefix: string): Record<string, string> =>
  Object.fromEntries(['images', 'messages'].filter(name => names.has(prefix + name)).map(name => [name, join(folder, prefix + name)]));

/** Returns a wiki for each matching database that the database account can see. Uses the connections of the wikis. */
async function inFarm({ name: wikiName, values, folder }: FarmSection, settings: FarmSettings): Promise<Named[]> {
  const connections = typeof values.connections === 'number' ? values.connections : settings.connections;
  const { pattern, names } = await databaseNames(String(values.database), WIKI, {
    statementLimit: settings.deadline + 1000,
    ...(connections !== undefined && { connections }),
  });
  const [before = '', after = ''] = pattern.split(WIKI);
  return names.flatMap(database => {
    const isOne = database.startsWith(before) && database.endsWith(after) && database.length > before.length + after.length;
    if (!isOne) return [];
    const part = database.slice(before.length, database.length - after.length);
    return [[wikiName.replaceAll(WIKI, () => part), { values: filledIn(values, part) as GivenWiki['values'], folder }]];
  });
}

/** Replaces the placeholder for the name of the wiki, at any depth. */
function filledIn(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value.replaceAll(WIKI, () => name);
  if (Array.isArray(value)) return value.map(each => filledIn(each, name));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, name)]));
}
