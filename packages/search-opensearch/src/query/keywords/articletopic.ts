import type { Message } from '@wikiquery/core';
import type { EngineClause } from '../clauses.ts';
import { alternatives, type Keyword, type KeywordCall } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';
import { TOPICS } from './topics.ts';

const MAX_TOPICS = 100;

/** `articletopic:biography|books^2`: pages about any of the topics. Only for indices with the field `weighted_tags`. */
export const articletopic: Keyword = {
  names: ['articletopic'],
  value: 'word',
  apply(call) {
    const { parts, warnings } = alternatives({ ...call, value: call.value.toLowerCase() }, MAX_TOPICS);
    const topics = parts.map(readTopic);
    const known = topics.filter(({ name }) => TOPICS.has(name));
    const all = [...warnings, ...topics.flatMap(({ warning }) => warning ?? []), ...unknownTopics(call, topics)];
    if (known.length === 0) return { isImpossible: true, warnings: all };
    const query: EngineClause = { dis_max: { queries: known.map(tagQuery) } };
    return call.isNegated ? { filter: query, warnings: all } : { scored: query, warnings: all };
  },
};

interface Topic {
  readonly name: string;
  readonly boost?: number;
  readonly warning?: Message;
}

function readTopic(part: string): Topic {
  const [, name = part, boost] = /^([^^]*)\^(.*)$/s.exec(part) ?? [];
  if (boost === undefined) return { name };
  return /^\d{1,9}(?:\.\d+)?$|^\.\d+$/.test(boost) ? { name, boost: Number(boost) } : { name, warning: invalidBoost(boost) };
}

/** Indices contain the names of topics with underscores or, from older versions, with spaces. */
function tagQuery({ name, boost }: Topic): EngineClause {
  const label = `classification.prediction.articletopic/${TOPICS.get(name)}`;
  const tags = label.includes('_') ? [label, label.replaceAll('_', ' ')] : [label];
  return { terms: { weighted_tags: tags, ...(boost !== undefined && { boost }) } };
}

function unknownTopics({ name }: KeywordCall, topics: readonly Topic[]): Message[] {
  const unknown = topics.map(topic => topic.name).filter(topic => !TOPICS.has(topic));
  if (unknown.length === 0) return [];
  const text = `Unknown values of the keyword "${name}": ${unknown.join(', ')}`;
  return [cirrusMessage('articleprediction-invalid-keyword', text, [{ list: unknown, type: 'comma' }, unknown.length, name])];
}

const invalidBoost = (boost: string) =>
  cirrusMessage('invalid-keyword-boost', `The weight "${boost}" is not a positive number.`, [{ plaintext: boost }]);
