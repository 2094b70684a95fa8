import {
  CREDENTIAL_COLUMNS,
  type GrantOptions,
  grantStatements,
  indexGrants,
  layoutOfRelease,
  open,
  PRIVATE,
  RELEASES,
  serverAddress,
  serverEngineOf,
  type TableRequirements,
  tableRequirementsOf,
} from '@wikiquery/database';
import { print, printError } from '@wikiquery/hardening';
import type { Settings } from '../config/settings.ts';
import { discoverPlugins } from '../plugins/discovery.ts';
import type { App } from '../plugins/server-extension.ts';
import { readBy, withoutCredentials } from '../plugins/table-requirements.ts';
import { StartError } from '../start-error.ts';
import { searchIndexPlace } from '../wiki/search.ts';
import { sharedTablesOf } from '../wiki/shared-tables.ts';

/** Prints statements that create a database account with no more rights than the installed plugins need. Returns the exit code. */
export async function grants(app: App, settings: Settings): Promise<number> {
  const { database, tablePrefix: prefix } = settings;
  const engine = serverEngineOf(database);
  if (!database || !engine)
    throw new StartError(['--grants needs --database with the address of a MariaDB or PostgreSQL database: SQLite has no accounts.']);
  const { serverNeeds, needs } = await discoverPlugins(app, settings);
  const place = placeIn(database);
  const index = searchIndexPlace(settings);
  const { INDEX_READS } = await import('@wikiquery/search-index');
  const indexing = tableRequirementsOf({ tables: INDEX_READS }) as TableRequirements;
  // An account that reads the passwords of logins gains nothing from fewer credentials.
  const logsIn = !CREDENTIAL_COLUMNS.isDisjointFrom(serverNeeds.optional);
  const granted = logsIn ? { needs, withheld: undefined } : withoutCredentials(needs);
  const reads = readBy(serverNeeds, granted.needs, index ? [indexing] : []);
  const shared = sharedTablesOf(settings);
  const { withheld } = granted;
  const statements = grantStatements({
    engine,
    database: place,
    prefix,
    shared,
    reads,
    withheld,
    ...(await look(database, prefix, shared)),
  });
  for (const line of statements) print(line);
  const indexEngine = serverEngineOf(index);
  if (!index || !indexEngine) return 0;
  print(
    `-- For "wikiquery index", which writes the full-text index${indexEngine === engine ? '' : ', on its server'}. Searches only read it.`,
  );
  for (const line of indexGrants(indexEngine, placeIn(index))) print(line);
  return 0;
}

/** Returns the name of the database, or of the schema on PostgreSQL. */
function placeIn(address: string): string {
  const { pathname, searchParams } = serverAddress(address);
  return serverEngineOf(address) === 'mariadb' ? decodeURIComponent(pathname.slice(1)) : (searchParams.get('schema') ?? 'mediawiki');
}

/** Reads the schema of the database if the account has the right to do so; otherwise assumes that of the newest release. */
async function look(database: string, prefix: string, shared: GrantOptions['shared']): Promise<Pick<GrantOptions, 'layout' | 'lacking'>> {
  try {
    const wiki = await open(database, { prefix, shared, dispensable: PRIVATE });
    await wiki.close();
    return wiki;
  } catch (error) {
    const release = RELEASES.at(-1) as (typeof RELEASES)[number];
    printError(`wikiquery: ${error instanceof Error ? error.message : String(error)} These are the grants for MediaWiki ${release}.`);
    return { layout: layoutOfRelease(release) };
  }
}
