import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseJson } from '@wikiquery/client/fetch';
import { oneLine } from '../start-error.ts';

export interface ConfigurationFile {
  readonly path: string;
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const NAMES = ['wikiquery.config.ts', 'wikiquery.config.mjs', 'wikiquery.config.js', 'wikiquery.config.json'];

/**
 * Reads the configuration file `named`, or `wikiquery.config.{ts,mjs,js,json}` in the folder; returns undefined if there is none. A JSON
 * file contains the settings, other files export them by default. Node runs TypeScript itself. Rejects with an Error that states what to
 * do.
 */
export async function readConfigurationFile(named: string | undefined, folder: string): Promise<ConfigurationFile | undefined> {
  if (named !== undefined && !existsSync(named)) throw new Error(`The configuration file ${named} does not exist.`);
  const found = named === undefined ? NAMES.map(name => join(folder, name)).filter(path => existsSync(path)) : [named];
  const [path, second] = found;
  if (path === undefined) return undefined;
  if (second !== undefined)
    throw new Error(`There are two configuration files, ${path} and ${second}. Keep one, or name one with --config.`);
  const values = await load(path);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new Error(`The configuration file ${path} must ${path.endsWith('.json') ? 'hold' : 'export by default'} an object of settings.`);
  }
  return { path, folder: dirname(path), values: values as Record<string, unknown> };
}

/** Number of reads, which makes each URL unique: Node reloads a module only under a new URL. */
let reads = 0;

async function load(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return parseJson(await readFile(path, 'utf8'));
    return ((await import(`${pathToFileURL(path).href}?${++reads}`)) as { readonly default?: unknown }).default;
  } catch (error) {
    throw new Error(`The configuration file ${path} cannot be read: ${oneLine(error)}.`, { cause: error });
  }
}
