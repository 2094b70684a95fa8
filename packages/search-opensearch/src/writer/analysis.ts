import { rulesOf } from './languages.ts';

type Json = Readonly<Record<string, unknown>>;

/** Lower-casing of languages with rules of their own. */
const LOWERCASE: Json = {
  lowercase: { type: 'lowercase' },
  greek_lowercase: { type: 'lowercase', language: 'greek' },
  irish_lowercase: { type: 'lowercase', language: 'irish' },
  turkish_lowercase: { type: 'lowercase', language: 'turkish' },
};

const toSpaces = (characters: string): string[] => Array.from(characters, each => `${each}=>\\u0020`);

const CHAR_FILTERS: Json = {
  near_space_flattener: { type: 'mapping', mappings: toSpaces("'’ʼ_-") },
  nnbsp_norm: { type: 'mapping', mappings: toSpaces('\u202f') },
  word_break_helper: { type: 'mapping', mappings: toSpaces('_:.()．＿：·') },
  word_break_helper_source_text: { type: 'mapping', mappings: toSpaces('_.():') },
  apostrophe_norm: { type: 'mapping', mappings: Array.from('`´ʹʻʼʽʾʿˋ՚\u05f3‘’‛′‵ꞌ＇｀', each => `${each}=>'`) },
  // The patterns begin with a rare character, because the engine tries them at each position. Indexing then takes a fifth less time.
  regex_acronym_fixer: {
    type: 'pattern_replace',
    pattern: String.raw`[.．](?<=(?:^|\P{L})\p{L}[.．])(\p{L})(?=\P{L}|$)`,
    replacement: '$1',
  },
  regex_camelCase: {
    type: 'pattern_replace',
    pattern: String.raw`([\p{Lu}\p{Lt}])(?<=\p{Ll}[\p{M}\p{Cf}]{0,5}[\p{Lu}\p{Lt}])`,
    replacement: ' $1',
  },
};

const FILTERS: Json = {
  ...LOWERCASE,
  aggressive_splitting: { type: 'word_delimiter_graph', stem_english_possessive: false, preserve_original: false },
  asciifolding: { type: 'asciifolding', preserve_original: false },
  asciifolding_preserve: { type: 'asciifolding', preserve_original: true },
  possessive_english: { type: 'stemmer', language: 'possessive_english' },
  remove_empty: { type: 'length', min: 1 },
  suggest_shingle: { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3, output_unigrams: true },
  truncate_keyword: { type: 'truncate', length: 5000 },
};

const custom = (tokenizer: string, filter: readonly string[], char_filter: readonly string[] = []): Json => ({
  type: 'custom',
  tokenizer,
  filter,
  char_filter,
});

/** Returns the analyzers of CirrusSearch's indices for a content language. */
export function analysisOf(language: string): Json {
  const rules = rulesOf(language);
  const text = custom(
    rules.tokenizer ?? 'standard',
    ['decimal_digit', ...rules.filters, 'remove_empty'],
    [
      'apostrophe_norm',
      'nnbsp_norm',
      'regex_acronym_fixer',
      'regex_camelCase',
      'word_break_helper',
      ...(rules.mappings ? ['language'] : []),
    ],
  );
  const plain = custom('standard', ['lowercase'], ['nnbsp_norm', 'word_break_helper']);
  const source = custom('standard', ['lowercase'], ['word_break_helper_source_text']);
  const near = ['near_space_flattener'];
  return {
    char_filter: { ...CHAR_FILTERS, ...(rules.mappings && { language: { type: 'mapping', mappings: rules.mappings } }) },
    filter: {
      ...FILTERS,
      ...(rules.stopwords && { stop: { type: 'stop', stopwords: rules.stopwords } }),
      ...(rules.stemmer && { stemmer: { type: 'stemmer', language: rules.stemmer } }),
      ...(rules.elision && { elision: { type: 'elision', articles_case: true, articles: rules.elision } }),
    },
    tokenizer: { no_splitting: { type: 'keyword' }, prefix: { type: 'edge_ngram', min_gram: 1, max_gram: 255 } },
    normalizer: {
      keyword: { type: 'custom', filter: [] },
      lowercase_keyword: { type: 'custom', filter: ['lowercase'] },
    },
    analyzer: {
      keyword: custom('no_splitting', ['truncate_keyword']),
      near_match: custom('no_splitting', ['truncate_keyword', 'lowercase'], near),
      near_match_asciifolding: custom('no_splitting', ['truncate_keyword', 'lowercase', 'asciifolding'], near),
      plain,
      plain_search: plain,
      prefix: custom('prefix', ['lowercase'], near),
      prefix_asciifolding: custom('prefix', ['lowercase', 'asciifolding'], near),
      short_text: custom('whitespace', ['lowercase', 'aggressive_splitting', 'asciifolding_preserve', 'flatten_graph']),
      short_text_search: custom('whitespace', ['lowercase', 'aggressive_splitting']),
      source_text_plain: source,
      source_text_plain_search: source,
      suggest: custom('standard', ['lowercase', 'suggest_shingle']),
      suggest_reverse: custom('standard', ['lowercase', 'suggest_shingle', 'reverse']),
      text,
      text_search: text,
      token_reverse: custom('no_splitting', ['reverse']),
    },
  };
}

const WORD_SEPARATORS = toSpaces(
  '_,"-;{}\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u202f\u205f\u3000\ufeff',
);

/** Returns the analyzers of CirrusSearch's index of completions for a content language. */
export function completionAnalysisOf(language: string): Json {
  const { stopwords } = rulesOf(language);
  const stop = (isSearch: boolean): Json =>
    custom(
      'standard',
      ['lowercase', ...(stopwords && !isSearch ? ['stop_filter'] : []), 'accentfolding', 'remove_empty', 'token_limit'],
      ['apostrophe_norm'],
    );
  const plain = custom('whitespace', ['remove_empty', 'token_limit', 'lowercase'], ['apostrophe_norm', 'word_break_helper']);
  return {
    char_filter: {
      apostrophe_norm: CHAR_FILTERS.apostrophe_norm,
      word_break_helper: {
        type: 'mapping',
        mappings: [...WORD_SEPARATORS, String.raw`\[=>\u0020`, String.raw`\]=>\u0020`, String.raw`\\=>\u0020`],
      },
    },
    filter: {
      ...(stopwords && { stop_filter: { type: 'stop', stopwords, remove_trailing: true } }),
      lowercase: { type: 'lowercase' },
      accentfolding: { type: 'asciifolding' },
      token_limit: { type: 'limit', max_token_count: 20 },
      remove_empty: { type: 'length', min: 1 },
    },
    analyzer: { plain, plain_search: plain, stop_analyzer: stop(false), stop_analyzer_search: stop(true) },
  };
}
