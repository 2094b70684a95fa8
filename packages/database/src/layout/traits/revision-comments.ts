import { TableNode } from 'kysely';
import { bigint, uint, unique } from '../../column.ts';
import { column, raw } from '../counterparts.ts';
import type { Trait } from '../trait.ts';

/** `rev_comment_id` is 0 for revisions whose comment has not been migrated. */
export const revisionComments: Trait = {
  about: 'comments of revisions',
  since: '1.41',
  newer: { by: 'id (revision.rev_comment_id)' },
  older: {
    by: 'the table revision_comment_temp, where revision.rev_comment_id is 0',
    sign: 'revision_comment_temp.revcomment_rev',
    columns: {
      revision: {
        rev_comment_id: {
          value: alias =>
            raw`case ${column(alias, 'rev_comment_id')} when 0 then (select revcomment_comment_id from ${TableNode.create('revision_comment_temp')} where revcomment_rev = ${column(alias, 'rev_id')}) else ${column(alias, 'rev_comment_id')} end`,
        },
      },
    },
    tables: {
      revision_comment_temp: {
        columns: { revcomment_rev: uint(), revcomment_comment_id: bigint() },
        primaryKey: ['revcomment_rev', 'revcomment_comment_id'],
        indexes: { revcomment_rev: unique('revcomment_rev') },
      },
    },
  },
};
