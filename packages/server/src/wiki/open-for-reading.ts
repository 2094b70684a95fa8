import type { HostSite } from '@wikiquery/core/host';
import { DatabaseUnusableError, open, PRIVATE, type WikiDatabase } from '@wikiquery/database';
import { printError } from '@wikiquery/hardening';
import { SiteError } from '@wikiquery/site';
import { createGenders } from '@wikiquery/users';
import { type Settings, settingsOfWiki } from '../config/settings.ts';
import { log } from '../observability/log.ts';
import { oneLine, StartError } from '../start-error.ts';
import { findWikis } from '../wikis/places.ts';
import { withDatabase } from './assemble.ts';
import { sharedTablesOf } from './shared-tables.ts';
import { describeSite } from './site.ts';

/** A wiki for a program that reads all of it: no modules, no accounts, one connection. */
export interface ReadWiki {
  readonly database: WikiDatabase;
  readonly site: HostSite;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
}

/** Opens the wiki of the settings, or of many the one with this name; `tables` must be there. Rejects with a StartError. */
export async function openForReading(given: Settings, name: string | undefined, tables: ReadonlySet<string>): Promise<ReadWiki> {
  const settings = await withDatabase(await settingsOf(given, name));
  const { database: address = '', replicas, maxLag, tablePrefix, stores, legacyEncoding, images } = settings;
  try {
    const database = await open(address, {
      single: true,
      cache: 4096,
      prefix: tablePrefix,
      shared: sharedTablesOf(settings),
      replicas,
      maxLag,
      tables,
      dispensable: PRIVATE,
      texts: {
        stores,
        legacyEncoding,
        onFailure: (store, error) => log('warning', 'store-failed', { store, message: oneLine(error) }),
      },
    });
    try {
      return {
        database,
        site: await describeSite(
          settings,
          { database, genders: createGenders(database.db, { failed: error => log('warning', 'genders', { message: oneLine(error) }) }) },
          text => printError(`wikiquery: ${text}`),
        ),
        images,
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof DatabaseUnusableError || error instanceof SiteError) throw new StartError([oneLine(error)]);
    throw error;
  }
}

async function settingsOf(settings: Settings, name: string | undefined): Promise<Settings> {
  if (!settings.wikis) {
    if (name !== undefined) throw new StartError([`Which wiki "${name}" is, only "wikis" tells: --wikis DIR.`]);
    return settings;
  }
  const { places, problems } = await findWikis(settings.wikis);
  const place = name === undefined ? undefined : places.get(name);
  if (place) return settingsOfWiki(settings, place.name, place.given);
  const known = [...places.keys()].sort();
  const names = `${known.slice(0, MOST).join(', ')}${known.length > MOST ? ' …' : ''}`;
  throw new StartError([...problems, `${name === undefined ? 'Name one of the wikis' : `There is no wiki "${name}"`}: ${names}.`]);
}

/** Names that are told. */
const MOST = 20;
