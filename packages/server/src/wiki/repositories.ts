import type { Site } from '@wikiquery/core';
import { open, PRIVATE, SideDatabase } from '@wikiquery/database';
import { apiRepository, databaseRepository, type FileRepository, foreignUrls, type RepositoryConfig } from '@wikiquery/files';
import type { RepositorySettings, Settings } from '../config/settings.ts';
import { contactAdvice, userAgentOf } from '../config/user-agent.ts';
import { log } from '../observability/log.ts';
import { oneLine } from '../start-error.ts';
import { remoteApi } from './remote-api.ts';

export interface OpenRepositories {
  readonly all: readonly FileRepository[];
  close(): Promise<void>;
}

/**
 * Creates the foreign file repositories of the settings, in the order of the site configuration. Their databases are opened on first use.
 */
export function openRepositories(settings: Settings, site: Site): OpenRepositories {
  const { repositories, connections, deadline, maxLag } = settings;
  const described = new Map(
    ((site.info.repos ?? []) as readonly (RepositoryConfig & { readonly name: string })[]).map(each => [each.name, each]),
  );
  const names = [...new Set([...described.keys(), ...Object.keys(repositories)])].filter(name => Object.hasOwn(repositories, name));
  const databases: SideDatabase[] = [];
  const all = names.map(name => {
    const { database, api, replicas = [], tablePrefix: prefix = '', ...given } = repositories[name] as RepositorySettings;
    const place = { ...described.get(name), ...given };
    const failed = (error: unknown): void => log('warning', 'repository-failed', { repository: name, message: oneLine(error) });
    if (api) return apiRepository(name, site, place, remoteApi(api, userAgentOf(settings, 'file-repository'), failed));
    const limits = { maxLag: maxLag / 1000, statementLimit: deadline + 1000, ...(connections !== undefined && { connections }) };
    const side = new SideDatabase(
      () => open(database as string, { ...limits, replicas, prefix, tables: TABLES, dispensable: PRIVATE }),
      failed,
    );
    databases.push(side);
    return databaseRepository(name, foreignUrls(site, place), side);
  });
  return {
    all,
    async close() {
      await Promise.all(databases.map(side => side.close()));
    },
  };
}

/** Returns advice on a missing contact for the APIs of file repositories. */
export function repositoryAdvice(settings: Settings): string[] {
  const apis = Object.values(settings.repositories).flatMap(({ api }) => (api ? [api] : []));
  return apis.flatMap(api => contactAdvice(settings, api) ?? []);
}

/** Tables that are read in the database of a foreign file repository. */
const TABLES: ReadonlySet<string> = new Set(['actor', 'comment', 'image', 'oldimage', 'page', 'redirect', 'revision', 'text']);
