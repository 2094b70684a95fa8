import type { Site } from '@wikiquery/core';
import type { State, WikiDatabase } from '@wikiquery/database';
import type { FileRepository } from '@wikiquery/files';
import type { Genders } from '@wikiquery/users';
import type { Readiness } from '../observability/health.ts';

interface Sources {
  readonly database: WikiDatabase;
  readonly genders: Genders;
  readonly site: Pick<Site, 'hasGenderedNamespaces'>;
  readonly readiness: Readiness;
  readonly repositories: readonly FileRepository[];
  readonly oneServer: boolean;
}

/**
 * Creates a reader of the version token of the data that responses depend on. The token is undefined while the database is unreadable, if
 * the wiki has foreign file repositories, and if statements may reach different database servers.
 */
export function stateOf({ database, genders, site, readiness, repositories, oneServer }: Sources): () => Promise<State> {
  if (repositories.length > 0 || !(oneServer || database.engine === 'sqlite')) return async () => undefined;
  return async () => {
    if (readiness.problem !== undefined) return undefined;
    const state = await database.state();
    // Titles depend on the genders of users, which are reloaded periodically.
    return state === undefined || !site.hasGenderedNamespaces ? state : `${state} ${genders.version}`;
  };
}
