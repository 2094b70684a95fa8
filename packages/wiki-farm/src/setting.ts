import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { integer, optional, type SettingKind, type Settings, type SettingValues } from '@wikiquery/server/extend';

/** Unparsed settings of one wiki. `folder`: base of their relative paths. */
export interface GivenWiki {
  readonly values: Readonly<Record<string, unknown>>;
  readonly folder: string;
}

/** Settings of all wikis whose databases on a server match a pattern, with `{wiki}` for the matching part. */
export interface FarmSection extends GivenWiki {
  /** Pattern of the names of the wikis. */
  readonly name: string;
}

export interface WikisSetting {
  /** Folder that contains SQLite files, and folders with a SQLite file. */
  readonly folder: string | undefined;
  /** Default host name, with `{wiki}` for the name of the wiki. */
  readonly host: string | undefined;
  readonly list: Readonly<Record<string, GivenWiki>>;
  readonly farms: readonly FarmSection[];
}

/** Placeholder for the name of a wiki. */
export const WIKI = '{wiki}';

const wikisSetting: SettingKind<WikisSetting> = {
  placeholder: 'DIR',
  isList: false,
  read(value, base) {
    if (typeof value === 'string') return { folder: folderAt(value, base), host: undefined, list: {}, farms: [] };
    const { folder, host, list = {}, farm, ...rest } = objectIn(value, 'must be a folder or an object');
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw new Error(`has an unknown field "${unknown}". The fields are folder, host, list and farm`);
    if (host !== undefined && !(typeof host === 'string' && host.includes(WIKI)))
      throw new Error(`needs a "host" such as ${WIKI}.wikis.example`);
    const given = (of: unknown, what: string): GivenWiki => ({ values: objectIn(of, `needs an object for ${what}`), folder: base });
    const wikis = Object.entries(objectIn(list, 'needs an object as "list"')).map(([name, of]) => [name, given(of, `"${name}"`)] as const);
    const farms = (farm === undefined ? [] : [farm].flat()).map(each => farmIn(given(each, '"farm"')));
    return { folder: folder === undefined ? undefined : folderAt(folder, base), host, list: Object.fromEntries(wikis), farms };
  },
};

function farmIn({ values: { name = WIKI, ...values }, folder }: GivenWiki): FarmSection {
  if (!String(values.database).includes(WIKI))
    throw new Error(`needs the address of databases for "farm", such as mariadb://USER:PASSWORD@HOST/${WIKI}wiki`);
  if (typeof name !== 'string' || !name.includes(WIKI)) throw new Error(`needs a "name" of the wikis of a farm, such as ${WIKI}-books`);
  return { name, values, folder };
}

function folderAt(value: unknown, base: string): string {
  if (typeof value !== 'string' || value === '') throw new Error('needs a folder');
  const path = resolve(base, value);
  if (!existsSync(path)) throw new Error(`names ${path}, which does not exist`);
  if (!statSync(path).isDirectory()) throw new Error(`names ${path}, which is not a folder`);
  return path;
}

function objectIn(value: unknown, otherwise: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw new Error(otherwise);
}

export const FARM_SETTINGS = {
  wikis: optional(
    wikisSetting,
    'serve many wikis: each SQLite file in this folder, and each folder with one, at /NAME/w/api.php. The configuration file can also name lists, hosts and farms',
  ),
  openWikis: optional(integer('N', 1, 100_000), 'number of wikis that each worker keeps open. Default: depends on its memory'),
};
export type FarmSettings = Settings & SettingValues<typeof FARM_SETTINGS>;
