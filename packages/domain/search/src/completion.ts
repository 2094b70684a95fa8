import { type Env, NS } from '@wikiquery/core';
import { contentConverter } from '@wikiquery/language-converters';
import type { CompletionRequest, Hit, SearchBackend } from './backend.ts';
import { exactMatchFirst } from './completion/exact-match.ts';
import { specialPages } from './completion/special-pages.ts';
import { namespacePrefix } from './namespace-prefix.ts';
import { pagesOfHits } from './pages-of-hits.ts';

/** Suggested titles. `more`: whether there are titles after these. */
export interface Suggestions {
  readonly hits: readonly Hit[];
  readonly more: boolean;
}

/**
 * Suggests titles that begin with a text, ranked as in MediaWiki. If there are too few titles, tries the text in other language variants.
 * As in MediaWiki, variants ignore `offset`, and the limit of the last variant applies.
 */
export async function suggestTitles(q: Env, backend: SearchBackend, request: CompletionRequest): Promise<Suggestions> {
  if (request.text.trim() === '') return NOTHING;
  let current = withoutPrefix(q, request);
  const found = [...(await find(q, backend, current))];
  let room = 1 + request.limit - found.length;
  const converter = room > 0 ? await contentConverter(q) : undefined;
  const { text } = current;
  for (const form of converter?.everyForm(text) ?? []) {
    if (form === text) continue;
    current = { ...current, limit: room, offset: 0 };
    const inVariant = withoutPrefix(q, { ...current, text: form });
    const { hits } = form.trim() === '' ? NOTHING : await rank(q, inVariant, await find(q, backend, inVariant));
    found.push(...hits.filter(hit => !found.some(known => isSame(known, hit))));
    room -= hits.length;
    if (room <= 0) break;
  }
  return rank(q, current, found);
}

const NOTHING: Suggestions = { hits: [], more: false };

function withoutPrefix({ site }: Env, { text, namespaces, ...rest }: CompletionRequest): CompletionRequest {
  const prefixed = namespacePrefix(site, text);
  return { ...rest, text: prefixed?.text ?? text, namespaces: prefixed?.namespaces ?? namespaces };
}

function find(q: Env, backend: SearchBackend, { text, ...rest }: CompletionRequest): Promise<readonly Hit[]> {
  const request = { ...rest, text: text.trim() };
  return request.namespaces.includes(NS.SPECIAL) ? specialPages(q, backend, request) : backend.complete(q, request);
}

/** Drops hits whose pages do not exist. On the first page of results, moves an exact match to the front. */
async function rank(q: Env, { text, namespaces, limit, offset }: CompletionRequest, found: readonly Hit[]): Promise<Suggestions> {
  const known = (await pagesOfHits(q, found.slice(0, limit))).filter(isKnown);
  const ranked = offset === 0 ? await exactMatchFirst(q, { text: text.trim(), namespaces }, known) : known;
  return { hits: ranked.slice(0, limit), more: found.length > limit || ranked.length > limit };
}

const isKnown = ({ namespace, page }: Hit): boolean => namespace === NS.SPECIAL || page !== undefined;
const isSame = (one: Hit, other: Hit): boolean =>
  one.page && other.page ? one.page.id === other.page.id : one.namespace === other.namespace && one.dbkey === other.dbkey;
