import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSameWiki, type WikiName, whichWiki } from './which-wiki.ts';

/** Returns the file of a database address `sqlite:PATH`, or undefined for other addresses. */
export const sqliteFileOf = (address: string): string | undefined => /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];

const EXTENSION = /\.(?:sqlite3?|db)$/i;

// Paths next to the SQLite file: `wiki.site.json` for `wiki.sqlite`.
const sibling = (file: string, name: string): string => `${file.replace(EXTENSION, '')}.${name}`;
export const siteFileOf = (file: string): string => sibling(file, 'site.json');
export const imagesOf = (file: string): string => sibling(file, 'images');
export const messagesOf = (file: string): string => sibling(file, 'messages');
export const searchIndexOf = (file: string): string => sibling(file, 'search-index');
export const renderingsOf = (file: string): string => sibling(file, 'renderings');

/** Finds the file's own site description, or the folder's `site.json` if it names the wiki `own` or there is no other database. */
export async function siteFileBeside(file: string, own: WikiName | undefined): Promise<string | undefined> {
  const path = siteFileOf(file);
  if (existsSync(path)) return path;
  const common = join(dirname(file), 'site.json');
  if (!existsSync(common)) return undefined;
  const others = (await readdir(dirname(file))).filter(name => EXTENSION.test(name) && name !== basename(file));
  if (own === undefined) return others.length === 0 ? common : undefined;
  return isSameWiki(own, whichWiki(JSON.parse(await readFile(common, 'utf8')))) ? common : undefined;
}
