import { escapeHtml } from '@wikiquery/comments';
import type { Env } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { loadBlobs } from '@wikiquery/texts';
import { diffTexts } from './diff-texts.ts';
import type { DiffTarget } from './options.ts';
import { selectToldRevisions, type ToldRevision, toRevision } from './revision.ts';
import { loadSight } from './sight.ts';
import { loadSlots, MAIN, type Slot } from './slots.ts';

/** Two revisions compared. */
export interface Comparison {
  /** False where there is no revision before. */
  readonly from: number | false;
  /** 0 stands for the current revision. */
  readonly to: number;
  /** Rows of an HTML table with four columns; empty when there is nothing before, false when a side is deleted, hidden or not there at all. */
  readonly body: string | false;
  /** Texts were really compared. */
  readonly computed: boolean;
}

/** Compares a revision with another one of the wiki, slot by slot. */
export async function compareRevisions(
  env: Env,
  revision: ToldRevision,
  target: Exclude<DiffTarget, { kind: 'text' }>,
): Promise<Comparison> {
  const { from, to } = await sidesOf(env, revision, target);
  const newer = to === 0 ? await currentRevision(env, revision) : to;
  if (newer === undefined || !(await areVisible(env, from === false ? [newer] : [from, newer])))
    return { from, to, body: false, computed: false };
  if (from === false || from === newer) return { from, to, body: '', computed: false };
  return { from, to, body: await diffSlots(env, from, newer), computed: true };
}

async function areVisible(env: Env, ids: readonly number[]): Promise<boolean> {
  const wanted = new Set(ids);
  const rows = await whereEquals(selectToldRevisions(env.db, []), { rev_id: wanted }).execute();
  const revisions = rows.map(row => toRevision(row));
  const sight = await loadSight(env, revisions);
  return revisions.length === wanted.size && revisions.every(revision => sight(revision, 'text'));
}

async function sidesOf(
  env: Env,
  revision: ToldRevision,
  target: Exclude<DiffTarget, { kind: 'text' }>,
): Promise<{ from: number | false; to: number }> {
  switch (target.kind) {
    case 'previous':
      return { from: (await neighbour(env, revision, 'desc')) ?? false, to: revision.id };
    case 'next':
      return { from: revision.id, to: (await neighbour(env, revision, 'asc')) ?? 0 };
    case 'current':
      return { from: revision.id, to: 0 };
    default:
      return { from: revision.id, to: target.id };
  }
}

/** The revision before (`desc`) or after (`asc`) another one of its page; a deleted one has none. */
async function neighbour(
  { db }: Env,
  { id, pageId, timestamp, isDeleted }: ToldRevision,
  order: 'asc' | 'desc',
): Promise<number | undefined> {
  if (pageId === undefined || isDeleted) return undefined;
  const beyond = order === 'asc' ? '>' : '<';
  const row = await db
    .selectFrom('revision')
    .select('rev_id')
    .where('rev_page', '=', pageId)
    .where(is => is.or([is('rev_timestamp', beyond, timestamp), is.and([is('rev_timestamp', '=', timestamp), is('rev_id', beyond, id)])]))
    .orderBy('rev_timestamp', order)
    .orderBy('rev_id', order)
    .limit(1)
    .executeTakeFirst();
  return row?.rev_id;
}

async function currentRevision({ db }: Env, { pageId }: ToldRevision): Promise<number | undefined> {
  if (pageId === undefined) return undefined;
  return (await db.selectFrom('page').select('page_latest').where('page_id', '=', pageId).executeTakeFirst())?.page_latest;
}

async function diffSlots({ db, site, request }: Env, from: number, to: number): Promise<string> {
  const slots = await loadSlots(db, new Set([from, to]));
  const sides = [from, to].map(id => new Map((slots.get(id) ?? []).map(slot => [slot.role, slot])));
  const texts = await loadBlobs(db, new Set([...slots.values()].flat().map(({ address }) => address)));
  const textOf = (slot: Slot | undefined): string => (slot && texts.get(slot.address)) ?? '';
  let table = '';
  for (const role of new Set([MAIN, ...sides.flatMap(side => [...side.keys()])])) {
    const [before, after] = sides.map(side => textOf(side.get(role))) as [string, string];
    const body = await diffTexts({ before, after, maxSize: site.configuration.maxResultSize }, request);
    table += role === MAIN || body === '' ? body : slotHeader(role) + body;
  }
  return table;
}

const slotHeader = (role: string): string => `<tr class="mw-diff-slot-header"><th colspan="4">${escapeHtml(role)}</th></tr>\n`;
