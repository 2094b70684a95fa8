import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineService } from '@wikiquery/core';
import { currentCode, fallbacksOf } from '@wikiquery/languages';
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
 * This server's own texts, which are English but for the names of groups, and the messages of folders with one file `LANGUAGE.json` a language (as MediaWiki has them in
 * `languages/i18n`); a later folder adds to the earlier ones. Languages are read when asked for.
 */
export function readMessages(folders: readonly string[]): Messages {
  const languages = new Map<string, ReadonlyMap<string, string>>();
  const of = (language: string): ReadonlyMap<string, string> => {
    let known = languages.get(language);
    if (!known) {
      // Files of `qqq` explain the messages to translators.
      if (language === 'qqq' || !/^[a-z][a-z0-9-]*$/.test(language)) return NONE;
      known = new Map([...ownTexts(language), ...folders.flatMap(folder => readLanguage(join(folder, `${language}.json`)))]);
      // The language may come from a request: do not keep what anybody makes up.
      if (known.size > 0) languages.set(language, known);
    }
    return known;
  };
  const sorted = new Map<string, readonly string[]>();
  return {
    // Every message has an English text.
    has: key => of('en').has(key),
    get: (language, key) => of(language).get(key),
    keys(language = 'en') {
      const known = sorted.get(language) ?? [...of(language).keys()].sort();
      if (known.length > 0) sorted.set(language, known);
      return known;
    },
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

const ownTexts = (language: string): Iterable<readonly [string, string]> => [
  ...(language === 'en' ? Object.entries(own) : []),
  ...groupTexts(language),
];

function readLanguage(path: string): [string, string][] {
  if (!existsSync(path)) return [];
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
