import { defineService, type ServiceFactory, type Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import { type FileRepository, fileServices, standardFiles } from '@wikiquery/files';
import { type Messages, messages } from '@wikiquery/messages';
import { type RenderCache, renderCache } from '@wikiquery/render-cache';
import { searchBackend } from '@wikiquery/search';
import type { MetricSet } from '../observability/metric-set.ts';
import type { SearchIndexes } from '../plugins/search-indexes.ts';
import { searchService } from './search.ts';

/** Parts of a wiki that service factories receive. */
export interface ServiceContext {
  readonly database: WikiDatabase;
  readonly site: Site;
  readonly clock: () => Date;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
  readonly messages: Messages;
  /** Full-text index: a file or an address. */
  readonly searchIndex: string | undefined;
  /** Hooks of the extension that supports the address of the full-text index. */
  readonly searchIndexes: SearchIndexes | undefined;
  readonly metrics: MetricSet;
  readonly renderCache: RenderCache | undefined;
  /** Other wikis whose files this wiki shows. */
  readonly repositories: readonly FileRepository[];
}

/** Factories of services for modules: the type of the setting `services`. */
export type ServiceFactories = readonly ServiceFactory<ServiceContext>[];

/** The services of every server. The setting `services` adds and replaces services. */
export const STANDARD_SERVICES: ServiceFactories = [
  defineService<() => Date>('clock').provide(({ clock }) => clock),
  fileServices.files.provide(({ site, repositories }) => standardFiles(site, repositories)),
  defineService<string | undefined>('images').provide(({ images }) => images),
  messages.provide(context => context.messages),
  defineService<readonly unknown[]>('queryPages').provide(() => []),
  renderCache.provide(context => context.renderCache),
  searchBackend.provide(searchService),
];

/** Creates all services before the server listens, so that a failure stops the startup. Adds disposable services to `opened`. */
export async function createServices(
  factories: ServiceFactories,
  context: ServiceContext,
  opened: AsyncDisposableStack,
): Promise<Map<string, unknown>> {
  const services = new Map<string, unknown>();
  const last = new Map(factories.map(({ name, create }) => [name, create]));
  for (const [name, create] of last) {
    const service = await create(context);
    services.set(name, service);
    if (isDisposable(service)) opened.use(service);
  }
  return services;
}

const isDisposable = (service: unknown): service is AsyncDisposable =>
  typeof service === 'object' && service !== null && Symbol.asyncDispose in service;
