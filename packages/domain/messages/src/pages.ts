import { type Env, NS } from '@wikiquery/core';
import { type Database, loadInChunks, whereEquals, whereStartsWith } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Pages in the MediaWiki namespace by database key. */
export type MessagePages = ReadonlyMap<string, MessagePage>;

export interface MessagePage {
  readonly latest: number;
  /** Redirects do not override messages. */
  readonly isRedirect: boolean;
}

/** Converts a message name to its key: `Own greeting` becomes `own_greeting`. */
export const messageKey = (name: string): string => {
  const [first = '', ...rest] = name.replaceAll(' ', '_');
  return first.toLowerCase() + rest.join('');
};

/** Returns the database key of a message's page: `Key` in the wiki's language, `Key/LANGUAGE` in any other language. */
export function pageOfMessage({ titles, site }: Pick<Env, 'titles' | 'site'>, key: string, language: string): string {
  const dbkey = titles.capitalize(key, NS.MEDIAWIKI);
  return language === site.lang ? dbkey : `${dbkey}/${language}`;
}

/** Loads all pages in the MediaWiki namespace whose database keys start with `prefix`. */
export async function listMessagePages(db: Kysely<Database>, prefix = ''): Promise<MessagePages> {
  const pages = whereEquals(selectPages(db), { page_namespace: NS.MEDIAWIKI });
  return byName(await (prefix === '' ? pages : whereStartsWith(pages, 'page_title', prefix)).execute());
}

export async function findMessagePages(db: Kysely<Database>, names: Iterable<string>): Promise<MessagePages> {
  const rows = await loadInChunks(new Set(names), chunk =>
    whereEquals(selectPages(db), { page_namespace: NS.MEDIAWIKI, page_title: chunk }).execute(),
  );
  return byName(rows);
}

const selectPages = (db: Kysely<Database>) => db.selectFrom('page').select(['page_title', 'page_latest', 'page_is_redirect']);

const byName = (rows: readonly { page_title: string; page_latest: number; page_is_redirect: number }[]): MessagePages =>
  new Map(rows.map(row => [row.page_title, { latest: row.page_latest, isRedirect: row.page_is_redirect !== 0 }]));
