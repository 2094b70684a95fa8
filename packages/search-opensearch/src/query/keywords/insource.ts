import { fieldQuery } from '../field-query.ts';
import { optionsOf, PRIORITY } from '../highlight.ts';
import type { Keyword } from '../keyword.ts';
import { patternEffect } from './pattern.ts';

/** `insource:word`, `insource:"some words"`, `insource:/pattern/i`: searches the wikitext. */
export const insource: Keyword = {
  names: ['insource'],
  value: 'word',
  allowsPattern: true,
  apply(call, wiki) {
    if (call.delimiter === '/') return patternEffect(call, wiki, { fields: { source_text: 'text' }, flavor: 'lucene_extended' });
    const filter = fieldQuery(call.quoted, () => [FIELD]);
    if (call.isNegated) return { filter };
    const options = { ...optionsOf(FIELD, wiki.index.hasHighlighter), highlight_query: filter };
    return { filter, highlights: { [FIELD]: { target: 'text', priority: PRIORITY.keyword, options } } };
  },
};

const FIELD = 'source_text.plain';
