import { type Database, layoutOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Values of `rc_source`, by the names that parameters and records use. Of changes on other wikis it is the extension that tells of them. */
export const CHANGE_SOURCES = {
  edit: 'mw.edit',
  new: 'mw.new',
  log: 'mw.log',
  external: 'mw.external',
  categorize: 'mw.categorize',
} as const;
export type ChangeType = keyof typeof CHANGE_SOURCES;

export const LOG_CHANGE = CHANGE_SOURCES.log;

const NAMES = new Map<string, ChangeType>(Object.entries(CHANGE_SOURCES).map(([name, source]) => [source, name as ChangeType]));

/** The name of the type that a source stands for. A database that keeps types may have a number for which there is no name. */
export const changeTypeName = (source: string): string => NAMES.get(source) ?? (/^\d+$/.test(source) ? source : 'external');

/**
 * The sources of the changes of these types; undefined for all. Where changes are told apart by source, MediaWiki asks for those that it knows: for
 * all changes when these are all of them, or none.
 */
export function sourcesOf(db: Kysely<Database>, types: Iterable<ChangeType>): readonly string[] | undefined {
  const sources = Array.from(types, type => CHANGE_SOURCES[type]);
  if (!layoutOf(db).has('changeSources')) return sources;
  const known = sources.filter(source => source !== CHANGE_SOURCES.external);
  return known.length === 0 || known.length === KNOWN ? undefined : known;
}

const KNOWN = NAMES.size - 1;
