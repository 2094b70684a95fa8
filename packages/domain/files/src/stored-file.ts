import type { Env, Timestamp } from '@wikiquery/core';
import type { MediaFile, MediaHandler } from './media/handler.ts';
import type { FileUrls } from './urls.ts';

export interface StoredFile extends MediaFile {
  readonly timestamp: Timestamp;
  readonly bits: number;
  readonly mediaType: string | null;
  readonly sha1: string;
  /** Archive name of an old version; empty if the version was lost. */
  readonly archiveName?: string | undefined;
  /** Deletion bits (`oi_deleted`). */
  readonly hidden: number;
  /** False for lost versions and for files that were never uploaded. */
  readonly exists: boolean;
  readonly uploader: { readonly name: string; readonly userId: number } | undefined;
  readonly comment: string;
  readonly pageId: number | undefined;
  readonly repository?: FileRepository | undefined;
}

/** Facts that records contain. They determine the columns to read. */
export interface FileNeeds {
  readonly dimensions: boolean;
  /** Metadata for dimensions: pages, durations. */
  readonly measured: boolean;
  readonly metadata: boolean;
  readonly sha1: boolean;
  readonly mediaType: boolean;
  readonly bits: boolean;
  readonly uploader: boolean;
  readonly comment: boolean;
  readonly page: boolean;
}

/** Inclusive bounds; `start` is the newer one. */
export interface Period {
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
}

/** Files of another wiki that this one displays (`$wgForeignFileRepos`). An unreachable repository has no files. */
export interface FileRepository {
  readonly name: string;
  readonly urls: FileUrls;
  /** Loads current files by name, through redirects of the other wiki. */
  find(env: Env, service: FileService, needs: FileNeeds, names: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
  /** Loads old versions by name, newest first. `limits` bounds the number for each name. */
  histories(
    env: Env,
    service: FileService,
    needs: FileNeeds,
    limits: ReadonlyMap<string, number>,
    period: Period,
  ): Promise<ReadonlyMap<string, readonly StoredFile[]>>;
  copies(env: Pick<Env, 'request'>, hashes: readonly string[]): Promise<readonly Copy[]>;
  /** Returns the URLs of existing files by name. */
  existing(env: Pick<Env, 'request'>, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Copy {
  readonly name: string;
  readonly sha1: string;
  readonly timestamp: Timestamp;
  readonly user: string | null;
}

/** URLs and media handlers of files. Packages can replace it for other storage or more types. */
export interface FileService {
  handlerOf(mime: string): MediaHandler | undefined;
  readonly urls: FileUrls;
  /** Repositories of other wikis, in order of precedence. */
  readonly repositories?: readonly FileRepository[];
}
