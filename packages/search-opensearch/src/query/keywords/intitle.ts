import { fieldQuery } from '../field-query.ts';
import type { Keyword } from '../keyword.ts';
import { patternEffect } from './pattern.ts';

/** `intitle:word`, `intitle:"some words"`, `intitle:/pattern/i`. Also searches the titles of redirects. */
export const intitle: Keyword = {
  names: ['intitle'],
  value: 'word',
  allowsPattern: true,
  apply(call, wiki) {
    if (call.delimiter === '/')
      return patternEffect(call, wiki, { fields: { title: 'title', 'redirect.title': 'redirect' }, flavor: 'lucene_anchored' });
    const isExact = call.delimiter === '"';
    const filter = fieldQuery(call.quoted, query => (isExact || /[?*]/.test(query) ? EXACT_FIELDS : FIELDS));
    return { filter, ...(!call.isNegated && { text: call.quoted }) };
  },
};

const FIELDS = ['title', 'title.plain', 'redirect.title', 'redirect.title.plain'];
const EXACT_FIELDS = ['title.plain', 'redirect.title.plain'];
