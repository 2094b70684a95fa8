import type { HostSite } from '@wikiquery/core/host';
import { DatabaseUnusableError, open, PRIVATE, type WikiDatabase } from '@wikiquery/database';
import { printError } from '@wikiquery/hardening';
import { SiteError } from '@wikiquery/site';
import { createGenders } from '@wikiquery/users';
import type { Settings } from '../config/settings.ts';
import { log } from '../observability/log.ts';
import { serverExtensions } from '../plugins/discovery.ts';
import { hostingOf } from '../plugins/hosting.ts';
import type { App } from '../plugins/server-extension.ts';
import { oneLine, StartError } from '../start-error.ts';
import { withDatabase } from './assemble.ts';
import { sharedTablesOf } from './shared-tables.ts';
import { describeSite } from './site.ts';

/** A wiki for a program that reads all of it: without modules and accounts, and with a single database connection. */
export interface ReadWiki {
  readonly database: WikiDatabase;
  readonly site: HostSite;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
}

/**
 * Opens the configured wiki, or the wiki `name` of a farm. Rejects with a StartError if one of `tables` is missing or the wiki cannot be
 * opened.
 */
export async function openForReading(app: App, given: Settings, name: string | undefined, tables: ReadonlySet<string>): Promise<ReadWiki> {
  const settings = await withDatabase(await settingsOf(app, given, name));
  const { database: address = '', replicas, maxLag, tablePrefix, stores, legacyEncoding, images } = settings;
  try {
    const database = await open(address, {
      single: true,
      cache: 4096,
      prefix: tablePrefix,
      shared: sharedTablesOf(settings),
      replicas,
      maxLag: maxLag / 1000,
      tables,
      dispensable: PRIVATE,
      texts: {
        stores,
        legacyEncoding,
        onFailure: (store, error) => log('warning', 'store-failed', { store, message: oneLine(error) }),
      },
    });
    try {
      const genders = createGenders(database.db, { failed: error => log('warning', 'genders', { message: oneLine(error) }) });
      const { site } = await describeSite(settings, { database, genders }, text => printError(`wikiquery: ${text}`));
      return { database, site, images };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof DatabaseUnusableError || error instanceof SiteError) throw new StartError([oneLine(error)]);
    throw error;
  }
}

async function settingsOf(app: App, settings: Settings, name: string | undefined): Promise<Settings> {
  const many = await hostingOf(app, settings);
  if (many) return many.settingsOf(app, name);
  if (name === undefined) return settings;
  const { settings: own = {} } = (await serverExtensions(app)).find(({ hosting }) => hosting) ?? {};
  const [[flag, { kind }] = ['', { kind: undefined }]] = Object.entries(own);
  const advice = kind
    ? `Name the wikis with --${flag} ${kind.placeholder}.`
    : 'Leave out the name: no extension for wiki farms is installed.';
  throw new StartError([`There is no list of wikis to find "${name}" in. ${advice}`]);
}
