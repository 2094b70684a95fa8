import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSameWiki, type WikiName, whichWiki } from './which-wiki.ts';

/** Returns the file of a database address `sqlite:PATH`, or undefined for any other address. */
export const sqliteFileOf = (address: string): string | undefined => /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];

const EXTENSION = /\.(?:sqlite3?|db)$/i;

// Related files are next to the SQLite file: `wiki.site.json` for `wiki.sqlite`.
const sibling = (file: string, name: string): string => `${file.replace(EXTENSION, '')}.${name}`;
/** Returns the path of an SQLite file's site configuration. */
export const siteFileOf = (file: string): string => sibling(file, 'site.json');
/** Returns the path of the folder for the uploaded files of an SQLite file's wiki. */
export const imagesOf = (file: string): string => sibling(file, 'images');
/** Returns the path of the imported interface messages for an SQLite file. */
export const messagesOf = (file: string): string => sibling(file, 'messages');
/** Returns the path of an SQLite file's search index. */
export const searchIndexOf = (file: string): string => sibling(file, 'search-index');
/** Returns the path of the file with the cached renderings of an SQLite file's pages. */
export const renderingsOf = (file: string): string => sibling(file, 'renderings');

/**
 * Finds the site configuration of an SQLite file: its own, or the folder's `site.json`. The latter must describe the wiki `own` or, if
 * `own` is undefined, the folder must contain no other database.
 */
export async function siteFileBeside(file: string, own: WikiName | undefined): Promise<string | undefined> {
  const path = siteFileOf(file);
  if (existsSync(path)) return path;
  const common = join(dirname(file), 'site.json');
  if (!existsSync(common)) return undefined;
  const others = (await readdir(dirname(file))).filter(name => EXTENSION.test(name) && name !== basename(file));
  if (own === undefined) return others.length === 0 ? common : undefined;
  return isSameWiki(own, whichWiki(JSON.parse(await readFile(common, 'utf8')))) ? common : undefined;
}
