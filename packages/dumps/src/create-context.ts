import { readSite } from '@wikiquery/site';
import { describeProblem, type ImportContext } from './context.ts';
import { fillInterwikis, hasInterwikiMap, ownerOf } from './interwikis.ts';
import type { WikiDescription } from './wiki-description.ts';

interface ContextParts extends Pick<ImportContext, 'database' | 'checkpoints' | 'options' | 'attempt'> {
  readonly description: WikiDescription;
  onWarning(): void;
}

export function createContext({ database, checkpoints, description, options, attempt, onWarning }: ContextParts): ImportContext {
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
    async describe(siteInfo) {
      const isNew = await description.adopt(siteInfo);
      if (isNew && !hasInterwikiMap(siteInfo)) await fillInterwikis(database, ownerOf(siteInfo));
      return isNew;
    },
    checkWiki: wiki => description.checkWiki(wiki),
    warn(source, problem) {
      onWarning();
      options.progress.warn(`${source}: ${typeof problem === 'string' ? problem : describeProblem(problem)}`);
    },
    attempt,
  };
  return context;
}
