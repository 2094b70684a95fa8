import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createStatements, type Release } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';

/** A wiki of a known size and shape: what stands where can be computed. */
export interface BenchmarkWiki {
  readonly file: string;
  readonly pages: number;
  readonly revisions: number;
  readonly links: number;
  readonly logEntries: number;
  readonly changes: number;
}

/** The release in whose tables it is made: the one that most wikis have. */
export const RELEASE: Release = '1.43';

/** Raised whenever the content changes, so that an old file is not taken for a new one. */
const VERSION = 3;

/** The wiki in `folder`, made when it is not there yet. At scale 1 it has a million pages. */
export function benchmarkWiki(folder: string, scale: number, tell: (line: string) => void): BenchmarkWiki {
  const pages = Math.max(2000, 2000 * Math.round(500 * scale));
  const wiki = {
    file: join(folder, `wiki-${pages}-v${VERSION}.sqlite`),
    pages,
    revisions: 3 * pages,
    links: LINKS_OF_A_PAGE * pages,
    logEntries: 2 * pages,
    changes: pages / 2,
  };
  const functions = {
    title: titleOf,
    namespace: namespaceOf,
    redirects: (page: number) => Number(isRedirect(page)),
    moment: momentOf,
    category: categoryOf,
  };
  if (!existsSync(wiki.file)) fillFile(wiki.file, { functions, tell }, insert => fill(insert, wiki));
  return wiki;
}

const LINKS_OF_A_PAGE = 10;
const USERS = 5000;
/** Actors without an account. */
const VISITORS = 200;
const COMMENTS = 20_000;
const TEXTS = 1000;
/** Categories that pages are in; each of them has thousands of members. */
const CATEGORIES = 200;

/** Of twenty pages in a row fifteen are articles; one of them is a redirect. */
export function namespaceOf(page: number): number {
  return [6, 1, 2, 10, 14][(page % 20) - 15] ?? 0;
}
const isRedirect = (page: number): boolean => page % 20 === 7;

const WORDS = 'amber bridge chapel drift ember ferry granite harbour island juniper kiln lantern meadow nettle orchard pebble'.split(' ');
const word = (n: number): string => WORDS[n % WORDS.length] as string;

