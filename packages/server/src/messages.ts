import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of the interface by language and key (`about-pages`), in MediaWiki's message syntax. */
export interface Messages {
  /** Whether a key has a text in some language. */
  has(key: string): boolean;
  /** The text in exactly this language. */
  get(language: string, key: string): string | undefined;
  /** Every key, sorted. */
  keys(): readonly string[];
}

/** The messages of folders with one file `LANGUAGE.json` a language; a later folder adds to the earlier ones. Languages are read when asked for. */
export function readMessages(folders: readonly string[]): Messages {
  const languages = new Map<string, ReadonlyMap<string, string>>();
  const of = (language: string): ReadonlyMap<string, string> => {
    let known = languages.get(language);
    if (!known) {
      known = new Map(folders.flatMap(folder => readLanguage(join(folder, `${language}.json`))));
      languages.set(language, known);
    }
    return known;
  };
  let sorted: readonly string[] | undefined;
  return {
    // Every message has an English text.
    has: key => of('en').has(key),
    get: (language, key) => (/^[a-z][a-z0-9-]*$/.test(language) ? of(language).get(key) : undefined),
    keys: () => (sorted ??= [...of('en').keys()].sort()),
  };
}

function readLanguage(path: string): [string, string][] {
  if (!existsSync(path)) return [];
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  return Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}
