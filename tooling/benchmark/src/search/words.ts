/** Words of the vocabulary. */
export const VOCABULARY = 200_000;

const CONSONANTS = 'tnrlmkpbdghvfzjwc';
const VOWELS = 'aoeiu';
const SYLLABLES = Array.from(CONSONANTS, consonant => Array.from(VOWELS, vowel => consonant + vowel)).flat();

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

/** A place in the vocabulary by Zipf's law: the second word is half as frequent as the first. */
export const rankBy = (number: number): number => Math.floor(VOCABULARY ** number) - 1;

/** The word at a place: frequent ones are short. No two have the same stem. */
export function wordAt(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor((rest - 1) / SYLLABLES.length)) word += SYLLABLES[(rest - 1) % SYLLABLES.length];
  return `${word}k`;
}
