import type { Env, Timestamp } from '@wikiquery/core';
import type { MediaFile, MediaHandler } from './media/handler.ts';
import type { FileUrls } from './urls.ts';

/** A version of an uploaded file. */
export interface StoredFile extends MediaFile {
  readonly timestamp: Timestamp;
  readonly bits: number;
  readonly mediaType: string | null;
  /** In base 36. */
  readonly sha1: string;
  /** The name under which an old version is kept, empty when it was lost. */
  readonly archiveName?: string | undefined;
  /** Bits of the parts that are hidden. */
  readonly hidden: number;
  /** False for a lost version, and for a file that was never uploaded. */
  readonly exists: boolean;
  readonly uploader: { readonly name: string; readonly userId: number } | undefined;
  readonly comment: string;
  /** Id of the page that describes the file. */
  readonly pageId: number | undefined;
  /** Where it is kept, if not here. */
  readonly repository?: FileRepository | undefined;
}

/** What is told of files, which decides what is read of them. */
export interface FileNeeds {
  /** Type, bytes and pixels. */
  readonly dimensions: boolean;
  /** What of the metadata files are measured by: pages, durations. */
  readonly measured: boolean;
  readonly metadata: boolean;
  readonly sha1: boolean;
  readonly mediaType: boolean;
  readonly bits: boolean;
  readonly uploader: boolean;
  readonly comment: boolean;
  readonly page: boolean;
}

/** Both inclusive; `start` is the newer one. */
export interface Period {
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
}

/** Files that another wiki keeps and this one shows (`$wgForeignFileRepos`). Where it does not answer, it has none. */
export interface FileRepository {
  /** `imagerepository`. */
  readonly name: string;
  readonly urls: FileUrls;
  /** Current files by the name that was asked for: that of the file, or of a page there that redirects to it. */
  find(env: Env, service: FileService, needs: FileNeeds, names: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
  /** Old versions by name, newest first. `wanted` tells how many of each. */
  histories(
    env: Env,
    service: FileService,
    needs: FileNeeds,
    wanted: ReadonlyMap<string, number>,
    period: Period,
  ): Promise<ReadonlyMap<string, readonly StoredFile[]>>;
  /** Current files with these contents, by hash in base 36. */
  copies(env: Pick<Env, 'request'>, hashes: readonly string[]): Promise<readonly Copy[]>;
  /** Which of these names have a file: name to URL. */
  existing(env: Pick<Env, 'request'>, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A file of which no more is told than where it comes from. */
export interface Copy {
  readonly name: string;
  readonly sha1: string;
  readonly timestamp: Timestamp;
  readonly user: string | null;
}

/** Where files are and how their types are shown. A package may put its own in place of MediaWiki's, for other storage or more types. */
export interface FileService {
  handlerOf(mime: string): MediaHandler | undefined;
  readonly urls: FileUrls;
  /** Of other wikis, in the order in which they are asked. */
  readonly repositories?: readonly FileRepository[];
}
