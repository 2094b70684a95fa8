import type { WikiDatabase } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { describeProblem, type ImportContext, type ImportOptions } from './context.ts';
import { fillInterwikis, ownerOf, tellsMap } from './interwikis.ts';
import type { WikiDescription } from './wiki-description.ts';
import type { Checkpoints } from './write/checkpoints.ts';

interface Parts {
  readonly database: WikiDatabase;
  readonly checkpoints: Checkpoints;
  readonly description: WikiDescription;
  readonly options: ImportOptions;
  readonly attempt: ImportContext['attempt'];
  /** Is told of each warning. */
  warned(): void;
}

/** What everything that fills a database works with. */
export function contextOf({ database, checkpoints, description, options, attempt, warned }: Parts): ImportContext {
  const context: ImportContext = {
    database,
    checkpoints,
    options,
    site: async () => readSite(...(await context.siteSource())),
    siteSource: async () => [
      description.known ?? {},
      options.configuration ?? {},
      await database.db.selectFrom('interwiki').selectAll().execute(),
    ],
    async describe(told) {
      const isNew = await description.take(told);
      if (isNew && !tellsMap(told)) await fillInterwikis(database, ownerOf(told));
      return isNew;
    },
    belong: wiki => description.belong(wiki),
    warn(source, problem) {
      warned();
      options.progress.warn(`${source}: ${typeof problem === 'string' ? problem : describeProblem(problem)}`);
    },
    attempt,
  };
  return context;
}
