import type { Statement } from '@wikiquery/database';

/** What the floor is told on its standard input. */
export interface FloorWork {
  readonly database: string;
  /** For each request the statements that the server puts to the database. */
  readonly requests: readonly (readonly Statement[])[];
}

/** What answers by hand are told. */
export interface ByHandWork extends FloorWork {
  /** Those of the server's answers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The general facts of the wiki. */
  readonly general: Readonly<Record<string, unknown>>;
  /** What titles begin with, by namespace. */
  readonly prefixes: Readonly<Record<number, string>>;
}

/** To a database server, of each contestant. */
export const CONNECTIONS = 10;
