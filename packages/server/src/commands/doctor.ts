import { assemble } from '../assemble.ts';
import type { App } from '../discovery.ts';
import { StartError } from '../problems.ts';
import type { Settings } from '../settings.ts';

/** Checks what a start would need, without serving, and says what it found. Gives the exit code. */
export async function doctor(app: App, settings: Settings): Promise<number> {
  try {
    const { site, database, registry, health, warnings, close } = await assemble(app, settings);
    const { db, engine, generation } = database;
    const { pages } = await db
      .selectFrom('page')
      .select(is => is.fn.countAll<number>().as('pages'))
      .executeTakeFirstOrThrow();
    const { problems } = await health.report();
    const lags = await database.lags();
    await close();
    ok(`database: ${engine}, tables of MediaWiki ${generation}, ${pages} pages`);
    ok(
      `site: ${String(site.general.sitename)} (${site.lang}), ${site.namespaces.size} namespaces, ${site.interwikis.size} interwiki prefixes`,
    );
    ok(`modules: ${registry.size}`);
    for (const { host, seconds } of lags)
      if (seconds !== undefined) ok(`replica ${host}: ${Number.isFinite(seconds) ? `${seconds} s behind` : 'has stopped copying'}`);
    const silent = settings.replicas.length > 0 ? settings.replicas.length + 1 - lags.length : 0;
    if (silent > 0)
      problem(
        `${silent} of the database servers do not say how far they are behind: they are away, or the account lacks the right to "show replica status".`,
      );
    for (const warning of warnings.filter(each => !problems.includes(each))) console.log(`note  ${warning}`);
    for (const each of problems) problem(each);
    return problems.length + silent > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const each of error.problems) problem(each);
    return 1;
  }
}

const ok = (text: string): void => console.log(`ok    ${text}`);
const problem = (text: string): void => console.log(`FAIL  ${text}`);
