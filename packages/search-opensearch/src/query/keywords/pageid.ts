import { alternatives, type Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

const MAX_IDS = 1000;

/** `pageid:123|456`: pages by id. */
export const pageid: Keyword = {
  names: ['pageid'],
  value: 'word',
  apply(call) {
    const { parts, warnings } = alternatives(call, MAX_IDS);
    const invalid = parts.filter(part => !/^\d{1,15}$/.test(part));
    const values = parts.filter(part => !invalid.includes(part)).map(part => String(Number(part)));
    const all = invalid.length > 0 ? [invalidIds(invalid), ...warnings] : warnings;
    return values.length === 0 ? { isImpossible: true, warnings: all } : { filter: { ids: { values } }, warnings: all };
  },
};

const invalidIds = (ids: readonly string[]) =>
  cirrusMessage('feature-pageid-invalid-id', `Invalid page ids: ${ids.join(', ')}`, [{ list: ids, type: 'comma' }, ids.length]);
