import type { Env } from '@wikiquery/core';
import { type Database, filterEquals, fromValue, startsWith, toValue, whereEquals } from '@wikiquery/database';
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';

export type ArchiveQuery<Row> = SelectQueryBuilder<Database, 'archive', Row>;

/** Title bounds and prefix in the request, before normalization. */
interface TitleRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly prefix: string | undefined;
  readonly dir: 'newer' | 'older';
}

/** Limits deleted revisions to a title range in the given namespaces. Normalized bounds can differ between namespaces. */
export function whereTitleInRange<Row>(
  { titles }: Env,
  revisions: ArchiveQuery<Row>,
  namespaces: ReadonlySet<number>,
  { from, to, prefix, dir }: TitleRange,
): ArchiveQuery<Row> {
  const keyOf = (text: string | undefined, namespace: number) => (text === undefined ? '' : titles.partToKey(text, namespace));
  const byKeys = Map.groupBy(namespaces, id => [from, to, prefix].map(text => keyOf(text, id)).join('|'));
  const title = { column: 'ar_title', isText: true, forward: dir === 'newer' };
  const conditions = (keys: string): Expression<SqlBool>[] => {
    const [first = '', last = '', beginning = ''] = keys.split('|');
    return [
      ...(first === '' ? [] : [fromValue(title, first)]),
      ...(last === '' ? [] : [toValue(title, last)]),
      ...(beginning === '' ? [] : [startsWith('ar_title', beginning)]),
    ];
  };
  const [[keys, ids] = ['', []]] = byKeys;
  if (byKeys.size > 1)
    return revisions.where(is => is.or([...byKeys].map(([keys, ids]) => is.and([is('ar_namespace', 'in', ids), ...conditions(keys)]))));
  // Several namespaces without title bounds are read in one index scan, which resumes efficiently after a continue value.
  if (ids.length === 1 || keys !== '||') return whereEquals(revisions, { ar_namespace: ids }).where(is => is.and(conditions(keys)));
  return filterEquals(revisions, { ar_namespace: ids })
    .where('ar_namespace', '>=', Math.min(...ids))
    .where('ar_namespace', '<=', Math.max(...ids));
}
