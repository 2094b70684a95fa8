import data from '../data/mni.json' with { type: 'json' };
import type { Rules } from '../rules.ts';

const map = new Map(Object.entries(data.map));
const consonants = new Set(Object.keys(data.consonants));
const closed = new Set(data.halantaConsonants);
const withoutHalanta = new Map(Object.entries(data.withoutHalanta));
const vowelsWithA = new Map(Object.entries(data.vowelsWithO));
const usualAfterN = new Set(data.notAfterN);

const A = 'ꯑ';
const HALANTA = '꯭';
const BETWEEN_WORDS = /[\s꯫\p{P}<>=\-|$+^~]/u;

export const meitei: Rules = {
  keepsUserNames: true,
  tables: {},
  convert: (text, variant) => (variant === 'mni-beng' ? toBengali(text) : text),
};

function toBengali(text: string): string {
  const letters = Array.from(text);
  const bytes = Buffer.from(text);
  let bengali = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    const before = letters[at - 1] ?? '';
    const next = letters[at + 1];
    const isLast = next === undefined || BETWEEN_WORDS.test(next);
    if (letter === A && vowelsWithA.has(letter + next)) {
      bengali += vowelsWithA.get(letter + next);
      at++;
    } else if (letter === HALANTA && closed.has(before)) continue;
    else if (closed.has(letter) && isLast) bengali += withoutHalanta.get(letter);
    else if (letter === 'ꯌ' && before === HALANTA) bengali += 'য';
    else if (letter === 'ꯋ' && before === HALANTA && consonants.has(letters[at - 2] ?? '')) bengali += 'ব';
    else if (letter === 'ꯞ' && next === 'ꯀ') bengali += withoutHalanta.get(letter);
    else if (letter === 'ꯟ' && next !== undefined && !usualAfterN.has(next) && consonants.has(next)) bengali += map.get('ꯅ');
    else if (letter === 'ꯎ' && !isBeginning(at, bytes)) bengali += map.get('ꯑꯣ');
    else if (!closed.has(letter) && consonants.has(letter) && isLast) bengali += `${map.get(letter)}${map.get('ꯥ')}`;
    else bengali += map.get(letter) ?? letter;
  }
  return bengali;
}

/** Whether a letter begins a word. Uses the index of the letter as an index of bytes, as MediaWiki does. */
const isBeginning = (at: number, bytes: Buffer): boolean => {
  const byte = bytes[at - 1];
  return at === 0 || (byte !== undefined && byte < 0x80 && BETWEEN_WORDS.test(String.fromCharCode(byte)));
};
