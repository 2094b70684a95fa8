import { type Env, isInvalid, type Title, titleKey } from '@wikiquery/core';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
import type { CompletionRequest, Hit } from '../backend.ts';

/**
 * Moves the page with exactly this title, or the target of a redirect with this title, to the front. If neither is a hit, adds the page.
 * An added redirect replaces another redirect to the same target.
 */
export async function exactMatchFirst(
  { db, titles }: Env,
  { text, namespaces }: Pick<CompletionRequest, 'text' | 'namespaces'>,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const title = titles.parse(text, namespaces.includes(0) ? 0 : namespaces[0]);
  if (isInvalid(title) || title.interwiki !== '' || title.dbkey === '') return hits;
  const first = hits.find(hit => isSame(hit, title));
  if (first) return toFront(first, hits);

  const [page] = await pagesByTitle(db, [title]);
  if (!page) return hits;
  const exact: Hit = { ...title, page };
  if (!page.isRedirect) return [exact, ...hits];
  const links = await redirectTargets(db, [page.id, ...hits.flatMap(hit => hit.page?.id ?? [])]);
  const target = links.find(({ from }) => from === page.id);
  const found = target && hits.find(hit => isSame(hit, target));
  if (found) return toFront(found, hits);
  const twin = target && links.findLast(link => link.from !== page.id && isSame(link, target));
  return [exact, ...hits.filter(hit => !twin || hit.page?.id !== twin.from)];
}

const isSame = (one: Title, other: Title): boolean => titleKey(one.namespace, one.dbkey) === titleKey(other.namespace, other.dbkey);

const toFront = (hit: Hit, hits: readonly Hit[]): Hit[] => [hit, ...hits.filter(other => other !== hit)];
