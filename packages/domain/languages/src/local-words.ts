import { createRequire } from 'node:module';
import { fallbacksOf } from './fallbacks.ts';

interface LocalWords {
  /** By namespace. `$1` stands for the name of the project. */
  readonly namespaces?: Readonly<Record<string, readonly string[]>>;
  /** By MediaWiki's ids. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

let languages: ReadonlyMap<string, LocalWords> | undefined;

/** Half a megabyte, which only imports ask for. */
function wordsOf(code: string): LocalWords | undefined {
  languages ??= new Map(Object.entries(createRequire(import.meta.url)('./local-words.json') as Readonly<Record<string, LocalWords>>));
  return languages.get(code);
}

/** How namespaces are called besides in a language: `Bild` for 6 in German. English names, which hold everywhere, are left out. */
export function namespaceAliasesOf(code: string, project: string): { readonly id: number; readonly alias: string }[] {
  const named = [code, ...fallbacksOf(code)].map(each => wordsOf(each)?.namespaces).find(each => each !== undefined);
  return Object.entries(named ?? {}).flatMap(([id, aliases]) =>
    aliases.map(alias => ({ id: Number(id), alias: alias.replace('$1', () => project) })),
  );
}

/**
 * What a language calls magic words (`#WEITERLEITUNG`, `SORTIERUNG:`, `#wenn`) by their ids, and what the languages call them that stand in for it. English
 * words, which hold everywhere, are there for those of the extension ParserFunctions alone.
 */
export function magicWordsOf(code: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const each of [code, ...fallbacksOf(code), 'en']) {
    for (const [id, aliases] of Object.entries(wordsOf(each)?.words ?? {})) {
      const known = words.get(id) ?? [];
      if (each !== 'en' || known.length > 0) words.set(id, [...new Set([...known, ...aliases])]);
    }
  }
  return words;
}
