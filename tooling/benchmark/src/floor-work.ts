import type { Statement } from '@wikiquery/database';

/** What the floor is told on its standard input. */
export interface FloorWork {
  readonly database: string;
  /** For each request the statements that the server puts to the database. */
  readonly requests: readonly (readonly Statement[])[];
}

/** To a database server, of each contestant. */
export const CONNECTIONS = 10;
