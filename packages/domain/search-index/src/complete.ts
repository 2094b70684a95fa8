import { NS, type Title } from '@wikiquery/core';
import type { CompletionRequest } from '@wikiquery/search';
import { foldTitle } from './fold.ts';
import { byImportance, FEW, LONGEST_PREFIX } from './prefixes.ts';
import type { IndexFile } from './storage.ts';
import { beginsNearly, LONGEST_MENDED, withoutError } from './typing-errors.ts';

interface Name extends Title {
  readonly folded: string;
  readonly links: number;
  readonly page: number;
  readonly source: number;
}

/** Names that are read for a text with an error. */
const MOST_NEAR = 2000;
/** Namespaces in which errors are mended. */
const MOST_NAMESPACES = 4;

/** Characters: no title has more. */
const LONGEST_TITLE = 255;

const FIELDS = 'n.namespace, n.title as dbkey, n.folded, n.links, n.page, n.source';
const END = '\u{10ffff}';

/**
 * Titles that begin with a text, whatever its capitals, accents and signs, then those that do but for one error: each page once, what is called just
 * so before the others, and otherwise what most links lead to. One more than the limit says that there are more.
 */
export function completeTitle(index: IndexFile, { text, namespaces, limit, offset }: CompletionRequest): Title[] {
  if (text.length > LONGEST_TITLE) return [];
  const folded = foldTitle(text);
  const wanted = namespaces.length === 0 ? [NS.MAIN] : [...new Set(namespaces)];
  const needed = offset + limit + 1;
  const exact = (name: Name): number => Number(name.folded === folded);
  const found = wanted
    .flatMap(namespace => beginningWith(index, namespace, folded))
    .sort((a, b) => exact(b) - exact(a) || byImportance(a, b));
  const pages = onePerPage(found);
  if (pages.size < needed) {
    const near = wanted.slice(0, MOST_NAMESPACES).flatMap(namespace => nearlyBeginningWith(index, namespace, folded));
    const lengths = (name: Name): number => Number(Math.abs(name.folded.length - folded.length) <= 1);
    onePerPage(
      near.sort((a, b) => lengths(b) - lengths(a) || byImportance(a, b)),
      pages,
    );
  }
  return Array.from(pages.values(), ({ namespace, dbkey }) => ({ namespace, dbkey })).slice(offset, needed);
}

function onePerPage(names: readonly Name[], pages = new Map<number, Name>()): Map<number, Name> {
  for (const name of names) if (!pages.has(name.page)) pages.set(name.page, name);
  return pages;
}

function beginningWith(index: IndexFile, namespace: number, folded: string): Name[] {
  const kept = folded.length <= LONGEST_PREFIX && folded !== '' ? namesOfPrefix(index, namespace, [folded]) : [];
  // The title itself may have fewer links than others.
  const just =
    kept.length > 0
      ? index.all<Name>(`select ${FIELDS} from name n where n.namespace = ? and n.folded = ? limit 20`, namespace, folded)
      : [];
  if (kept.length > 0) return [...just, ...kept];
  return index.all<Name>(
    `select ${FIELDS} from name n where n.namespace = ? and n.folded >= ? and n.folded < ? order by n.folded limit ${FEW}`,
    namespace,
    folded,
    folded + END,
  );
}

/** The most important names of beginnings that many have. */
const namesOfPrefix = (index: IndexFile, namespace: number, prefixes: readonly string[]): Name[] =>
  index.all<Name>(
    `select ${FIELDS} from json_each(?) v cross join prefix p on p.namespace = ? and p.folded = v.value cross join json_each(p.names) each
      cross join name n on n.page = each.value ->> 0 and n.source = each.value ->> 1 limit ${MOST_NEAR}`,
    JSON.stringify(prefixes),
    namespace,
  );

function nearlyBeginningWith(index: IndexFile, namespace: number, folded: string): Name[] {
  const near = withoutError(folded, index.meta('letters') ?? '');
  if (near.length === 0) return [];
  const kept = namesOfPrefix(
    index,
    namespace,
    near.filter(text => text.length <= LONGEST_PREFIX),
  );
  const few = index.all<Name>(
    `select ${FIELDS} from json_each(?) v cross join name n on n.namespace = ? and n.folded >= v.value and n.folded < v.value || '${END}' limit ${MOST_NEAR}`,
    JSON.stringify(near),
    namespace,
  );
  return [...kept, ...few, ...nearlyAtTheirEnds(index, namespace, folded)];
}

/** Of long texts the errors are looked for among the names that begin alike. */
function nearlyAtTheirEnds(index: IndexFile, namespace: number, folded: string): Name[] {
  if (folded.length <= LONGEST_MENDED) return [];
  const head = folded.slice(0, LONGEST_MENDED);
  const rows = index.all<Name>(
    `select ${FIELDS} from name n where n.namespace = ? and n.folded >= ? and n.folded < ? order by n.folded limit ${MOST_NEAR}`,
    namespace,
    head,
    head + END,
  );
  return rows.filter(name => beginsNearly(name.folded, folded));
}

/** A word of titles that one error makes another of: the most frequent; undefined where the word is one, or near none. */
export function mendWord(index: IndexFile, word: string): string | undefined {
  const folded = foldTitle(word);
  if (folded.length < SHORTEST_WORD || index.all('select 1 from word where word = ?', folded).length > 0) return undefined;
  const [best] = index.all<{ word: string }>(
    'select w.word from json_each(?) v cross join word w on w.word = v.value order by w.pages desc, w.word limit 1',
    JSON.stringify(withoutError(folded, index.meta('letters') ?? '')),
  );
  return best?.word;
}

/** Of shorter words too many others are near. */
const SHORTEST_WORD = 4;

/** The title that one error makes another text of: that of the most important page; undefined where the text is a title, or near none. */
export function mendTitle(index: IndexFile, text: string, namespaces: readonly number[]): Title | undefined {
  if (text.length > LONGEST_TITLE) return undefined;
  const folded = foldTitle(text);
  const near = withoutError(folded, index.meta('letters') ?? '');
  if (near.length === 0) return undefined;
  const [best] = index.all<Name>(
    `select ${FIELDS} from json_each(?) each cross join json_each(?) v cross join name n on n.namespace = each.value and n.folded = v.value
      order by n.links desc, n.source limit 1`,
    JSON.stringify(namespaces.slice(0, MOST_NAMESPACES)),
    JSON.stringify([folded, ...near]),
  );
  return best?.folded === folded ? undefined : best;
}
