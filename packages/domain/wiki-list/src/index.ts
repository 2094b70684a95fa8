import { defineService } from '@wikiquery/core';

/** A wiki of a server. Its properties come from the site configuration. */
export interface ListedWiki {
  readonly name: string;
  /** Database name (`$wgDBname`), or `name` if it is not configured. */
  readonly dbname: string;
  /** Base URL of the wiki (`$wgCanonicalServer`). */
  readonly url: string;
  readonly lang: string;
  readonly sitename: string;
  /** Whether the wiki is read-only (`$wgReadOnly`). */
  readonly closed: boolean;
  /** Whether only accounts may read the wiki. */
  readonly private: boolean;
  /** Whether everybody may read the wiki, but only accounts may edit it and nobody can create an account. */
  readonly fishbowl: boolean;
}

/** The list of wikis that the service `wikis` provides. */
export interface ListOfWikis {
  /** Returns the wikis sorted by name. */
  all(): Promise<readonly ListedWiki[]>;
}

/** Service that lists the wikis of a server with several wikis. */
export const wikis = defineService<ListOfWikis>('wikis');
