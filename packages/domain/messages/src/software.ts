import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRACKING_CATEGORIES } from '@wikiquery/categories';
import { defineService } from '@wikiquery/core';
import { currentCode, fallbacksOf } from '@wikiquery/languages';
import { LRUCache } from 'lru-cache';
import { dateTexts } from './date-texts.ts';
import { durationTexts } from './duration-texts.ts';
import { groupTexts } from './groups.ts';
import own from './own-texts.json' with { type: 'json' };

/** Messages of the software by language and key (such as `mainpage`), in MediaWiki's syntax. */
export interface Messages {
  /** Whether the message exists in English, and thus in the software. */
  has(key: string): boolean;
  /** Returns the message in exactly this language, without fallback languages. */
  get(language: string, key: string): string | undefined;
  /** Returns the sorted keys of a language's messages. Default: English, which has every key. */
  keys(language?: string): readonly string[];
}

/** Service with the software's messages. The server provides it from its setting `messages`. */
export const messages = defineService<Messages>('messages');

/**
 * Reads files `LANGUAGE.json`, as in MediaWiki's `languages/i18n`. They override the fallback messages, and later folders override earlier
 * ones. Throws if a folder or its English file cannot be read.
 */
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
  // Loading English now reports invalid files at startup. Without files, loading is deferred.
  if (files.size > 0) inEnglish();
  const languageOf = (language: string): Language => (language === 'en' ? inEnglish() : of(language));
  return {
    // Every message exists in English.
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

/** Maximum number of cached languages. Each takes about half a megabyte. */
const MAX_LANGUAGES = 50;

const ownTexts = (language: string): (readonly [string, string])[] => [
  ...(language === 'en' ? Object.entries({ ...own, ...TRACKING_CATEGORIES }) : []),
  ...groupTexts(language),
  ...dateTexts(language),
  ...durationTexts(language),
];

/** Finds the files of each language. Skips `qqq`, which contains documentation for translators. */
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

/** Returns the sorted keys of all messages in a language or its fallback languages. */
export function softwareKeys(messages: Messages | undefined, language: string): readonly string[] {
  if (!messages) return [];
  return [...new Set(chainOf(language).flatMap(code => messages.keys(code)))].sort();
}

/** Returns a message in a language, or in its first fallback language that has the message. */
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
