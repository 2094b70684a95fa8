import type { Site, Titles } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** The wiki that is written. */
export interface DumpedWiki {
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly titles: Titles;
  /** The form in which texts are written. */
  readonly clean: (text: string) => string;
}
