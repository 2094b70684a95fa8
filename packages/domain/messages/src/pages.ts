import { type Env, NS } from '@wikiquery/core';
import { type Database, loadInChunks, whereEquals, whereStartsWith } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Pages of the MediaWiki namespace by name in database form. */
export type MessagePages = ReadonlyMap<string, MessagePage>;

export interface MessagePage {
  /** Id of the current revision. */
  readonly latest: number;
  /** A redirect changes no text. */
  readonly isRedirect: boolean;
}

/** `Own greeting` is the message `own_greeting`. */
export const messageKey = (name: string): string => {
  const [first = '', ...rest] = name.replaceAll(' ', '_');
  return first.toLowerCase() + rest.join('');
};

/** The page that holds a message in a language; a subpage unless it is the language of the wiki. */
export function pageOfMessage({ titles, site }: Pick<Env, 'titles' | 'site'>, key: string, language: string): string {
  const dbkey = titles.capitalize(key, NS.MEDIAWIKI);
  return language === site.lang ? dbkey : `${dbkey}/${language}`;
}

/** All of them, or those whose names begin so. */
export async function listMessagePages(db: Kysely<Database>, beginning = ''): Promise<MessagePages> {
  const pages = whereEquals(selectPages(db), { page_namespace: NS.MEDIAWIKI });
  return byName(await (beginning === '' ? pages : whereStartsWith(pages, 'page_title', beginning)).execute());
}

/** Those of these names that exist. */
export async function findMessagePages(db: Kysely<Database>, names: Iterable<string>): Promise<MessagePages> {
  const rows = await loadInChunks(new Set(names), chunk =>
    whereEquals(selectPages(db), { page_namespace: NS.MEDIAWIKI, page_title: chunk }).execute(),
  );
  return byName(rows);
}

const selectPages = (db: Kysely<Database>) => db.selectFrom('page').select(['page_title', 'page_latest', 'page_is_redirect']);

const byName = (rows: readonly { page_title: string; page_latest: number; page_is_redirect: number }[]): MessagePages =>
  new Map(rows.map(row => [row.page_title, { latest: row.page_latest, isRedirect: row.page_is_redirect !== 0 }]));
