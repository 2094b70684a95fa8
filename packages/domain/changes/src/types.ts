import { type Database, layoutOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Values of `rc_source` by API name. For changes on other wikis, `rc_source` contains the name of the extension. */
export const CHANGE_SOURCES = {
  edit: 'mw.edit',
  new: 'mw.new',
  log: 'mw.log',
  external: 'mw.external',
  categorize: 'mw.categorize',
} as const;
/** Type of a recent change in the API. */
export type ChangeType = keyof typeof CHANGE_SOURCES;

/** Value of `rc_source` for log entries. */
export const LOG_CHANGE = CHANGE_SOURCES.log;

const NAMES = new Map<string, ChangeType>(Object.entries(CHANGE_SOURCES).map(([name, source]) => [source, name as ChangeType]));

/** Returns the API name of a value of `rc_source`. Databases with numeric types may have unknown numbers, which are returned unchanged. */
export const changeTypeName = (source: string): string => NAMES.get(source) ?? (/^\d+$/.test(source) ? source : 'external');

/** Returns the `rc_source` values of types, or undefined for all. As in MediaWiki, `external` is ignored and an empty list means all. */
export function sourcesOf(db: Kysely<Database>, types: Iterable<ChangeType>): readonly string[] | undefined {
  const sources = Array.from(types, type => CHANGE_SOURCES[type]);
  if (!layoutOf(db).has('changeSources')) return sources;
  const known = sources.filter(source => source !== CHANGE_SOURCES.external);
  return known.length === 0 || known.length === KNOWN ? undefined : known;
}

const KNOWN = NAMES.size - 1;
