import { defineService } from '@wikiquery/core';

/** One of the wikis of a server, as its description tells. */
export interface ListedWiki {
  /** By which the server knows it. */
  readonly name: string;
  /** `$wgDBname`, as the description has it; the name where there is none. */
  readonly dbname: string;
  /** `$wgCanonicalServer` */
  readonly url: string;
  readonly lang: string;
  readonly sitename: string;
  /** Nobody may edit it: `$wgReadOnly`. */
  readonly closed: boolean;
  /** Who has no account may not read it. */
  readonly private: boolean;
  /** Everybody may read it, and none but its accounts edit it, which nobody can make. */
  readonly fishbowl: boolean;
}

export interface ListOfWikis {
  /** In the order of their names. */
  all(): Promise<readonly ListedWiki[]>;
}

/** What a server of many wikis knows of them. */
export const wikis = defineService<ListOfWikis>('wikis');
