import type { Title } from '@wikiquery/core';
import type { EngineClause } from '../clauses.ts';
import type { Keyword, KeywordCall } from '../keyword.ts';
import { cirrusMessage, indexOf, type SearchedWiki } from '../wiki.ts';

/** Maximum number of pages to compare with. */
const MAX_PAGES = 50;

/** `morelike:Page|Other page`: pages with similar texts. The whole query belongs to the keyword. */
export const morelike: Keyword = {
  names: ['morelike'],
  value: 'rest',
  isHeader: true,
  isLocal: true,
  async apply(call, wiki) {
    const similar = await similarTo(call, wiki);
    return similar ? { main: similar } : noPages(call);
  },
};

/** `morelikethis:"Page|Other page"`: like `morelike:`, but can be combined with words and other keywords. */
export const morelikethis: Keyword = {
  names: ['morelikethis'],
  value: 'word',
  isLocal: true,
  maxCalls: 5,
  async apply(call, wiki) {
    const similar = await similarTo(call, wiki);
    if (!similar) return noPages(call);
    return call.isNegated ? { filter: similar } : { scored: similar };
  },
};

async function similarTo({ value }: KeywordCall, wiki: SearchedWiki): Promise<EngineClause | undefined> {
  const names = value.split('|', MAX_PAGES);
  const titles = names.map(name => wiki.titles.local(name.trim())).filter((title): title is Title => title !== undefined);
  const pages = await wiki.lookups.pages(titles);
  if (pages.length === 0) return undefined;
  return {
    more_like_this: {
      fields: ['text'],
      like: pages.map(({ id, namespace }) => ({ _index: indexOf(wiki, namespace), _id: String(id) })),
      min_doc_freq: 2,
      min_term_freq: 2,
      max_query_terms: 25,
      minimum_should_match: '30%',
    },
  };
}

const noPages = ({ name }: KeywordCall) => ({
  isImpossible: true,
  warnings: [cirrusMessage('mlt-feature-no-valid-titles', `"${name}" needs the title of an existing page.`, [name])],
});
