import { defineService, type ServiceFactory, type Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import { type FileRepository, fileServices, standardFiles } from '@wikiquery/files';
import { type Messages, messages } from '@wikiquery/messages';
import { type RenderCache, renderCache } from '@wikiquery/render-cache';
import { searchBackend } from '@wikiquery/search';
import { searchService } from './search.ts';

/** What a service may be made of. */
export interface ServiceContext {
  readonly database: WikiDatabase;
  readonly site: Site;
  readonly clock: () => Date;
  /** Folder of the uploaded files. */
  readonly images: string | undefined;
  readonly messages: Messages;
  /** The index for searches in texts, where there is one. */
  readonly searchIndex: string | undefined;
  /** What was rendered before, where that is kept in a file. */
  readonly renderCache: RenderCache | undefined;
  /** Of other wikis, whose files this one shows. */
  readonly repositories: readonly FileRepository[];
}

export type ServiceFactories = readonly ServiceFactory<ServiceContext>[];

/** The services of every server. The setting `services` adds others or replaces them. */
export const STANDARD_SERVICES: ServiceFactories = [
  defineService<() => Date>('clock').provide(({ clock }) => clock),
  fileServices.files.provide(({ site, repositories }) => standardFiles(site, repositories)),
  defineService<string | undefined>('images').provide(({ images }) => images),
  messages.provide(context => context.messages),
  defineService<readonly unknown[]>('queryPages').provide(() => []),
  renderCache.provide(context => context.renderCache),
  searchBackend.provide(searchService),
];

/**
 * Makes all services, each once. They are made before the server listens, so that one that cannot work stops the start. Those with `Symbol.asyncDispose`
 * hold files or connections, and are put on `opened`.
 */
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
