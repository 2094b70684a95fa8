import { type EngineName, grantStatements, open } from '@wikiquery/database';
import { type App, discoverPlugins } from '../discovery.ts';
import { StartError } from '../problems.ts';
import type { Settings } from '../settings.ts';
import { tablesOf } from '../tables.ts';

/** Prints the statements that make an account of the database with no more rights than the installed modules need. Gives the exit code. */
export async function grants(app: App, settings: Settings): Promise<number> {
  const { database, tablePrefix: prefix } = settings;
  const engine = engineOf(database);
  if (!database || !engine) throw new StartError(['Give the address of a MariaDB or PostgreSQL database: SQLite knows no accounts.']);
  const { registry, tables } = await discoverPlugins(app, settings);
  const url = new URL(database);
  const place = engine === 'mariadb' ? decodeURIComponent(url.pathname.slice(1)) : (url.searchParams.get('schema') ?? 'mediawiki');
  const generation = await generationOf(database, prefix);
  for (const line of grantStatements({ engine, generation, place, prefix, tables: tablesOf(registry, tables) })) console.log(line);
  return 0;
}

const engineOf = (database = ''): Exclude<EngineName, 'sqlite'> | undefined =>
  /^(?:mysql|mariadb):/.test(database) ? 'mariadb' : /^postgres(?:ql)?:/.test(database) ? 'postgres' : undefined;

/** As the tables tell, where somebody may look at them already. */
async function generationOf(database: string, prefix: string) {
  try {
    const wiki = await open(database, { prefix });
    await wiki.close();
    return wiki.generation;
  } catch (error) {
    console.error(`wikiquery: ${error instanceof Error ? error.message : String(error)} These are the grants for MediaWiki 1.43.`);
    return '1.43';
  }
}
