import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createStatements, createTables } from '@wikiquery/database';
import { GEO_TABLES } from '@wikiquery/geo-tags';
import Sqlite from 'better-sqlite3';
import { RELEASE } from '../wiki-file.ts';
import { numbersFrom, rankBy, wordAt } from './words.ts';

/** A wiki of short pages in words that are as frequent as those of a language. */
export interface SearchWiki {
  readonly file: string;
  readonly pages: number;
  /** Bytes of all texts. */
  readonly bytes: number;
}

/** Raised whenever the content changes. */
const VERSION = 2;
const WORDS_OF_A_PAGE = 100;
const LINKS_OF_A_PAGE = 4;
/** Pages around one place, none farther from it than ten kilometres. */
const AROUND = 10_000;
export const CENTRE = { lat: 50, lon: 10 } as const;
const MOMENT = '20250101000000';

/** Pages begin with their title, a link follows every 25 words, a heading stands in the middle. */
export function textOf(page: number, pages: number): { readonly title: string; readonly text: string; readonly links: readonly number[] } {
  const next = numbersFrom(page);
  const words = Array.from({ length: WORDS_OF_A_PAGE }, () => wordAt(rankBy(next())));
  const links: number[] = [];
  for (let at = 24; at < words.length; at += WORDS_OF_A_PAGE / LINKS_OF_A_PAGE) {
    // Few pages have most of the links.
    const target = Math.floor(pages ** next());
    links.push(target);
    words[at] = `[[${titleOf(target)}|${words[at]}]].`;
  }
  words[WORDS_OF_A_PAGE / 2] = `\n\n== ${words[3]} ${words[WORDS_OF_A_PAGE / 2]} ==\n`;
  return { title: titleOf(page), text: `'''${titleOf(page)}''' ${words.join(' ')}`, links };
}

/** Two words, the first of them a rare one, and a number that no other has. */
export function titleOf(page: number): string {
  const next = numbersFrom(-page);
  const first = wordAt(rankBy(0.4 + 0.6 * next()));
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${wordAt(rankBy(next()))} ${page}`;
}

/** The wiki in `folder`, made when it is not there yet. */
export function searchWiki(folder: string, pages: number): SearchWiki {
  const file = join(folder, `search-${pages}-v${VERSION}.sqlite`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    rmSync(`${file}.unfinished`, { force: true });
    fill(`${file}.unfinished`, pages);
    renameSync(`${file}.unfinished`, file);
  }
  const db = new Sqlite(file, { readonly: true });
  const bytes = Number(db.prepare('select sum(page_len) from page').pluck().get());
  db.close();
  return { file, pages, bytes };
}

type Value = string | number;

function fill(file: string, pages: number): void {
  const db = new Sqlite(file);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -200000']) db.pragma(pragma);
  const statements = [...createStatements('sqlite', '', RELEASE), ...createTables('sqlite', GEO_TABLES)];
  const isIndex = (statement: string) => /^create (?:unique )?index /i.test(statement);
  for (const statement of statements.filter(one => !isIndex(one))) db.exec(statement);
  db.exec('begin');
  const put = (table: string, row: Readonly<Record<string, Value>>): ((a?: Value, b?: Value, c?: Value, d?: Value) => unknown) => {
    const statement = db.prepare(`insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row).join()})`);
    const used = new Set(
      Object.values(row)
        .join()
        .match(/(?<=:)[a-d]\b/g),
    );
    return (a, b, c, d) => statement.run(Object.fromEntries(Object.entries({ a, b, c, d }).filter(([name]) => used.has(name))));
  };
  put('actor', { actor_id: 1, actor_user: 'null', actor_name: `'192.0.2.1'` })();
  put('comment', { comment_id: 1, comment_hash: 0, comment_text: `''` })();
  put('content_models', { model_id: 1, model_name: `'wikitext'` })();
  put('slot_roles', { role_id: 1, role_name: `'main'` })();
  const [page, revision, content, slot, text, target, link] = [
    put('page', {
      page_id: ':a',
      page_namespace: 0,
      page_title: ':b',
      page_is_redirect: 0,
      page_is_new: 1,
      page_random: ':c',
      page_touched: `'${MOMENT}'`,
      page_latest: ':a',
      page_len: ':d',
      page_content_model: `'wikitext'`,
    }),
    put('revision', {
      rev_id: ':a',
      rev_page: ':a',
      rev_comment_id: 1,
      rev_actor: 1,
      rev_timestamp: `'${MOMENT}'`,
      rev_minor_edit: 0,
      rev_deleted: 0,
      rev_len: ':b',
      rev_parent_id: 0,
      rev_sha1: `'0123456789abcdefghijklmnopqrstu'`,
    }),
    put('content', {
      content_id: ':a',
      content_size: ':b',
      content_sha1: `''`,
      content_model: 1,
      content_address: `'tt:' || cast(:a as integer)`,
    }),
    put('slots', { slot_revision_id: ':a', slot_role_id: 1, slot_content_id: ':a', slot_origin: ':a' }),
    put('text', { old_id: ':a', old_text: ':b', old_flags: `'utf-8'` }),
    put('linktarget', { lt_id: ':a', lt_namespace: 0, lt_title: ':b' }),
    put('pagelinks', { pl_from: ':a', pl_target_id: ':b', pl_from_namespace: 0 }),
  ];
  for (let id = 1; id <= pages; id++) {
    const { title, text: written, links } = textOf(id, pages);
    const dbkey = title.replaceAll(' ', '_');
    page(id, dbkey, (id * 0.618_033_988_749_894_9) % 1, written.length);
    revision(id, written.length);
    content(id, written.length);
    slot(id);
    text(id, written);
    target(id, dbkey);
    for (const each of new Set(links)) link(id, each);
  }
  const tag = put('geo_tags', {
    gt_page_id: ':a',
    gt_globe: `'earth'`,
    gt_primary: 1,
    gt_lat_int: 'round(:b * 10)',
    gt_lon_int: 'round(:c * 10)',
    gt_lat: ':b',
    gt_lon: ':c',
  });
  for (let id = 1; id <= Math.min(pages, AROUND); id++) {
    // A spiral with the same number of pages on each square kilometre; a degree of longitude is shorter there.
    const far = 0.089 * Math.sqrt(id / AROUND);
    const [lat, lon] = [CENTRE.lat + far * Math.sin(id), CENTRE.lon + (far * Math.cos(id)) / 0.65];
    tag(id, lat, lon);
  }
  db.exec('commit');
  for (const statement of statements.filter(isIndex)) db.exec(statement);
  db.exec('analyze');
  db.close();
}
