// Conditions that are looked at row by row while an index gives the order, so that a statement ends with the last row that it needs.
// They are inequalities, which planners take for true of most rows.
import { type Database, expressionBuilder } from '@wikiquery/database';
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';

/** There is none of these rows. For `not exists` MariaDB reads their whole table first. */
export function noneOf<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>): Expression<SqlBool> {
  const is = expressionBuilder<DB, TB>();
  const one = rows.select(is.lit(1).as('one')).limit(1);
  return is(is.fn.coalesce(one as unknown as Expression<number | null>, is.lit(0)), '!=', is.lit(1));
}

const page = expressionBuilder<Database, 'page'>();
/** A sum has no index. */
const redirect = page('page_is_redirect', '+', 0);
export const isRedirect: Expression<SqlBool> = page(redirect, '!=', 0);
export const isNoRedirect: Expression<SqlBool> = page(redirect, '!=', 1);
