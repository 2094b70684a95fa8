import type { Env, Message } from '@wikiquery/core';
import type { SearchBackend, SearchRequest, SearchResults } from '@wikiquery/search';
import { reader, type TestWiki } from '@wikiquery/testing';

/** Words in texts that nobody may see. */
export const SECRETS = { suppressed: 'xylographer', erased: 'quixotic', deleted: 'zanzibar' };

/** Warnings of all searches of `search`. */
export const warnings: Message[] = [];
/** Returns the environment of a request. */
export const envOf = (wiki: TestWiki): Env =>
  ({
    db: wiki.db,
    site: wiki.site,
    titles: wiki.titles,
    actor: reader(),
    now: new Date(),
    warn: (warning: Message) => warnings.push(warning),
    request: { ip: '127.0.0.1', signal: new AbortController().signal, deadline: performance.now() + 60_000 },
  }) as unknown as Env;

const USUAL: Omit<SearchRequest, 'text'> = {
  what: 'text',
  namespaces: [0],
  limit: 10,
  offset: 0,
  sort: 'relevance',
  total: true,
  snippets: new Set(),
  rewrite: false,
  interwiki: false,
};
/** Searches with the usual parameters. */
export const search = async (
  wiki: TestWiki,
  backend: SearchBackend,
  text: string,
  request: Partial<SearchRequest> = {},
): Promise<SearchResults> => (await backend.search(envOf(wiki), { ...USUAL, ...request, text })) as SearchResults;

/** Adds pages about a lighthouse, of which one is suppressed. */
export async function fill(wiki: TestWiki): Promise<void> {
  await wiki.page('Lighthouse', { text: "A '''lighthouse''' is a tower with a lamp.\n\n== Keepers ==\nKeepers [[Lamp|light]] the lamps." });
  await wiki.page('Harbour', { text: 'The lighthouse stands at the pier.' });
  await wiki.page('Lamp', { text: 'Oil burns brightly.' });
  await wiki.page('Élan vital', { text: 'Bergson.' });
  await wiki.page('Help:Lamp', { text: 'How to light a lamp.' });
  await wiki.redirect('Beacon of light', 'Lighthouse');
  for (const from of ['Harbour', 'Lighthouse']) await wiki.link(from, 'Lamp');
  const hidden = await wiki.page('Diary', { text: `The ${SECRETS.suppressed} hides.` });
  await wiki.hideRevision(hidden.latest, 1);
}
