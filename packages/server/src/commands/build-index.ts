import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseUnusableError, retryConflicts, withoutPassword, withWriterLock } from '@wikiquery/database';
import { print } from '@wikiquery/hardening';
import { isIndexAddress } from '../config/index-address.ts';
import type { Settings } from '../config/settings.ts';
import { serverExtensions } from '../plugins/discovery.ts';
import { searchIndexesAt } from '../plugins/search-indexes.ts';
import type { App } from '../plugins/server-extension.ts';
import { oneLine, StartError } from '../start-error.ts';
import { assemble } from '../wiki/assemble.ts';
import { searchIndexPlace } from '../wiki/search.ts';

/** Builds or updates the full-text index of a database. `full`: compares all pages. Returns the exit code. */
export async function makeIndex(app: App, settings: Settings, full: boolean): Promise<number> {
  const path = settings.database === undefined ? undefined : searchIndexPlace(settings);
  if (path === undefined)
    throw new StartError([
      'index needs a database and a place for the index: wikiquery index --database ADDRESS --search-index FILE, or the address of an empty database.',
    ]);
  const searchIndexes = searchIndexesAt(await serverExtensions(app), path);
  if (!isIndexAddress(path)) await mkdir(dirname(path), { recursive: true });
  const { database, site, close } = await assemble(app, { ...settings, searchIndex: 'none' });
  try {
    const [{ buildIndex }, { terminalProgress }] = await Promise.all([import('@wikiquery/search-index'), import('@wikiquery/dumps')]);
    const place = path;
    const progress = terminalProgress();
    const build = () => buildIndex(database.db, { location: place, site, full, progress });
    // Several processes may write an index in a cluster.
    if (searchIndexes) await searchIndexes.build(place, { db: database.db, site, full, progress });
    else await withWriterLock(settings.database as string, { prefix: settings.tablePrefix, isReader: true }, () => retryConflicts(build));
  } catch (error) {
    throw error instanceof DatabaseUnusableError ? new StartError([oneLine(error)]) : error;
  } finally {
    await close();
  }
  print(`Servers use ${withoutPassword(path)}${settings.searchIndex === undefined ? '' : ' with the same --search-index'}.`);
  return 0;
}
