import type { Env, Timestamp } from '@wikiquery/core';
import type { MediaFile, MediaHandler } from './media/handler.ts';
import type { FileUrls } from './urls.ts';

/** A version of a file: the current one, or an old one with an archive name. */
export interface StoredFile extends MediaFile {
  readonly timestamp: Timestamp;
  readonly bits: number;
  readonly mediaType: string | null;
  readonly sha1: string;
  /** Archive name of an old version. Empty if the version was lost. */
  readonly archiveName?: string | undefined;
  /** Revision-deletion bits (`oi_deleted`). */
  readonly hidden: number;
  /** False for lost versions and for files that were never uploaded. */
  readonly exists: boolean;
  readonly uploader: { readonly name: string; readonly userId: number } | undefined;
  readonly comment: string;
  readonly pageId: number | undefined;
  readonly repository?: FileRepository | undefined;
}

/** Facts about files that a request needs. They determine the columns to read. */
export interface FileNeeds {
  readonly dimensions: boolean;
  /** Metadata that determines dimensions, numbers of pages and durations. */
  readonly measured: boolean;
  readonly metadata: boolean;
  readonly sha1: boolean;
  readonly mediaType: boolean;
  readonly bits: boolean;
  readonly uploader: boolean;
  readonly comment: boolean;
  readonly page: boolean;
}

/** Period with inclusive bounds. `start` is the newer bound. */
export interface Period {
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
}

/** Files of another wiki that this wiki displays (`$wgForeignFileRepos`). An unreachable repository has no files. */
export interface FileRepository {
  readonly name: string;
  readonly urls: FileUrls;
  /** Loads current files by name, following redirects on the other wiki. */
  find(env: Env, service: FileService, needs: FileNeeds, names: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
  /** Loads old versions by name, newest first. `limits`: the maximum number of versions by name. */
  histories(
    env: Env,
    service: FileService,
    needs: FileNeeds,
    limits: ReadonlyMap<string, number>,
    period: Period,
  ): Promise<ReadonlyMap<string, readonly StoredFile[]>>;
  /** Finds the files that have one of these hashes (SHA-1 in base 36). */
  copies(env: Pick<Env, 'request'>, hashes: readonly string[]): Promise<readonly Copy[]>;
  /** Returns the URLs of existing files by name. */
  existing(env: Pick<Env, 'request'>, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A file of a foreign repository with a requested hash. */
export interface Copy {
  readonly name: string;
  readonly sha1: string;
  readonly timestamp: Timestamp;
  readonly user: string | null;
}

/** URLs and media handlers of files. Deployments can replace this service to support other storage or further media types. */
export interface FileService {
  handlerOf(mime: string): MediaHandler | undefined;
  readonly urls: FileUrls;
  /** Foreign repositories, in order of precedence. */
  readonly repositories?: readonly FileRepository[];
}
