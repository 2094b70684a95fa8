import { whereTagged } from '@wikiquery/changes/tags';
import { ApiError, message, type ParamsOut, type Query, type Rows, readPage, type Title } from '@wikiquery/core';
import { fromValue, sql, toValue, whereEquals, whereStartsWith } from '@wikiquery/database';
import { type DeletedRevisionQuery, type DeletedRevisionRow, readDeletedOf, readMaker, whereMadeBy } from '@wikiquery/revisions';
import type { SelectQueryBuilder } from 'kysely';
import type { params } from './params.ts';

type ModuleParams = ParamsOut<typeof params>;
export type DeletedRevsQuery = Query<'list', typeof params>;
/** Modes, in the order in which MediaWiki's documentation numbers them from 1 to 3. */
export type Mode = 'titles' | 'user' | 'namespace';

/** Throws `badparams` for parameters that another mode requires, and if both `user` and `excludeuser` are set. */
export function checkMode(mode: Mode, values: ModuleParams): void {
  const refused = mode === 'namespace' ? (['start', 'end'] as const) : (['from', 'to', 'prefix'] as const);
  const unsupported = refused.find(name => values[name] !== undefined);
  if (unsupported) throw notInMode(unsupported, mode);
  if (values.user && values.excludeuser) throw bothUsers();
}

const notInMode = (name: string, mode: Mode): ApiError =>
  new ApiError(
    message('badparams', `"dr${name}" cannot be used ${mode === 'namespace' ? 'without' : 'with'} titles or "druser".`, {
      key: `apierror-deletedrevs-param-not-${mode === 'namespace' ? '3' : '1-2'}`,
      params: [name],
    }),
  );

// MediaWiki uses this sentence as the message key.
const bothUsers = (): ApiError =>
  new ApiError(
    message('badparams', 'The parameters "druser" and "drexcludeuser" cannot be combined.', {
      key: 'user and excludeuser cannot be used together',
    }),
  );

/** Filters revisions by the user and tag in the request. */
export async function narrow<DB, TB extends keyof DB, Row>(
  q: DeletedRevsQuery,
  all: SelectQueryBuilder<DB, TB, Row>,
): Promise<SelectQueryBuilder<DB, TB, Row>> {
  const revisions = whereMadeBy(all, 'ar', await readMaker(q, q.params));
  return q.params.tag === undefined ? revisions : whereTagged(q.db, revisions, 'ar_rev_id', 'revision', q.params.tag);
}

type Read = (
  q: DeletedRevsQuery,
  revisions: DeletedRevisionQuery,
  limit: number,
  titles: readonly Title[],
) => Promise<Rows<DeletedRevisionRow>>;

export const read: Readonly<Record<Mode, Read>> = {
  titles: (q, revisions, limit, titles) => readDeletedOf(titles, revisions, { ...q.params, limit }),

  user: ({ params: { start, end, dir, continue: from } }, revisions, limit) =>
    readPage(revisions, { by: { ar_timestamp: 'timestamp', ar_id: 'int' }, limit, dir, start, end, continue: from }),

  async namespace(q, revisions, limit) {
    const { namespace, from, to, prefix, unique, dir } = q.params;
    const title = { column: 'ar_title', isText: true, forward: dir === 'newer' };
    let inRange = whereEquals(revisions, { ar_namespace: namespace });
    if (from !== undefined) inRange = inRange.where(fromValue(title, q.titles.partToKey(from, namespace)));
    if (to !== undefined) inRange = inRange.where(toValue(title, q.titles.partToKey(to, namespace)));
    if (prefix !== undefined) inRange = whereStartsWith(inRange, 'ar_title', q.titles.partToKey(prefix, namespace));
    if (unique) inRange = inRange.where('ar_id', '=', await firstOfTitle(q));
    const by = { ar_namespace: 'int', ar_title: 'string', ar_timestamp: 'timestamp', ar_id: 'int' } as const;
    return readPage(inRange, { by, limit, dir, continue: q.params.continue });
  },
};

/** Returns a subquery that selects the first revision of the outer query's title. */
async function firstOfTitle(q: DeletedRevsQuery) {
  const order = q.params.dir === 'newer' ? 'asc' : 'desc';
  const same = await narrow(q, q.db.selectFrom('archive as other').select('other.ar_id'));
  return same
    .where(is => is('other.ar_namespace', '=', sql.ref<number>('archive.ar_namespace')))
    .where(is => is('other.ar_title', '=', sql.ref<string>('archive.ar_title')))
    .orderBy('other.ar_timestamp', order)
    .orderBy('other.ar_id', order)
    .limit(1);
}
