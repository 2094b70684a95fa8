import data from '../data/ban.json' with { type: 'json' };
import type { Rules } from '../rules.ts';
import { createTransliteration } from '../transliteration.ts';

const [dharma, palmleaf, pku] = [data['ban-x-dharma'], data['ban-x-palmleaf'], data['ban-x-pku']].map(createTransliteration);
const SCHEMES = new Map([
  ['ban', pku],
  ['ban-bali', pku],
  ['ban-x-dharma', dharma],
  ['ban-x-palmleaf', palmleaf],
  ['ban-x-pku', pku],
]);

export const balinese: Rules = {
  keepsUserNames: true,
  tables: {},
  convert: (text, variant, replace) => SCHEMES.get(variant)?.(replace(text)) ?? replace(text),
};