/** Database form, unique by the number at its end. */
export function titleOf(page: number): string {
  const first = word(page * 7 + (page >> 4));
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}_${word(page >> 2)}_${page}`;
}

const BEGIN = Date.UTC(2015, 0, 1);
const END = Date.UTC(2025, 0, 1);
/** Fourteen digits; what is numbered 1 to `count` happens evenly over ten years. */
export const momentOf = (number: number, count: number): string =>
  new Date(BEGIN + Math.floor(((END - BEGIN) * number) / count / 1000) * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** A category by a number below {@link CATEGORIES}: one of the first category pages. */
export const categoryOf = (number: number): string => titleOf((number % CATEGORIES) * 20 + 19);

/** Inserts rows 1 to `count`: each column is an expression of `n`. */
type Insert = (table: string, count: number, columns: Readonly<Record<string, string | number>>, from?: string) => void;

interface Filling {
  /** For expressions of SQL. */
  readonly functions: Readonly<Record<string, (...values: number[]) => string | number>>;
  /** Statements that create more tables. */
  readonly more?: readonly string[];
  /** With statistics for the query planner. */
  readonly isAnalyzed?: boolean;
  readonly tell?: (line: string) => void;
}

/** Makes an SQLite file with the tables of a wiki and computed rows. */
export function fillFile(
  file: string,
  { functions, more = [], isAnalyzed = false, tell = () => {} }: Filling,
  fill: (insert: Insert) => void,
): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const begun = performance.now();
  const took = (): string => `(${Math.round((performance.now() - begun) / 1000)} s)`;
  const db = new Sqlite(unfinished);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -400000']) db.pragma(pragma);
  for (const [name, compute] of Object.entries(functions))
    db.function(name, { deterministic: true, varargs: true }, (...values) => compute(...values.map(Number)));
  const statements = [...createStatements('sqlite', '', RELEASE), ...more];
  const isIndex = (statement: string) => /^create (?:unique )?index /i.test(statement);
  for (const statement of statements.filter(one => !isIndex(one))) db.exec(statement);
  db.exec('begin');
  fill((table, count, columns, from = 'n') => {
    const numbers = `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})`;
    const sql = `insert or ignore into ${table} (${Object.keys(columns).join()}) ${numbers} select ${Object.values(columns).join()} from ${from}`;
    tell(`${table}: ${db.prepare(sql).run().changes} rows ${took()}`);
  });
  for (const statement of statements.filter(isIndex)) db.exec(statement);
  tell(`indexes ${took()}`);
  db.exec(isAnalyzed ? 'commit; analyze' : 'commit');
  db.close();
  renameSync(unfinished, file);
}

function fill(insert: Insert, wiki: BenchmarkWiki): void {
  const { pages, revisions, links, logEntries, changes } = wiki;
  const sha1 = `'0123456789abcdefghijklmnopqrstu'`;

  /** A few bots write every third revision, and visitors one in fifty. */
  const actorOf = (n: string) =>
    `case when ${n} % 3 = 0 then ${n} % 7 + 1 when ${n} % 50 = 7 then ${n} % ${VISITORS} + ${USERS + 1} else ${n} * 7919 % ${USERS} + 1 end`;

  insert('actor', USERS, { actor_id: 'n', actor_user: 'n', actor_name: `'Writer ' || n` });
  insert('actor', VISITORS, { actor_id: `n + ${USERS}`, actor_user: 'null', actor_name: `'198.51.100.' || n` });
  insert('user', USERS, {
    user_id: 'n',
    user_name: `'Writer ' || n`,
    user_real_name: `''`,
    user_password: `''`,
    user_newpassword: `''`,
    user_email: `''`,
    user_touched: `'20250101000000'`,
    user_token: `''`,
    user_registration: `'20150101000000'`,
    user_editcount: Math.round(revisions / USERS),
    user_is_temp: 0,
  });
  insert('user_groups', USERS / 50, { ug_user: 'n', ug_group: `case when n > 20 then 'rollback' when n % 2 then 'sysop' else 'bot' end` });
  insert('comment', COMMENTS, { comment_id: 'n', comment_hash: 'n', comment_text: `'/* History */ change number ' || n` });
  insert('content_models', 1, { model_id: 1, model_name: `'wikitext'` });
  insert('slot_roles', 1, { role_id: 1, role_name: `'main'` });
  insert('text', TEXTS, {
    old_id: 'n',
    old_text: `'Text ' || n || replace(hex(zeroblob(40)), '00', '. The [[harbour]] lies below the chapel, ')`,
    old_flags: `'utf-8'`,
  });
  insert('page', pages, {
    page_id: 'n',
    page_namespace: 'namespace(n)',
    page_title: 'title(n)',
    page_is_redirect: 'redirects(n)',
    page_is_new: 0,
    // SQLite has a remainder of integers only.
    page_random: 'n * 0.6180339887498949 - cast(n * 0.6180339887498949 as integer)',
    page_touched: `moment(n, ${pages})`,
    page_links_updated: `moment(n, ${pages})`,
    page_latest: `n + ${2 * pages}`,
    page_len: 'case when n % 1000 = 3 then 0 when n % 500 = 4 then 150000 else 1000 + n % 5000 end',
    page_content_model: `'wikitext'`,
  });
  insert(
    'redirect',
    pages,
    { rd_from: 'n', rd_namespace: 'namespace(n + 1)', rd_title: 'title(n + 1)', rd_interwiki: `''`, rd_fragment: `''` },
    'n where redirects(n)',
  );
  // Every page is written three times, one page after the other.
  insert('revision', revisions, {
    rev_id: 'n',
    rev_page: `(n - 1) % ${pages} + 1`,
    rev_comment_id: `n % ${COMMENTS} + 1`,
    rev_actor: actorOf('n'),
    rev_timestamp: `moment(n, ${revisions})`,
    rev_minor_edit: 'n % 3 = 0',
    rev_deleted: 0,
    rev_len: '1000 + n % 5000',
    rev_parent_id: `max(0, n - ${pages})`,
    rev_sha1: sha1,
  });
  insert('content', revisions, {
    content_id: 'n',
    content_size: '1000 + n % 5000',
    content_sha1: sha1,
    content_model: 1,
    content_address: `'tt:' || (n % ${TEXTS} + 1)`,
  });
  insert('slots', revisions, { slot_revision_id: 'n', slot_role_id: 1, slot_content_id: 'n', slot_origin: 'n' });
  insert('linktarget', pages, { lt_id: 'n', lt_namespace: 'namespace(n)', lt_title: 'title(n)' });
  // Three links of each page go to the popular tenth of a percent, the others anywhere.
  const [page, which] = [`((n - 1) / ${LINKS_OF_A_PAGE} + 1)`, `((n - 1) % ${LINKS_OF_A_PAGE})`];
  insert('pagelinks', links, {
    pl_from: page,
    pl_target_id: `iif(${which} < 3, ${page} * 31 * (${which} + 1) % ${pages / 1000} + 1, (${page} * 7919 + ${which} * 104729) % ${pages} + 1)`,
    pl_from_namespace: `namespace(${page})`,
  });
  insert('templatelinks', pages, { tl_from: 'n', tl_target_id: `n * 31 % ${pages / 1000} * 20 + 18`, tl_from_namespace: 'namespace(n)' });
  insert('categorylinks', 2 * pages, {
    cl_from: `(n + 1) / 2`,
    cl_to: `category((n + 1) / 2 * (n % 2 * 12 + 1))`,
    cl_sortkey: `upper(replace(title((n + 1) / 2), '_', ' '))`,
    cl_sortkey_prefix: `''`,
    cl_timestamp: `moment((n + 1) / 2, ${pages})`,
    cl_collation: `'uppercase'`,
    cl_type: `case namespace((n + 1) / 2) when 14 then 'subcat' when 6 then 'file' else 'page' end`,
  });
  insert('category', pages / 20, {
    cat_id: 'n',
    cat_title: 'title((n - 1) * 20 + 19)',
    cat_pages: `iif(n > ${CATEGORIES}, n % 7, ${(2 * pages) / CATEGORIES})`,
    cat_subcats: `iif(n > ${CATEGORIES}, 0, ${pages / 10 / CATEGORIES})`,
    cat_files: `iif(n > ${CATEGORIES}, 0, ${pages / 10 / CATEGORIES})`,
  });
  insert('page_restrictions', pages / 1000, {
    pr_page: 'n * 1000',
    pr_type: `'edit'`,
    pr_level: `'sysop'`,
    pr_cascade: 0,
    pr_expiry: `'infinity'`,
  });
  // Most entries are made by the software, and one type is rare.
  const logType = `case when n % 10 < 7 then 'patrol' when n % 10 < 9 then 'move' when n % 2000 = 9 then 'protect' else 'delete' end`;
  insert('logging', logEntries, {
    log_id: 'n',
    log_type: logType,
    log_action: logType,
    log_timestamp: `moment(n, ${logEntries})`,
    log_actor: `n * 31 % ${USERS} + 1`,
    log_namespace: `namespace(n % ${pages} + 1)`,
    log_title: `title(n % ${pages} + 1)`,
    log_page: `n % ${pages} + 1`,
    log_comment_id: `n % ${COMMENTS} + 1`,
    log_params: `'a:0:{}'`,
    log_deleted: 0,
  });
  const revision = `(n + ${revisions - changes})`;
  insert('recentchanges', changes, {
    rc_id: 'n',
    rc_timestamp: `moment(${revision}, ${revisions})`,
    rc_actor: actorOf(revision),
    rc_namespace: `namespace((${revision} - 1) % ${pages} + 1)`,
    rc_title: `title((${revision} - 1) % ${pages} + 1)`,
    rc_comment_id: `${revision} % ${COMMENTS} + 1`,
    rc_minor: `${revision} % 3 = 0`,
    rc_bot: 'n % 3 = 0',
    rc_new: 'n % 20 = 1',
    rc_cur_id: `(${revision} - 1) % ${pages} + 1`,
    rc_this_oldid: revision,
    rc_last_oldid: `${revision} - ${pages}`,
    rc_type: 'case n % 20 when 1 then 1 when 2 then 3 else 0 end',
    rc_source: `case n % 20 when 1 then 'mw.new' when 2 then 'mw.log' else 'mw.edit' end`,
    rc_patrolled: `case n % 50 when 3 then 0 when 4 then 1 else 2 end`,
    rc_ip: `''`,
    rc_old_len: 1000,
    rc_new_len: 2000,
    rc_deleted: 0,
    rc_logid: 'iif(n % 20 = 2, n, 0)',
    rc_log_type: `iif(n % 20 = 2, 'move', null)`,
    rc_log_action: `iif(n % 20 = 2, 'move', null)`,
    rc_params: `iif(n % 20 = 2, 'a:0:{}', null)`,
  });
  fillRest(insert, wiki);
  insert('site_stats', 1, {
    ss_row_id: 1,
    ss_total_edits: revisions,
    ss_good_articles: pages / 2,
    ss_total_pages: pages,
    ss_users: USERS,
    ss_active_users: USERS / 10,
    ss_images: pages / 20,
  });
}

/** What is about files, other sites, deleted pages, tags and the like: less than of pages and their revisions, and as unevenly spread. */
function fillRest(insert: Insert, { pages, revisions }: BenchmarkWiki): void {
  const files = pages / 20;
  const fileOf = (n: string) => `title((${n}) * 20 + 15)`;
  const facts = (prefix: string) => ({
    [`${prefix}_size`]: 'iif(n % 100 = 1, 9000000, 20000 + n)',
    [`${prefix}_width`]: 640,
    [`${prefix}_height`]: 480,
    [`${prefix}_bits`]: 8,
    [`${prefix}_metadata`]: `'a:0:{}'`,
    [`${prefix}_media_type`]: `iif(n % 50 = 1, 'AUDIO', 'BITMAP')`,
    [`${prefix}_major_mime`]: `iif(n % 50 = 1, 'audio', 'image')`,
    [`${prefix}_minor_mime`]: `iif(n % 50 = 1, 'mpeg', 'png')`,
    [`${prefix}_description_id`]: `n % ${COMMENTS} + 1`,
    [`${prefix}_actor`]: `iif(n % 2, 1, n % ${USERS} + 1)`,
    [`${prefix}_timestamp`]: `moment(n, ${files})`,
    [`${prefix}_sha1`]: `printf('%031d', n / 2)`,
  });
  insert('image', files, { img_name: fileOf('n - 1'), ...facts('img') });
  insert('oldimage', files / 5, {
    oi_name: fileOf('n % 100'),
    oi_archive_name: `n || '!' || ${fileOf('n % 100')}`,
    ...facts('oi'),
    oi_deleted: 0,
  });
  insert('filearchive', files / 5, {
    fa_name: `'Gone_' || (n / 3)`,
    fa_archive_name: `'gone' || n`,
    ...facts('fa'),
    fa_deleted_reason_id: 1,
    fa_deleted: 0,
  });
  // Every tenth page shows one of few files, every other tenth any.
  insert('imagelinks', pages / 5, {
    il_from: 'n * 5',
    il_to: fileOf(`iif(n % 2, n % 10, n % ${files})`),
    il_from_namespace: 'namespace(n * 5)',
  });
  insert('langlinks', pages / 4, {
    ll_from: 'n / 2 * 4 + 1',
    ll_lang: `iif(n % 2, 'de', iif(n % 100, 'fr', 'eo'))`,
    ll_title: `'Seite ' || n`,
  });
  insert('iwlinks', pages / 10, {
    iwl_from: 'n * 10',
    iwl_prefix: `iif(n % 100, 'wikipedia', 'meatball')`,
    iwl_title: `'Page ' || (n % 1000)`,
  });
  insert('externallinks', pages, {
    el_id: 'n',
    el_from: 'n',
    el_to_domain_index: `iif(n % 3, 'https://org.example.', 'https://org.example.site' || (n % 5000) || '.')`,
    el_to_path: `'/' || n`,
  });
  insert('archive', pages / 5, {
    ar_id: 'n',
    ar_namespace: 'iif(n % 10, 0, 1)',
    ar_title: `'Gone_' || (n / 4)`,
    ar_comment_id: `n % ${COMMENTS} + 1`,
    ar_actor: `iif(n % 3, n % ${USERS} + 1, 1)`,
    ar_timestamp: `moment(n, ${pages / 5})`,
    ar_rev_id: `n + ${revisions}`,
    ar_len: 1000,
    ar_page_id: `n / 4 + ${pages}`,
    ar_deleted: 0,
  });
  const tags = ['mobile edit', 'visualeditor', 'mw-reverted', 'rare tag', 'unused tag'];
  for (const [i, tag] of tags.entries())
    insert('change_tag_def', 1, {
      ctd_id: i + 1,
      ctd_name: `'${tag}'`,
      ctd_user_defined: 0,
      ctd_count: Math.floor(revisions / 10 ** (i + 1)),
    });
  insert('change_tag', revisions / 10, {
    ct_id: 'n',
    ct_rev_id: `n * 10`,
    ct_rc_id: `iif(n * 10 > ${revisions - pages / 2}, n * 10 - ${revisions - pages / 2}, null)`,
    ct_tag_id: 'case when n % 1000 = 1 then 4 when n % 20 = 1 then 3 when n % 5 = 1 then 2 else 1 end',
  });
  insert('protected_titles', pages / 1000, {
    pt_namespace: 'iif(n % 5, 0, 10)',
    pt_title: `'Never_' || n`,
    pt_user: 1,
    pt_reason_id: 'n',
    pt_timestamp: `moment(n, ${pages / 1000})`,
    pt_expiry: `'infinity'`,
    pt_create_perm: `'sysop'`,
  });
  insert('block_target', USERS / 5, { bt_id: 'n', bt_user: 'n * 5', bt_user_text: `'Writer ' || (n * 5)`, bt_auto: 0, bt_count: 1 });
  insert('block', USERS / 5, {
    bl_id: 'n',
    bl_target: 'n',
    bl_by_actor: 1,
    bl_reason_id: 'n',
    bl_timestamp: `moment(n, ${USERS / 5})`,
    bl_expiry: `iif(n % 10, 'infinity', '20300101000000')`,
  });
  insert('page_props', pages / 5, { pp_page: 'n * 5', pp_propname: `iif(n % 100, 'displaytitle', 'hiddencat')`, pp_value: `'Shown'` });
  for (const [i, report] of ['Mostlinked', 'Lonelypages', 'Ancientpages'].entries()) {
    insert('querycache', 1000, { qc_type: `'${report}'`, qc_value: 'n', qc_namespace: 0, qc_title: `title(n * 20 + ${i})` });
    insert('querycache_info', 1, { qci_type: `'${report}'`, qci_timestamp: `'20250101000000'` });
  }
  insert('ip_changes', revisions / 75, {
    ipc_rev_id: `n * 75`,
    ipc_rev_timestamp: `moment(n * 75, ${revisions})`,
    ipc_hex: `printf('C63364%02X', n % ${VISITORS})`,
  });
  insert('watchlist', pages / 20, {
    wl_id: 'n',
    wl_user: 'iif(n % 2, 1, n % 5000 + 1)',
    wl_namespace: 'namespace(n)',
    wl_title: 'title(n)',
  });
}
