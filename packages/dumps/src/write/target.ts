import { type BulkRow, insertRows, sql, type TableName, type WikiDatabase } from '@wikiquery/database';
import type { GEO_TABLES } from '@wikiquery/geo-tags';

/** Columns that an import fills, in the order of a row. All other columns keep their default values. */
const COLUMNS = {
  actor: ['actor_id', 'actor_user', 'actor_name'],
  category: ['cat_id', 'cat_title', 'cat_pages', 'cat_subcats', 'cat_files'],
  categorylinks: ['cl_from', 'cl_target_id', 'cl_sortkey', 'cl_sortkey_prefix', 'cl_timestamp', 'cl_type'],
  comment: ['comment_id', 'comment_hash', 'comment_text'],
  content: ['content_id', 'content_size', 'content_sha1', 'content_model', 'content_address'],
  content_models: ['model_id', 'model_name'],
  externallinks: ['el_id', 'el_from', 'el_to_domain_index', 'el_to_path'],
  geo_tags: [
    ...['gt_page_id', 'gt_globe', 'gt_primary', 'gt_lat_int', 'gt_lon_int', 'gt_lat', 'gt_lon', 'gt_dim', 'gt_type', 'gt_name'],
    ...['gt_country', 'gt_region'],
  ],
  image: [
    ...['img_name', 'img_size', 'img_width', 'img_height', 'img_metadata', 'img_bits', 'img_media_type', 'img_major_mime'],
    ...['img_minor_mime', 'img_description_id', 'img_actor', 'img_timestamp', 'img_sha1'],
  ],
  imagelinks: ['il_from', 'il_target_id', 'il_from_namespace'],
  interwiki: ['iw_prefix', 'iw_url', 'iw_api', 'iw_wikiid', 'iw_local', 'iw_trans'],
  ip_changes: ['ipc_rev_id', 'ipc_rev_timestamp', 'ipc_hex'],
  iwlinks: ['iwl_from', 'iwl_prefix', 'iwl_title'],
  langlinks: ['ll_from', 'll_lang', 'll_title'],
  linktarget: ['lt_id', 'lt_namespace', 'lt_title'],
  logging: [
    ...['log_id', 'log_type', 'log_action', 'log_timestamp', 'log_actor', 'log_namespace', 'log_title', 'log_page', 'log_comment_id'],
    ...['log_params', 'log_deleted'],
  ],
  oldimage: [
    ...['oi_name', 'oi_archive_name', 'oi_size', 'oi_width', 'oi_height', 'oi_bits', 'oi_description_id', 'oi_actor', 'oi_timestamp'],
    ...['oi_metadata', 'oi_media_type', 'oi_major_mime', 'oi_minor_mime', 'oi_deleted', 'oi_sha1'],
  ],
  page: [
    ...['page_id', 'page_namespace', 'page_title', 'page_is_redirect', 'page_is_new', 'page_random', 'page_touched', 'page_links_updated'],
    ...['page_latest', 'page_len', 'page_content_model'],
  ],
  page_props: ['pp_page', 'pp_propname', 'pp_value', 'pp_sortkey'],
  page_restrictions: ['pr_id', 'pr_page', 'pr_type', 'pr_level', 'pr_cascade', 'pr_expiry'],
  pagelinks: ['pl_from', 'pl_target_id', 'pl_from_namespace'],
  redirect: ['rd_from', 'rd_namespace', 'rd_title', 'rd_interwiki', 'rd_fragment'],
  revision: [
    ...['rev_id', 'rev_page', 'rev_comment_id', 'rev_actor', 'rev_timestamp', 'rev_minor_edit', 'rev_deleted', 'rev_len'],
    'rev_parent_id',
  ],
  slot_roles: ['role_id', 'role_name'],
  slots: ['slot_revision_id', 'slot_role_id', 'slot_content_id', 'slot_origin'],
  templatelinks: ['tl_from', 'tl_target_id', 'tl_from_namespace'],
  text: ['old_id', 'old_text', 'old_flags'],
  user: [
    ...['user_id', 'user_name', 'user_real_name', 'user_password', 'user_newpassword', 'user_email', 'user_touched', 'user_token'],
    ...['user_registration', 'user_editcount', 'user_is_temp'],
  ],
} satisfies Partial<Record<TableName | keyof typeof GEO_TABLES, readonly string[]>>;

export type FilledTable = keyof typeof COLUMNS;

/** Id columns of tables whose ids the import assigns. */
const COUNTED = {
  actor: 'actor_id',
  category: 'cat_id',
  comment: 'comment_id',
  content: 'content_id',
  content_models: 'model_id',
  externallinks: 'el_id',
  linktarget: 'lt_id',
  page_restrictions: 'pr_id',
  slot_roles: 'role_id',
  text: 'old_id',
} as const satisfies Partial<Record<FilledTable, string>>;

export class TargetDatabase {
  readonly database: WikiDatabase;
  readonly prefix: string;
  readonly #last: Map<string, number>;
  readonly #rows = new Map<FilledTable, BulkRow[]>();

  private constructor(database: WikiDatabase, prefix: string, last: Map<string, number>) {
    this.database = database;
    this.prefix = prefix;
    this.#last = last;
  }

  static async open(database: WikiDatabase, prefix: string): Promise<TargetDatabase> {
    const last = new Map<string, number>();
    for (const [table, id] of Object.entries(COUNTED)) {
      const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(id)}) as last from ${sql.table(prefix + table)}`.execute(
        database.db,
      );
      last.set(table, Number(rows[0]?.last ?? 0));
    }
    return new TargetDatabase(database, prefix, last);
  }

  get db(): WikiDatabase['db'] {
    return this.database.db;
  }

  nextId(table: keyof typeof COUNTED): number {
    const id = (this.#last.get(table) ?? 0) + 1;
    this.#last.set(table, id);
    return id;
  }

  /** Adds a row, with its values in the order of `COLUMNS`. `flush` writes it. */
  add(table: FilledTable, ...row: BulkRow): void {
    const rows = this.#rows.get(table);
    if (rows) rows.push(row);
    else this.#rows.set(table, [row]);
  }

  /** Writes the added rows. Skips rows whose key already exists. */
  async flush(): Promise<void> {
    for (const [table, rows] of this.#rows) {
      await insertRows(this.database, table, COLUMNS[table], rows, { skipExisting: true, prefix: this.prefix });
    }
    this.#rows.clear();
  }

  discard(): void {
    this.#rows.clear();
  }
}
