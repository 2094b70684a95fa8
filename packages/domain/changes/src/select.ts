import type { Database } from '@wikiquery/database';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { type ChangeRow, type ColumnGroup, changeColumns } from './records.ts';

/** Row with the columns of the requested properties. The row type has all columns, so read only requested ones. */
export type SelectedChangeRow = ChangeRow &
  Partial<Pick<Selectable<Database['actor'] & Database['comment']>, 'actor_name' | 'actor_user' | 'comment_text'>>;

/** Selects the columns of the requested properties from `recentchanges`, and joins the performer and the comment if requested. */
export function selectRequestedColumns<DB extends Database, Table extends keyof DB, Row>(
  changes: SelectQueryBuilder<DB, Table, Row>,
  requested: Readonly<Record<ColumnGroup | 'performer' | 'anyComment', boolean>>,
): SelectQueryBuilder<DB, Table, Row & SelectedChangeRow> {
  // The caller's query always includes table `recentchanges`.
  const query = changes as unknown as SelectQueryBuilder<Database, 'recentchanges', object>;
  const selected = query
    .select(changeColumns(requested))
    // An outer join prevents the database from starting with the smaller table and sorting all changes.
    .$if(requested.performer, by => by.leftJoin('actor', 'actor_id', 'rc_actor').select(['actor_name', 'actor_user']))
    .$if(requested.anyComment, on => on.leftJoin('comment', 'comment_id', 'rc_comment_id').select('comment_text'));
  return selected as unknown as SelectQueryBuilder<DB, Table, Row & SelectedChangeRow>;
}
