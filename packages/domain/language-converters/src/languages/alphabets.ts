import ku from '../data/ku.json' with { type: 'json' };
import tg from '../data/tg.json' with { type: 'json' };
import tly from '../data/tly.json' with { type: 'json' };
import zgh from '../data/zgh.json' with { type: 'json' };
import type { Rules } from '../rules.ts';

/** Languages that are converted letter by letter. */
export const kurdish: Rules = { keepsUserNames: true, tables: ku };
export const tajik: Rules = { tables: tg };
export const talysh: Rules = { tables: tly };
export const amazigh: Rules = { keepsUserNames: true, tables: zgh };
