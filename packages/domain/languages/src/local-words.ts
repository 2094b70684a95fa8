import { createRequire } from 'node:module';
import { fallbacksOf } from './fallbacks.ts';

interface LocalWords {
  /** Aliases by namespace, with `$1` for the project name. */
  readonly namespaces?: Readonly<Record<string, readonly string[]>>;
  /** Words by magic word id. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
}

let languages: ReadonlyMap<string, LocalWords> | undefined;

/** Loads the half-megabyte file on demand, because only imports need it. */
function wordsOf(code: string): LocalWords | undefined {
  languages ??= new Map(Object.entries(createRequire(import.meta.url)('./local-words.json') as Readonly<Record<string, LocalWords>>));
  return languages.get(code);
}

/** Returns local aliases of namespaces, such as `Bild` for 6 in German. Omits the English names, which work in every language. */
export function namespaceAliasesOf(code: string, project: string): { readonly id: number; readonly alias: string }[] {
  const named = [code, ...fallbacksOf(code)].map(each => wordsOf(each)?.namespaces).find(each => each !== undefined);
  return Object.entries(named ?? {}).flatMap(([id, aliases]) =>
    aliases.map(alias => ({ id: Number(id), alias: alias.replace('$1', () => project) })),
  );
}

/**
 * Returns local magic words by id (`#WEITERLEITUNG`, `SORTIERUNG:`, `#wenn`), including those of fallback languages. English words are
 * included only for ParserFunctions.
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
