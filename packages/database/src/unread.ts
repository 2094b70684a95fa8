import { type Database, tables } from './tables.ts';

const UNREAD_TABLES: ReadonlySet<string> = new Set([
  'collation',
  'l10n_cache',
  'log_search',
  'objectcache',
  'site_identifiers',
  'sites',
  'updatelog',
  'user_autocreate_serial',
  'user_former_groups',
]);

/** Whether queries read a table. Tables that only other releases have always count as read. */
export const isRead = (table: string, required: ReadonlySet<string> | undefined): boolean =>
  !UNREAD_TABLES.has(table) && (required === undefined || required.has(table) || !(table in tables));

/** Columns that no query reads. The database account needs no access to them. */
export const UNREAD_COLUMNS: ReadonlySet<string> = new Set([
  'block_target.bt_count',
  'categorylinks.cl_collation',
  'categorylinks.cl_collation_id',
  'change_tag.ct_id',
  'change_tag.ct_params',
  'comment.comment_data',
  'comment.comment_hash',
  'filearchive.fa_deleted_reason_id',
  'filearchive.fa_deleted_timestamp',
  'filearchive.fa_deleted_user',
  'filearchive.fa_storage_group',
  'filearchive.fa_storage_key',
  'job.job_attempts',
  'job.job_cmd',
  'job.job_id',
  'job.job_namespace',
  'job.job_params',
  'job.job_random',
  'job.job_sha1',
  'job.job_timestamp',
  'job.job_title',
  'job.job_token_timestamp',
  'page.page_links_updated',
  'querycachetwo.qcc_namespacetwo',
  'querycachetwo.qcc_titletwo',
  'recentchanges.rc_ip',
  'recentchanges.rc_new',
  'uploadstash.us_chunk_inx',
  'uploadstash.us_orig_path',
  'uploadstash.us_source_type',
  'user.user_email_token',
  'user.user_email_token_expires',
  'user.user_newpass_time',
  'user.user_touched',
  'user_newtalk.user_last_timestamp',
]);

/** Columns of `page` that the documented grants include. */
export const READ_COLUMNS_OF_PAGE = (Object.keys(tables.page.columns) as (keyof Database['page'])[]).filter(
  name => !UNREAD_COLUMNS.has(`page.${name}`),
);
