import { type Env, isInvalid, message, type Site } from '@wikiquery/core';
import { currentPages, loadMainTexts } from '@wikiquery/revisions';
import { isolatedTask } from '@wikiquery/tasks';
import type { LinkNames } from './plain-text.ts';
import { type FoundDocument, type OpenIndex, weightOf } from './search-index.ts';
import type { significantWords as run } from './significant-words.ts';

/** Limits of `morelike:`: pages to compare with, and characters of each page. */
const MAX_PAGES = 10;
const MAX_CHARACTERS = 100_000;
/** Maximum number of words, and share of them that a document must contain, as in CirrusSearch. */
const MAX_WORDS = 25;
const LEAST_SHARE = 0.3;
/** Maximum number of documents with a word, and with all words together. More frequent words are left out. */
const MOST_WITH_WORD = 20_000;
const MOST_WITH_ALL = 60_000;
const MAX_FOUND = 500;

const significantWords = isolatedTask<typeof run>(import.meta.url, './significant-words', 'significantWords');

interface Searched {
  readonly index: OpenIndex;
  readonly site: Site;
  readonly names: LinkNames;
}

/**
 * Finds documents that share significant words with pages: words that are frequent in these pages and rare in others. Follows redirects.
 * Adds CirrusSearch's warning if no page exists.
 */
export async function findSimilar(
  env: Env,
  { index, site, names }: Searched,
  titles: readonly string[],
  namespaces: readonly number[] | undefined,
): Promise<readonly FoundDocument[]> {
  const parsed = titles.slice(0, MAX_PAGES).map(title => env.titles.parse(title.trim()));
  const local = parsed.flatMap(title => (isInvalid(title) || title.interwiki !== '' ? [] : title));
  const pages = local.length > 0 ? [...(await currentPages(env.db, local)).values()] : [];
  if (pages.length === 0) {
    env.warn(noTitles);
    return [];
  }
  const texts = await loadMainTexts(env.db, new Set(pages.map(({ latest }) => latest)), 'any');
  const wikitexts = Array.from(texts.values(), text => text.slice(0, MAX_CHARACTERS));
  const counted = await significantWords({ wikitexts, names, language: site.lang }, env.request);
  const documents = await index.documentsWith(counted.map(({ stem }) => stem));
  const all = Math.max(1, index.meta.documents);
  const rated = counted.map(({ word, count }, at) => {
    const frequency = Math.min(all, documents[at] ?? 0);
    const weight = weightOf(frequency, all);
    return { word, frequency, weight, worth: count * weight };
  });
  const best = rated.filter(({ frequency }) => frequency <= MOST_WITH_WORD).sort((a, b) => b.worth - a.worth);
  const words: typeof best = [];
  let sum = 0;
  for (const word of best) {
    if (words.length >= MAX_WORDS || sum + word.frequency > MOST_WITH_ALL) break;
    words.push(word);
    sum += word.frequency;
  }
  if (words.length === 0) return [];
  return index.similar(
    {
      words: words.map(({ word, weight }) => ({ word, weight })),
      least: Math.max(1, Math.floor(words.length * LEAST_SHARE)),
      except: pages.map(({ id }) => id),
      namespaces,
      most: MAX_FOUND,
    },
    env.request,
  );
}

const noTitles = message('cirrussearch-mlt-feature-no-valid-titles', 'None of the titles after "morelike:" is a page of this wiki.', {
  key: 'cirrussearch-mlt-feature-no-valid-titles',
  params: ['morelike'],
});
