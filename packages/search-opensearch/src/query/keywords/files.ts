import { anyOf, match } from '../clauses.ts';
import { alternatives, type Keyword } from '../keyword.ts';

const MAX_TYPES = 20;

/** `filetype:bitmap|drawing`: files of any of the media types. */
export const filetype: Keyword = {
  names: ['filetype'],
  value: 'word',
  apply(call) {
    const { parts, warnings } = alternatives(call, MAX_TYPES);
    return { filter: anyOf(parts.map(type => match('file_media_type', type))), warnings };
  },
};

/** `filemime:png`, `filemime:"image/png"`: files by MIME type. */
export const filemime: Keyword = {
  names: ['filemime'],
  value: 'word',
  apply: ({ value, delimiter }) => ({
    filter: delimiter === '"' ? { match_phrase: { file_mime: value } } : match('file_mime', value, { operator: 'AND' }),
  }),
};
