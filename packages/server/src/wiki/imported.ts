import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql, type WikiDatabase } from '@wikiquery/database';
import { imagesOf, messagesOf, siteFileBeside, sqliteFileOf, whichWiki } from '@wikiquery/site';
import type { Settings } from '../config/settings.ts';

/** Returns the path of the site configuration that an import saved next to the database file. */
export async function siteBeside(
  { database: address = '', tablePrefix }: Pick<Settings, 'database' | 'tablePrefix'>,
  database: WikiDatabase,
  warn: (text: string) => void,
): Promise<string | undefined> {
  const file = sqliteFileOf(address);
  if (file === undefined) return undefined;
  const state = (await importState(database, tablePrefix, '#description')) as { readonly description?: unknown } | undefined;
  const path = await siteFileBeside(file, state && whichWiki(state.description));
  const common = join(dirname(file), 'site.json');
  if (path === undefined && existsSync(common))
    warn(`${common} is not used, because it may describe another wiki than ${file}. If it is the right one, use --site ${common}.`);
  return path;
}

/** Adds the folders of uploaded files and messages next to the database file, unless the settings specify other folders. */
export function withFoldersBeside<Given extends Pick<Settings, 'database' | 'images' | 'messages'>>(settings: Given): Given {
  const file = sqliteFileOf(settings.database ?? '');
  if (file === undefined) return settings;
  const [images, messages] = [imagesOf(file), messagesOf(file)];
  return {
    ...settings,
    ...(settings.images === undefined && existsSync(images) && { images }),
    ...(settings.messages.length === 0 && existsSync(messages) && { messages: [messages] }),
  };
}

/** Returns a warning if the first import of the database is incomplete. */
export async function unfinishedImport(database: WikiDatabase, prefix: string): Promise<string | undefined> {
  if (database.engine !== 'sqlite' || (await importState(database, prefix, '#unfinished')) === undefined) return undefined;
  return 'The import of the database is not finished: pages are missing. If it was interrupted, import the same files again: it resumes.';
}

/** Reads a state that `@wikiquery/dumps` stored in the database. */
async function importState({ db }: WikiDatabase, prefix: string, source: string): Promise<unknown> {
  const table = sql.table(`${prefix}wikiquery_import`);
  const read = sql<{ state: string }>`select state from ${table} where source = ${source}`.execute(db);
  const { rows } = await read.catch(() => ({ rows: [] }));
  return rows[0] && JSON.parse(String(rows[0].state));
}
