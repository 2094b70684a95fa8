import type { Readable } from 'node:stream';
import type { Configuration, Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import type { InterwikiRow, WikiName } from '@wikiquery/site';
import type { FileProblem } from './items.ts';
import type { Progress } from './progress.ts';
import type { Checkpoints } from './write/checkpoints.ts';

export const STEPS = ['links', 'search'] as const;
export type Step = (typeof STEPS)[number];

export interface ImportOptions {
  readonly prefix?: string;
  /** Saved `meta=siteinfo` response. Default: the description in the dump. */
  readonly site?: unknown;
  readonly configuration?: Partial<Configuration>;
  readonly namespaces?: readonly number[];
  readonly limit?: number;
  readonly without?: ReadonlySet<Step>;
  /** Path or database address of the search index. Default: beside an SQLite file, none for a server. `false` builds no index. */
  readonly searchIndex?: string | false;
  /** Accepts dumps of another wiki than the database holds. */
  readonly anyWiki?: boolean;
  /** Milliseconds to derive one page. Default: 30,000. */
  readonly pageTimeout?: number;
  /** Upload folder. Default: beside an SQLite file. */
  readonly images?: string;
  /** Folder for downloads and standard input until they are imported. */
  readonly downloads?: string;
  readonly input?: Readable;
  readonly progress: Progress;
}

export interface ImportContext {
  readonly database: WikiDatabase;
  readonly checkpoints: Checkpoints;
  readonly options: ImportOptions;
  readonly site: () => Promise<Site>;
  /** Serializable arguments of `readSite`, for worker threads. */
  readonly siteSource: () => Promise<SiteSource>;
  /** Resolves to true if this becomes the site configuration. Rejects with a `SourceError` for another wiki. */
  describe(description: object): Promise<boolean>;
  /** Rejects with a `SourceError` if a source names another wiki than the database holds. */
  checkWiki(wiki: WikiName): Promise<void>;
  warn(source: string, problem: FileProblem | string): void;
  /** Runs `work` and reports a `SourceError` as a failure of the source; the import continues. */
  attempt<T>(source: string, work: () => Promise<T>): Promise<T | undefined>;
}

export type SiteSource = readonly [description: unknown, configuration: Partial<Configuration>, interwikis: readonly InterwikiRow[]];

/** Ends the import of one source. Rows written before it remain. */
export class SourceError extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const describeProblem = ({ message, offset, page }: FileProblem): string =>
  `at byte ${offset}${page === undefined ? '' : `, page "${page}"`}: ${message}`;
