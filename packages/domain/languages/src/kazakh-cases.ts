/** Letters by which suffixes of Kazakh words differ. */
const VOWELS = 'еөүіәэаоұыяёи';
const FRONT = 'еөүіәэяёи';
const NASALS = 'мнң';
const SONANTS = 'ийлрую';
const SIBILANTS = 'жз';
const CONSONANTS = 'пфкқтшсхцчщбвгд';
const SONORANTS = SONANTS + NASALS + SIBILANTS;
const FIRST = 'мң';
const SECOND = 'з';
const THIRD = 'ыі';

/** Suffix after words that end with one of the letters: after a front vowel, and after a back vowel. */
type Suffix = readonly [letters: string, front: string, back: string];

/** Suffixes by case, as in MediaWiki's `GrammarKk_cyrl`. The first row with the last letter of the word applies. */
const CASES: Readonly<Record<string, readonly Suffix[]>> = {
  genitive: [
    [CONSONANTS, 'тің', 'тың'],
    [VOWELS + NASALS, 'нің', 'ның'],
    [SONANTS + SIBILANTS, 'дің', 'дың'],
  ],
  dative: [
    [CONSONANTS, 'ке', 'қа'],
    [VOWELS + SONORANTS, 'ге', 'ға'],
  ],
  'possessive dative': [
    [FIRST, 'е', 'а'],
    [SECOND, 'ге', 'ға'],
    [THIRD, 'не', 'на'],
  ],
  accusative: [
    [CONSONANTS, 'ті', 'ты'],
    [VOWELS, 'ні', 'ны'],
    [SONORANTS, 'ді', 'ды'],
  ],
  'possessive accusative': [
    [FIRST + SECOND, 'ді', 'ды'],
    [THIRD, 'н', 'н'],
  ],
  locative: [
    [CONSONANTS, 'те', 'та'],
    [VOWELS + SONORANTS, 'де', 'да'],
  ],
  'possessive locative': [
    [FIRST + SECOND, 'де', 'да'],
    [THIRD, 'нде', 'нда'],
  ],
  ablative: [
    [CONSONANTS, 'тен', 'тан'],
    [VOWELS + SONANTS + SIBILANTS, 'ден', 'дан'],
    [NASALS, 'нен', 'нан'],
  ],
  'possessive ablative': [
    [FIRST + THIRD, 'нен', 'нан'],
    [SECOND, 'ден', 'дан'],
  ],
  comitative: [
    [CONSONANTS, 'пен', 'пен'],
    [VOWELS + NASALS + SONANTS, 'мен', 'мен'],
    [SIBILANTS, 'бен', 'бен'],
  ],
  'possessive comitative': [
    [CONSONANTS, 'пенен', 'пенен'],
    [VOWELS + NASALS + SONANTS, 'менен', 'менен'],
    [SIBILANTS, 'бенен', 'бенен'],
  ],
};

/** Short names of the cases. */
const SHORT: ReadonlyMap<string, string> = new Map(
  ['genitive', 'dative', 'accusative', 'locative', 'ablative', 'comitative'].flatMap((name, at) => [
    [`dc${at + 1}`, name],
    [`dc${at + 1}1`, `possessive ${name}`],
  ]),
);

const cases: ReadonlyMap<string, readonly Suffix[]> = new Map(Object.entries(CASES));

/** Inflects a Kazakh word in the Cyrillic alphabet. A word without vowels stays unchanged, except in the comitative. */
export function inflectKazakh(word: string, grammaticalCase: string): string {
  const letters = Array.from(word.toLowerCase());
  const last = letters.at(-1) ?? '';
  const vowel = letters.findLast(letter => VOWELS.includes(letter));
  const [, front, back] = cases.get(SHORT.get(grammaticalCase) ?? grammaticalCase)?.find(([ends]) => ends.includes(last)) ?? [];
  if (front === undefined || back === undefined || (vowel === undefined && front !== back)) return word;
  return word + (vowel !== undefined && FRONT.includes(vowel) ? front : back);
}
