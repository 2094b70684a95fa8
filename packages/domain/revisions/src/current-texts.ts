import { type PageRow, type Title, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
import { loadSizedBlobs } from '@wikiquery/text-storage';
import { isHidden } from '@wikiquery/users';
import type { Kysely } from 'kysely';
import { loadSlots, MAIN, type Slot } from './slots.ts';

/** Returns the key of a title in the results of {@link currentPages} and {@link loadCurrentTexts}. */
export const textKey = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

/** Loads the current texts of pages by {@link textKey}. Follows redirects as {@link currentPages} does. Omits other content models. */
export async function loadCurrentTexts(
  db: Kysely<Database>,
  titles: readonly Title[],
  models: ReadonlySet<string> = WIKITEXT,
): Promise<ReadonlyMap<string, string>> {
  const latest = new Map(Array.from(await currentPages(db, titles), ([key, page]) => [key, page.latest]));
  const texts = await loadMainTexts(db, new Set(latest.values()), models);
  return new Map([...latest].flatMap(([key, revision]) => (texts.has(revision) ? [[key, texts.get(revision) as string]] : [])));
}

const MAX_REDIRECTS = 2;

/** Finds the pages that titles transclude, by {@link textKey}. Follows redirects to existing pages, with two queries for each step. */
export async function currentPages(db: Kysely<Database>, titles: readonly Title[]): Promise<ReadonlyMap<string, PageRow>> {
  const found = new Map((await pagesByTitle(db, titles)).map(page => [textKey(page), page]));
  let redirects = new Map([...found].filter(([, { isRedirect }]) => isRedirect));
  for (let followed = 0; followed < MAX_REDIRECTS && redirects.size > 0; followed++) {
    const ids = new Set(Array.from(redirects.values(), ({ id }) => id));
    const links = new Map((await redirectTargets(db, [...ids])).filter(({ interwiki }) => interwiki === '').map(link => [link.from, link]));
    const targets = new Map((links.size > 0 ? await pagesByTitle(db, [...links.values()]) : []).map(page => [textKey(page), page]));
    const next = new Map<string, PageRow>();
    for (const [key, page] of redirects) {
      const link = links.get(page.id);
      const target = link && targets.get(textKey(link));
      if (!target) continue;
      found.set(key, target);
      if (target.isRedirect) next.set(key, target);
    }
    redirects = next;
  }
  return found;
}

const WIKITEXT: ReadonlySet<string> = new Set(['wikitext']);

/** Loads the main texts of revisions by revision id. Omits revision-deleted texts and other content models. */
export async function loadMainTexts(
  db: Kysely<Database>,
  revisions: ReadonlySet<number>,
  models: ReadonlySet<string> | 'any' = WIKITEXT,
): Promise<ReadonlyMap<number, string>> {
  if (revisions.size === 0) return new Map();
  const rows = await loadInChunks(revisions, chunk =>
    db.selectFrom('revision').select(['rev_id', 'rev_deleted']).where('rev_id', 'in', chunk).execute(),
  );
  const visible = rows.filter(row => !isHidden(row.rev_deleted, 'text')).map(row => row.rev_id);
  const mains = new Map<number, Slot>();
  for (const [id, slots] of await loadSlots(db, visible)) {
    const main = slots.find(({ role }) => role === MAIN);
    if (main && (models === 'any' || models.has(main.model))) mains.set(id, main);
  }
  const texts = await loadSizedBlobs(db, mains.values());
  return new Map([...mains].flatMap(([id, { address }]) => (texts.has(address) ? [[id, texts.get(address) as string]] : [])));
}
