import { anyOf, multiMatch } from '../clauses.ts';
import { alternatives, type Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

const MAX_LANGUAGES = 20;

/** `inlanguage:de|fr`: pages in any of the languages. */
export const inlanguage: Keyword = {
  names: ['inlanguage'],
  value: 'word',
  apply(call) {
    const hasComma = call.value.includes(',');
    const { parts, warnings } = alternatives(call, MAX_LANGUAGES, hasComma ? ',' : '|');
    const languages = parts.filter(part => part.trim() !== '');
    return {
      filter: anyOf(languages.map(language => multiMatch(['language'], language))),
      warnings: hasComma ? [COMMA, ...warnings] : warnings,
    };
  },
};

const COMMA = cirrusMessage('inlanguage-deprecate-comma', 'The comma in "inlanguage" is deprecated. Separate languages with "|".');
