import { type Env, f, isoTimestamp, NS, type Shape, type Timestamp } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import type { SearchHit, SearchResults } from '@wikiquery/search';

const PARTS = {
  size: { size: f.int() },
  wordcount: { wordcount: f.int() },
  snippet: { snippet: f.string() },
  timestamp: { timestamp: f.timestamp() },
  titlesnippet: { titlesnippet: f.string() },
  categorysnippet: { categorysnippet: f.string() },
  redirecttitle: { redirecttitle: f.string().optional() },
  redirectsnippet: { redirectsnippet: f.string().optional().help('Matching redirect title with highlighted words.') },
  sectiontitle: { sectiontitle: f.string().optional() },
  sectionsnippet: { sectionsnippet: f.string().optional() },
  isfilematch: { isfilematch: f.boolean() },
  extensiondata: { extensiondata: f.assoc().optional() },
  score: {},
  hasrelated: {},
};

export const record = f.props(PARTS, { ...f.title(), pageid: f.int() });

/** Fields that the generator adds to pages. */
export const found = Object.assign({}, ...Object.values(record.parts)) as Shape;

const total = f.object({
  totalhits: f.int().optional(),
  suggestion: f.string().optional().help('Suggested query.'),
  suggestionsnippet: f.string().optional().help('Query with the changes highlighted.'),
  rewrittenquery: f.string().optional().help('Query that was used instead.'),
  rewrittenquerysnippet: f.string().optional().help('Query with the changes highlighted.'),
});
const foreign = f.assoc(f.array(f.object({ ns: f.int().optional(), title: f.string() }, { rest: f.json() })));
/** Response fields next to the list: search metadata and results from other wikis. */
export const beside = {
  searchinfo: total.optional().help('Metadata of the search.'),
  additionalsearch: foreign.optional().help('Results from associated wikis, by interwiki prefix.'),
  additionalsearchinfo: total.optional().help('Metadata of that search.'),
  interwikisearch: foreign.optional().help('Results from other wikis, by interwiki prefix.'),
  interwikisearchinfo: total.optional().help('Metadata of that search.'),
};

export type SearchProp = keyof typeof PARTS;

export interface FoundPage {
  readonly hit: SearchHit;
  /** Time of the current revision, or of the upload for files without a page. */
  readonly timestamp: Timestamp;
  /** Public text of the page; empty if it is revision-deleted or not needed. */
  readonly text: string;
}

/** Maximum number of texts in memory at a time. */
const BATCH = 50;

/** Yields the hits that exist: pages, and uploads without a page. `index` is the position among all hits. */
export async function* foundPages(
  env: Pick<Env, 'db'>,
  hits: readonly SearchHit[],
  props: ReadonlySet<SearchProp>,
): AsyncGenerator<FoundPage & { readonly index: number }> {
  for (let first = 0; first < hits.length; first += BATCH) {
    const batch = hits.slice(first, first + BATCH);
    for (const [at, page] of (await loadPages(env, batch, props)).entries()) if (page) yield { ...page, index: first + at };
  }
}

async function loadPages({ db }: Pick<Env, 'db'>, hits: readonly SearchHit[], props: ReadonlySet<SearchProp>) {
  const latest = new Set(hits.flatMap(({ page }) => page?.latest ?? []));
  const revisions = await whereEquals(db.selectFrom('revision').select(['rev_id', 'rev_timestamp']), { rev_id: latest }).execute();
  const timestamps = new Map(revisions.map(({ rev_id, rev_timestamp }) => [rev_id, rev_timestamp]));
  const texts = NEED_TEXT.some(prop => props.has(prop)) ? await loadMainTexts(db, latest, 'any') : undefined;
  const uploads = await loadUploads(db, hits);
  return hits.map((hit): FoundPage | undefined => {
    const timestamp = hit.page ? timestamps.get(hit.page.latest) : uploads.get(hit.dbkey);
    return timestamp === undefined ? undefined : { hit, timestamp, text: texts?.get(hit.page?.latest ?? 0) ?? '' };
  });
}

const NEED_TEXT: readonly SearchProp[] = ['size', 'wordcount', 'snippet'];

/** Loads upload times by file name, for hits that are files without a page. */
async function loadUploads(db: Env['db'], hits: readonly SearchHit[]): Promise<ReadonlyMap<string, Timestamp>> {
  const names = hits.filter(({ page, namespace }) => !page && namespace === NS.FILE).map(({ dbkey }) => dbkey);
  if (names.length === 0) return new Map();
  const rows = await db.selectFrom('image').select(['img_name', 'img_timestamp']).where('img_name', 'in', names).execute();
  return new Map(rows.map(row => [row.img_name, row.img_timestamp]));
}

export async function toRecord(
  { titles }: Env,
  { hit, timestamp, text }: FoundPage,
  props: ReadonlySet<SearchProp>,
  highlight: NonNullable<SearchResults['highlight']> = () => '',
) {
  const { redirect, section } = hit;
  const snippet = props.has('snippet') ? (hit.snippet ?? (await highlight(text))) : '';
  return record.pick(
    props,
    {
      size: () => ({ size: Buffer.byteLength(text) }),
      wordcount: () => ({ wordcount: countWords(text) }),
      snippet: { snippet },
      timestamp: () => ({ timestamp: isoTimestamp(timestamp) }),
      titlesnippet: { titlesnippet: hit.titleSnippet ?? '' },
      categorysnippet: { categorysnippet: hit.categorySnippet ?? '' },
      redirecttitle: redirect ? { redirecttitle: titles.text(redirect.title) } : {},
      redirectsnippet: redirect ? { redirectsnippet: redirect.snippet } : {},
      sectiontitle: section ? { sectiontitle: section.title } : {},
      sectionsnippet: section ? { sectionsnippet: section.snippet } : {},
      isfilematch: { isfilematch: hit.isFileMatch ?? false },
      extensiondata: hit.extensionData ? { extensiondata: hit.extensionData } : {},
      score: {},
      hasrelated: {},
    },
    { ...titles.fields(hit.namespace, hit.dbkey), pageid: hit.page?.id ?? 0 },
  );
}

/**
 * Counts words like PHP's `str_word_count`: runs of ASCII letters, hyphens and apostrophes.
 * Hyphens and apostrophes at the start of the text and a hyphen at its end do not count.
 */
function countWords(text: string): number {
  let [begin, end] = [0, text.length];
  while (text[begin] === "'" || text[begin] === '-') begin++;
  if (end > begin && text[end - 1] === '-') end--;
  let words = 0;
  let isInWord = false;
  for (let at = begin; at < end; at++) {
    const code = text.charCodeAt(at);
    const letter = code | LOWER;
    const isWord = (letter >= A && letter <= Z) || code === APOSTROPHE || code === HYPHEN;
    if (isWord && !isInWord) words++;
    isInWord = isWord;
  }
  return words;
}

const [A, Z, APOSTROPHE, HYPHEN] = [0x61, 0x7a, 0x27, 0x2d];
/** Bit that distinguishes lower case from upper case in ASCII. */
const LOWER = 0x20;
