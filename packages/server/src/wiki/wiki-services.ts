import type { Service } from '@wikiquery/core';
import { renderCache as renderCacheService } from '@wikiquery/render-cache';
import { searchBackend } from '@wikiquery/search';
import { createTitles } from '@wikiquery/titles';
import { createUsers } from '@wikiquery/users';
import { millisOf } from '../config/settings.ts';
import { searchIndexesAt } from '../plugins/search-indexes.ts';
import type { OpenedWiki } from './open-wiki.ts';
import { openRenderCache } from './render-cache.ts';
import { openRepositories } from './repositories.ts';
import { searchIndexThere } from './search.ts';
import { createServices, STANDARD_SERVICES } from './services.ts';
import type { WikiContext } from './wiki-context.ts';

export type WikiServices = Awaited<ReturnType<typeof provideServices>>;

/** Creates the services of a wiki. Rejects with a StartError for an unusable index or cache. */
export async function provideServices(
  opened: AsyncDisposableStack,
  { database, site }: Pick<OpenedWiki, 'database' | 'site'>,
  { settings, messages, ahead, shared, discovered, metrics }: WikiContext,
) {
  const now = millisOf(settings);
  const clock = () => new Date(now());
  const titles = createTitles(site);
  const users = createUsers(site, titles);
  const repositories = openRepositories(settings, site);
  opened.defer(() => repositories.close());
  const isReplaced = ({ name }: Service<unknown>): boolean => settings.services.some(factory => factory.name === name);
  const searchIndex = isReplaced(searchBackend) ? undefined : searchIndexThere(settings);
  const searchIndexes = searchIndexesAt(discovered.extensions, searchIndex);
  const renderCache = isReplaced(renderCacheService) ? undefined : await openRenderCache(settings, site, { ahead, shared });
  if (renderCache) opened.defer(() => renderCache.close());
  const search = { searchIndex, searchIndexes, metrics };
  const given = { database, site, clock, images: settings.images, messages, ...search, renderCache, repositories: repositories.all };
  const services = await createServices([...STANDARD_SERVICES, ...settings.services], given, opened);
  return { now, clock, titles, users, services, repositories: repositories.all };
}
