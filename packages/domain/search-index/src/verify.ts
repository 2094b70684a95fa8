import type { Env } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { loadInChunks } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import { isHidden } from '@wikiquery/users';
import type { Condition } from './query.ts';
import type { FoundDocument } from './search-index.ts';

/** Found document with its current page. */
export interface Verified {
  readonly candidate: FoundDocument;
  readonly page: { readonly id: number; readonly latest: number; readonly namespace: number; readonly dbkey: string };
}

/**
 * Drops documents whose pages no longer exist or whose texts are no longer public. `namesSuffice`: matches by name stay, regardless of the
 * visibility of their texts.
 */
export async function verify(
  { db }: Pick<Env, 'db'>,
  candidates: readonly FoundDocument[],
  namesSuffice: boolean,
): Promise<readonly Verified[]> {
  if (candidates.length === 0) return [];
  const rows = await loadInChunks(new Set(candidates.map(({ page }) => page)), chunk =>
    db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title', 'page_latest']).where('page_id', 'in', chunk).execute(),
  );
  const pages = new Map(rows.map(row => [row.page_id, row]));
  const texts = candidates.filter(({ byName, revision }) => revision > 0 && !(byName && namesSuffice)).map(({ revision }) => revision);
  const revisions = await loadInChunks(new Set(texts), chunk =>
    db.selectFrom('revision').select(['rev_id', 'rev_deleted']).where('rev_id', 'in', chunk).execute(),
  );
  const visible = new Set(revisions.filter(row => !isHidden(row.rev_deleted, 'text')).map(row => row.rev_id));
  return candidates.flatMap(candidate => {
    const row = pages.get(candidate.page);
    const isFound = candidate.revision === 0 || (candidate.byName && namesSuffice) || visible.has(candidate.revision);
    if (!row || !isFound) return [];
    return { candidate, page: { id: row.page_id, latest: row.page_latest, namespace: row.page_namespace, dbkey: row.page_title } };
  });
}

/** Limits for `insource:` phrases: total number of pages, pages per batch, and total number of characters. */
const MAX_READ = 300;
const AT_A_TIME = 5;
const MAX_CHARACTERS = 5_000_000;

/** Returns the pages whose wikitext contains the texts of `conditions` literally. Checks only as many pages as the limits allow. */
export async function inSource(
  { db }: Pick<Env, 'db'>,
  pages: readonly Verified[],
  conditions: readonly Condition[],
): Promise<readonly Verified[]> {
  const literals = conditions.flatMap(({ texts }) => texts.map(text => text.toLowerCase()));
  if (literals.every(text => /^[\p{L}\p{N}]+$/u.test(text))) return pages;
  const found: Verified[] = [];
  const yielder = new Yielder();
  let characters = 0;
  for (let first = 0; first < Math.min(pages.length, MAX_READ) && characters < MAX_CHARACTERS; first += AT_A_TIME) {
    const batch = pages.slice(first, first + AT_A_TIME);
    const texts = await loadMainTexts(db, new Set(batch.map(({ page }) => page.latest)), 'any');
    for (const each of batch) {
      const text = texts.get(each.page.latest) ?? '';
      characters += text.length;
      const lower = text.toLowerCase();
      if (literals.every(part => lower.includes(part))) found.push(each);
    }
    await yielder.yield();
  }
  return found;
}
