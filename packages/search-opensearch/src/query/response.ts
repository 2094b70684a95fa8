import type { Title } from '@wikiquery/core';
import type { SearchHit } from '@wikiquery/search';
import type { BuiltSearch } from './build.ts';
import type { EngineHit, SearchResponse } from './engine.ts';
import { isHighlightedWhole, snippetsOf } from './snippets.ts';
import { correctedQuery } from './suggest.ts';
import type { SearchedWiki } from './wiki.ts';

/** Found document. The page may have changed after it was indexed, or may no longer exist. */
export interface CirrusDocument extends SearchHit {
  readonly pageId: number;
  /** Id of the indexed revision, or undefined if the index does not contain it. */
  readonly revision: number | undefined;
}

/** Returns the total number of matching documents. */
export const totalOf = ({ hits: { total } }: SearchResponse): number => (typeof total === 'number' ? total : total.value);

/** Returns the documents of a response with their snippets. */
export function documentsOf(wiki: SearchedWiki, { fields }: Pick<BuiltSearch, 'fields'>, { hits }: SearchResponse): CirrusDocument[] {
  return hits.hits.map(hit => {
    const title = titleOf(hit);
    const pageId = Number(hit._id.slice(hit._id.lastIndexOf('|') + 1));
    return { ...title, pageId, revision: hit._source.version, ...snippetsOf(wiki, hit, title, fields) };
  });
}

/** Returns the title of a document's page. */
const titleOf = ({ _source }: EngineHit): Title => ({ namespace: _source.namespace, dbkey: _source.title.replaceAll(' ', '_') });

/** A query with more results needs no correction. */
const MANY_RESULTS = 15_000;

/** Returns the query with corrected typing errors, unless the first search found what it names. */
export function suggestionOf({ parsed, correctable }: BuiltSearch, response: SearchResponse) {
  const option = response.suggest?.suggest?.[0]?.options[0];
  if (!option || !correctable || totalOf(response) > MANY_RESULTS) return undefined;
  if (response.hits.hits.some(({ highlight }) => isHighlightedWhole(highlight?.title?.[0] ?? ''))) return undefined;
  return correctedQuery(parsed, correctable, option);
}
