import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTables } from '@wikiquery/database';
import { GEO_TABLES } from '@wikiquery/geo-tags';
import Sqlite from 'better-sqlite3';
import { fillFile } from '../wiki-file.ts';

/** A wiki of short pages in words that are as frequent as those of a language. */
export interface SearchWiki {
  readonly file: string;
  readonly pages: number;
  /** Bytes of all texts. */
  readonly bytes: number;
}

/** Words of the vocabulary. */
export const VOCABULARY = 200_000;
/** Where the pages with coordinates are, none farther from it than ten kilometres. */
export const CENTRE = { lat: 50, lon: 10 } as const;
const AROUND = 10_000;

/** Raised whenever the content changes. */
const VERSION = 3;
const WORDS_OF_A_PAGE = 100;
const LINKS_OF_A_PAGE = 4;
const MOMENT = `'20250101000000'`;

/** Numbers from 0 to 1 that look random, and are the same everywhere. */
export function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = Array.from('tnrlmkpbdghvfzjwc', consonant => Array.from('aoeiu', vowel => consonant + vowel)).flat();

/** A rank in the vocabulary by Zipf's law: the second word is half as frequent as the first. */
export const rankBy = (number: number): number => Math.floor(VOCABULARY ** number) - 1;

/** The word of a rank: frequent ones are short. No two have the same stem. */
export function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor((rest - 1) / SYLLABLES.length)) word += SYLLABLES[(rest - 1) % SYLLABLES.length];
  return `${word}k`;
}

/** Two words, the first of them a rare one, and a number that no other has. */
export function titleOf(page: number): string {
  const next = numbersFrom(-page);
  const first = wordAt(rankBy(0.4 + 0.6 * next()));
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${wordAt(rankBy(next()))} ${page}`;
}

/** Pages begin with their title, a link follows every 25 words, a heading stands in the middle. */
export function textOf(page: number, pages: number): { readonly text: string; readonly links: readonly number[] } {
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
  return { text: `'''${titleOf(page)}''' ${words.join(' ')}`, links };
}

/** The wiki in `folder`, made when it is not there yet. */
export function searchWiki(folder: string, pages: number): SearchWiki {
  const file = join(folder, `search-${pages}-v${VERSION}.sqlite`);
  if (!existsSync(file)) fill(file, pages);
  const db = new Sqlite(file, { readonly: true });
  const bytes = Number(db.prepare('select sum(page_len) from page').pluck().get());
  db.close();
  return { file, pages, bytes };
}

function fill(file: string, pages: number): void {
  let last = { page: 0, ...textOf(0, pages) };
  const written = (page: number): typeof last => {
    if (last.page !== page) last = { page, ...textOf(page, pages) };
    return last;
  };
  // A spiral with the same number of pages on each square kilometre; a degree of longitude is shorter there.
  const far = (id: number): number => 0.089 * Math.sqrt(id / AROUND);
  const functions = {
    title: (page: number) => titleOf(page).replaceAll(' ', '_'),
    written: (page: number) => written(page).text,
    link: (page: number, i: number) => written(page).links[i] as number,
    lat: (id: number) => CENTRE.lat + far(id) * Math.sin(id),
    lon: (id: number) => CENTRE.lon + (far(id) * Math.cos(id)) / 0.65,
  };
  fillFile(file, { functions, more: createTables('sqlite', GEO_TABLES), isAnalyzed: true }, insert => {
    insert('actor', 1, { actor_id: 1, actor_user: 'null', actor_name: `'192.0.2.1'` });
    insert('comment', 1, { comment_id: 1, comment_hash: 0, comment_text: `''` });
    insert('content_models', 1, { model_id: 1, model_name: `'wikitext'` });
    insert('slot_roles', 1, { role_id: 1, role_name: `'main'` });
    insert('text', pages, { old_id: 'n', old_text: 'written(n)', old_flags: `'utf-8'` });
    const length = '(select length(old_text) from text where old_id = n)';
    const page = {
      page_namespace: 0,
      page_title: 'title(n)',
      page_is_redirect: 0,
      page_is_new: 1,
      page_random: 'n * 0.618 - cast(n * 0.618 as integer)',
    };
    insert('page', pages, {
      page_id: 'n',
      ...page,
      page_touched: MOMENT,
      page_latest: 'n',
      page_len: length,
      page_content_model: `'wikitext'`,
    });
    const revision = { rev_comment_id: 1, rev_actor: 1, rev_timestamp: MOMENT, rev_minor_edit: 0, rev_deleted: 0, rev_parent_id: 0 };
    insert('revision', pages, { rev_id: 'n', rev_page: 'n', ...revision, rev_len: length, rev_sha1: `'0123456789abcdefghijklmnopqrstu'` });
    const content = { content_size: length, content_sha1: `''`, content_model: 1, content_address: `'tt:' || n` };
    insert('content', pages, { content_id: 'n', ...content });
    insert('slots', pages, { slot_revision_id: 'n', slot_role_id: 1, slot_content_id: 'n', slot_origin: 'n' });
    insert('linktarget', pages, { lt_id: 'n', lt_namespace: 0, lt_title: 'title(n)' });
    const [from, i] = [`((n - 1) / ${LINKS_OF_A_PAGE} + 1)`, `((n - 1) % ${LINKS_OF_A_PAGE})`];
    insert('pagelinks', LINKS_OF_A_PAGE * pages, { pl_from: from, pl_target_id: `link(${from}, ${i})`, pl_from_namespace: 0 });
    const place = { gt_lat_int: 'round(lat(n) * 10)', gt_lon_int: 'round(lon(n) * 10)', gt_lat: 'lat(n)', gt_lon: 'lon(n)' };
    insert('geo_tags', Math.min(pages, AROUND), { gt_page_id: 'n', gt_globe: `'earth'`, gt_primary: 1, ...place });
  });
}
