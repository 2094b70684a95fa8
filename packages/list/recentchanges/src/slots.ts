import type { Bound, Database } from '@wikiquery/database';
import type { Kysely, SelectQueryBuilder } from 'kysely';

/** The id of a slot's role; one that no slot has when there never was such a slot. */
export const slotRole = async (db: Kysely<Database>, slot: string): Promise<number> =>
  (await db.selectFrom('slot_roles').select('role_id').where('role_name', '=', slot).executeTakeFirst())?.role_id ?? 0;

/**
 * Keeps the changes that touched a slot: its content came up with the revision, or is another than in the revision before (a revert), or the slot
 * came or went.
 */
export const whereSlotChanged = <Row>(
  changes: SelectQueryBuilder<Database, 'recentchanges', Row>,
  role: number | Bound<number>,
): SelectQueryBuilder<Database, 'recentchanges', Row> =>
  changes.where(({ eb, fn, lit, or, ref, selectFrom }) => {
    const slotOf = (revision: 'rc_this_oldid' | 'rc_last_oldid') =>
      selectFrom('slots').whereRef('slot_revision_id', '=', revision).where('slot_role_id', '=', role);
    const contentOf = (revision: 'rc_this_oldid' | 'rc_last_oldid') => fn.coalesce(slotOf(revision).select('slot_content_id'), lit(0));
    // Not "exists", for which MariaDB would collect the slots of all revisions first.
    const isNew = eb(slotOf('rc_this_oldid').select('slot_origin'), '=', ref('rc_this_oldid'));
    return or([isNew, eb(contentOf('rc_this_oldid'), '!=', contentOf('rc_last_oldid'))]);
  });
