import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { serverEngineOf, withoutPassword } from '@wikiquery/database';
import { print } from '@wikiquery/hardening';
import { assemble } from '../assemble.ts';
import type { App } from '../discovery.ts';
import { StartError } from '../problems.ts';
import { searchIndexPlace } from '../search.ts';
import type { Settings } from '../settings.ts';

/** Makes the index for searches of any database, or brings it up to date. Gives the exit code. */
export async function makeIndex(app: App, settings: Settings): Promise<number> {
  const path = settings.database === undefined ? undefined : searchIndexPlace(settings);
  if (path === undefined)
    throw new StartError([
      'Give the address of the database, and where the index is to be: wikiquery index --database ADDRESS --search-index FILE, or the address of a database for it alone.',
    ]);
  if (!serverEngineOf(path)) await mkdir(dirname(path), { recursive: true });
  const { database, site, close } = await assemble(app, { ...settings, searchIndex: 'none' });
  try {
    const [{ buildIndex }, { terminalProgress }] = await Promise.all([import('@wikiquery/search-index'), import('@wikiquery/dumps')]);
    await buildIndex(database.db, { place: path, site, progress: terminalProgress() });
  } finally {
    await close();
  }
  print(`Servers use ${withoutPassword(path)}${settings.searchIndex === undefined ? '' : ' with the same --search-index'}.`);
  return 0;
}
