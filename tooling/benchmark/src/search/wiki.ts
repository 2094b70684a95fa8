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
const MOMENT = '20250101000000';

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
    insert(`actor, 1 rows: 1 as actor_id, null as actor_user, '192.0.2.1' as actor_name`);
    insert(`comment, 1 rows: 1 as comment_id, 0 as comment_hash, '' as comment_text`);
    insert(`content_models, 1 rows: 1 as model_id, 'wikitext' as model_name`);
    insert(`slot_roles, 1 rows: 1 as role_id, 'main' as role_name`);
    insert(`text, ${pages} rows: n as old_id, written(n) as old_text, 'utf-8' as old_flags`);
    const length = '(select length(old_text) from text where old_id = n)';
    insert(`page, ${pages} rows: n as page_id, 0 as page_namespace, title(n) as page_title, 0 as page_is_redirect, 1 as page_is_new,
      n * 0.618 - cast(n * 0.618 as integer) as page_random, '${MOMENT}' as page_touched, n as page_latest, ${length} as page_len,
      'wikitext' as page_content_model`);
    insert(`revision, ${pages} rows: n as rev_id, n as rev_page, 1 as rev_comment_id, 1 as rev_actor, '${MOMENT}' as rev_timestamp,
      0 as rev_minor_edit, 0 as rev_deleted, ${length} as rev_len, 0 as rev_parent_id, '0123456789abcdefghijklmnopqrstu' as rev_sha1`);
    insert(`content, ${pages} rows: n as content_id, ${length} as content_size, '' as content_sha1, 1 as content_model,
      'tt:' || n as content_address`);
    insert(`slots, ${pages} rows: n as slot_revision_id, 1 as slot_role_id, n as slot_content_id, n as slot_origin`);
    insert(`linktarget, ${pages} rows: n as lt_id, 0 as lt_namespace, title(n) as lt_title`);
    const [from, i] = [`((n - 1) / ${LINKS_OF_A_PAGE} + 1)`, `((n - 1) % ${LINKS_OF_A_PAGE})`];
    insert(`pagelinks, ${LINKS_OF_A_PAGE * pages} rows: ${from} as pl_from, link(${from}, ${i}) as pl_target_id, 0 as pl_from_namespace`);
    insert(`geo_tags, ${Math.min(pages, AROUND)} rows: n as gt_page_id, 'earth' as gt_globe, 1 as gt_primary,
      round(lat(n) * 10) as gt_lat_int, round(lon(n) * 10) as gt_lon_int, lat(n) as gt_lat, lon(n) as gt_lon`);
  });
}
