import { createRequire } from 'node:module';

type Languages = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** Loaded on demand: most servers write no durations. */
let languages: Languages | undefined;

/** Returns a language's messages for durations, such as `duration-days`, and the words between their parts. */
export function durationTexts(language: string): (readonly [key: string, text: string])[] {
  languages ??= createRequire(import.meta.url)('./duration-words.json') as Languages;
  return Object.entries((Object.hasOwn(languages, language) ? languages[language] : undefined) ?? {});
}
