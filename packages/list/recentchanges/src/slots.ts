import type { Bound, Database } from '@wikiquery/database';
import type { Kysely, SelectQueryBuilder } from 'kysely';

/** Returns the id of a slot role; 0 if the role does not exist. */
export const slotRole = async (db: Kysely<Database>, slot: string): Promise<number> =>
  (await db.selectFrom('slot_roles').select('role_id').where('role_name', '=', slot).executeTakeFirst())?.role_id ?? 0;

/** Selects the changes that added, removed, replaced or reverted a slot. */
export const whereSlotChanged = <Row>(
  changes: SelectQueryBuilder<Database, 'recentchanges', Row>,
  role: number | Bound<number>,
): SelectQueryBuilder<Database, 'recentchanges', Row> =>
  changes.where(({ eb, fn, lit, or, ref, selectFrom }) => {
    const slotOf = (revision: 'rc_this_oldid' | 'rc_last_oldid') =>
      selectFrom('slots').whereRef('slot_revision_id', '=', revision).where('slot_role_id', '=', role);
    const contentOf = (revision: 'rc_this_oldid' | 'rc_last_oldid') => fn.coalesce(slotOf(revision).select('slot_content_id'), lit(0));
    // The condition avoids `exists`, for which MariaDB would first collect the slots of all revisions.
    const isNew = eb(slotOf('rc_this_oldid').select('slot_origin'), '=', ref('rc_this_oldid'));
    return or([isNew, eb(contentOf('rc_this_oldid'), '!=', contentOf('rc_last_oldid'))]);
  });
