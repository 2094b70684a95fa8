import type { Database } from '@wikiquery/database';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { type ChangeRow, type ColumnGroup, changeColumns } from './records.ts';

/** The selected columns depend on the request. */
export type SelectedChangeRow = ChangeRow &
  Partial<Pick<Selectable<Database['actor'] & Database['comment']>, 'actor_name' | 'actor_user' | 'comment_text'>>;

export function selectRequestedColumns<DB extends Database, Table extends keyof DB, Row>(
  changes: SelectQueryBuilder<DB, Table, Row>,
  requested: Readonly<Record<ColumnGroup | 'performer' | 'anyComment', boolean>>,
): SelectQueryBuilder<DB, Table, Row & SelectedChangeRow> {
  // The query always contains table `recentchanges`.
  const query = changes as unknown as SelectQueryBuilder<Database, 'recentchanges', object>;
  const selected = query
    .select(changeColumns(requested))
    // Outer joins keep databases from starting with the small table and sorting all changes.
    .$if(requested.performer, by => by.leftJoin('actor', 'actor_id', 'rc_actor').select(['actor_name', 'actor_user']))
    .$if(requested.anyComment, on => on.leftJoin('comment', 'comment_id', 'rc_comment_id').select('comment_text'));
  return selected as unknown as SelectQueryBuilder<DB, Table, Row & SelectedChangeRow>;
}
