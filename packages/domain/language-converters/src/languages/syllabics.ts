import iu from '../data/iu.json' with { type: 'json' };
import shi from '../data/shi.json' with { type: 'json' };
import { createReplacement } from '../replacement.ts';
import type { ConversionTable, Rules } from '../rules.ts';

const { lowercase: inuktitutLowercase, ...inuktitutTables } = iu;
const { lowercase: tachelhitLowercase, ...tachelhitTables } = shi;

export const inuktitut: Rules = withoutCapitals(inuktitutTables, 'ike-cans', inuktitutLowercase);
export const tachelhit: Rules = withoutCapitals(tachelhitTables, 'shi-tfng', tachelhitLowercase);

/** Returns rules for a language with a script that has no capital letters. Text is lowercased before its conversion to that script. */
function withoutCapitals(tables: Rules['tables'], script: string, lowercase: ConversionTable): Rules {
  const lower = createReplacement([lowercase]);
  return { keepsUserNames: true, tables, convert: (text, variant, replace) => replace(variant === script ? lower(text) : text) };
}
