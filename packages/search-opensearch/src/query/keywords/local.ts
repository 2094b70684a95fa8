import type { Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

/** `local:` at the start of a query: does not search other wikis. */
export const local: Keyword = {
  names: ['local'],
  value: 'none',
  isHeader: true,
  isLocal: true,
  apply: ({ name, isNegated }) =>
    isNegated
      ? { isImpossible: true, warnings: [cirrusMessage('feature-not-negatable', `The keyword "${name}" cannot be negated.`, [name])] }
      : {},
};
