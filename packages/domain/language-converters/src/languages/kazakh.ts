import data from '../data/kk.json' with { type: 'json' };
import { convertBetween, createPatterns } from '../patterns.ts';
import type { Rules } from '../rules.ts';

const CYRILLIC = 'АӘБВГҒДЕЁЖЗИЙКҚЛМНҢОӨПРСТУҰҮФХҺЦЧШЩЪЫІЬЭЮЯаәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя';
const LATIN = 'AÄBCÇDEÉFGĞHIİÏJKLMNÑOÖPQRSŞTUÜVWXYÝZaäbcçdeéfgğhıiïjklmnñoöpqrsştuüvwxyýz';
const HIGH_HAMZA = '\u0674';

const toLatin = createPatterns(data.toLatin);
const toCyrillic = createPatterns(data.toCyrillic);
const lettersToArabic = createPatterns(data.toArabic);

/** Puts a high hamza before words with front vowels, unless another letter already marks the vowels as front. */
function toArabic(text: string): string {
  const hamzated = text.replace(/[^\s\-.:]+/g, word =>
    /[әөүіӘӨҮІ]/.test(word) && !/[еэгғкқЕЭГҒКҚ]/.test(word) ? word.replace(CYRILLIC_RUN, `${HIGH_HAMZA}$&`) : word,
  );
  return lettersToArabic(hamzated);
}

const CYRILLIC_RUN = new RegExp(`[${CYRILLIC}]+`, 'g');

interface Script {
  readonly write: (text: string) => string;
  /** Matches a parameter such as `$1` and the text up to the next character that the script converts. Both stay unchanged. */
  readonly parameter: RegExp;
}
const script = (write: Script['write'], letters: string): Script => ({ write, parameter: new RegExp(`\\$[0-9][^${letters}]+`, 'gu') });

const latin = script(toLatin, `${CYRILLIC}№0123456789`);
const cyrillic = script(toCyrillic, `${LATIN}ʺʹ#0123456789`);
const arabic = script(toArabic, `${CYRILLIC},;?%*№0123456789`);
const SCRIPTS: ReadonlyMap<string, Script> = new Map([
  ['kk-latn', latin],
  ['kk-tr', latin],
  ['kk-cyrl', cyrillic],
  ['kk-kz', cyrillic],
  ['kk-arab', arabic],
  ['kk-cn', arabic],
]);

/** Kazakh, which MediaWiki converted until release 1.41. */
export const kazakh: Rules = {
  keepsUserNames: true,
  tables: {},
  chains: { 'kk-kz': ['kk-cyrl', 'kk-kz'], 'kk-tr': ['kk-latn', 'kk-tr'], 'kk-cn': ['kk-arab', 'kk-cn'] },
  convert(text, variant, replace) {
    const known = SCRIPTS.get(variant);
    const replaced = replace(text);
    return known ? convertBetween(replaced, known.parameter, known.write) : replaced;
  },
};
