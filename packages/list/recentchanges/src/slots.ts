import { CHANGE_TYPES } from '@wikiquery/changes';
import type { Database } from '@wikiquery/database';
import type { Kysely, SelectQueryBuilder } from 'kysely';

/**
 * Keeps the edits that touched a slot: its content came up with the revision, or is another than in the revision before (a revert), or the slot
 * came or went.
 */
export async function whereSlotChanged<Row>(
  db: Kysely<Database>,
  changes: SelectQueryBuilder<Database, 'recentchanges', Row>,
  slot: string,
): Promise<SelectQueryBuilder<Database, 'recentchanges', Row>> {
  const role = await db.selectFrom('slot_roles').select('role_id').where('role_name', '=', slot).executeTakeFirst();
  return changes.where('rc_type', 'in', [CHANGE_TYPES.edit, CHANGE_TYPES.new]).where(({ eb, fn, lit, or, ref, selectFrom }) => {
    const slotOf = (revision: 'rc_this_oldid' | 'rc_last_oldid') =>
      selectFrom('slots')
        .whereRef('slot_revision_id', '=', revision)
        .where('slot_role_id', '=', role?.role_id ?? 0);
    const contentOf = (revision: 'rc_this_oldid' | 'rc_last_oldid') => fn.coalesce(slotOf(revision).select('slot_content_id'), lit(0));
    // Not "exists", for which MariaDB would collect the slots of all revisions first.
    const isNew = eb(slotOf('rc_this_oldid').select('slot_origin'), '=', ref('rc_this_oldid'));
    return or([isNew, eb(contentOf('rc_this_oldid'), '!=', contentOf('rc_last_oldid'))]);
  });
}
