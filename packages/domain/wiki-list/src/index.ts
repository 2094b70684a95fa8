import { defineService } from '@wikiquery/core';

/** A wiki of a server, from its site configuration. */
export interface ListedWiki {
  readonly name: string;
  /** `$wgDBname`, or `name` if it is not configured. */
  readonly dbname: string;
  /** `$wgCanonicalServer` */
  readonly url: string;
  readonly lang: string;
  readonly sitename: string;
  /** `$wgReadOnly` */
  readonly closed: boolean;
  /** Only accounts may read it. */
  readonly private: boolean;
  /** Everybody may read it. Only accounts may edit it, and nobody can create one. */
  readonly fishbowl: boolean;
}

export interface ListOfWikis {
  /** Returns the wikis sorted by name. */
  all(): Promise<readonly ListedWiki[]>;
}

/** Service that lists the wikis of a server with several. */
export const wikis = defineService<ListOfWikis>('wikis');
