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
  redirectsnippet: { redirectsnippet: f.string().optional().help('The redirect that matches, with marks.') },
  sectiontitle: { sectiontitle: f.string().optional() },
  sectionsnippet: { sectionsnippet: f.string().optional() },
  isfilematch: { isfilematch: f.boolean() },
  extensiondata: { extensiondata: f.assoc().optional() },
  score: {},
  hasrelated: {},
};

export const record = f.props(PARTS, { ...f.title(), pageid: f.int() });

/** Of pages that the search generates. */
export const found = Object.assign({}, ...Object.values(record.parts)) as Shape;

const total = f.object({
  totalhits: f.int().optional(),
  suggestion: f.string().optional().help('What was meant, perhaps.'),
  suggestionsnippet: f.string().optional().help('The same, with marks where it differs.'),
  rewrittenquery: f.string().optional().help('What was looked for instead.'),
  rewrittenquerysnippet: f.string().optional().help('The same, with marks where it differs.'),
});
const foreign = f.assoc(f.array(f.object({ ns: f.int().optional(), title: f.string() }, { rest: f.json() })));
/** What is told of the search as a whole, and what was found in other wikis. */
export const beside = {
  searchinfo: total.optional().help('The search as a whole.'),
  additionalsearch: foreign.optional().help('What was found in wikis that go along with this one, by prefix.'),
  additionalsearchinfo: total.optional().help('The search there as a whole.'),
  interwikisearch: foreign.optional().help('What was found in other wikis, by prefix.'),
  interwikisearchinfo: total.optional().help('The search there as a whole.'),
};

export type SearchProp = keyof typeof PARTS;

/** A hit and what the wiki has of it. */
export interface FoundPage {
  readonly hit: SearchHit;
  /** Of the current revision; of the upload when a file has no page. */
  readonly timestamp: Timestamp;
  /** As far as everybody may read it; empty when nothing of it is to be told. */
  readonly text: string;
}

/** Pages whose texts are in memory at a time. */
const BATCH = 50;

/** What the wiki has of hits: current revisions of pages, uploads of files without one. Hits that are neither are left out; `place` counts them. */
export async function* foundPages(
  env: Pick<Env, 'db'>,
  hits: readonly SearchHit[],
  props: ReadonlySet<SearchProp>,
): AsyncGenerator<FoundPage & { readonly place: number }> {
  for (let first = 0; first < hits.length; first += BATCH) {
    const batch = hits.slice(first, first + BATCH);
    for (const [at, page] of (await loadPages(env, batch, props)).entries()) if (page) yield { ...page, place: first + at };
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

/** Times of the uploads of files without a page, by name. */
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

/** As PHP counts: runs of ASCII letters, hyphens and apostrophes; neither of the signs begins the text, and no hyphen ends it. */
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
/** What a small letter has more than a capital. */
const LOWER = 0x20;
