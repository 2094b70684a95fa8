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
    await close();
    ok(`database: ${engine}, tables of MediaWiki ${generation}, ${pages} pages`);
    ok(
      `site: ${String(site.general.sitename)} (${site.lang}), ${site.namespaces.size} namespaces, ${site.interwikis.size} interwiki prefixes`,
    );
    ok(`modules: ${registry.size}`);
    for (const warning of warnings.filter(each => !problems.includes(each))) console.log(`note  ${warning}`);
    for (const problem of problems) console.log(`FAIL  ${problem}`);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const problem of error.problems) console.log(`FAIL  ${problem}`);
    return 1;
  }
}

const ok = (text: string): void => console.log(`ok    ${text}`);
