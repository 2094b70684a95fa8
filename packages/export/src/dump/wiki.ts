import type { Site, Titles } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** A wiki to export. `clean` normalizes text as MediaWiki does for the wiki's language. */
export interface DumpedWiki {
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly titles: Titles;
  readonly clean: (text: string) => string;
}
