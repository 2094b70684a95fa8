import { ApiError } from '@wikiquery/core';
import { anyOf, type EngineClause } from '../clauses.ts';
import { type HighlightFields, optionsOf, PRIORITY, type SnippetTarget } from '../highlight.ts';
import type { KeywordCall, KeywordEffect } from '../keyword.ts';
import { cirrusMessage, type SearchedWiki } from '../wiki.ts';

/** Maximum number of automaton states of a regular expression. */
const MAX_STATES = 20_000;

interface PatternFields {
  readonly fields: Readonly<Record<string, SnippetTarget>>;
  /** Meaning of `^` and `$` for the highlighter. */
  readonly flavor: 'lucene_anchored' | 'lucene_extended';
}

/** Finds a regular expression in fields. Throws `cirrussearch-feature-not-available` if the engine does not support it. */
export function patternEffect(call: KeywordCall, { index, site }: SearchedWiki, { fields, flavor }: PatternFields): KeywordEffect {
  const pattern = call.quoted.slice(1, -1);
  if (pattern === '')
    return {
      isImpossible: true,
      warnings: [cirrusMessage('regex-empty-expression', `"${call.name}" needs a regular expression that is not empty.`, [call.name])],
    };
  if (!index.hasRegex)
    throw new ApiError(
      cirrusMessage(
        'feature-not-available',
        `The search engine does not support regular expressions. Use ${call.name}: with words instead.`,
        [`${call.name} regex`],
      ),
    );
  const names = Object.keys(fields);
  const filter = anyOf(names.map(field => sourceRegex(field, pattern, call.ignoresCase, site.lang)));
  if (call.isNegated || !index.hasHighlighter) return { filter };
  const options = {
    regex: [pattern],
    locale: site.lang,
    regex_flavor: flavor,
    skip_query: true,
    regex_case_insensitive: call.ignoresCase,
    max_determinized_states: MAX_STATES,
  };
  const highlights: HighlightFields = Object.fromEntries(
    names.map(name => {
      const { options: usual, ...field } = optionsOf(`${name}.plain`, true);
      return [
        `${name}.plain`,
        {
          target: fields[name] as SnippetTarget,
          priority: PRIORITY.pattern,
          options: { ...field, options: { ...(usual as EngineClause), ...options } },
        },
      ];
    }),
  );
  return { filter, highlights };
}

const sourceRegex = (field: string, regex: string, ignoresCase: boolean, locale: string): EngineClause => ({
  source_regex: {
    regex,
    field,
    ngram_field: `${field}.trigram`,
    max_determinized_states: MAX_STATES,
    case_sensitive: !ignoresCase,
    locale,
  },
});
