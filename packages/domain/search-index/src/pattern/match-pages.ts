import { ApiError, type Env, message } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { loadMainTexts } from '@wikiquery/revisions';
import type { PatternCondition } from '../query.ts';
import type { OpenIndex } from '../search-index.ts';
import type { Verified } from '../verify.ts';
import { Matcher } from './matcher.ts';
import { PatternSyntaxError } from './parse.ts';
import { PatternTooComplexError } from './terms.ts';

/** Limits of a search with regular expressions: pages, characters of wikitext, and milliseconds. */
export const MAX_PAGES = 2000;
const MAX_CHARACTERS = 20_000_000;
const MAX_TIME = 5000;
/** Pages that are read at once, and redirects of a page that are compared. */
const AT_A_TIME = 20;

interface Compiled extends PatternCondition {
  readonly matcher: Matcher;
}

export interface MatchedPages {
  readonly pages: readonly Verified[];
  /** Whether all pages were compared. */
  readonly isComplete: boolean;
}

/** Compiles the regular expressions of a query. Throws an `ApiError` with CirrusSearch's code for an invalid one. */
export const compilePatterns = (patterns: readonly PatternCondition[]): readonly Compiled[] =>
  patterns.map(condition => ({
    ...condition,
    matcher: reportErrors(
      () => new Matcher(condition.text, { ignoresCase: condition.ignoresCase, hasAnchors: condition.kind === 'title' }),
    ),
  }));

/** Selects pages whose wikitext, or whose title or a redirect, matches. Reads at most as many pages as the limits allow. */
export async function matchPages(
  { db, titles }: Pick<Env, 'db' | 'titles'>,
  index: OpenIndex,
  pages: readonly Verified[],
  patterns: readonly Compiled[],
): Promise<MatchedPages> {
  const end = performance.now() + MAX_TIME;
  const yielder = new Yielder();
  const pause = () => yielder.yield();
  const needsTexts = patterns.some(({ kind }) => kind === 'source');
  const found: Verified[] = [];
  let characters = 0;
  for (let at = 0; at < pages.length; at += AT_A_TIME) {
    if (at >= MAX_PAGES || characters > MAX_CHARACTERS || performance.now() > end) return { pages: found, isComplete: false };
    const batch = pages.slice(at, at + AT_A_TIME);
    const texts = needsTexts ? await loadMainTexts(db, new Set(batch.map(({ page }) => page.latest)), 'any') : undefined;
    for (const each of batch) {
      const text = texts?.get(each.page.latest) ?? '';
      characters += text.length;
      if (await reportErrors(() => isMatch(each, text))) found.push(each);
    }
    await pause();
  }
  return { pages: found, isComplete: true };

  async function isMatch(each: Verified, text: string): Promise<boolean> {
    for (const { kind, isNegated, matcher } of patterns) {
      const matches = kind === 'source' ? await matcher.test(text, pause) : await matchesName(each, matcher);
      if (matches === isNegated) return false;
    }
    return true;
  }

  async function matchesName({ page, candidate }: Verified, matcher: Matcher): Promise<boolean> {
    if (await matcher.test(titles.text({ namespace: 0, dbkey: page.dbkey }), pause)) return true;
    for (const { dbkey } of await index.redirectsTo(candidate.page))
      if (await matcher.test(titles.text({ namespace: 0, dbkey }), pause)) return true;
    return false;
  }
}

/** Warnings that results are incomplete, with CirrusSearch's messages. */
export const incomplete = warning('cirrussearch-timed-out', 'The search stopped before it compared all pages. Use more specific words.');
export const regexIncomplete = warning(
  'cirrussearch-regex-timed-out',
  'The search stopped before it compared all pages with the regular expression. Add words, or search for a longer text.',
);

function warning(key: string, text: string) {
  return message(key, text, { key });
}

function reportErrors<T>(work: () => T): T;
function reportErrors<T>(work: () => Promise<T>): Promise<T>;
function reportErrors<T>(work: () => T | Promise<T>): T | Promise<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(error => Promise.reject(toApiError(error))) : result;
  } catch (error) {
    throw toApiError(error);
  }
}

function toApiError(error: unknown): unknown {
  if (error instanceof PatternSyntaxError) {
    const text = `The regular expression is invalid at position ${error.at}: ${error.message}`;
    const key = 'cirrussearch-regex-syntax-error';
    return new ApiError(message('cirrussearch-regex-syntax-error', text, { key, params: [error.message, error.at] }));
  }
  if (error instanceof PatternTooComplexError) {
    const text = 'The regular expression is too complex. Use shorter repetitions and fewer alternatives.';
    const key = 'cirrussearch-regex-too-complex-error';
    return new ApiError(message('cirrussearch-regex-too-complex-error', text, { key }));
  }
  return error;
}
