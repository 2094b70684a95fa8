import { NS, type Title } from '@wikiquery/core';
import type { CompletionRequest } from '@wikiquery/search';
import { foldTitle } from './fold.ts';
import { byImportance } from './prefixes.ts';
import type { Name, OpenIndex } from './search-index.ts';
import { beginsNearly, LONGEST_MENDED, withoutError } from './typing-errors.ts';

/** Maximum number of namespaces searched with spelling correction. */
const MAX_NAMESPACES = 4;

const LONGEST_TITLE = 255;

/**
 * Completes titles regardless of case, accents, punctuation and one typing error. Lists each page once. Returns up to `limit` titles, or
 * one title more if there are further titles.
 */
export async function completeTitle(index: OpenIndex, { text, namespaces, limit, offset }: CompletionRequest): Promise<Title[]> {
  if (text.length > LONGEST_TITLE) return [];
  const folded = foldTitle(text);
  const searched = namespaces.length === 0 ? [NS.MAIN] : [...new Set(namespaces)];
  const needed = offset + limit + 1;
  const exact = (name: Name): number => Number(name.folded === folded);
  const found = (await Promise.all(searched.map(namespace => index.beginningWith(namespace, folded)))).flat();
  const pages = onePerPage(found.sort((a, b) => exact(b) - exact(a) || byImportance(a, b)));
  if (pages.size < needed) {
    const nearly = await Promise.all(searched.slice(0, MAX_NAMESPACES).map(namespace => nearlyBeginningWith(index, namespace, folded)));
    const lengths = (name: Name): number => Number(Math.abs(name.folded.length - folded.length) <= 1);
    onePerPage(
      nearly.flat().sort((a, b) => lengths(b) - lengths(a) || byImportance(a, b)),
      pages,
    );
  }
  return Array.from(pages.values(), ({ namespace, dbkey }) => ({ namespace, dbkey })).slice(offset, needed);
}

function onePerPage(names: readonly Name[], pages = new Map<number, Name>()): Map<number, Name> {
  for (const name of names) if (!pages.has(name.page)) pages.set(name.page, name);
  return pages;
}

async function nearlyBeginningWith(index: OpenIndex, namespace: number, folded: string): Promise<readonly Name[]> {
  const near = withoutError(folded, index.meta.letters);
  if (near.length === 0) return [];
  const found = await index.beginningWithAny(namespace, near);
  if (folded.length <= LONGEST_MENDED) return found;
  // Errors after the first `LONGEST_MENDED` characters are corrected only among names with the same prefix.
  const alike = await index.someBeginningWith(namespace, folded.slice(0, LONGEST_MENDED));
  return [...found, ...alike.filter(name => beginsNearly(name.folded, folded))];
}

/** Returns the most frequent title word that differs by one typing error, or undefined if the word is in a title or no word is close. */
export async function mendWord(index: OpenIndex, word: string): Promise<string | undefined> {
  const folded = foldTitle(word);
  if (folded.length < SHORTEST_WORD || (await index.bestWord([folded])) !== undefined) return undefined;
  return index.bestWord(withoutError(folded, index.meta.letters));
}

const SHORTEST_WORD = 4;

/** Returns the most important title that differs by one typing error, or undefined if the text is a title or no title is close. */
export async function mendTitle(index: OpenIndex, text: string, namespaces: readonly number[]): Promise<Title | undefined> {
  if (text.length > LONGEST_TITLE) return undefined;
  const folded = foldTitle(text);
  const near = withoutError(folded, index.meta.letters);
  if (near.length === 0) return undefined;
  const best = await index.bestCalled(namespaces.slice(0, MAX_NAMESPACES), [folded, ...near]);
  return best?.folded === folded ? undefined : best;
}
