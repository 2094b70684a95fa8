import aliases from './aliases.json' with { type: 'json' };
import fallbacks from './fallbacks.json' with { type: 'json' };

// Maps instead of objects, because requests may contain codes such as `constructor`.
const chains: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(fallbacks));
const renamed: ReadonlyMap<string, string> = new Map(Object.entries(aliases.renamed));
const standIns: ReadonlyMap<string, string> = new Map(Object.entries(aliases.standingFor));

/** Returns the fallback languages of a language in order. Omits English, every language's last fallback, unless MediaWiki lists it. */
export const fallbacksOf = (code: string): readonly string[] => chains.get(code) ?? [];

/** Returns the current code of a renamed language, such as `yue` for `zh-yue`. Other codes stay unchanged. */
export const newCode = (code: string): string => renamed.get(code) ?? code;

/** Returns the language whose messages and rules apply to a code: `en` for `simple`, or the current code of a renamed language. */
export const currentCode = (code: string): string => standIns.get(code) ?? newCode(code);

/** Whether a string is syntactically a language code, as MediaWiki's `isValidCode` checks. */
export const isLanguageCode = (text: string): boolean =>
  !/[:/\\\0&<>'"#[\]{}|\u007f\p{Cc}]|%[0-9A-Fa-f]{2}|~{3}/u.test(text) && Buffer.byteLength(text) <= 128;
