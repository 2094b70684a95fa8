import { type EngineName, grantStatements, type Layout, layoutOfRelease, open, PRIVATE, RELEASES } from '@wikiquery/database';
import { type App, discoverPlugins } from '../discovery.ts';
import { readBy } from '../needs.ts';
import { StartError } from '../problems.ts';
import { SERVER_NEEDS } from '../server-needs.ts';
import type { Settings } from '../settings.ts';

/** Prints the statements that make an account of the database with no more rights than the installed modules need. Gives the exit code. */
export async function grants(app: App, settings: Settings): Promise<number> {
  const { database, tablePrefix: prefix } = settings;
  const engine = engineOf(database);
  if (!database || !engine) throw new StartError(['Give the address of a MariaDB or PostgreSQL database: SQLite knows no accounts.']);
  const { registry, needs } = await discoverPlugins(app, settings);
  const url = new URL(database);
  const place = engine === 'mariadb' ? decodeURIComponent(url.pathname.slice(1)) : (url.searchParams.get('schema') ?? 'mediawiki');
  const layout = await layoutOf(database, prefix);
  for (const line of grantStatements({ engine, layout, place, prefix, reads: readBy(registry, SERVER_NEEDS, needs) })) console.log(line);
  return 0;
}

const engineOf = (database = ''): Exclude<EngineName, 'sqlite'> | undefined =>
  /^(?:mysql|mariadb):/.test(database) ? 'mariadb' : /^postgres(?:ql)?:/.test(database) ? 'postgres' : undefined;

/** As the tables tell, where somebody may look at them already. */
async function layoutOf(database: string, prefix: string): Promise<Layout> {
  try {
    const wiki = await open(database, { prefix, dispensable: PRIVATE });
    await wiki.close();
    return wiki.layout;
  } catch (error) {
    const release = RELEASES.at(-1) as (typeof RELEASES)[number];
    console.error(`wikiquery: ${error instanceof Error ? error.message : String(error)} These are the grants for MediaWiki ${release}.`);
    return layoutOfRelease(release);
  }
}
