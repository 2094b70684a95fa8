import type { ColumnType } from 'kysely';
import {
  bigint,
  binary,
  blob,
  bytes,
  type Column,
  datetime,
  expiry,
  fixed,
  flag,
  fulltext,
  index,
  int,
  majorMime,
  mediaType,
  oneOf,
  real,
  serial,
  smallint,
  type Table,
  text,
  timestamp,
  tinyint,
  uint,
  unique,
  ureal,
  utinyint,
  varchar,
} from './column.ts';

/**
 * The tables of MediaWiki 1.46, the newest that is known: the one description from which come the types of every query, the check of a
 * database at start and the `create table` statements of all engines. What other releases have instead is in `layout/traits`.
 */
export const tables = {
  actor: {
    columns: {
      actor_id: serial('bigint'),
      actor_user: uint().null(),
      actor_name: binary(255),
    },
    primaryKey: ['actor_id'],
    indexes: {
      actor_user: unique('actor_user'),
      actor_name: unique('actor_name'),
    },
  },
  archive: {
    columns: {
      ar_id: serial(),
      ar_namespace: int().default(0),
      ar_title: binary(255).default(''),
      ar_comment_id: bigint(),
      ar_actor: bigint(),
      ar_timestamp: timestamp(),
      ar_minor_edit: tinyint().default(0),
      ar_rev_id: uint(),
      ar_deleted: utinyint().default(0),
      ar_len: uint().null(),
      ar_page_id: uint().null(),
      ar_parent_id: uint().null(),
      ar_sha1: binary(32).gone(),
    },
    primaryKey: ['ar_id'],
    indexes: {
      ar_name_title_timestamp: index('ar_namespace', 'ar_title', 'ar_timestamp'),
      ar_actor_timestamp: index('ar_actor', 'ar_timestamp'),
      ar_revid_uniq: unique('ar_rev_id'),
    },
  },
  block: {
    columns: {
      bl_id: serial(),
      bl_target: uint(),
      bl_by_actor: bigint(),
      bl_reason_id: bigint(),
      bl_timestamp: timestamp(),
      bl_anon_only: flag().default(0),
      bl_create_account: flag().default(1),
      bl_enable_autoblock: flag().default(1),
      bl_expiry: expiry(),
      bl_deleted: flag().default(0),
      bl_block_email: flag().default(0),
      bl_allow_usertalk: flag().default(0),
      bl_parent_block_id: uint().null(),
      bl_sitewide: flag().default(1),
    },
    primaryKey: ['bl_id'],
    indexes: {
      bl_timestamp: index('bl_timestamp'),
      bl_target: index('bl_target'),
      bl_expiry: index('bl_expiry'),
      bl_parent_block_id: index('bl_parent_block_id'),
    },
  },
  block_target: {
    columns: {
      bt_id: serial(),
      bt_address: blob('tiny').null(),
      bt_user: uint().null(),
      bt_user_text: binary(255).null(),
      bt_auto: flag().default(0),
      bt_range_start: blob('tiny').null(),
      bt_range_end: blob('tiny').null(),
      bt_ip_hex: blob('tiny').null(),
      bt_count: int().default(0),
    },
    primaryKey: ['bt_id'],
    indexes: {
      bt_address: index(['bt_address', 42]),
      bt_ip_user_text: index(['bt_ip_hex', 35], 'bt_user_text'),
      bt_range: index(['bt_range_start', 35], ['bt_range_end', 35]),
      bt_user: index('bt_user'),
    },
  },
  bot_passwords: {
    columns: {
      bp_user: uint(),
      bp_app_id: binary(32),
      bp_password: blob('tiny').private(),
      bp_token: fixed(32).default('').private(),
      bp_restrictions: blob(),
      bp_grants: blob(),
    },
    primaryKey: ['bp_user', 'bp_app_id'],
    indexes: {},
  },
  category: {
    columns: {
      cat_id: serial(),
      cat_title: binary(255),
      cat_pages: int().default(0),
      cat_subcats: int().default(0),
      cat_files: int().default(0),
    },
    primaryKey: ['cat_id'],
    indexes: {
      cat_title: unique('cat_title'),
      cat_pages: index('cat_pages'),
    },
  },
  categorylinks: {
    columns: {
      cl_from: uint().default(0),
      cl_sortkey: bytes(230).default(''),
      cl_sortkey_prefix: binary(255).default(''),
      cl_timestamp: datetime(),
      cl_type: oneOf('page', 'subcat', 'file').default('page'),
      cl_collation_id: smallint().default(0),
      cl_target_id: bigint(),
    },
    primaryKey: ['cl_from', 'cl_target_id'],
    indexes: {
      cl_sortkey_id: index('cl_target_id', 'cl_type', 'cl_sortkey', 'cl_from'),
      cl_timestamp_id: index('cl_target_id', 'cl_timestamp'),
    },
  },
  change_tag: {
    columns: {
      ct_id: serial(),
      ct_rc_id: bigint().null(),
      ct_log_id: uint().null(),
      ct_rev_id: uint().null(),
      ct_params: blob().null(),
      ct_tag_id: uint(),
    },
    primaryKey: ['ct_id'],
    indexes: {
      ct_rc_tag_id: unique('ct_rc_id', 'ct_tag_id'),
      ct_log_tag_id: unique('ct_log_id', 'ct_tag_id'),
      ct_rev_tag_id: unique('ct_rev_id', 'ct_tag_id'),
      ct_tag_id_id: index('ct_tag_id', 'ct_rc_id', 'ct_rev_id', 'ct_log_id'),
    },
  },
  change_tag_def: {
    columns: {
      ctd_id: serial(),
      ctd_name: binary(255),
      ctd_user_defined: flag(),
      ctd_count: bigint().default(0),
    },
    primaryKey: ['ctd_id'],
    indexes: {
      ctd_name: unique('ctd_name'),
      ctd_count: index('ctd_count'),
      ctd_user_defined: index('ctd_user_defined'),
    },
  },
  collation: {
    columns: {
      collation_id: serial('signed'),
      collation_name: binary(64),
    },
    primaryKey: ['collation_id'],
    indexes: {
      collation_name: unique('collation_name'),
    },
  },
  comment: {
    columns: {
      comment_id: serial('bigint'),
      comment_hash: int(),
      comment_text: blob(),
      comment_data: blob().null(),
    },
    primaryKey: ['comment_id'],
    indexes: {
      comment_hash: index('comment_hash'),
    },
  },
  content: {
    columns: {
      content_id: serial('bigint'),
      content_size: uint(),
      content_sha1: binary(32),
      content_model: smallint(),
      content_address: binary(255),
    },
    primaryKey: ['content_id'],
    indexes: {},
  },
  content_models: {
    columns: {
      model_id: serial('signed'),
      model_name: binary(64),
    },
    primaryKey: ['model_id'],
    indexes: {
      model_name: unique('model_name'),
    },
  },
  externallinks: {
    columns: {
      el_id: serial(),
      el_from: uint().default(0),
      el_to_domain_index: binary(255).default(''),
      el_to_path: blob().null(),
    },
    primaryKey: ['el_id'],
    indexes: {
      el_from: index('el_from'),
      el_to_domain_index_to_path: index('el_to_domain_index', ['el_to_path', 60]),
    },
  },
  filearchive: {
    columns: {
      fa_id: serial(),
      fa_name: binary(255).default(''),
      fa_archive_name: binary(255).null().default(''),
      fa_storage_group: binary(16).null(),
      fa_storage_key: binary(64).null().default(''),
      fa_deleted_user: int().null(),
      fa_deleted_timestamp: timestamp().null(),
      fa_deleted_reason_id: bigint(),
      fa_size: bigint().null().default(0),
      fa_width: int().null().default(0),
      fa_height: int().null().default(0),
      fa_metadata: bytes('medium').null(),
      fa_bits: int().null().default(0),
      fa_media_type: mediaType().null(),
      fa_major_mime: majorMime().null().default('unknown'),
      fa_minor_mime: binary(100).null().default('unknown'),
      fa_description_id: bigint(),
      fa_actor: bigint(),
      fa_timestamp: timestamp().null(),
      fa_deleted: utinyint().default(0),
      fa_sha1: binary(32).default(''),
    },
    primaryKey: ['fa_id'],
    indexes: {
      fa_name: index('fa_name', 'fa_timestamp'),
      fa_storage_group: index('fa_storage_group', 'fa_storage_key'),
      fa_deleted_timestamp: index('fa_deleted_timestamp'),
      fa_actor_timestamp: index('fa_actor', 'fa_timestamp'),
      fa_sha1: index(['fa_sha1', 10]),
    },
  },
  image: {
    columns: {
      img_name: binary(255).default(''),
      img_size: bigint().default(0),
      img_width: int().default(0),
      img_height: int().default(0),
      img_metadata: bytes('medium'),
      img_bits: int().default(0),
      img_media_type: mediaType().null(),
      img_major_mime: majorMime().default('unknown'),
      img_minor_mime: binary(100).default('unknown'),
      img_description_id: bigint(),
      img_actor: bigint(),
      img_timestamp: timestamp(),
      img_sha1: binary(32).default(''),
    },
    primaryKey: ['img_name'],
    indexes: {
      img_actor_timestamp: index('img_actor', 'img_timestamp'),
      img_size: index('img_size'),
      img_timestamp: index('img_timestamp'),
      img_sha1: index(['img_sha1', 10]),
      img_media_mime: index('img_media_type', 'img_major_mime', 'img_minor_mime'),
    },
  },
  imagelinks: {
    columns: {
      il_from: uint().default(0),
      il_from_namespace: int().default(0),
      il_target_id: bigint(),
    },
    primaryKey: ['il_from', 'il_target_id'],
    indexes: {
      il_target_id: index('il_target_id', 'il_from'),
      il_backlinks_namespace_target_id: index('il_from_namespace', 'il_target_id', 'il_from'),
    },
  },
  interwiki: {
    columns: {
      iw_prefix: varchar(32),
      iw_url: blob(),
      iw_api: blob(),
      iw_wikiid: varchar(64),
      iw_local: flag(),
      iw_trans: tinyint().default(0),
    },
    primaryKey: ['iw_prefix'],
    indexes: {},
  },
  ip_changes: {
    columns: {
      ipc_rev_id: uint().default(0),
      ipc_rev_timestamp: timestamp(),
      ipc_hex: binary(35).default(''),
    },
    primaryKey: ['ipc_rev_id'],
    indexes: {
      ipc_rev_timestamp: index('ipc_rev_timestamp'),
      ipc_hex_time: index('ipc_hex', 'ipc_rev_timestamp'),
    },
  },
  ipblocks_restrictions: {
    columns: {
      ir_ipb_id: uint(),
      ir_type: tinyint(),
      ir_value: uint(),
    },
    primaryKey: ['ir_ipb_id', 'ir_type', 'ir_value'],
    indexes: {
      ir_type_value: index('ir_type', 'ir_value'),
    },
  },
  iwlinks: {
    columns: {
      iwl_from: uint().default(0),
      iwl_prefix: binary(32).default(''),
      iwl_title: binary(255).default(''),
    },
    primaryKey: ['iwl_from', 'iwl_prefix', 'iwl_title'],
    indexes: {
      iwl_prefix_title_from: index('iwl_prefix', 'iwl_title', 'iwl_from'),
    },
  },
  job: {
    columns: {
      job_id: serial(),
      job_cmd: binary(60).default(''),
      job_namespace: int(),
      job_title: binary(255),
      job_timestamp: timestamp().null(),
      job_params: blob('medium').private(),
      job_random: uint().default(0),
      job_attempts: uint().default(0),
      job_token: binary(32).default(''),
      job_token_timestamp: timestamp().null(),
      job_sha1: binary(32).default(''),
    },
    primaryKey: ['job_id'],
    indexes: {
      job_sha1: index('job_sha1'),
      job_cmd_token: index('job_cmd', 'job_token', 'job_random'),
      job_cmd_token_id: index('job_cmd', 'job_token', 'job_id'),
      job_cmd: index('job_cmd', 'job_namespace', 'job_title', ['job_params', 128]),
      job_timestamp: index('job_timestamp'),
    },
  },
  l10n_cache: {
    columns: {
      lc_lang: binary(35),
      lc_key: varchar(255),
      lc_value: blob('medium'),
    },
    primaryKey: ['lc_lang', 'lc_key'],
    indexes: {},
  },
  langlinks: {
    columns: {
      ll_from: uint().default(0),
      ll_lang: binary(35).default(''),
      ll_title: binary(255).default(''),
    },
    primaryKey: ['ll_from', 'll_lang'],
    indexes: {
      ll_lang: index('ll_lang', 'll_title'),
    },
  },
  linktarget: {
    columns: {
      lt_id: serial('bigint'),
      lt_namespace: int(),
      lt_title: binary(255),
    },
    primaryKey: ['lt_id'],
    indexes: {
      lt_namespace_title: unique('lt_namespace', 'lt_title'),
    },
  },
  log_search: {
    columns: {
      ls_field: binary(32),
      ls_value: varchar(255),
      ls_log_id: uint().default(0),
    },
    primaryKey: ['ls_field', 'ls_value', 'ls_log_id'],
    indexes: {
      ls_log_id: index('ls_log_id'),
    },
  },
  logging: {
    columns: {
      log_id: serial(),
      log_type: binary(32).default(''),
      log_action: binary(32).default(''),
      log_timestamp: timestamp().default('19700101000000'),
      log_actor: bigint(),
      log_namespace: int().default(0),
      log_title: binary(255).default(''),
      log_page: uint().null(),
      log_comment_id: bigint(),
      log_params: blob(),
      log_deleted: utinyint().default(0),
    },
    primaryKey: ['log_id'],
    indexes: {
      log_type_time: index('log_type', 'log_timestamp'),
      log_actor_time: index('log_actor', 'log_timestamp'),
      log_page_time: index('log_namespace', 'log_title', 'log_timestamp'),
      log_times: index('log_timestamp'),
      log_actor_type_time: index('log_actor', 'log_type', 'log_timestamp'),
      log_page_id_time: index('log_page', 'log_timestamp'),
      log_type_action: index('log_type', 'log_action', 'log_timestamp'),
    },
  },
  objectcache: {
    columns: {
      keyname: binary(255).default(''),
      value: blob('medium').null(),
      exptime: timestamp(),
      flags: uint().null(),
    },
    primaryKey: ['keyname'],
    indexes: {
      exptime: index('exptime'),
    },
  },
  oldimage: {
    columns: {
      oi_name: binary(255).default(''),
      oi_archive_name: binary(255).default(''),
      oi_size: bigint().default(0),
      oi_width: int().default(0),
      oi_height: int().default(0),
      oi_bits: int().default(0),
      oi_description_id: bigint(),
      oi_actor: bigint(),
      oi_timestamp: timestamp(),
      oi_metadata: bytes('medium'),
      oi_media_type: mediaType().null(),
      oi_major_mime: majorMime().default('unknown'),
      oi_minor_mime: binary(100).default('unknown'),
      oi_deleted: utinyint().default(0),
      oi_sha1: binary(32).default(''),
    },
    primaryKey: [],
    indexes: {
      oi_actor_timestamp: index('oi_actor', 'oi_timestamp'),
      oi_name_timestamp: index('oi_name', 'oi_timestamp'),
      oi_name_archive_name: index('oi_name', ['oi_archive_name', 14]),
      oi_sha1: index(['oi_sha1', 10]),
      oi_timestamp: index('oi_timestamp'),
    },
  },
  page: {
    columns: {
      page_id: serial(),
      page_namespace: int(),
      page_title: binary(255),
      page_is_redirect: utinyint().default(0),
      page_is_new: utinyint().default(0),
      page_random: ureal(),
      page_touched: timestamp(),
      page_links_updated: timestamp().null(),
      page_latest: uint(),
      page_len: uint(),
      page_content_model: binary(32).null(),
      page_lang: binary(35).null(),
    },
    primaryKey: ['page_id'],
    indexes: {
      page_name_title: unique('page_namespace', 'page_title'),
      page_random: index('page_random'),
      page_len: index('page_len'),
      page_redirect_namespace_len: index('page_is_redirect', 'page_namespace', 'page_len'),
    },
  },
  page_props: {
    columns: {
      pp_page: uint(),
      pp_propname: binary(60),
      pp_value: blob(),
      pp_sortkey: real().null(),
    },
    primaryKey: ['pp_page', 'pp_propname'],
    indexes: {
      pp_propname_page: unique('pp_propname', 'pp_page'),
      pp_propname_sortkey_page: unique('pp_propname', 'pp_sortkey', 'pp_page'),
    },
  },
  page_restrictions: {
    columns: {
      pr_id: serial(),
      pr_page: uint(),
      pr_type: binary(60),
      pr_level: binary(60),
      pr_cascade: tinyint(),
      pr_expiry: expiry().null(),
    },
    primaryKey: ['pr_id'],
    indexes: {
      pr_pagetype: unique('pr_page', 'pr_type'),
      pr_typelevel: index('pr_type', 'pr_level'),
      pr_level: index('pr_level'),
      pr_cascade: index('pr_cascade'),
    },
  },
  pagelinks: {
    columns: {
      pl_from: uint().default(0),
      pl_target_id: bigint(),
      pl_from_namespace: int().default(0),
    },
    primaryKey: ['pl_from', 'pl_target_id'],
    indexes: {
      pl_target_id: index('pl_target_id', 'pl_from'),
      pl_backlinks_namespace_target_id: index('pl_from_namespace', 'pl_target_id', 'pl_from'),
    },
  },
  protected_titles: {
    columns: {
      pt_namespace: int(),
      pt_title: binary(255),
      pt_user: uint(),
      pt_reason_id: bigint(),
      pt_timestamp: timestamp(),
      pt_expiry: expiry(),
      pt_create_perm: binary(60),
    },
    primaryKey: ['pt_namespace', 'pt_title'],
    indexes: {
      pt_timestamp: index('pt_timestamp'),
    },
  },
  querycache: {
    columns: {
      qc_type: binary(32),
      qc_value: uint().default(0),
      qc_namespace: int().default(0),
      qc_title: binary(255).default(''),
    },
    primaryKey: [],
    indexes: {
      qc_type: index('qc_type', 'qc_value'),
    },
  },
  querycache_info: {
    columns: {
      qci_type: binary(32).default(''),
      qci_timestamp: timestamp().default('19700101000000'),
    },
    primaryKey: ['qci_type'],
    indexes: {},
  },
  querycachetwo: {
    columns: {
      qcc_type: binary(32),
      qcc_value: uint().default(0),
      qcc_namespace: int().default(0),
      qcc_title: binary(255).default(''),
      qcc_namespacetwo: int().default(0),
      qcc_titletwo: binary(255).default(''),
    },
    primaryKey: [],
    indexes: {
      qcc_type: index('qcc_type', 'qcc_value'),
      qcc_title: index('qcc_type', 'qcc_namespace', 'qcc_title'),
      qcc_titletwo: index('qcc_type', 'qcc_namespacetwo', 'qcc_titletwo'),
    },
  },
  recentchanges: {
    columns: {
      rc_id: serial('bigint'),
      rc_timestamp: timestamp(),
      rc_actor: bigint(),
      rc_namespace: int().default(0),
      rc_title: binary(255).default(''),
      rc_comment_id: bigint(),
      rc_minor: utinyint().default(0),
      rc_bot: utinyint().default(0),
      rc_cur_id: uint().default(0),
      rc_this_oldid: uint().default(0),
      rc_last_oldid: uint().default(0),
      rc_source: binary(16),
      rc_patrolled: utinyint().default(0),
      rc_ip: binary(40).default('').private(),
      rc_old_len: int().null(),
      rc_new_len: int().null(),
      rc_deleted: utinyint().default(0),
      rc_logid: uint().default(0),
      rc_log_type: binary(255).null(),
      rc_log_action: binary(255).null(),
      rc_params: blob().null(),
    },
    primaryKey: ['rc_id'],
    indexes: {
      rc_timestamp: index('rc_timestamp'),
      rc_namespace_title_timestamp: index('rc_namespace', 'rc_title', 'rc_timestamp'),
      rc_cur_id: index('rc_cur_id'),
      rc_source_name_timestamp: index('rc_source', 'rc_namespace', 'rc_timestamp'),
      rc_ip: index('rc_ip'),
      rc_ns_actor: index('rc_namespace', 'rc_actor'),
      rc_actor: index('rc_actor', 'rc_timestamp'),
      rc_name_source_patrolled_timestamp: index('rc_namespace', 'rc_source', 'rc_patrolled', 'rc_timestamp'),
      rc_this_oldid: index('rc_this_oldid'),
    },
  },
  redirect: {
    columns: {
      rd_from: uint().default(0),
      rd_namespace: int().default(0),
      rd_title: binary(255).default(''),
      rd_interwiki: varchar(32).null(),
      rd_fragment: binary(255).null(),
    },
    primaryKey: ['rd_from'],
    indexes: {
      rd_ns_title: index('rd_namespace', 'rd_title', 'rd_from'),
    },
  },
  revision: {
    columns: {
      rev_id: serial('bigint'),
      rev_page: uint(),
      rev_comment_id: bigint(),
      rev_actor: bigint(),
      rev_timestamp: timestamp(),
      rev_minor_edit: utinyint().default(0),
      rev_deleted: utinyint().default(0),
      rev_len: uint().null(),
      rev_parent_id: bigint().null(),
      rev_sha1: binary(32).gone(),
    },
    primaryKey: ['rev_id'],
    indexes: {
      rev_timestamp: index('rev_timestamp'),
      rev_page_timestamp: index('rev_page', 'rev_timestamp'),
      rev_actor_timestamp: index('rev_actor', 'rev_timestamp', 'rev_id'),
      rev_page_actor_timestamp: index('rev_page', 'rev_actor', 'rev_timestamp'),
    },
  },
  searchindex: {
    columns: {
      si_page: uint(),
      si_title: text('medium'),
      si_text: text('medium'),
    },
    primaryKey: ['si_page'],
    indexes: {
      si_title: fulltext('si_title'),
      si_text: fulltext('si_text'),
    },
  },
  site_identifiers: {
    columns: {
      si_type: binary(32),
      si_key: binary(32),
      si_site: uint(),
    },
    primaryKey: ['si_type', 'si_key'],
    indexes: {
      si_site: index('si_site'),
      si_key: index('si_key'),
    },
  },
  site_stats: {
    columns: {
      ss_row_id: uint(),
      ss_total_edits: bigint().null(),
      ss_good_articles: bigint().null(),
      ss_total_pages: bigint().null(),
      ss_users: bigint().null(),
      ss_active_users: bigint().null(),
      ss_images: bigint().null(),
    },
    primaryKey: ['ss_row_id'],
    indexes: {},
  },
  sites: {
    columns: {
      site_id: serial(),
      site_global_key: binary(64),
      site_type: binary(32),
      site_group: binary(32),
      site_source: binary(32),
      site_language: binary(35),
      site_protocol: binary(32),
      site_domain: varchar(255),
      site_data: blob(),
      site_forward: flag(),
      site_config: blob(),
    },
    primaryKey: ['site_id'],
    indexes: {
      site_global_key: unique('site_global_key'),
    },
  },
  slot_roles: {
    columns: {
      role_id: serial('signed'),
      role_name: binary(64),
    },
    primaryKey: ['role_id'],
    indexes: {
      role_name: unique('role_name'),
    },
  },
  slots: {
    columns: {
      slot_revision_id: bigint(),
      slot_role_id: smallint(),
      slot_content_id: bigint(),
      slot_origin: bigint(),
    },
    primaryKey: ['slot_revision_id', 'slot_role_id'],
    indexes: {
      slot_revision_origin_role: index('slot_revision_id', 'slot_origin', 'slot_role_id'),
    },
  },
  templatelinks: {
    columns: {
      tl_from: uint().default(0),
      tl_target_id: bigint(),
      tl_from_namespace: int().default(0),
    },
    primaryKey: ['tl_from', 'tl_target_id'],
    indexes: {
      tl_target_id: index('tl_target_id', 'tl_from'),
      tl_backlinks_namespace_target_id: index('tl_from_namespace', 'tl_target_id', 'tl_from'),
    },
  },
  text: {
    columns: {
      old_id: serial(),
      old_text: bytes('medium'),
      old_flags: blob('tiny'),
    },
    primaryKey: ['old_id'],
    indexes: {},
  },
  updatelog: {
    columns: {
      ul_key: varchar(255),
      ul_value: blob().null(),
    },
    primaryKey: ['ul_key'],
    indexes: {},
  },
  uploadstash: {
    columns: {
      us_id: serial(),
      us_user: uint(),
      us_key: varchar(255),
      us_orig_path: varchar(255),
      us_path: varchar(255),
      us_source_type: varchar(50).null(),
      us_timestamp: timestamp(),
      us_status: varchar(50),
      us_chunk_inx: uint().null(),
      us_props: bytes().null(),
      us_size: bigint(),
      us_sha1: varchar(31),
      us_mime: varchar(255).null(),
      us_media_type: mediaType().null(),
      us_image_width: uint().null(),
      us_image_height: uint().null(),
      us_image_bits: smallint().null(),
    },
    primaryKey: ['us_id'],
    indexes: {
      us_user: index('us_user'),
      us_key: unique('us_key'),
      us_timestamp: index('us_timestamp'),
    },
  },
  user: {
    columns: {
      user_id: serial(),
      user_name: binary(255).default(''),
      user_real_name: binary(255).default(''),
      user_password: blob('tiny').private(),
      user_newpassword: blob('tiny').private(),
      user_newpass_time: timestamp().null().private(),
      user_email: text('tiny').private(),
      user_touched: timestamp().private(),
      user_token: fixed(32).default('').private(),
      user_email_authenticated: timestamp().null().private(),
      user_email_token: fixed(32).null().private(),
      user_email_token_expires: timestamp().null().private(),
      user_registration: timestamp().null(),
      user_editcount: uint().null(),
      user_password_expires: expiry().null().private(),
      user_is_temp: flag().default(0),
    },
    primaryKey: ['user_id'],
    indexes: {
      user_name: unique('user_name'),
      user_email_token: index('user_email_token'),
      user_email: index(['user_email', 50]),
    },
  },
  user_autocreate_serial: {
    columns: {
      uas_shard: uint(),
      uas_year: smallint(),
      uas_value: uint(),
    },
    primaryKey: ['uas_shard', 'uas_year'],
    indexes: {},
  },
  user_former_groups: {
    columns: {
      ufg_user: uint().default(0),
      ufg_group: binary(255).default(''),
    },
    primaryKey: ['ufg_user', 'ufg_group'],
    indexes: {},
  },
  user_groups: {
    columns: {
      ug_user: uint().default(0),
      ug_group: binary(255).default(''),
      ug_expiry: expiry().null(),
    },
    primaryKey: ['ug_user', 'ug_group'],
    indexes: {
      ug_group: index('ug_group'),
      ug_expiry: index('ug_expiry'),
    },
  },
  user_newtalk: {
    columns: {
      user_id: uint().default(0),
      user_ip: binary(40).default(''),
      user_last_timestamp: timestamp().null(),
    },
    primaryKey: [],
    indexes: {
      un_user_id: index('user_id'),
      un_user_ip: index('user_ip'),
    },
  },
  user_properties: {
    columns: {
      up_user: uint(),
      up_property: binary(255),
      up_value: blob().null(),
    },
    primaryKey: ['up_user', 'up_property'],
    indexes: {
      up_property: index('up_property'),
    },
  },
  watchlist: {
    columns: {
      wl_id: serial(),
      wl_user: uint(),
      wl_namespace: int().default(0),
      wl_title: binary(255).default(''),
      wl_notificationtimestamp: timestamp().null(),
    },
    primaryKey: ['wl_id'],
    indexes: {
      wl_user: unique('wl_user', 'wl_namespace', 'wl_title'),
      wl_namespace_title: index('wl_namespace', 'wl_title'),
      wl_user_notificationtimestamp: index('wl_user', 'wl_notificationtimestamp'),
    },
  },
  watchlist_expiry: {
    columns: {
      we_item: uint(),
      we_expiry: timestamp(),
    },
    primaryKey: ['we_item'],
    indexes: {
      we_expiry: index('we_expiry'),
    },
  },
} satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** What Kysely knows of the tables. Every engine returns these very types: see `open`. */
export type Database = {
  readonly [T in TableName]: { readonly [C in keyof (typeof tables)[T]['columns']]: Values<(typeof tables)[T]['columns'][C]> };
};

/** The rows of other tables that are described like these, for `withTables`. */
export type RowsOf<T extends Readonly<Record<string, Table>>> = {
  readonly [N in keyof T]: { readonly [C in keyof T[N]['columns']]: Values<T[N]['columns'][C]> };
};

type Values<C> =
  C extends Column<infer Read, infer Write> ? ([Read, Write] extends [Write, Read] ? Read : ColumnType<Read, Write, Write>) : never;
