import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSameWiki, type WikiName, whichWiki } from './which-wiki.ts';

/** The file of a database with an address `sqlite:PATH`; undefined for others. */
export const sqliteFileOf = (address: string): string | undefined => /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];

const EXTENSION = /\.(?:sqlite3?|db)$/i;

/** Where the description of the wiki in an SQLite file lies: `wiki.site.json` beside `wiki.sqlite`. */
export const siteFileOf = (file: string): string => `${file.replace(EXTENSION, '')}.site.json`;

/** Where its uploaded files lie: `wiki.images`. */
export const imagesOf = (file: string): string => `${file.replace(EXTENSION, '')}.images`;

/** Where its interface messages lie, when it has its own: `wiki.messages`. */
export const messagesOf = (file: string): string => `${file.replace(EXTENSION, '')}.messages`;

/** Where the index for searches in its texts lies: `wiki.search-index` beside `wiki.sqlite`. */
export const searchIndexOf = (file: string): string => `${file.replace(EXTENSION, '')}.search-index`;

/** Where rendered results lie: `wiki.renderings`. */
export const renderingsOf = (file: string): string => `${file.replace(EXTENSION, '')}.renderings`;

/** The one name for all databases of a folder, of imports until now and of people. */
const COMMON = 'site.json';

/**
 * The description that lies beside an SQLite file, where there is one: its own, or `site.json` when that can be of no other database of the folder, or
 * names the wiki of which the database itself says that it is.
 */
export async function siteFileBeside(file: string, own: WikiName | undefined): Promise<string | undefined> {
  const path = siteFileOf(file);
  if (existsSync(path)) return path;
  const common = join(dirname(file), COMMON);
  if (!existsSync(common)) return undefined;
  const others = (await readdir(dirname(file))).filter(name => EXTENSION.test(name) && name !== basename(file));
  if (own === undefined) return others.length === 0 ? common : undefined;
  return isSameWiki(own, whichWiki(JSON.parse(await readFile(common, 'utf8')))) ? common : undefined;
}
