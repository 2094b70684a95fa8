import type { Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import { type FileRepository, standardFiles } from '@wikiquery/files';
import type { Messages } from '@wikiquery/messages';
import type { RenderCache } from '@wikiquery/render-cache';
import { searchService } from '../wiki/search.ts';

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

/** Makes services, by the name under which modules declare them. */
export type ServiceFactories = Readonly<Record<string, (context: ServiceContext) => unknown>>;

/** What every server offers to modules. A deployment adds others, or puts its own in their place, with the setting `services`. */
export const STANDARD_SERVICES: ServiceFactories = {
  clock: ({ clock }) => clock,
  files: ({ site, repositories }) => standardFiles(site, repositories),
  images: ({ images }) => images,
  messages: ({ messages }) => messages,
  queryPages: () => [],
  renderCache: ({ renderCache }) => renderCache,
  search: searchService,
};

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
  for (const [name, create] of Object.entries(factories)) {
    const service = await create(context);
    services.set(name, service);
    if (isDisposable(service)) opened.use(service);
  }
  return services;
}

const isDisposable = (service: unknown): service is AsyncDisposable =>
  typeof service === 'object' && service !== null && Symbol.asyncDispose in service;
