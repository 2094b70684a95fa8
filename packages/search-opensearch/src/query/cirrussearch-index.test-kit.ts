import type { SearchCluster } from '../cluster/cluster.ts';
import { recorded } from './cirrussearch.test-kit.ts';
import type { EngineClause } from './clauses.ts';
import type { SearchResponse } from './engine.ts';
import type { GeneratedPages } from './generated-pages.test-kit.ts';
import type { SendSearch } from './search.ts';

/** Fields of CirrusSearch's plugins and of extensions. */
const FURTHER_FIELDS: EngineClause = {
  popularity_score: { type: 'double' },
  weighted_tags: { type: 'text', analyzer: 'keyword', norms: false, index_options: 'freqs', similarity: 'bm25' },
};

/** Character filter that CirrusSearch adds for the plugin of regular expressions. */
const ANCHORS: EngineClause = {
  add_regex_start_end_anchors: { type: 'pattern_replace', pattern: '^(.*)$', replacement: '\u{fdd0}$1\u{fdd1}' },
};

const PER_REQUEST = 500;

/** Creates an index as CirrusSearch does, with its aliases `PREFIX` and `PREFIX_content`, and fills it. */
export async function createCirrusIndex(cluster: SearchCluster, prefix: string, pages: GeneratedPages): Promise<void> {
  const { mapping, analysis } = recorded().index;
  const index = `/${prefix}_content_first`;
  await cluster.request({
    method: 'PUT',
    path: index,
    body: {
      settings: {
        index: {
          number_of_shards: 1,
          number_of_replicas: 0,
          refresh_interval: -1,
          analysis: withoutPlugins({ ...analysis, char_filter: { ...(analysis.char_filter as EngineClause), ...ANCHORS } }),
          similarity: { bm25: { type: 'BM25' } },
        },
      },
      mappings: { ...mapping, properties: { ...mapping.properties, ...FURTHER_FIELDS } },
      aliases: { [prefix]: {}, [`${prefix}_content`]: {}, [`${prefix}_general`]: {} },
    },
  });
  const lines = [...pages].map(([id, page]) => `${JSON.stringify({ index: { _id: String(id) } })}\n${JSON.stringify(page)}\n`);
  for (let first = 0; first < lines.length; first += PER_REQUEST) {
    const call = { method: 'POST', path: `${index}/_bulk`, lines: lines.slice(first, first + PER_REQUEST).join('') } as const;
    const { errors } = await cluster.request<{ errors: boolean }>(call, { timeout: 120_000 });
    if (errors) throw new Error('The engine rejected pages.');
  }
  await cluster.request({ method: 'POST', path: `${index}/_refresh` });
}

/** Replaces the token filters of Wikimedia's plugins, and old names. */
function withoutPlugins(analysis: EngineClause): unknown {
  return JSON.parse(JSON.stringify(analysis), (name, value: unknown) => {
    if (name === 'filter' && Array.isArray(value)) return value.filter(each => each !== 'truncate_keyword');
    return value === 'nGram' ? 'ngram' : value === 'truncate_norm' ? 'truncate' : value;
  });
}

/** Returns a function that sends searches to a cluster. */
export const sendTo =
  (cluster: SearchCluster): SendSearch =>
  (index, body, query) =>
    cluster.request<SearchResponse>({ method: 'POST', path: `/${index}/_search`, query: { ...query }, body }, { timeout: 120_000 });
