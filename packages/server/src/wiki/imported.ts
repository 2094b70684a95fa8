import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql, type WikiDatabase } from '@wikiquery/database';
import { imagesOf, messagesOf, siteFileBeside, sqliteFileOf, whichWiki } from '@wikiquery/site';
import type { Settings } from '../config/settings.ts';

/** The description of the wiki that an import saved beside the file of the database. */
export async function siteBeside(
  { database: address = '', tablePrefix }: Pick<Settings, 'database' | 'tablePrefix'>,
  database: WikiDatabase,
  warn: (text: string) => void,
): Promise<string | undefined> {
  const file = sqliteFileOf(address);
  if (file === undefined) return undefined;
  const told = (await importState(database, tablePrefix, '#description')) as { readonly description?: unknown } | undefined;
  const path = await siteFileBeside(file, told && whichWiki(told.description));
  const common = join(dirname(file), 'site.json');
  if (path === undefined && existsSync(common))
    warn(`${common} may describe another wiki than ${file} holds and is not used. If it is the right one, give it with --site.`);
  return path;
}

/** The folders of uploaded files and of messages that lie beside the file of a database count where no others are set. */
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

/** What to say of a database whose first import goes on, or was ended; undefined for others. */
export async function unfinishedImport(database: WikiDatabase, prefix: string): Promise<string | undefined> {
  if (database.engine !== 'sqlite' || (await importState(database, prefix, '#unfinished')) === undefined) return undefined;
  return 'The import of the database is not finished: pages are missing. If it was ended, import the same files again; it goes on where it was.';
}

/** What an import wrote down in the database (`@wikiquery/dumps`). */
async function importState({ db }: WikiDatabase, prefix: string, source: string): Promise<unknown> {
  const table = sql.table(`${prefix}wikiquery_import`);
  const read = sql<{ state: string }>`select state from ${table} where source = ${source}`.execute(db);
  const { rows } = await read.catch(() => ({ rows: [] }));
  return rows[0] && JSON.parse(String(rows[0].state));
}
