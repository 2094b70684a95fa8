import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRACKING_CATEGORIES } from '@wikiquery/categories';
import { defineService } from '@wikiquery/core';
import { currentCode, fallbacksOf } from '@wikiquery/languages';
import { LRUCache } from 'lru-cache';
import { dateTexts } from './date-texts.ts';
import { groupTexts } from './groups.ts';
import own from './own-texts.json' with { type: 'json' };

/** Messages of the software by language and key (`about-pages`), in MediaWiki's syntax. */
export interface Messages {
  has(key: string): boolean;
  /** Returns the text in exactly this language. */
  get(language: string, key: string): string | undefined;
  /** Sorted. Default: all keys. */
  keys(language?: string): readonly string[];
}

/** Provided by the server from its setting `messages`. */
export const messages = defineService<Messages>('messages');

/** Reads fallback messages and files `LANGUAGE.json`, as in MediaWiki's `languages/i18n`. Later folders override earlier ones. */
export function readMessages(folders: readonly string[]): Messages {
  const files = findFiles(folders);
  const languages = new LRUCache<string, Language>({ max: MAX_LANGUAGES });
  const of = (code: string): Language => {
    let language = languages.get(code);
    if (!language) {
      const texts = new Map([...ownTexts(code), ...(files.get(code) ?? []).flatMap(readTexts)]);
      if (texts.size === 0 && !files.has(code)) return NOTHING;
      language = { texts, keys: [...texts.keys()].sort() };
      languages.set(code, language);
    }
    return language;
  };
  let english: Language | undefined;
  const inEnglish = (): Language => (english ??= of('en'));
  // Reports invalid folders at startup. Without folders, loading is deferred.
  if (files.size > 0) inEnglish();
  const languageOf = (language: string): Language => (language === 'en' ? inEnglish() : of(language));
  return {
    // Every message has an English text.
    has: key => inEnglish().texts.has(key),
    get: (language, key) => languageOf(language).texts.get(key),
    keys: (language = 'en') => languageOf(language).keys,
  };
}

interface Language {
  readonly texts: ReadonlyMap<string, string>;
  readonly keys: readonly string[];
}

const NOTHING: Language = { texts: new Map(), keys: [] };

/** Maximum number of cached languages, of half a megabyte each. */
const MAX_LANGUAGES = 50;

const ownTexts = (language: string): (readonly [string, string])[] => [
  ...(language === 'en' ? Object.entries({ ...own, ...TRACKING_CATEGORIES }) : []),
  ...groupTexts(language),
  ...dateTexts(language),
];

/** Finds the files of each language. Language `qqq` is documentation for translators. */
function findFiles(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const folder of folders) {
    for (const name of readdirSync(folder)) {
      const language = /^([a-z][a-z0-9-]*)\.json$/.exec(name)?.[1];
      if (language === undefined || language === 'qqq') continue;
      files.set(language, [...(files.get(language) ?? []), join(folder, name)]);
    }
  }
  return files;
}

function readTexts(path: string): [string, string][] {
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  return Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

export const chainOf = (language: string): readonly string[] => {
  const code = currentCode(language);
  return [...new Set([code, ...fallbacksOf(code), 'en'])];
};

export function softwareKeys(messages: Messages | undefined, language: string): readonly string[] {
  if (!messages) return [];
  return [...new Set(chainOf(language).flatMap(code => messages.keys(code)))].sort();
}

/** Returns a message in a language or the first fallback that has it. */
export function softwareText(
  messages: Messages | undefined,
  language: string,
  key: string,
): { readonly text: string; readonly language: string } | undefined {
  for (const code of chainOf(language)) {
    const text = messages?.get(code, key);
    if (text !== undefined) return { text, language: code };
  }
  return undefined;
}
