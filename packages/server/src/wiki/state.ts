import type { Site } from '@wikiquery/core';
import type { State, WikiDatabase } from '@wikiquery/database';
import type { FileRepository } from '@wikiquery/files';
import type { Genders } from '@wikiquery/users';
import type { Readiness } from '../observability/health.ts';

/** What answers are made of while the server runs. */
interface Sources {
  readonly database: WikiDatabase;
  readonly genders: Genders;
  readonly site: Pick<Site, 'hasGenderedNamespaces'>;
  readonly readiness: Readiness;
  readonly repositories: readonly FileRepository[];
  /** See the setting. */
  readonly oneServer: boolean;
}

/**
 * Tells the state of all that answers are made of; undefined while nothing can be read, and where files of other wikis are shown, which change on their own, or
 * where the server that is asked for its state may be another than the one that is read from.
 */
export function stateOf({ database, genders, site, readiness, repositories, oneServer }: Sources): () => Promise<State> {
  if (repositories.length > 0 || !(oneServer || database.engine === 'sqlite')) return async () => undefined;
  return async () => {
    if (readiness.problem !== undefined) return undefined;
    const state = await database.state();
    // Genders are part of titles. They are reloaded from time to time only.
    return state === undefined || !site.hasGenderedNamespaces ? state : `${state} ${genders.version}`;
  };
}
