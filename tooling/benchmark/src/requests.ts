import type Sqlite from 'better-sqlite3';
import { type BenchmarkWiki, categoryOf, momentOf, namespaceOf, titleOf } from './wiki-file.ts';

// biome-ignore lint/suspicious/noExplicitAny: a row of any statement
type Row = Readonly<Record<string, any>>;

/** Something that clients ask often, and the least that an answer takes: its statements, prepared, and the object to send. */
export interface BenchmarkRequest {
  readonly name: string;
  /** Without action and format. */
  readonly query: string;
  floor(db: Sqlite.Database): () => unknown;
}

export function benchmarkRequests(wiki: BenchmarkWiki): BenchmarkRequest[] {
  const { pages, logEntries, revisions } = wiki;
  const articles = Array.from({ length: 50 }, (_, i) => 20 * i * Math.floor(pages / 1100) + 1);
  const texts = articles.map(page => titleText(page));
  const titles = encodeURIComponent(texts.join('|'));

  return [
    {
      name: 'siteinfo, general facts',
      query: 'meta=siteinfo',
      floor: () => () => ({ general: GENERAL }),
    },
    {
      name: 'siteinfo, statistics',
      query: 'meta=siteinfo&siprop=statistics',
      floor(db) {
        const stats = db.prepare('select * from site_stats where ss_row_id = 1');
        const admins = db.prepare(`select count(*) as members from user_groups where ug_group = 'sysop' and ug_expiry is null`);
        const jobs = db.prepare(`select count(*) as jobs from job where job_token = ''`);
        return () => {
          const row = stats.get() as Row;
          return {
            statistics: {
              pages: row.ss_total_pages,
              articles: row.ss_good_articles,
              edits: row.ss_total_edits,
              images: row.ss_images,
              users: row.ss_users,
              activeusers: row.ss_active_users,
              admins: (admins.get() as Row).members,
              jobs: (jobs.get() as Row).jobs,
            },
          };
        };
      },
    },
    { name: 'tokens', query: 'meta=tokens', floor: () => () => ({ tokens: { csrftoken: '+\\' } }) },
    ...[10, 500].map(limit => ({
      name: `allpages, ${limit}`,
      query: `list=allpages&aplimit=${limit}`,
      floor: records('allpages', ALL_PAGES, [limit + 1], row => ({ pageid: row.page_id, ...named(row.page_namespace, row.page_title) })),
    })),
    ...[10, 500].map(limit => ({
      name: `recentchanges, ${limit}`,
      query: `list=recentchanges&rcprop=title|ids|sizes|flags|user|comment|timestamp&rclimit=${limit}`,
      floor: records('recentchanges', RECENT_CHANGES, [limit + 1], toChange),
    })),
    {
      name: 'logevents, 500',
      query: 'list=logevents&lelimit=500',
      floor: records('logevents', `${LOG_ENTRIES} order by log_timestamp desc, log_id desc limit ?`, [501], toLogEntry),
    },
    ...[1, 100_000].map(page => {
      const id = logEntries - Math.min(10 * (page - 1), logEntries / 2);
      const time = momentOf(id, logEntries);
      return {
        name: `logevents, 10, page ${page === 1 ? 1 : '100,000'}`,
        query: `list=logevents&lelimit=10${page === 1 ? '' : `&lecontinue=${time}|${id}`}`,
        floor: records(
          'logevents',
          `${LOG_ENTRIES} where (log_timestamp, log_id) <= (?, ?) order by log_timestamp desc, log_id desc limit 11`,
          [time, id],
          toLogEntry,
        ),
      };
    }),
    ...[1, 100_000].map(page => {
      const id = revisions - Math.min(10 * (page - 1), revisions / 2);
      const time = momentOf(id, revisions);
      return {
        name: `allrevisions, 10, page ${page === 1 ? 1 : '100,000'}`,
        query: `list=allrevisions&arvlimit=10&arvprop=ids|timestamp|user|comment${page === 1 ? '' : `&arvcontinue=${time}|${id}`}`,
        floor: records('allrevisions', ALL_REVISIONS, [time, id], row => ({
          pageid: row.page_id,
          revisions: [toRevision(row)],
          ...named(row.page_namespace, row.page_title),
        })),
      };
    }),
    {
      name: 'usercontribs, 500',
      query: 'list=usercontribs&ucuser=Writer 77&uclimit=500',
      floor: records('usercontribs', CONTRIBUTIONS, ['Writer 77'], row => ({
        userid: row.actor_user,
        pageid: row.page_id,
        ...toRevision(row),
        ...named(row.page_namespace, row.page_title),
        top: row.page_latest === row.rev_id,
        size: row.rev_len,
      })),
    },
    {
      name: 'categorymembers, 500',
      query: `list=categorymembers&cmtitle=Category:${categoryOf(3)}&cmlimit=500`,
      floor: records('categorymembers', MEMBERS, [categoryOf(3)], row => ({
        pageid: row.page_id,
        ...named(row.page_namespace, row.page_title),
      })),
    },
    {
      name: 'backlinks, 500',
      query: `list=backlinks&bltitle=${titleText(POPULAR)}&bllimit=500`,
      floor: records('backlinks', BACKLINKS, [namespaceOf(POPULAR), titleOf(POPULAR)], row => ({
        pageid: row.page_id,
        ...named(row.page_namespace, row.page_title),
      })),
    },
    {
      name: 'info, 50 titles',
      query: `prop=info&titles=${titles}`,
      floor: pagesOf(articles, row => toInfo(row)),
    },
    {
      name: 'info with protection, 50',
      query: `prop=info&inprop=protection|url&titles=${titles}`,
      floor(db) {
        const own = db.prepare(`select * from page_restrictions where pr_page in (${marks(articles)})`);
        const cascading = db.prepare(
          `select pr_type from page_restrictions join page on page_id = pr_page join templatelinks on tl_from = pr_page
           join linktarget on lt_id = tl_target_id where pr_cascade = 1 and lt_namespace = 0 and lt_title in (${marks(articles)})`,
        );
        const answer = pagesOf(articles, row => ({
          ...toInfo(row),
          protection: [],
          restrictiontypes: ['edit', 'move'],
          fullurl: `http://localhost:8080/wiki/${row.page_title}`,
          editurl: `http://localhost:8080/w/index.php?title=${row.page_title}&action=edit`,
          canonicalurl: `http://localhost:8080/wiki/${row.page_title}`,
        }))(db);
        return () => {
          own.all(...articles);
          cascading.all(...articles.map(titleOf));
          return answer();
        };
      },
    },
    {
      name: 'content, 50 titles',
      query: `prop=revisions&rvslots=main&rvprop=ids|timestamp|user|comment|content&titles=${titles}`,
      floor(db) {
        const load = db.prepare(
          `select page_id, page_namespace, page_title, rev_id, rev_parent_id, rev_timestamp, actor_name, comment_text, old_text from page
           join revision on rev_id = page_latest join actor on actor_id = rev_actor join comment on comment_id = rev_comment_id
           join slots on slot_revision_id = rev_id join content on content_id = slot_content_id
           join text on old_id = substr(content_address, 4) where page_namespace = 0 and page_title in (${marks(articles)})`,
        );
        return () => ({
          pages: (load.all(...articles.map(titleOf)) as Row[]).map(row => {
            const slots = { main: { contentmodel: 'wikitext', contentformat: 'text/x-wiki', content: String(row.old_text) } };
            return { pageid: row.page_id, ...named(row.page_namespace, row.page_title), revisions: [{ ...toRevision(row), slots }] };
          }),
        });
      },
    },
    {
      name: 'links of 50 titles, 500',
      query: `prop=links&pllimit=500&titles=${titles}`,
      floor(db) {
        const page = pagesOf(articles, toPage)(db);
        const links = db.prepare(
          `select pl_from, lt_namespace, lt_title from pagelinks join linktarget on lt_id = pl_target_id
           where pl_from in (${marks(articles)}) order by pl_from, lt_namespace, lt_title limit 501`,
        );
        return () => {
          const byPage = Map.groupBy(links.all(...articles) as Row[], row => row.pl_from);
          const { pages: found } = page();
          return {
            pages: found.map(one => ({ ...one, links: byPage.get(one.pageid)?.map(row => named(row.lt_namespace, row.lt_title)) })),
          };
        };
      },
    },
    {
      name: 'generator, 50, categories',
      query: 'generator=allpages&gaplimit=50&prop=info|categories&cllimit=max',
      floor(db) {
        const list = db.prepare(ALL_PAGES);
        const categories = db.prepare(
          `select cl_from, cl_to from categorylinks where cl_from in (${marks(articles)}) order by cl_from, cl_to`,
        );
        return () => {
          const found = (list.all(51) as Row[]).slice(0, 50);
          const byPage = Map.groupBy(categories.all(...found.map(row => row.page_id)) as Row[], row => row.cl_from);
          return {
            pages: found.map(row => ({ ...toInfo(row), categories: byPage.get(row.page_id)?.map(({ cl_to }) => named(14, cl_to)) })),
          };
        };
      },
    },
  ];
}

