import type { Titles } from '@wikiquery/core';
import { isInvalid, NS } from '@wikiquery/core';
import { isSingleSign, pairUp } from './fold.ts';
import type { Condition, Query } from './query.ts';
import { categoryTag, namespaceTag, templateTag } from './tags.ts';

/** Columns of the index that a word is looked for in. */
const SEEN = '{title redirects headings opening text auxiliary}';
const ALL = '{title redirects headings opening text auxiliary source}';
const NAMES = '{title redirects}';

/** A query in the language of FTS5. */
export interface Expression {
  /** What the documents have to match; undefined where nothing is asked for. */
  readonly match: string | undefined;
  /** Only those whose titles and redirects have the words; undefined where no words are asked for. */
  readonly titles: string | undefined;
  /** The words alone, which say how well a document fits. */
  readonly words: readonly { readonly match: string; readonly texts: readonly string[]; readonly isPrefix: boolean }[];
  /** Words that are not looked for, and what is not a word: filters. */
  readonly hasFilters: boolean;
}

/** `tagged`: namespaces that the index shall look for itself. */
export function writeExpression(query: Query, titles: Titles, tagged: readonly number[] | undefined): Expression {
  const words = query.conditions.filter(({ kind, isNegated }) => kind === 'word' && !isNegated);
  const filters = query.conditions.filter(({ kind, isNegated }) => kind !== 'word' && !isNegated).flatMap(each => filterOf(each, titles));
  const negated = query.conditions.filter(({ isNegated }) => isNegated).flatMap(each => filterOf(each, titles));
  if (tagged) filters.push(`tags : (${tagged.map(namespaceTag).join(' OR ')})`);
  const written = words.map(word => ({ match: termsOf(word), texts: word.texts, isPrefix: word.isPrefix }));
  const join = (columns: string): string | undefined => {
    const all = [...(written.length > 0 ? [`${columns} : (${written.map(({ match }) => match).join(' AND ')})`] : []), ...filters];
    if (all.length === 0) return undefined;
    const positive = all.join(' AND ');
    return negated.length > 0 ? `(${positive}) NOT (${negated.join(' OR ')})` : positive;
  };
  return {
    match: join(SEEN),
    titles: written.length > 0 ? join(NAMES) : undefined,
    words: written,
    hasFilters: filters.length + negated.length > 0,
  };
}

/** The index of words knows which columns the words of a single expression stand in. */
export const inSeenColumns = (matches: readonly string[]): string => `${SEEN} : (${matches.join(' AND ')})`;

function filterOf(condition: Condition, titles: Titles): string[] {
  const { kind, texts } = condition;
  if (kind === 'word') return [`${SEEN} : (${termsOf(condition)})`];
  if (kind === 'title') return [`${NAMES} : (${termsOf(condition)})`];
  if (kind === 'source') return [`${ALL} : (${texts.flatMap(wordsOf).map(quote).join(' AND ')})`];
  const namespace = kind === 'category' ? NS.CATEGORY : NS.TEMPLATE;
  const tags = texts.flatMap(text => {
    const title = titles.parse(text.trim().replace(/^:/, ''), namespace);
    // A category may be named with its namespace; a template is one of any.
    if (isInvalid(title) || title.interwiki !== '') return [];
    return kind === 'category' ? categoryTag(title.dbkey) : templateTag(title);
  });
  return [`tags : (${(tags.length > 0 ? tags : ['nothing']).join(' OR ')})`];
}

function termsOf({ texts, isPhrase, isPrefix }: Condition): string {
  const terms = texts.flatMap(text => {
    const paired = pairUp(text, false);
    const words = wordsOf(paired);
    if (words.length === 0) return [];
    if (words.length === 1 && (isPrefix || isSingleSign(text))) return `${quote(words[0] as string)}*`;
    return `${quote(words.join(' '))}${isPrefix && !isPhrase ? '*' : ''}`;
  });
  return terms.length > 1 ? `(${terms.join(' OR ')})` : (terms[0] ?? '""');
}

/** What the index takes for words. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu) ?? [];

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
