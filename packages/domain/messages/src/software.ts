import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRACKING_CATEGORIES } from '@wikiquery/categories';
import { defineService } from '@wikiquery/core';
import { currentCode, fallbacksOf } from '@wikiquery/languages';
import { LRUCache } from 'lru-cache';
import { dateTexts } from './date-texts.ts';
import { groupTexts } from './groups.ts';
import own from './own-texts.json' with { type: 'json' };

/** Texts of the software by language and key (`about-pages`), in MediaWiki's message syntax. */
export interface Messages {
  /** Whether a key has a text in some language. */
  has(key: string): boolean;
  /** The text in exactly this language. */
  get(language: string, key: string): string | undefined;
  /** Every key, or those that have a text in one language, sorted. */
  keys(language?: string): readonly string[];
}

/** Given by the server, with the folders of its setting `messages`. */
export const messages = defineService<Messages>('messages');

/**
 * This server's own texts, which are English but for the names of groups, months and days, and the messages of folders with one file `LANGUAGE.json` a
 * language (as MediaWiki has them in `languages/i18n`); a later folder adds to the earlier ones. Languages are read when asked for.
 */
export function readMessages(folders: readonly string[]): Messages {
  const files = findFiles(folders);
  const languages = new LRUCache<string, Language>({ max: KEPT });
  const of = (code: string): Language => {
    let known = languages.get(code);
    if (!known) {
      const given = files.get(code) ?? [];
      const own = ownTexts(code);
      if (given.length === 0 && own.length === 0) return NOTHING;
      const texts = new Map([...own, ...given.flatMap(readTexts)]);
      known = { texts, keys: [...texts.keys()].sort() };
      languages.set(code, known);
    }
    return known;
  };
  let english: Language | undefined;
  const inEnglish = (): Language => (english ??= of('en'));
  // What is wrong with a folder is told at once; without one there is nothing to read before somebody asks.
  if (files.size > 0) inEnglish();
  const known = (language: string): Language => (language === 'en' ? inEnglish() : of(language));
  return {
    // Every message has an English text.
    has: key => inEnglish().texts.has(key),
    get: (language, key) => known(language).texts.get(key),
    keys: (language = 'en') => known(language).keys,
  };
}

interface Language {
  readonly texts: ReadonlyMap<string, string>;
  readonly keys: readonly string[];
}

const NOTHING: Language = { texts: new Map(), keys: [] };

/** Languages whose texts are kept in memory: half a megabyte each. */
const KEPT = 50;

const ownTexts = (language: string): (readonly [string, string])[] => [
  ...(language === 'en' ? Object.entries({ ...own, ...TRACKING_CATEGORIES }) : []),
  ...groupTexts(language),
  ...dateTexts(language),
];

/** The files of each language. Those of `qqq` explain the messages to translators. */
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

/** A language and those that it falls back to, English last. */
export const chainOf = (language: string): readonly string[] => {
  const code = currentCode(language);
  return [...new Set([code, ...fallbacksOf(code), 'en'])];
};

/** Every key that has a text in a language or in those that it falls back to, in the order of their bytes. */
export function softwareKeys(messages: Messages | undefined, language: string): readonly string[] {
  if (!messages) return [];
  return [...new Set(chainOf(language).flatMap(code => messages.keys(code)))].sort();
}

/** What the software says in a language, and in which one it says it. */
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