/** A page that many others link to. */
const POPULAR = 5;
const GENERAL = { sitename: 'Wiki', mainpage: 'Main Page', lang: 'en', generator: 'MediaWiki 1.43', padding: ' '.repeat(3000) };

const PAGE_COLUMNS =
  'page_id, page_namespace, page_title, page_is_redirect, page_is_new, page_touched, page_latest, page_len, page_content_model, page_lang';
const ALL_PAGES = `select ${PAGE_COLUMNS} from page where page_namespace = 0 order by page_title limit ?`;
const RECENT_CHANGES = `select rc_id, rc_timestamp, rc_namespace, rc_title, rc_cur_id, rc_this_oldid, rc_last_oldid, rc_type, rc_minor, rc_bot, rc_new,
  rc_old_len, rc_new_len, rc_deleted, actor_user, actor_name, comment_text from recentchanges join actor on actor_id = rc_actor
  join comment on comment_id = rc_comment_id order by rc_timestamp desc, rc_id desc limit ?`;
const LOG_ENTRIES = `select log_id, log_type, log_action, log_timestamp, log_namespace, log_title, log_page, log_params, log_deleted, actor_user,
  actor_name, comment_text, page_id from logging join actor on actor_id = log_actor join comment on comment_id = log_comment_id
  left join page on page_namespace = log_namespace and page_title = log_title`;
