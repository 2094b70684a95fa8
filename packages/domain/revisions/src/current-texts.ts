import { type Title, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
import { loadSizedBlobs } from '@wikiquery/texts';
import { isHidden } from '@wikiquery/visibility';
import type { Kysely } from 'kysely';
import { loadSlots, MAIN, type Slot } from './slots.ts';

export const textKey = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

/**
 * The wikitext of pages as it is now, under `textKey` of the title asked for; one redirect is followed. Other pages are left out, or those whose
 * content is of none of the wanted models.
 */
export async function loadCurrentTexts(
  db: Kysely<Database>,
  titles: readonly Title[],
  models: ReadonlySet<string> = WIKITEXT,
): Promise<ReadonlyMap<string, string>> {
  const sources = await pagesByTitle(db, titles);
  const redirects = sources.filter(({ isRedirect }) => isRedirect);
  const links =
    redirects.length > 0
      ? await redirectTargets(
          db,
          redirects.map(({ id }) => id),
        )
      : [];
  const targets =
    links.length > 0
      ? await pagesByTitle(
          db,
          links.filter(({ interwiki }) => interwiki === ''),
        )
      : [];
  const targetByKey = new Map(targets.map(page => [textKey(page), page]));
  const linkBySource = new Map(links.map(link => [link.from, link]));

  const latest = new Map<string, number>();
  for (const source of sources) {
    const link = linkBySource.get(source.id);
    const page = link ? targetByKey.get(textKey(link)) : source;
    if (page) latest.set(textKey(source), page.latest);
  }
  const texts = await loadMainTexts(db, new Set(latest.values()), models);
  return new Map([...latest].flatMap(([key, revision]) => (texts.has(revision) ? [[key, texts.get(revision) as string]] : [])));
}

const WIKITEXT: ReadonlySet<string> = new Set(['wikitext']);

/** The texts of revisions, as far as they are not hidden and of one of the wanted models, or of whatever model. */
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
