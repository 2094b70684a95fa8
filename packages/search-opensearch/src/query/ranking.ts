import type { Site } from '@wikiquery/core';
import { type EngineClause, terms } from './clauses.ts';
import type { KeywordEffect, ScoreFunction } from './keyword.ts';

/** Ranking profiles of CirrusSearch, values of `srqiprofile`. */
export const RANKINGS: readonly string[] = [
  'classic',
  'classic_noboostlinks',
  'empty',
  'wsum_inclinks',
  'wsum_inclinks_pv',
  'popular_inclinks_pv',
  'popular_inclinks',
];

/** Number of documents per shard whose scores are recomputed. */
const PHRASE_WINDOW = 512;
const WINDOW = 8192;

interface RankedSearch {
  readonly site: Site;
  readonly namespaces: readonly number[] | undefined;
  /** Query for the words as a phrase. */
  readonly phrase: EngineClause | undefined;
  readonly effects: readonly KeywordEffect[];
}

/** Returns the steps that recompute the scores of the best documents. */
export function rankingSteps(profile: string, search: RankedSearch): EngineClause[] {
  const name = supportedProfile(profile, search);
  if (name === 'empty') return [];
  const general = [...namespaceWeights(search), ...search.effects.flatMap(({ scoreFunctions = [] }) => scoreFunctions)];
  const phrase = search.phrase ? [step(search.phrase, PHRASE_WINDOW, { rescore_query_weight: 10 })] : [];
  switch (name) {
    case 'classic':
      return [...phrase, ...multiplied([LINKS, ...general])];
    case 'classic_noboostlinks':
      return [...phrase, ...multiplied(general)];
    default:
      return [...phrase, popularity(name), ...multiplied(general)];
  }
}

/** Page views are known only for pages in content namespaces. */
function supportedProfile(profile: string, { site, namespaces }: RankedSearch): string {
  const isContent = namespaces?.every(namespace => namespace === 0 || site.namespaces.get(namespace)?.content === true) ?? false;
  return profile.endsWith('_pv') && !isContent ? profile.slice(0, -'_pv'.length) : profile;
}

const LINKS: ScoreFunction = { field_value_factor: { field: 'incoming_links', modifier: 'log2p', missing: 0 } };

/** Adds a score for incoming links and, in some profiles, for page views. */
function popularity(profile: string): EngineClause {
  const weighsViews = profile.endsWith('_pv');
  const weight = profile === 'popular_inclinks' ? 100 : 1;
  const functions = weighsViews
    ? [
        saturation('popularity_score', '8.0E-6', 0.8, profile === 'popular_inclinks_pv' ? 1000 : 3),
        saturation('incoming_links', '30', 0.7, 10),
      ]
    : [saturation('incoming_links', '30', 0.7, 13)];
  const query = { function_score: { ...(weighsViews && { score_mode: 'sum', boost_mode: 'sum' }), functions } };
  return step(query, WINDOW, { rescore_query_weight: weight, score_mode: 'total' });
}

/** Grows from 0 to `weight`, and is half of it if the field has the value `half`. `exponent`: how fast it grows there. */
function saturation(field: string, half: string, exponent: number, weight: number): ScoreFunction {
  const value = `pow(doc['${field}'].value, ${exponent})`;
  return { script_score: { script: { lang: 'expression', source: `${value} / (${value} + pow(${half}, ${exponent}))` } }, weight };
}

function multiplied(functions: readonly ScoreFunction[]): EngineClause[] {
  if (functions.length === 0) return [];
  return [step({ function_score: { functions } }, WINDOW, { rescore_query_weight: 1, score_mode: 'multiply' })];
}

const step = (query: EngineClause, window: number, options: EngineClause): EngineClause => ({
  window_size: window,
  query: { query_weight: 1, rescore_query: query, ...options },
});

/** Weights of subject namespaces, talk namespaces and all others in CirrusSearch's default configuration. */
const NAMESPACE_WEIGHTS: Readonly<Record<number, number>> = { 0: 1, 2: 0.05, 4: 0.1, 8: 0.05, 10: 0.005, 12: 0.1 };
const TALK_WEIGHT = 0.25;
const OTHER_WEIGHT = 0.2;

function namespaceWeights({ site, namespaces }: RankedSearch): ScoreFunction[] {
  const searched = namespaces ?? [...site.namespaces.keys()].filter(namespace => namespace >= 0);
  if (searched.length < 2) return [];
  const byWeight = Map.groupBy(searched, namespaceWeight);
  return [...byWeight].filter(([weight]) => weight !== 1).map(([weight, ids]) => ({ weight, filter: terms('namespace', ids) }));
}

function namespaceWeight(namespace: number): number {
  const isTalk = namespace % 2 === 1;
  return (NAMESPACE_WEIGHTS[namespace - (isTalk ? 1 : 0)] ?? OTHER_WEIGHT) * (isTalk ? TALK_WEIGHT : 1);
}
