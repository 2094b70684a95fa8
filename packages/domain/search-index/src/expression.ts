import { isInvalid, NS, type Titles } from '@wikiquery/core';
import { isSingleSign, pairUp } from './fold.ts';
import type { Condition, IndexQuery } from './query.ts';
import { categoryTag, namespaceTag, templateTag } from './tags.ts';

/** Consecutive words. `isPrefix`: the last word may be longer. */
export interface Phrase {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Condition on a part of documents. At least one phrase of each group must match. */
export interface Clause {
  /** `seen`: visible text; `names`: title and redirects; `source`: visible text and markup; `tags`: categories, templates, namespace. */
  readonly where: 'seen' | 'names' | 'source' | 'tags';
  readonly all: readonly (readonly Phrase[])[];
}

/** Query in a form that does not depend on the syntax of an index. */
export interface Expression {
  /** Groups of phrases to find in visible text. */
  readonly words: readonly (readonly Phrase[])[];
  readonly filters: readonly Clause[];
  readonly negated: readonly Clause[];
}

/** Group used for relevance, with the estimated number of documents that contain it. */
export interface Scored {
  readonly group: readonly Phrase[];
  readonly documents: number;
}

export const hasFilters = ({ filters, negated }: Expression): boolean => filters.length + negated.length > 0;

/** Whether an expression has no condition except on namespaces. */
export const onlyNamespaces = ({ words, filters, negated }: Expression): boolean =>
  words.length + negated.length === 0 &&
  filters.every(({ where, all }) => where === 'tags' && all.every(group => group.every(({ words }) => /^n\d+$/.test(words.join(' ')))));

/** Converts a query. Returns undefined if it has no positive condition. `tagged`: namespaces for an additional condition. */
export function readExpression(query: IndexQuery, titles: Titles, tagged: readonly number[] | undefined): Expression | undefined {
  const words = query.conditions.filter(({ kind, isNegated }) => kind === 'word' && !isNegated).map(phrasesOf);
  const filters = query.conditions.filter(({ kind, isNegated }) => kind !== 'word' && !isNegated).map(each => clauseOf(each, titles));
  const negated = query.conditions.filter(({ isNegated }) => isNegated).map(each => clauseOf(each, titles));
  if (tagged) filters.push({ where: 'tags', all: [tagged.map(namespace => toPhrase(namespaceTag(namespace)))] });
  return words.length + filters.length > 0 ? { words, filters, negated } : undefined;
}

const toPhrase = (word: string): Phrase => ({ words: [word], isPrefix: false });

function clauseOf(condition: Condition, titles: Titles): Clause {
  const { kind, texts } = condition;
  if (kind === 'word') return { where: 'seen', all: [phrasesOf(condition)] };
  if (kind === 'title') return { where: 'names', all: [phrasesOf(condition)] };
  if (kind === 'source') return { where: 'source', all: texts.flatMap(wordsOf).map(word => [toPhrase(word)]) };
  const namespace = kind === 'category' ? NS.CATEGORY : NS.TEMPLATE;
  const tags = texts.flatMap(text => {
    const title = titles.parse(text.trim().replace(/^:/, ''), namespace);
    // Unlike templates, categories always belong to the category namespace.
    if (isInvalid(title) || title.interwiki !== '') return [];
    return kind === 'category' ? categoryTag(title.dbkey) : templateTag(title);
  });
  return { where: 'tags', all: [(tags.length > 0 ? tags : ['nothing']).map(toPhrase)] };
}

function phrasesOf({ texts, isPhrase, isPrefix }: Condition): Phrase[] {
  return texts.flatMap(text => {
    const words = wordsOf(pairUp(text, false));
    if (words.length === 0) return [];
    return { words, isPrefix: words.length === 1 ? isPrefix || isSingleSign(text) : isPrefix && !isPhrase };
  });
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu) ?? [];
