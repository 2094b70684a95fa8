import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createStatements, type LayoutRelease } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';

/** A wiki of known size with generated content. */
export interface BenchmarkWiki {
  readonly file: string;
  readonly pages: number;
  readonly revisions: number;
  readonly links: number;
  readonly logEntries: number;
  readonly changes: number;
}

/** MediaWiki release of the database schema. */
export const RELEASE: LayoutRelease = '1.43';

/** Increment the version when the generated content changes, so that the next run creates a new file. */
const VERSION = 3;

/** Returns the wiki in `folder`, which is created if its file does not exist. `scale`: millions of pages. `log` receives progress. */
export function benchmarkWiki(folder: string, scale: number, log: (line: string) => void): BenchmarkWiki {
  const pages = Math.max(2000, 2000 * Math.round(500 * scale));
  const wiki = {
    file: join(folder, `wiki-${pages}-v${VERSION}.sqlite`),
    pages,
    revisions: 3 * pages,
    links: LINKS_OF_A_PAGE * pages,
    logEntries: 2 * pages,
    changes: pages / 2,
  };
  if (!existsSync(wiki.file)) fillFile(wiki, log);
  return wiki;
}

const LINKS_OF_A_PAGE = 10;
const USERS = 5000;
/** Number of actors without an account. */
const VISITORS = 200;
const COMMENTS = 20_000;
const TEXTS = 1000;
/** Number of categories with members. At scale 1, each has thousands of members. */
const CATEGORIES = 200;

/** Returns the namespace of a page by its ID. Among twenty consecutive pages, fifteen are articles, one of them a redirect. */
export function namespaceOf(page: number): number {
  return [6, 1, 2, 10, 14][(page % 20) - 15] ?? 0;
}
const isRedirect = (page: number): boolean => page % 20 === 7;

const WORDS = 'amber bridge chapel drift ember ferry granite harbour island juniper kiln lantern meadow nettle orchard pebble'.split(' ');
const word = (n: number): string => WORDS[n % WORDS.length] as string;

