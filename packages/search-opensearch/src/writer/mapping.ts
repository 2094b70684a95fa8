type Json = Readonly<Record<string, unknown>>;

const SIMILARITY = { similarity: 'bm25' };
const WITH_OFFSETS = { index_options: 'offsets' };
const PLAIN: Json = { type: 'text', analyzer: 'plain', search_analyzer: 'plain_search', position_increment_gap: 10, ...SIMILARITY };
/** Keywords longer than this number of bytes are not indexed. */
const LONGEST_KEYWORD = { ignore_above: 5000 };

const text = (options: Json, plain: Json = {}, fields: Json = {}): Json => ({
  type: 'text',
  analyzer: 'text',
  search_analyzer: 'text_search',
  position_increment_gap: 10,
  ...SIMILARITY,
  ...options,
  fields: { plain: { ...PLAIN, ...plain }, ...fields },
});

const keyword = (options: Json = {}): Json => ({
  type: 'keyword',
  normalizer: 'keyword',
  doc_values: false,
  ...LONGEST_KEYWORD,
  ...options,
});
const LOWERCASE_KEYWORD = { normalizer: 'lowercase_keyword' };

/** Copies a field to the field `all` as often as its matches count. */
const copied = (weight: number, nearMatch = 0): Json => ({
  copy_to: [...Array<string>(weight).fill('all'), ...Array<string>(nearMatch).fill('all_near_match')],
});

/** Names of pages, in the forms in which they are looked up. */
function named(weight: number, nearMatch: number, options: Json): Json {
  const short = { type: 'text', norms: false, ...SIMILARITY, index_options: options.index_options ?? 'docs' };
  const { copy_to } = copied(weight, nearMatch) as { readonly copy_to: readonly string[] };
  return text({ ...options, copy_to: ['suggest', ...copy_to] }, options, {
    prefix: { ...short, analyzer: 'prefix', search_analyzer: 'near_match' },
    prefix_asciifolding: { ...short, analyzer: 'prefix_asciifolding', search_analyzer: 'near_match_asciifolding' },
    near_match: { ...short, analyzer: 'near_match' },
    near_match_asciifolding: { ...short, analyzer: 'near_match_asciifolding' },
    keyword: { type: 'keyword', normalizer: 'keyword', ...LONGEST_KEYWORD },
  });
}

const LONG = { type: 'long' };
const DATE = { type: 'date', format: 'date_optional_time' };
const NEAR_MATCH = { type: 'text', index_options: 'freqs', norms: false, ...SIMILARITY };

/** The fields of a page, as in CirrusSearch's indices. Fields that only plugins of the engine search are missing. */
export const PAGE_MAPPING: Json = {
  dynamic: false,
  properties: {
    timestamp: DATE,
    create_timestamp: DATE,
    page_id: { type: 'long', index: false },
    version: { type: 'long', index: false },
    wiki: keyword(),
    namespace: LONG,
    namespace_text: keyword({ doc_values: true }),
    title: named(20, 20, {}),
    text: text({ ...WITH_OFFSETS, ...copied(1) }, WITH_OFFSETS, { word_count: { type: 'token_count', analyzer: 'plain' } }),
    text_bytes: LONG,
    source_text: {
      type: 'text',
      index: false,
      fields: {
        plain: {
          ...PLAIN,
          norms: false,
          analyzer: 'source_text_plain',
          search_analyzer: 'source_text_plain_search',
          ...WITH_OFFSETS,
        },
      },
    },
    redirect: { dynamic: false, properties: { namespace: LONG, title: named(15, 15, WITH_OFFSETS) } },
    incoming_links: LONG,
    local_sites_with_dupe: keyword(LOWERCASE_KEYWORD),
    suggest: {
      type: 'text',
      analyzer: 'suggest',
      index_options: 'freqs',
      ...SIMILARITY,
      fields: { reverse: { type: 'text', analyzer: 'suggest_reverse', index_options: 'freqs', ...SIMILARITY } },
    },
    category: text({ ...WITH_OFFSETS, ...copied(8) }, WITH_OFFSETS, {
      lowercase_keyword: { type: 'keyword', ...LOWERCASE_KEYWORD, ...LONGEST_KEYWORD },
    }),
    external_link: keyword(),
    outgoing_link: keyword({ fields: { token_count: { type: 'token_count', analyzer: 'keyword' } } }),
    template: keyword({ ...LOWERCASE_KEYWORD, fields: { keyword: keyword() } }),
    content_model: keyword(),
    language: keyword(),
    heading: text({ ...WITH_OFFSETS, ...copied(5) }, WITH_OFFSETS),
    auxiliary_text: text({ ...WITH_OFFSETS, ...copied(1) }, WITH_OFFSETS),
    opening_text: text(copied(3)),
    file_media_type: keyword(LOWERCASE_KEYWORD),
    file_mime: { type: 'text', analyzer: 'short_text', search_analyzer: 'short_text_search', norms: false },
    file_size: LONG,
    file_width: LONG,
    file_height: LONG,
    file_bits: LONG,
    file_resolution: LONG,
    file_text: text({ ...WITH_OFFSETS, ...copied(1) }, WITH_OFFSETS),
    all: text({}),
    all_near_match: {
      ...NEAR_MATCH,
      analyzer: 'near_match',
      fields: { asciifolding: { ...NEAR_MATCH, analyzer: 'near_match_asciifolding' } },
    },
  },
};

const COMPLETION = { type: 'completion', max_input_length: 255 };

/** The fields of a completion, as in CirrusSearch's index `titlesuggest`. */
export const COMPLETION_MAPPING: Json = {
  dynamic: false,
  properties: {
    batch_id: LONG,
    source_doc_id: { type: 'keyword' },
    suggest: { ...COMPLETION, analyzer: 'plain', search_analyzer: 'plain_search' },
    'suggest-stop': {
      ...COMPLETION,
      analyzer: 'stop_analyzer',
      search_analyzer: 'stop_analyzer_search',
      preserve_separators: false,
      preserve_position_increments: false,
    },
  },
};
