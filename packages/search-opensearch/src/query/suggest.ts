import { escapeSpecialChars } from '@wikiquery/html';
import type { EngineClause } from './clauses.ts';
import { MARK_END, MARK_START } from './highlight.ts';
import type { ParsedQuery } from './parse.ts';
import type { QueryClause } from './structure.ts';

/** Part of a query whose typing errors can be corrected. */
export interface CorrectablePart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const UNCORRECTABLE = /[*?"\\]/;

/** Returns the longest run of words, or value of `intitle:`, in a query without operators, phrases and wildcards. */
export function correctablePart({ query, structure }: ParsedQuery): CorrectablePart | undefined {
  const isRejected = (clause: QueryClause) => {
    const { kind, isExplicit, isNegated, call } = clause;
    if (isExplicit || kind.endsWith('phrase') || kind === 'special') return true;
    if (kind !== 'keyword') return isNegated;
    return call?.name === 'intitle' && call.delimiter === '' && UNCORRECTABLE.test(call.value);
  };
  if (structure.clauses.some(isRejected)) return undefined;
  let longest: CorrectablePart | undefined;
  for (const clause of structure.clauses) {
    const part = partOf(query, clause);
    if (part && !UNCORRECTABLE.test(part.text) && part.text.length > (longest?.text.length ?? 0)) longest = part;
  }
  return longest;
}

function partOf(query: string, { kind, start, end, isNegated, call }: QueryClause): CorrectablePart | undefined {
  if (kind === 'words') return { text: query.slice(start, end), start, end };
  if (isNegated || call?.name !== 'intitle' || call.delimiter !== '') return undefined;
  return { text: call.value, start: call.end - call.value.length, end: call.end };
}

/** Requests corrections of typing errors from the field `suggest`, which contains titles as phrases. */
export function suggester(text: string, hasReverseSuggest: boolean): EngineClause {
  const candidates = { suggest_mode: 'always', max_term_freq: 0.5, min_doc_freq: 0, prefix_length: 1 };
  const reverse = { field: 'suggest.reverse', ...candidates, pre_filter: 'token_reverse', post_filter: 'token_reverse' };
  return {
    text,
    suggest: {
      phrase: {
        field: 'suggest',
        size: 1,
        max_errors: 2,
        confidence: 2,
        real_word_error_likelihood: 0.95,
        direct_generator: [{ field: 'suggest', size: 5, ...candidates }, ...(hasReverseSuggest ? [reverse] : [])],
        highlight: { pre_tag: MARK_START, post_tag: MARK_END },
        smoothing: { stupid_backoff: { discount: 0.4 } },
      },
    },
  };
}

/** Inserts corrected words into a query. `highlighted`: the words with marks around corrections. The snippet is HTML. */
export function correctedQuery(
  { query, hasTilde }: ParsedQuery,
  { start, end }: CorrectablePart,
  { text, highlighted }: { readonly text: string; readonly highlighted: string },
) {
  const before = `${hasTilde ? '~' : ''}${query.slice(0, start)}`;
  const after = query.slice(end);
  const snippet = escapeSpecialChars(highlighted).replaceAll(MARK_START, '<em>').replaceAll(MARK_END, '</em>');
  return {
    query: before + escapeSyntax(text) + after,
    snippet: escapeSpecialChars(before) + escapeSyntax(snippet) + escapeSpecialChars(after),
  };
}

const escapeSyntax = (text: string): string => text.replaceAll(/[~?*"\\]/g, String.raw`\$&`);