/** Returns the title of a page by its ID, in database form without namespace. The ID at its end makes it unique. */
export function titleOf(page: number): string {
  const first = word(page * 7 + (page >> 4));
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}_${word(page >> 2)}_${page}`;
}

const BEGIN = Date.UTC(2015, 0, 1);
const END = Date.UTC(2025, 0, 1);
/** Returns the timestamp of event `number` of `count` events, which are spread evenly over ten years. */
export const momentOf = (number: number, count: number): string =>
  new Date(BEGIN + Math.floor(((END - BEGIN) * number) / count / 1000) * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** Returns the title of category `number`, modulo {@link CATEGORIES}. */
export const categoryOf = (number: number): string => titleOf((number % CATEGORIES) * 20 + 19);

/** Inserts rows: `TABLE, COUNT rows: EXPRESSION as COLUMN, … from n where CONDITION`. Expressions may use `n`, the row number from 1. */
type Insert = (rows: string) => void;

/** Functions that the SQL expressions call. */
const FUNCTIONS: Readonly<Record<string, (...values: number[]) => string | number>> = {
  title: titleOf,
  namespace: namespaceOf,
  redirects: page => Number(isRedirect(page)),
  moment: momentOf,
  category: categoryOf,
};

/** Creates an SQLite file with the tables of a wiki and generated rows. */
function fillFile(wiki: BenchmarkWiki, log: (line: string) => void): void {
  const { file } = wiki;
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const begun = performance.now();
  const took = (): string => `(${Math.round((performance.now() - begun) / 1000)} s)`;
  const db = new Sqlite(unfinished);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -400000']) db.pragma(pragma);
  for (const [name, compute] of Object.entries(FUNCTIONS))
    db.function(name, { deterministic: true, varargs: true }, (...values) => compute(...values.map(Number)));
  const statements = createStatements('sqlite', '', RELEASE);
  const isIndex = (statement: string) => /^create (?:unique )?index /i.test(statement);
  for (const statement of statements.filter(one => !isIndex(one))) db.exec(statement);
  db.exec('begin');
  const insert: Insert = rows => {
    const [, table, count, columns = '', from = 'n'] = /^(\w+), ([\d.]+) rows: (.*?)(?: from (n where .*))?$/s.exec(rows) ?? [];
    const numbers = `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})`;
    const select = `${numbers} select ${columns} from ${from}`;
    const names = db
      .prepare(select)
      .columns()
      .map(({ name }) => name);
    log(`${table}: ${db.prepare(`insert or ignore into ${table} (${names.join()}) ${select}`).run().changes} rows ${took()}`);
  };
  fill(insert, wiki);
  for (const statement of statements.filter(isIndex)) db.exec(statement);
  log(`indexes ${took()}`);
  db.exec('commit');
  db.close();
  renameSync(unfinished, file);
}

function fill(insert: Insert, wiki: BenchmarkWiki): void {
  const { pages, revisions, links, logEntries, changes } = wiki;
  const sha1 = `'0123456789abcdefghijklmnopqrstu'`;

  /** SQL for the actor of a revision. Seven accounts make every third edit, anonymous users about one in 75. */
  const actorOf = (n: string) =>
    `case when ${n} % 3 = 0 then ${n} % 7 + 1 when ${n} % 50 = 7 then ${n} % ${VISITORS} + ${USERS + 1} else ${n} * 7919 % ${USERS} + 1 end`;

  insert(`actor, ${USERS} rows: n as actor_id, n as actor_user, 'Writer ' || n as actor_name`);
  insert(`actor, ${VISITORS} rows: n + ${USERS} as actor_id, null as actor_user, '198.51.100.' || n as actor_name`);
  insert(`user, ${USERS} rows: n as user_id, 'Writer ' || n as user_name, '' as user_real_name, '' as user_password,
    '' as user_newpassword, '' as user_email, '20250101000000' as user_touched, '' as user_token, '20150101000000' as user_registration,
    ${Math.round(revisions / USERS)} as user_editcount, 0 as user_is_temp`);
  insert(`user_groups, ${USERS / 50} rows: n as ug_user,
    case when n > 20 then 'rollback' when n % 2 then 'sysop' else 'bot' end as ug_group`);
  insert(`comment, ${COMMENTS} rows: n as comment_id, n as comment_hash, '/* History */ change number ' || n as comment_text`);
  insert(`content_models, 1 rows: 1 as model_id, 'wikitext' as model_name`);
  insert(`slot_roles, 1 rows: 1 as role_id, 'main' as role_name`);
  insert(`text, ${TEXTS} rows: n as old_id,
    'Text ' || n || replace(hex(zeroblob(40)), '00', '. The [[harbour]] lies below the chapel, ') as old_text, 'utf-8' as old_flags`);
  insert(`page, ${pages} rows: n as page_id, namespace(n) as page_namespace, title(n) as page_title, redirects(n) as page_is_redirect,
    0 as page_is_new, n * 0.6180339887498949 - cast(n * 0.6180339887498949 as integer) as page_random,
    moment(n, ${pages}) as page_touched, moment(n, ${pages}) as page_links_updated, n + ${2 * pages} as page_latest,
    case when n % 1000 = 3 then 0 when n % 500 = 4 then 150000 else 1000 + n % 5000 end as page_len, 'wikitext' as page_content_model`);
  insert(`redirect, ${pages} rows: n as rd_from, namespace(n + 1) as rd_namespace, title(n + 1) as rd_title, '' as rd_interwiki,
    '' as rd_fragment from n where redirects(n)`);
  // Every page has three revisions.
  insert(`revision, ${revisions} rows: n as rev_id, (n - 1) % ${pages} + 1 as rev_page, n % ${COMMENTS} + 1 as rev_comment_id,
    ${actorOf('n')} as rev_actor, moment(n, ${revisions}) as rev_timestamp, n % 3 = 0 as rev_minor_edit, 0 as rev_deleted,
    1000 + n % 5000 as rev_len, max(0, n - ${pages}) as rev_parent_id, ${sha1} as rev_sha1`);
  insert(`content, ${revisions} rows: n as content_id, 1000 + n % 5000 as content_size, ${sha1} as content_sha1, 1 as content_model,
    'tt:' || (n % ${TEXTS} + 1) as content_address`);
  insert(`slots, ${revisions} rows: n as slot_revision_id, 1 as slot_role_id, n as slot_content_id, n as slot_origin`);
  insert(`linktarget, ${pages} rows: n as lt_id, namespace(n) as lt_namespace, title(n) as lt_title`);
  // Three of the ten links on each page go to the most popular 0.1 % of the pages, the other seven to any page.
  const [page, which] = [`((n - 1) / ${LINKS_OF_A_PAGE} + 1)`, `((n - 1) % ${LINKS_OF_A_PAGE})`];
  insert(`pagelinks, ${links} rows: ${page} as pl_from,
    iif(${which} < 3, ${page} * 31 * (${which} + 1) % ${pages / 1000} + 1, (${page} * 7919 + ${which} * 104729) % ${pages} + 1) as pl_target_id,
    namespace(${page}) as pl_from_namespace`);
  insert(`templatelinks, ${pages} rows: n as tl_from, n * 31 % ${pages / 1000} * 20 + 18 as tl_target_id,
    namespace(n) as tl_from_namespace`);
  insert(`categorylinks, ${2 * pages} rows: (n + 1) / 2 as cl_from, category((n + 1) / 2 * (n % 2 * 12 + 1)) as cl_to,
    upper(replace(title((n + 1) / 2), '_', ' ')) as cl_sortkey, '' as cl_sortkey_prefix, moment((n + 1) / 2, ${pages}) as cl_timestamp,
    'uppercase' as cl_collation, case namespace((n + 1) / 2) when 14 then 'subcat' when 6 then 'file' else 'page' end as cl_type`);
  insert(`category, ${pages / 20} rows: n as cat_id, title((n - 1) * 20 + 19) as cat_title,
    iif(n > ${CATEGORIES}, n % 7, ${(2 * pages) / CATEGORIES}) as cat_pages,
    iif(n > ${CATEGORIES}, 0, ${pages / 10 / CATEGORIES}) as cat_subcats,
    iif(n > ${CATEGORIES}, 0, ${pages / 10 / CATEGORIES}) as cat_files`);
  insert(`page_restrictions, ${pages / 1000} rows: n * 1000 as pr_page, 'edit' as pr_type, 'sysop' as pr_level, 0 as pr_cascade,
    'infinity' as pr_expiry`);
  // The log type `protect` is rare.
  const logType = `case when n % 10 < 7 then 'patrol' when n % 10 < 9 then 'move' when n % 2000 = 9 then 'protect' else 'delete' end`;
  insert(`logging, ${logEntries} rows: n as log_id, ${logType} as log_type, ${logType} as log_action,
    moment(n, ${logEntries}) as log_timestamp, n * 31 % ${USERS} + 1 as log_actor, namespace(n % ${pages} + 1) as log_namespace,
    title(n % ${pages} + 1) as log_title, n % ${pages} + 1 as log_page, n % ${COMMENTS} + 1 as log_comment_id, 'a:0:{}' as log_params,
    0 as log_deleted`);
  const revision = `(n + ${revisions - changes})`;
  insert(`recentchanges, ${changes} rows: n as rc_id, moment(${revision}, ${revisions}) as rc_timestamp,
    ${actorOf(revision)} as rc_actor, namespace((${revision} - 1) % ${pages} + 1) as rc_namespace,
    title((${revision} - 1) % ${pages} + 1) as rc_title, ${revision} % ${COMMENTS} + 1 as rc_comment_id, ${revision} % 3 = 0 as rc_minor,
    n % 3 = 0 as rc_bot, n % 20 = 1 as rc_new, (${revision} - 1) % ${pages} + 1 as rc_cur_id, ${revision} as rc_this_oldid,
    ${revision} - ${pages} as rc_last_oldid, case n % 20 when 1 then 1 when 2 then 3 else 0 end as rc_type,
    case n % 20 when 1 then 'mw.new' when 2 then 'mw.log' else 'mw.edit' end as rc_source,
    case n % 50 when 3 then 0 when 4 then 1 else 2 end as rc_patrolled, '' as rc_ip, 1000 as rc_old_len, 2000 as rc_new_len,
    0 as rc_deleted, iif(n % 20 = 2, n, 0) as rc_logid, iif(n % 20 = 2, 'move', null) as rc_log_type,
    iif(n % 20 = 2, 'move', null) as rc_log_action, iif(n % 20 = 2, 'a:0:{}', null) as rc_params`);
  fillRest(insert, wiki);
  insert(`site_stats, 1 rows: 1 as ss_row_id, ${revisions} as ss_total_edits, ${pages / 2} as ss_good_articles,
    ${pages} as ss_total_pages, ${USERS} as ss_users, ${USERS / 10} as ss_active_users, ${pages / 20} as ss_images`);
}

/** Fills the tables of files, external links, deleted pages, tags and so on. */
function fillRest(insert: Insert, { pages, revisions }: BenchmarkWiki): void {
  const files = pages / 20;
  const fileOf = (n: string) => `title((${n}) * 20 + 15)`;
  const facts = (prefix: string) =>
    `iif(n % 100 = 1, 9000000, 20000 + n) as ${prefix}_size, 640 as ${prefix}_width, 480 as ${prefix}_height, 8 as ${prefix}_bits,
      'a:0:{}' as ${prefix}_metadata, iif(n % 50 = 1, 'AUDIO', 'BITMAP') as ${prefix}_media_type,
      iif(n % 50 = 1, 'audio', 'image') as ${prefix}_major_mime, iif(n % 50 = 1, 'mpeg', 'png') as ${prefix}_minor_mime,
      n % ${COMMENTS} + 1 as ${prefix}_description_id, iif(n % 2, 1, n % ${USERS} + 1) as ${prefix}_actor,
      moment(n, ${files}) as ${prefix}_timestamp, printf('%031d', n / 2) as ${prefix}_sha1`;
  insert(`image, ${files} rows: ${fileOf('n - 1')} as img_name, ${facts('img')}`);
  insert(`oldimage, ${files / 5} rows: ${fileOf('n % 100')} as oi_name, n || '!' || ${fileOf('n % 100')} as oi_archive_name,
    ${facts('oi')}, 0 as oi_deleted`);
  insert(`filearchive, ${files / 5} rows: 'Gone_' || (n / 3) as fa_name, 'gone' || n as fa_archive_name, ${facts('fa')},
    1 as fa_deleted_reason_id, 0 as fa_deleted`);
  // Half of the file links go to five files.
  insert(`imagelinks, ${pages / 5} rows: n * 5 as il_from, ${fileOf(`iif(n % 2, n % 10, n % ${files})`)} as il_to,
    namespace(n * 5) as il_from_namespace`);
  insert(`langlinks, ${pages / 4} rows: n / 2 * 4 + 1 as ll_from, iif(n % 2, 'de', iif(n % 100, 'fr', 'eo')) as ll_lang,
    'Seite ' || n as ll_title`);
  insert(`iwlinks, ${pages / 10} rows: n * 10 as iwl_from, iif(n % 100, 'wikipedia', 'meatball') as iwl_prefix,
    'Page ' || (n % 1000) as iwl_title`);
  insert(`externallinks, ${pages} rows: n as el_id, n as el_from,
    iif(n % 3, 'https://org.example.', 'https://org.example.site' || (n % 5000) || '.') as el_to_domain_index, '/' || n as el_to_path`);
  insert(`archive, ${pages / 5} rows: n as ar_id, iif(n % 10, 0, 1) as ar_namespace, 'Gone_' || (n / 4) as ar_title,
    n % ${COMMENTS} + 1 as ar_comment_id, iif(n % 3, n % ${USERS} + 1, 1) as ar_actor, moment(n, ${pages / 5}) as ar_timestamp,
    n + ${revisions} as ar_rev_id, 1000 as ar_len, n / 4 + ${pages} as ar_page_id, 0 as ar_deleted`);
  const tags = ['mobile edit', 'visualeditor', 'mw-reverted', 'rare tag', 'unused tag'];
  for (const [i, tag] of tags.entries())
    insert(`change_tag_def, 1 rows: ${i + 1} as ctd_id, '${tag}' as ctd_name, 0 as ctd_user_defined,
      ${Math.floor(revisions / 10 ** (i + 1))} as ctd_count`);
  insert(`change_tag, ${revisions / 10} rows: n as ct_id, n * 10 as ct_rev_id,
    iif(n * 10 > ${revisions - pages / 2}, n * 10 - ${revisions - pages / 2}, null) as ct_rc_id,
    case when n % 1000 = 1 then 4 when n % 20 = 1 then 3 when n % 5 = 1 then 2 else 1 end as ct_tag_id`);
  insert(`protected_titles, ${pages / 1000} rows: iif(n % 5, 0, 10) as pt_namespace, 'Never_' || n as pt_title, 1 as pt_user,
    n as pt_reason_id, moment(n, ${pages / 1000}) as pt_timestamp, 'infinity' as pt_expiry, 'sysop' as pt_create_perm`);
  insert(`block_target, ${USERS / 5} rows: n as bt_id, n * 5 as bt_user, 'Writer ' || (n * 5) as bt_user_text, 0 as bt_auto,
    1 as bt_count`);
  insert(`block, ${USERS / 5} rows: n as bl_id, n as bl_target, 1 as bl_by_actor, n as bl_reason_id,
    moment(n, ${USERS / 5}) as bl_timestamp, iif(n % 10, 'infinity', '20300101000000') as bl_expiry`);
  insert(`page_props, ${pages / 5} rows: n * 5 as pp_page, iif(n % 100, 'displaytitle', 'hiddencat') as pp_propname, 'Shown' as pp_value`);
  for (const [i, report] of ['Mostlinked', 'Lonelypages', 'Ancientpages'].entries()) {
    insert(`querycache, 1000 rows: '${report}' as qc_type, n as qc_value, 0 as qc_namespace, title(n * 20 + ${i}) as qc_title`);
    insert(`querycache_info, 1 rows: '${report}' as qci_type, '20250101000000' as qci_timestamp`);
  }
  insert(`ip_changes, ${revisions / 75} rows: n * 75 as ipc_rev_id, moment(n * 75, ${revisions}) as ipc_rev_timestamp,
    printf('C63364%02X', n % ${VISITORS}) as ipc_hex`);
  insert(`watchlist, ${pages / 20} rows: n as wl_id, iif(n % 2, 1, n % 5000 + 1) as wl_user, namespace(n) as wl_namespace,
    title(n) as wl_title`);
}
