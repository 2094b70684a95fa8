import aliases from './aliases.json' with { type: 'json' };
import fallbacks from './fallbacks.json' with { type: 'json' };

// Maps, because codes such as `constructor` may come from requests.
const chains: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(fallbacks));
const renamed: ReadonlyMap<string, string> = new Map(Object.entries(aliases.renamed));
const standIns: ReadonlyMap<string, string> = new Map(Object.entries(aliases.standingFor));

/** Returns the fallback languages in order. English, the last fallback of all, is omitted unless listed. */
export const fallbacksOf = (code: string): readonly string[] => chains.get(code) ?? [];

/** Returns the current code of a renamed language: `zh-yue` is `yue`. */
export const newCode = (code: string): string => renamed.get(code) ?? code;

/** Returns the language with the texts and rules of a code. Besides renamed codes, `simple` is `en`. */
export const currentCode = (code: string): string => standIns.get(code) ?? newCode(code);

/** Whether a text is syntactically a language code. */
export const isLanguageCode = (text: string): boolean =>
  !/[:/\\\0&<>'"#[\]{}|\u007f\p{Cc}]|%[0-9A-Fa-f]{2}|~{3}/u.test(text) && Buffer.byteLength(text) <= 128;
