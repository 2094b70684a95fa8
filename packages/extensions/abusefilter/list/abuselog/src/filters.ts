import { abuseFilters, type FilterFlags, type FilterVisibility, flagsOf } from '@wikiquery/abuse-filters';
import { type ApiError, defineError, type Env, message, permissionDenied } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

export interface FilterName {
  readonly id: number;
  readonly isGlobal: boolean;
}

export interface AbuseLogFilter extends FilterFlags {
  readonly description: string;
}

export async function loadFilters({ db }: Pick<Env, 'db'>, ids: Iterable<number>): Promise<ReadonlyMap<number, AbuseLogFilter>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  const filters = abuseFilters(db).selectFrom('abuse_filter').select(['af_id', 'af_hidden', 'af_public_comments']);
  const rows = await whereEquals(filters, { af_id: unique }).execute();
  return new Map(rows.map(row => [row.af_id, { description: row.af_public_comments ?? '', ...flagsOf(row.af_hidden) }]));
}

/** Parses the filters in the request. Warns about unknown filters. Throws if the actor cannot see a filter's log entries. */
export async function readFilters(q: Env, texts: Iterable<string>, visibility: FilterVisibility): Promise<FilterName[]> {
  const all = [...texts].map(filterNamed);
  const names = all.filter(name => name !== undefined);
  const known = await loadFilters(
    q,
    names.filter(({ isGlobal }) => !isGlobal).map(({ id }) => id),
  );
  let isUnknown = names.length < all.length;
  for (const { id, isGlobal } of names) {
    const filter = isGlobal ? { isPrivate: true, isProtected: true } : known.get(id);
    if (!filter) isUnknown = true;
    if (filter?.isPrivate && !visibility.privateLogs) throw denied('abusefilter-log-private', 'see what private filters caught');
    if (filter?.isProtected && !visibility.protectedData)
      throw visibility.isBlocked ? blocked() : denied('abusefilter-access-protected-vars', 'see protected data of filters');
  }
  if (isUnknown) q.warn(message('abusefilter-log-invalid-filter', 'Not all of the filters exist.'));
  return names;
}

/** Parses a filter id such as `17` or `global-17`. */
function filterNamed(text: string): FilterName | undefined {
  const [, global] = /^global-(\d+)$/.exec(text) ?? [];
  if (global !== undefined) return { id: Number(global), isGlobal: true };
  return /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/.test(text)
    ? { id: Math.trunc(Number(text)), isGlobal: false }
    : undefined;
}

const denied = (action: string, what: string): ApiError => permissionDenied({ action, what });

const blocked = defineError('blocked', () => ({ text: 'You are blocked.', key: 'apierror-blocked' }));
