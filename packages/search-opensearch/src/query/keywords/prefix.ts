import { namespacePrefix } from '@wikiquery/search';
import { allOf, type EngineClause, match } from '../clauses.ts';
import type { Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

/** `prefix:Help:Beginning`: pages whose titles begin with a text. The rest of the query belongs to the text. */
export const prefix: Keyword = {
  names: ['prefix'],
  value: 'rest',
  apply({ value, isNegated }, { site, wordsForAll }, searched) {
    const typed = unquote(value);
    const prefixed = namespacePrefix(site, typed, wordsForAll);
    const beginning = unquote(prefixed?.text ?? typed).trim();
    const namespace = prefixed ? (prefixed.namespaces?.[0] ?? 'all') : 0;
    const conditions: EngineClause[] = [];
    if (beginning !== '') conditions.push(match('title.prefix', beginning));
    if (namespace !== 'all') conditions.push({ term: { namespace } });
    const filter = allOf(conditions, []);
    if (!isNegated) return { filter, namespace };
    const isUnselected = namespace !== 'all' && searched !== undefined && !searched.includes(namespace);
    return { filter, warnings: isUnselected ? [UNSELECTED] : [] };
  },
};

const UNSELECTED = cirrusMessage(
  'keyword-prefix-exclusion-on-unselected-namespace',
  '"-prefix:" has no effect, because its namespace is not searched.',
);

const unquote = (text: string): string => text.replace(/^"([^"]*)"\s*$/, '$1');
