import { defineService, type Service, type Services, type Site } from '@wikiquery/core';
import { type Messages, messages } from '@wikiquery/messages';
import type { MediaHandler } from './media/handler.ts';
import { standardHandlers } from './media/standard.ts';
import { type FileUrls, repositoryUrls } from './urls.ts';

/** Where files are and how their types are shown. A package may put its own in place of MediaWiki's, for other storage or more types. */
export interface FileService {
  handlerOf(mime: string): MediaHandler | undefined;
  readonly urls: FileUrls;
}

/** What modules about files declare. A type with a name, which their declarations can refer to. */
export interface FileServices extends Services {
  readonly files: Service<FileService>;
  readonly messages: Service<Messages>;
}
export const fileServices: FileServices = { files: defineService<FileService>('files'), messages };

/** As MediaWiki does it, without extensions except PdfHandler. */
export function standardFiles(site: Site): FileService {
  const handlers = standardHandlers(site);
  return { handlerOf: mime => handlers.get(mime), urls: repositoryUrls(site) };
}