const REVISION = `rev_id, rev_parent_id, rev_timestamp, rev_minor_edit, rev_deleted, rev_len, actor_user, actor_name, comment_text, page_id,
  page_namespace, page_title, page_latest`;
const REVISION_TABLES = 'join actor on actor_id = rev_actor join comment on comment_id = rev_comment_id join page on page_id = rev_page';
const ALL_REVISIONS = `select ${REVISION} from revision ${REVISION_TABLES} where (rev_timestamp, rev_id) <= (?, ?)
  order by rev_timestamp desc, rev_id desc limit 11`;
const CONTRIBUTIONS = `select ${REVISION} from revision ${REVISION_TABLES} where actor_name = ? order by rev_timestamp desc, rev_id desc limit 501`;
const MEMBERS = `select cl_from, cl_sortkey, page_id, page_namespace, page_title from categorylinks join page on page_id = cl_from
  where cl_to = ? and cl_type = 'page' order by cl_sortkey, cl_from limit 501`;
const BACKLINKS = `select page_id, page_namespace, page_title, pl_from from pagelinks join linktarget on lt_id = pl_target_id
  join page on page_id = pl_from where lt_namespace = ? and lt_title = ? order by pl_from limit 501`;

/** The answer of a list: as many records as were asked for, one row more was read. */
const records =
  (key: string, statement: string, values: readonly (string | number)[], toRecord: (row: Row) => object) => (db: Sqlite.Database) => {
    const prepared = db.prepare(statement);
    return () => ({ [key]: (prepared.all(...values) as Row[]).slice(0, -1).map(toRecord) });
  };

const pagesOf =
  <Page>(articles: readonly number[], toRecord: (row: Row) => Page) =>
  (db: Sqlite.Database) => {
    const load = db.prepare(`select ${PAGE_COLUMNS} from page where page_namespace = 0 and page_title in (${marks(articles)})`);
    return () => ({ pages: (load.all(...articles.map(titleOf)) as Row[]).map(toRecord) });
  };

const marks = (values: readonly unknown[]): string => values.map(() => '?').join();
const NAMES: Readonly<Record<number, string>> = { 1: 'Talk:', 2: 'User:', 10: 'Template:', 14: 'Category:' };
const titleText = (page: number): string => named(namespaceOf(page), titleOf(page)).title;
const named = (ns: number, title: string) => ({ ns, title: (NAMES[ns] ?? '') + title.replaceAll('_', ' ') });
const iso = (time: string): string =>
  `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}T${time.slice(8, 10)}:${time.slice(10, 12)}:${time.slice(12)}Z`;

const toPage = (row: Row) => ({ pageid: row.page_id, ...named(row.page_namespace, row.page_title) });
const toInfo = (row: Row) => ({
  ...toPage(row),
  contentmodel: row.page_content_model,
  pagelanguage: 'en',
  pagelanguagehtmlcode: 'en',
  pagelanguagedir: 'ltr',
  touched: iso(row.page_touched),
  lastrevid: row.page_latest,
  length: row.page_len,
});
const toRevision = (row: Row) => ({
  revid: row.rev_id,
  parentid: row.rev_parent_id,
  user: row.actor_name,
  timestamp: iso(row.rev_timestamp),
  comment: row.comment_text,
});
const toChange = (row: Row) => ({
  type: 'edit',
  ...named(row.rc_namespace, row.rc_title),
  pageid: row.rc_cur_id,
  revid: row.rc_this_oldid,
  old_revid: row.rc_last_oldid,
  rcid: row.rc_id,
  user: row.actor_name,
  bot: row.rc_bot === 1,
  new: row.rc_new === 1,
  minor: row.rc_minor === 1,
  oldlen: row.rc_old_len,
  newlen: row.rc_new_len,
  timestamp: iso(row.rc_timestamp),
  comment: row.comment_text,
});
const toLogEntry = (row: Row) => ({
  logid: row.log_id,
  ...named(row.log_namespace, row.log_title),
  pageid: row.page_id,
  logpage: row.log_page,
  params: {},
  type: row.log_type,
  action: row.log_action,
  user: row.actor_name,
  timestamp: iso(row.log_timestamp),
  comment: row.comment_text,
});
