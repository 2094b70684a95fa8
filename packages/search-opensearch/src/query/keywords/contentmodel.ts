import { match } from '../clauses.ts';
import type { Keyword } from '../keyword.ts';

/** `contentmodel:json`: pages with a content model. */
export const contentmodel: Keyword = {
  names: ['contentmodel'],
  value: 'word',
  apply: ({ value }) => ({ filter: match('content_model', value) }),
};
