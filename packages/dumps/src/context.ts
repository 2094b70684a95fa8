import type { Readable } from 'node:stream';
import type { RetryOptions } from '@wikiquery/client/retries';
import type { Configuration, Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import type { buildIndex } from '@wikiquery/search-index';
import type { InterwikiRow, WikiName } from '@wikiquery/site';
import type { FileProblem } from './items.ts';
import type { Progress } from './progress.ts';
import type { Checkpoints } from './write/checkpoints.ts';

/** Optional steps of an import. */
export const STEPS = ['links', 'search'] as const;
/** An optional step of an import. */
export type Step = (typeof STEPS)[number];

/** Options of the requests to other servers. */
export interface OutgoingRequestOptions extends Pick<RetryOptions, 'onPause'> {
  /** Header `User-Agent`, which should contain a contact of the user. Default: `wikiquery`. */
  readonly userAgent?: string;
}

/** Options of `importSources`. */
export interface ImportOptions extends OutgoingRequestOptions {
  /** Table prefix (`$wgDBprefix`). Default: none. */
  readonly prefix?: string;
  /** Saved `meta=siteinfo` response. Default: the site configuration in the dump. */
  readonly site?: unknown;
  /** Settings that `meta=siteinfo` does not contain. */
  readonly configuration?: Partial<Configuration>;
  /** Namespaces of the pages to import. Default: all. */
  readonly namespaces?: readonly number[];
  /** Maximum number of pages or log entries per dump. Default: no limit. */
  readonly limit?: number;
  /** Steps to skip. Default: none. */
  readonly without?: ReadonlySet<Step>;
  /** Path or database address of the search index. Default: beside an SQLite file, none for a server. `false` builds no index. */
  readonly searchIndex?: string | false;
  /** Builds the search index, if it is neither a file nor a database. */
  readonly buildIndex?: typeof buildIndex;
  /** Whether to accept dumps of another wiki than the database contains. Default: false. */
  readonly anyWiki?: boolean;
  /** Maximum milliseconds to derive the data of one page. Default: 30,000. */
  readonly pageTimeout?: number;
  /** Upload folder. Default: beside an SQLite file, none for a database server. */
  readonly images?: string;
  /** Folder for downloads and standard input until they are imported. Default: in the system's folder for temporary files. */
  readonly downloads?: string;
  /** Replaces standard input. */
  readonly input?: Readable;
  readonly progress: Progress;
}

export interface ImportContext {
  readonly database: WikiDatabase;
  readonly checkpoints: Checkpoints;
  readonly options: ImportOptions;
  readonly site: () => Promise<Site>;
  /** Returns the arguments of `readSite`, which can be sent to worker threads. */
  readonly siteSource: () => Promise<SiteSource>;
  /** Offers a site configuration. Resolves to true if the import uses it. Rejects with a `SourceError` if it belongs to another wiki. */
  describe(description: object): Promise<boolean>;
  /** Rejects with a `SourceError` if a source belongs to a different wiki than the database. */
  checkWiki(wiki: WikiName): Promise<void>;
  warn(source: string, problem: FileProblem | string): void;
  /** Runs `work`. Reports a `SourceError` as a failure of the source, and resolves to undefined, so that the import continues. */
  attempt<T>(source: string, work: () => Promise<T>): Promise<T | undefined>;
}

export type SiteSource = readonly [description: unknown, configuration: Partial<Configuration>, interwikis: readonly InterwikiRow[]];

/** Limits of the retries of a request to a busy server: an hour, because servers may limit the requests of an hour. */
export const PATIENCE: Required<Pick<RetryOptions, 'retries' | 'longestPause'>> = { retries: 8, longestPause: 3600 };
export const USER_AGENT = 'wikiquery';

/** Thrown to end the import of one source. Rows that were written before remain. */
export class SourceError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const describeProblem = ({ message, offset, page }: FileProblem): string =>
  `at byte ${offset}${page === undefined ? '' : `, page "${page}"`}: ${message}`;
