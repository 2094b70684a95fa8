import aliases from './aliases.json' with { type: 'json' };
import fallbacks from './fallbacks.json' with { type: 'json' };

// Maps, because a code may come from a request and be called `constructor`.
const chains: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(fallbacks));
const renamed: ReadonlyMap<string, string> = new Map(Object.entries(aliases.renamed));
const others: ReadonlyMap<string, string> = new Map(Object.entries(aliases.standingFor));

/** Where a text is looked for when it does not exist in a language, in order. English, where all end, is left out unless it is named. */
export const fallbacksOf = (code: string): readonly string[] => chains.get(code) ?? [];

/** The code under which a language goes today: `zh-yue` is `yue`. */
export const newCode = (code: string): string => renamed.get(code) ?? code;

/** The language whose texts and rules hold for a code: besides renamed ones, those of `simple` are those of `en`. */
export const currentCode = (code: string): string => others.get(code) ?? newCode(code);

/** Whether a text can be a language code at all; there need not be such a language. */
export const isLanguageCode = (text: string): boolean =>
  !/[:/\\\0&<>'"#[\]{}|\u007f\p{Cc}]|%[0-9A-Fa-f]{2}|~{3}/u.test(text) && Buffer.byteLength(text) <= 128;
