import type { Database } from '@wikiquery/database';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { type Askable, type ChangeRow, changeColumns } from './records.ts';

/** What is asked for decides which columns are there. */
export type SelectedChangeRow = ChangeRow &
  Partial<Pick<Selectable<Database['actor'] & Database['comment']>, 'actor_name' | 'actor_user' | 'comment_text'>>;

/** Selects what records tell of changes: their columns, who made them, and the comment. */
export function selectRequestedColumns<DB extends Database, Table extends keyof DB, Row>(
  changes: SelectQueryBuilder<DB, Table, Row>,
  asked: Readonly<Record<Askable | 'performer' | 'anyComment', boolean>>,
): SelectQueryBuilder<DB, Table, Row & SelectedChangeRow> {
  // Whatever the caller joined, the changes are there.
  const query = changes as unknown as SelectQueryBuilder<Database, 'recentchanges', object>;
  const told = query
    .select(changeColumns(asked))
    // Outer joins, so that no database begins with the small table and sorts all changes.
    .$if(asked.performer, by => by.leftJoin('actor', 'actor_id', 'rc_actor').select(['actor_name', 'actor_user']))
    .$if(asked.anyComment, on => on.leftJoin('comment', 'comment_id', 'rc_comment_id').select('comment_text'));
  return told as unknown as SelectQueryBuilder<DB, Table, Row & SelectedChangeRow>;
}
