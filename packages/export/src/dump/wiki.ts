import type { Site, Titles } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';

export interface DumpedWiki {
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly titles: Titles;
  readonly clean: (text: string) => string;
}
