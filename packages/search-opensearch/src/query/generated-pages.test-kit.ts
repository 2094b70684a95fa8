/** Documents of a wiki in the format of CirrusSearch, by page id. */
export type GeneratedPages = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** Namespaces of the pages. Most pages are in the namespaces that the recorded queries search. */
const NAMESPACES = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 6, 8, 10, 12, 14];
const NAMES: Readonly<Record<number, string>> = {
  1: 'Talk',
  2: 'User',
  3: 'User talk',
  4: 'Project',
  6: 'File',
  8: 'MediaWiki',
  10: 'Template',
  12: 'Help',
  14: 'Category',
};
/** Number of words that occur besides the words of the queries. */
const OTHER_WORDS = 800;
const DAY = 86_400_000;

/** Generates pages that contain words and phrases of the queries in all fields. The same arguments result in the same pages. */
export function generatePages(queries: readonly string[], count: number): GeneratedPages {
  const random = randomNumbers(count);
  const below = (limit: number): number => Math.floor(random() * limit);
  const any = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const some = <T>(max: number, value: () => T): T[] => Array.from({ length: below(max + 1) }, value);
  const names = [...new Set(queries.flatMap(query => [...query.matchAll(/\w+:"?([\w ]+)/g)].map(([, name = '']) => name.trim())))];
  const phrases = queries
    .map(query =>
      query
        .replaceAll(/[\w-]+:|[^\p{L}\p{N}\s$]/gu, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
  const words = [...new Set(phrases.flatMap(phrase => phrase.split(' '))), ...Array.from({ length: OTHER_WORDS }, syllables)];
  // Some words are much more frequent than others.
  const word = (): string => words[Math.floor(words.length * random() ** 2)] as string;
  const text = (length: number): string =>
    Array.from({ length: 1 + below(length) }, () => (random() < 0.06 ? any(phrases) : word())).join(random() < 0.1 ? '. ' : ' ');
  const title = (): string =>
    capitalized(random() < 0.2 ? any(phrases).slice(0, 60) : random() < 0.1 ? `${any(names)}/${word()}` : text(3));
  const name = (): string => capitalized(random() < 0.6 ? any(names) : word());

  return new Map(Array.from({ length: count }, (_, index) => [idOf(index), page(index)]));

  function page(index: number) {
    const namespace = NAMESPACES[index % NAMESPACES.length] as number;
    const body = text(50);
    const edited = Date.parse('2016-07-01T00:00:00Z') - below(2000) * DAY;
    const width = 50 * below(40);
    return {
      namespace,
      namespace_text: NAMES[namespace] ?? '',
      wiki: 'wiki',
      title: title(),
      page_type: index % 97 === 0 ? 'redirect' : 'page',
      redirect: some(3, () => ({ namespace: random() < 0.9 ? namespace : 1, title: title() })),
      category: some(3, name),
      template: some(3, () => `Template:${name()}`),
      outgoing_link: some(5, () => (random() < 0.2 ? `Template:${name()}` : name()).replaceAll(' ', '_')),
      heading: some(4, () => text(4)),
      text: body,
      opening_text: body.slice(0, 200),
      auxiliary_text: some(2, () => text(10)),
      source_text: `{{${name()}}} ''${body}'' [[${name()}]]${random() < 0.1 ? ' abc acd pickles' : ''}`,
      text_bytes: body.length,
      incoming_links: Math.floor(random() ** 6 * 500),
      popularity_score: random() ** 8 / 1000,
      timestamp: new Date(edited).toISOString(),
      create_timestamp: new Date(edited - below(1000) * DAY).toISOString(),
      language: any(['en', 'en', 'es', 'fr', 'ko', 'ru', 'uk']),
      content_model: random() < 0.9 ? 'wikitext' : 'json',
      weighted_tags: some(1, () => `classification.prediction.articletopic/${any(['Culture.Biography.Biography*', 'STEM.Physics'])}`),
      version: index + 1,
      // Pages of other namespaces have these fields, too, because the recorded queries do not search files.
      ...(random() < 0.3 && {
        file_media_type: any(['bitmap', 'drawing', 'office']),
        file_mime: any(['image/png', 'image/svg+xml', 'application/pdf']),
        file_size: below(2_000_000),
        file_bits: any([8, 16]),
        file_width: width,
        file_height: 600,
        file_resolution: Math.floor(Math.sqrt(width * 600)),
        file_text: text(10),
      }),
    };
  }

  function syllables(): string {
    return Array.from({ length: 1 + below(3) }, () => any(['ba', 'ke', 'lin', 'mor', 'sta', 'tu', 'vel', 'zon', 'ri', 'do'])).join('');
  }
}

/** The recorded queries with `morelike:` refer to these pages. */
const idOf = (index: number): number => (index === 8 ? 12_345 : index === 27 ? 23_456 : index + 1);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a function that returns numbers from 0 to 1, always in the same order. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
