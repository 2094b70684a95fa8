import { type Database, sql } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Fills the recent changes from revisions and the log, as MediaWiki does after an import. Works only on SQLite. */
export async function fillRecentChanges(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into recentchanges (rc_timestamp, rc_actor, rc_comment_id, rc_namespace, rc_title, rc_cur_id, rc_deleted, rc_patrolled,
      rc_source, rc_minor, rc_bot, rc_this_oldid, rc_last_oldid, rc_old_len, rc_new_len, rc_ip,
      rc_logid, rc_log_type, rc_log_action, rc_params)
    select r.rev_timestamp as moment, r.rev_actor, r.rev_comment_id, page_namespace, page_title, page_id, r.rev_deleted, 0,
      iif(r.rev_parent_id = 0, 'mw.new', 'mw.edit'), r.rev_minor_edit,
      ug_user is not null, r.rev_id, r.rev_parent_id, coalesce(parent.rev_len, 0), r.rev_len, iif(actor_user is null, actor_name, ''),
      0, null, '', ''
    from revision as r
    join page on page_id = r.rev_page
    join actor on actor_id = r.rev_actor
    left join user_groups on ug_user = actor_user and ug_group = 'bot'
    left join revision as parent on parent.rev_id = r.rev_parent_id
    union all
    select log_timestamp, log_actor, log_comment_id, log_namespace, log_title, log_page, log_deleted, 2,
      'mw.log', 0, 0, 0, 0, null, null, '', log_id, log_type, log_action, log_params
    from logging
    where log_type != 'create'
    order by moment`.execute(db);
}
