import type { Titles } from '@wikiquery/core';
import { isInvalid, NS } from '@wikiquery/core';
import { isSingleSign, pairUp } from './fold.ts';
import type { Condition, IndexQuery } from './query.ts';
import { categoryTag, namespaceTag, templateTag } from './tags.ts';

/** Words one after the other; the last may go on. */
export interface Phrase {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** What has to stand in a part of a document: one of each of the groups. */
export interface Clause {
  /** What readers see; titles and redirects; what they see and the source; what a page is in and uses. */
  readonly where: 'seen' | 'names' | 'source' | 'tags';
  readonly all: readonly (readonly Phrase[])[];
}

/** A query, before it is written in the language of an index. */
export interface Expression {
  /** Groups of phrases that are looked for in what readers see. */
  readonly words: readonly (readonly Phrase[])[];
  /** What else documents must have, and what they must not have. */
  readonly filters: readonly Clause[];
  readonly negated: readonly Clause[];
}

/** Words that say how well a document fits, and in how many documents they are, by and large. */
export interface Scored {
  readonly group: readonly Phrase[];
  readonly documents: number;
}

export const hasFilters = ({ filters, negated }: Expression): boolean => filters.length + negated.length > 0;

/** Undefined where nothing is asked for. `tagged`: namespaces that the index shall look for itself. */
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
    // A category may be named with its namespace; a template is one of any.
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

/** What the index takes for words. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu) ?? [];
