import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createStatements } from '@wikiquery/database';
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

/** Raised whenever the content changes, so that an old file is not taken for a new one. */
const VERSION = 1;

/** The wiki in `folder`, made when it is not there yet. At scale 1 it has a million pages. */
export function benchmarkWiki(folder: string, scale: number, tell: (line: string) => void): BenchmarkWiki {
  const pages = Math.max(10_000, Math.round(1_000_000 * scale));
  const wiki = {
    file: join(folder, `wiki-${pages}-v${VERSION}.sqlite`),
    pages,
    revisions: 3 * pages,
    links: LINKS_OF_A_PAGE * pages,
    logEntries: 2 * pages,
    changes: pages / 2,
  };
  if (!existsSync(wiki.file)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${wiki.file}.unfinished`;
    rmSync(unfinished, { force: true });
    fill(unfinished, wiki, tell);
    renameSync(unfinished, wiki.file);
  }
  return wiki;
}

const LINKS_OF_A_PAGE = 10;
const USERS = 5000;
const COMMENTS = 20_000;
const TEXTS = 1000;
/** Categories that pages are in; each of them has thousands of members. */
const CATEGORIES = 200;

/** Of twenty pages in a row sixteen are articles; one of them is a redirect. */
export function namespaceOf(page: number): number {
  return [1, 2, 10, 14][(page % 20) - 16] ?? 0;
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

function fill(file: string, wiki: BenchmarkWiki, tell: (line: string) => void): void {
  const { pages, revisions, links, logEntries, changes } = wiki;
  const begun = performance.now();
  const db = new Sqlite(file);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'temp_store = memory', 'cache_size = -400000']) db.pragma(pragma);
  db.function('title', { deterministic: true }, page => titleOf(Number(page)));
  db.function('namespace', { deterministic: true }, page => namespaceOf(Number(page)));
  db.function('redirects', { deterministic: true }, page => Number(isRedirect(Number(page))));
  db.function('moment', { deterministic: true }, (number, count) => momentOf(Number(number), Number(count)));
  db.function('category', { deterministic: true }, number => categoryOf(Number(number)));

  const statements = createStatements('sqlite');
  const isIndex = (statement: string) => /^create (?:unique )?index /.test(statement);
  for (const statement of statements.filter(one => !isIndex(one))) db.exec(statement);

  /** Rows 1 to `count`: each column is an expression of `n`. */
  const insert = (table: string, count: number, columns: Readonly<Record<string, string | number>>, from = 'n') => {
    const numbers = `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})`;
    const sql = `insert or ignore into ${table} (${Object.keys(columns).join()}) ${numbers} select ${Object.values(columns).join()} from ${from}`;
    const { changes: rows } = db.prepare(sql).run();
    tell(`${table}: ${rows} rows (${Math.round((performance.now() - begun) / 1000)} s)`);
  };
  const sha1 = `'0123456789abcdefghijklmnopqrstu'`;

  db.exec('begin');
  insert('actor', USERS, { actor_id: 'n', actor_user: 'n', actor_name: `'Writer ' || n` });
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
    user_editcount: revisions / USERS,
    user_is_temp: 0,
  });
  insert('user_groups', 10, { ug_user: 'n', ug_group: `iif(n % 2, 'sysop', 'bot')` });
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
    page_random: `(n * 0.6180339887498949) % 1`,
    page_touched: `moment(n, ${pages})`,
    page_links_updated: `moment(n, ${pages})`,
    page_latest: `n + ${2 * pages}`,
    page_len: '1000 + n % 5000',
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
    rev_actor: `n * 7919 % ${USERS} + 1`,
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
    cl_type: `'page'`,
  });
  insert('category', CATEGORIES, {
    cat_id: 'n',
    cat_title: 'category(n)',
    cat_pages: (2 * pages) / CATEGORIES,
    cat_subcats: 0,
    cat_files: 0,
  });
  insert('page_restrictions', pages / 1000, {
    pr_page: 'n * 1000',
    pr_type: `'edit'`,
    pr_level: `'sysop'`,
    pr_cascade: 0,
    pr_expiry: `'infinity'`,
  });
  insert('logging', logEntries, {
    log_id: 'n',
    log_type: `case n % 4 when 0 then 'delete' when 1 then 'move' when 2 then 'protect' else 'patrol' end`,
    log_action: `case n % 4 when 0 then 'delete' when 1 then 'move' when 2 then 'protect' else 'patrol' end`,
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
    rc_actor: `${revision} * 7919 % ${USERS} + 1`,
    rc_namespace: `namespace((${revision} - 1) % ${pages} + 1)`,
    rc_title: `title((${revision} - 1) % ${pages} + 1)`,
    rc_comment_id: `${revision} % ${COMMENTS} + 1`,
    rc_minor: `${revision} % 3 = 0`,
    rc_bot: 0,
    rc_new: 0,
    rc_cur_id: `(${revision} - 1) % ${pages} + 1`,
    rc_this_oldid: revision,
    rc_last_oldid: `${revision} - ${pages}`,
    rc_type: 0,
    rc_source: `'mw.edit'`,
    rc_patrolled: 2,
    rc_ip: `''`,
    rc_old_len: 1000,
    rc_new_len: 2000,
    rc_deleted: 0,
    rc_logid: 0,
  });
  insert('site_stats', 1, {
    ss_row_id: 1,
    ss_total_edits: revisions,
    ss_good_articles: pages / 2,
    ss_total_pages: pages,
    ss_users: USERS,
    ss_active_users: USERS / 10,
    ss_images: 0,
  });
  for (const statement of statements.filter(isIndex)) db.exec(statement);
  tell(`indexes (${Math.round((performance.now() - begun) / 1000)} s)`);
  db.exec('commit');
  db.close();
}
