// Query planners evaluate these conditions row by row along an ordering index, so that a statement stops at its limit.
// The reason: planners assume that inequalities are true for most rows.
import { type Database, expressionBuilder } from '@wikiquery/database';
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';

/** Condition that a subquery finds no rows. It replaces `not exists`, for which MariaDB first reads the whole table. */
export function noneOf<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>): Expression<SqlBool> {
  const is = expressionBuilder<DB, TB>();
  const one = rows.select(is.lit(1).as('one')).limit(1);
  return is(is.fn.coalesce(one as unknown as Expression<number | null>, is.lit(0)), '!=', is.lit(1));
}

const page = expressionBuilder<Database, 'page'>();
/** The addition prevents query planners from using an index on the column. */
const redirect = page('page_is_redirect', '+', 0);
export const isRedirect: Expression<SqlBool> = page(redirect, '!=', 0);
export const isNoRedirect: Expression<SqlBool> = page(redirect, '!=', 1);
