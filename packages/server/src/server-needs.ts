import { PRIVATE } from '@wikiquery/database';
import { type Needs, needsOf } from './needs.ts';

/** What every server reads: for the page set, sessions, and at its start. A test compares it with what is read. */
export const SERVER_NEEDS = needsOf({
  tables: {
    actor: true,
    archive: ['ar_namespace', 'ar_rev_id', 'ar_title'],
    block: true,
    block_target: true,
    bot_passwords: ['bp_app_id', 'bp_grants', 'bp_restrictions', 'bp_token', 'bp_user'],
    image: ['img_name'],
    interwiki: ['iw_api', 'iw_local', 'iw_prefix', 'iw_trans', 'iw_url', 'iw_wikiid'],
    page: [
      'page_content_model',
      'page_id',
      'page_is_new',
      'page_is_redirect',
      'page_lang',
      'page_latest',
      'page_len',
      'page_namespace',
      'page_title',
      'page_touched',
    ],
    redirect: ['rd_fragment', 'rd_from', 'rd_interwiki', 'rd_namespace', 'rd_title'],
    revision: ['rev_deleted', 'rev_id', 'rev_page'],
    slot_roles: ['role_name'],
    user: [
      'user_editcount',
      'user_email_authenticated',
      'user_id',
      'user_is_temp',
      'user_name',
      'user_password',
      'user_password_expires',
      'user_registration',
      'user_token',
    ],
    user_groups: ['ug_expiry', 'ug_group', 'ug_user'],
    user_properties: ['up_property', 'up_user', 'up_value'],
  },
  // Nobody can log in to a replica without passwords, and nobody has preferences there.
  optional: [...PRIVATE],
}) as Needs;
