import type { Readable } from 'node:stream';
import type { Configuration, Site } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import type { InterwikiRow, WikiName } from '@wikiquery/site';
import type { FileProblem } from './items.ts';
import type { Progress } from './progress.ts';
import type { Checkpoints } from './write/checkpoints.ts';

/** What an import may leave out. */
export const STEPS = ['links', 'search'] as const;
export type Step = (typeof STEPS)[number];

export interface ImportOptions {
  /** Put before the name of every table. */
  readonly prefix?: string;
  /** A saved siteinfo; without one the dump describes its wiki. */
  readonly site?: unknown;
  /** What the description does not tell. */
  readonly configuration?: Partial<Configuration>;
  /** Ids of the namespaces to import. */
  readonly namespaces?: readonly number[];
  /** Most pages, or log entries, of each dump. */
  readonly limit?: number;
  readonly without?: ReadonlySet<Step>;
  /** Where the index for searches is made; beside an SQLite file when left out, and for a server nowhere. False: not at all. */
  readonly searchIndex?: string | false;
  /** Takes dumps of another wiki than the one that the database has. */
  readonly anyWiki?: boolean;
  /** Milliseconds that may go into what follows from one page; half a minute when left out. */
  readonly patience?: number;
  /** The folder that uploaded files are put into; beside an SQLite file when left out. */
  readonly images?: string;
  /** The folder that what comes from addresses and from standard input lies in meanwhile. */
  readonly downloads?: string;
  /** Standard input. */
  readonly input?: Readable;
  readonly progress: Progress;
}

/** What the import of a source works with. */
export interface ImportContext {
  readonly database: WikiDatabase;
  readonly checkpoints: Checkpoints;
  readonly options: ImportOptions;
  /** The wiki as far as somebody described it. */
  readonly site: () => Promise<Site>;
  /** What `readSite` needs to make it once more, in another thread. */
  readonly siteSource: () => Promise<SiteSource>;
  /**
   * To be called with the description that a source holds. Tells whether the wiki is described by it from now on. Rejects with a `SourceError` when it is
   * of another wiki than the database.
   */
  describe(description: object): Promise<boolean>;
  /** To be called with what a source tells of its wiki besides. Rejects as `describe` does. */
  belong(wiki: WikiName): Promise<void>;
  warn(source: string, problem: FileProblem | string): void;
  /** Does something with a source; where that has to stop, it is told, and the import goes on. */
  attempt<T>(source: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** Parameters of `readSite`. */
export type SiteSource = readonly [description: unknown, configuration: Partial<Configuration>, interwikis: readonly InterwikiRow[]];

/** The reading of a source ended too early; what came before is kept. */
export class SourceError extends Error {}

/** `at byte 1234, page "Heron": …` */
export const describeProblem = ({ message, offset, page }: FileProblem): string =>
  `at byte ${offset}${page === undefined ? '' : `, page "${page}"`}: ${message}`;
