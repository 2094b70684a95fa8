import type { Env } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { loadInChunks } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import { isHidden } from '@wikiquery/users';
import type { Condition } from './query.ts';
import type { FoundDocument } from './search-index.ts';

/** A document whose page is there, as the wiki has it now. */
export interface Verified {
  readonly candidate: FoundDocument;
  readonly page: { readonly id: number; readonly latest: number; readonly namespace: number; readonly dbkey: string };
}

/**
 * The documents whose pages there still are, and whose texts everybody still may read. `namesSuffice`: what was found by its name alone is found
 * whatever became of its text.
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

/** Pages whose texts are read for words that have to stand there just so, how many at a time, and how much of texts in all. */
const MOST_READ = 300;
const AT_A_TIME = 5;
const MOST_CHARACTERS = 5_000_000;

/** The pages whose source has the words as they stand: no more than are quickly read. */
export async function inSource(
  { db }: Pick<Env, 'db'>,
  pages: readonly Verified[],
  conditions: readonly Condition[],
): Promise<readonly Verified[]> {
  const wanted = conditions.flatMap(({ texts }) => texts.map(text => text.toLowerCase()));
  if (wanted.every(text => /^[\p{L}\p{N}]+$/u.test(text))) return pages;
  const found: Verified[] = [];
  const yielder = new Yielder();
  let characters = 0;
  for (let first = 0; first < Math.min(pages.length, MOST_READ) && characters < MOST_CHARACTERS; first += AT_A_TIME) {
    const batch = pages.slice(first, first + AT_A_TIME);
    const texts = await loadMainTexts(db, new Set(batch.map(({ page }) => page.latest)), 'any');
    for (const each of batch) {
      const text = texts.get(each.page.latest) ?? '';
      characters += text.length;
      const lower = text.toLowerCase();
      if (wanted.every(part => lower.includes(part))) found.push(each);
    }
    // Others have their turn.
    await yielder.yield();
  }
  return found;
}
