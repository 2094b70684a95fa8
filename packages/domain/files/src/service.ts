import { defineService, type Service, type Services, type Site } from '@wikiquery/core';
import { type Messages, messages } from '@wikiquery/messages';
import { standardHandlers } from './media/standard.ts';
import type { FileRepository, FileService } from './stored-file.ts';
import { repositoryUrls } from './urls.ts';

/** Services that file modules use. The types of exported module declarations refer to this type. */
export interface FileServices extends Services {
  readonly files: Service<FileService>;
  readonly messages: Service<Messages>;
}
/** The services `files` and `messages`. */
export const fileServices: FileServices = { files: defineService<FileService>('files'), messages };

/** Creates MediaWiki's file service. Of the extensions, it supports only PdfHandler. `repositories`: in order of precedence. */
export function standardFiles(site: Site, repositories: readonly FileRepository[] = []): FileService {
  const handlers = standardHandlers(site);
  return { handlerOf: mime => handlers.get(mime), urls: repositoryUrls(site), repositories };
}
