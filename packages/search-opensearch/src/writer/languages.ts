/** How words of a language are reduced to stems, with filters that are part of the engine. */
export interface LanguageRules {
  /** Filters in their order. `stop` and `stemmer` are those of `stopwords` and `stemmer`. */
  readonly filters: readonly string[];
  readonly stopwords?: string;
  readonly stemmer?: string;
  /** Articles that are joined to the next word by an apostrophe. */
  readonly elision?: readonly string[];
  /** Replacements of characters before the text is split into words. */
  readonly mappings?: readonly string[];
  readonly tokenizer?: string;
}

const USUAL = ['lowercase', 'stop', 'stemmer'] as const;
const FOLDED = [...USUAL, 'asciifolding'] as const;
const INDIC: LanguageRules = { filters: ['lowercase', 'indic_normalization', 'asciifolding'] };
const CJK: LanguageRules = {
  filters: ['cjk_width', 'lowercase', 'cjk_bigram', 'stop', 'asciifolding'],
  stopwords: '_english_',
  mappings: [String.raw`゛=>\u3099`, String.raw`゜=>\u309a`],
};

const stemmed = (language: string, filters: readonly string[], stemmer = language): LanguageRules => ({
  filters,
  stopwords: `_${language}_`,
  stemmer,
});

/** The rules by language code, which are those of CirrusSearch without plugins of the engine. */
const LANGUAGES: Readonly<Record<string, LanguageRules>> = {
  ar: stemmed('arabic', ['lowercase', 'stop', 'arabic_normalization', 'stemmer', 'asciifolding']),
  bg: stemmed('bulgarian', FOLDED),
  bn: stemmed('bengali', ['lowercase', 'indic_normalization', 'stop', 'stemmer', 'asciifolding']),
  ca: { ...stemmed('catalan', ['elision', ...FOLDED]), elision: ['d', 'l', 'm', 'n', 's', 't'] },
  ckb: stemmed('sorani', ['sorani_normalization', ...FOLDED]),
  cs: stemmed('czech', FOLDED),
  da: stemmed('danish', USUAL),
  de: { ...stemmed('german', ['lowercase', 'stop', 'german_normalization', 'stemmer'], 'light_german'), mappings: ['ẞ=>ß'] },
  el: stemmed('greek', ['greek_lowercase', 'stop', 'stemmer', 'asciifolding']),
  en: stemmed('english', ['possessive_english', 'lowercase', 'stop', 'asciifolding', 'stemmer'], 'light_english'),
  es: stemmed('spanish', USUAL, 'light_spanish'),
  et: stemmed('estonian', USUAL),
  eu: stemmed('basque', USUAL),
  fa: {
    filters: ['lowercase', 'arabic_normalization', 'persian_normalization', 'stop', 'asciifolding'],
    stopwords: '_persian_',
    mappings: [String.raw`\u200C=>\u0020`],
  },
  fi: stemmed('finnish', USUAL),
  fr: {
    ...stemmed('french', ['elision', ...FOLDED], 'light_french'),
    elision: ['l', 'm', 't', 'qu', 'n', 's', 'j', 'd', 'c', 'jusqu', 'quoiqu', 'lorsqu', 'puisqu'],
    mappings: [String.raw`\u02BC=>\u0027`],
  },
  ga: { ...stemmed('irish', ['elision', 'irish_lowercase', 'stop', 'stemmer', 'asciifolding']), elision: ['d', 'm', 'b'] },
  gl: stemmed('galician', USUAL),
  hi: stemmed('hindi', ['lowercase', 'indic_normalization', 'hindi_normalization', 'stop', 'stemmer', 'asciifolding']),
  hu: stemmed('hungarian', USUAL),
  hy: { ...stemmed('armenian', FOLDED), mappings: ['․=>.'] },
  id: stemmed('indonesian', FOLDED),
  it: {
    ...stemmed('italian', ['elision', ...FOLDED], 'light_italian'),
    elision: 'c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d'.split(' '),
  },
  ja: CJK,
  ko: CJK,
  lt: stemmed('lithuanian', USUAL),
  lv: stemmed('latvian', USUAL),
  ml: INDIC,
  mr: { filters: ['lowercase', 'asciifolding'] },
  nl: stemmed('dutch', FOLDED),
  no: stemmed('norwegian', USUAL),
  or: INDIC,
  pt: stemmed('portuguese', FOLDED, 'light_portuguese'),
  'pt-br': stemmed('brazilian', FOLDED),
  ro: { ...stemmed('romanian', USUAL), mappings: ['ș=>ş', 'ț=>ţ', 'Ș=>Ş', 'Ț=>Ţ'] },
  ru: {
    ...stemmed('russian', FOLDED),
    mappings: [String.raw`\u0301=>`, String.raw`\u0435\u0308=>\u0435`, String.raw`\u0415\u0308=>\u0415`, 'ё=>е', 'Ё=>Е'],
  },
  si: { filters: ['lowercase', 'asciifolding'] },
  sv: stemmed('swedish', USUAL),
  te: { filters: ['lowercase', 'asciifolding'] },
  th: { filters: ['lowercase', 'stop', 'asciifolding'], stopwords: '_thai_', tokenizer: 'thai' },
  tr: stemmed('turkish', ['turkish_lowercase', 'apostrophe', 'stop', 'stemmer']),
  zh: CJK,
};
/** Codes of other languages with the same rules. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', simple: 'en', cmn: 'zh' };

const OTHER: LanguageRules = { filters: ['lowercase'] };

/** Returns the rules of a language, or those for all languages if it has none. `de-formal` has the rules of `de`. */
export function rulesOf(language: string): LanguageRules {
  const own = LANGUAGES[language];
  const base = language.replace(/-.*$/, '');
  return own ?? LANGUAGES[SAME[base] ?? base] ?? OTHER;
}
