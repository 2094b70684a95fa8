import type { Env } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { escapeSpecialChars } from '@wikiquery/html';
import { loadBlobs } from '@wikiquery/text-storage';
import { type DiffForm, diffTexts } from './diff-texts.ts';
import type { DiffTarget } from './options.ts';
import { type PartialRevision, selectPartialRevisions, toRevision } from './revision.ts';
import { loadSlots, MAIN } from './slots.ts';
import { loadVisibility } from './visibility.ts';

interface Comparison {
  readonly from: number | false;
  /** Id of the newer revision. 0 represents the current revision. */
  readonly to: number;
  /** Rows of an HTML table with four columns. Empty without a previous revision. False if a text is deleted, hidden or missing. */
  readonly body: string | false;
  readonly computed: boolean;
}

/** Compares all slots of two revisions. */
export async function compareRevisions(
  env: Env,
  revision: PartialRevision,
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
  const distinct = new Set(ids);
  const rows = await whereEquals(selectPartialRevisions(env.db, []), { rev_id: distinct }).execute();
  const revisions = rows.map(row => toRevision(row));
  const visibility = await loadVisibility(env, revisions);
  return revisions.length === distinct.size && revisions.every(revision => visibility(revision, 'text'));
}

async function sidesOf(
  env: Env,
  revision: PartialRevision,
  target: Exclude<DiffTarget, { kind: 'text' }>,
): Promise<{ from: number | false; to: number }> {
  switch (target.kind) {
    case 'previous':
      return { from: (await neighbour(env, revision, 'desc'))?.id ?? false, to: revision.id };
    case 'next':
      return { from: revision.id, to: (await neighbour(env, revision, 'asc'))?.id ?? 0 };
    case 'current':
      return { from: revision.id, to: 0 };
    default:
      return { from: revision.id, to: target.id };
  }
}

/** Finds the previous (`desc`) or next (`asc`) revision of the page, with its length in bytes if known. Deleted revisions have neither. */
export async function neighbour(
  { db }: Env,
  { id, pageId, timestamp, isDeleted }: PartialRevision,
  order: 'asc' | 'desc',
): Promise<{ readonly id: number; readonly length: number | undefined } | undefined> {
  if (pageId === undefined || isDeleted) return undefined;
  const beyond = order === 'asc' ? '>' : '<';
  const row = await db
    .selectFrom('revision')
    .select(['rev_id', 'rev_len'])
    .where('rev_page', '=', pageId)
    .where(is => is.or([is('rev_timestamp', beyond, timestamp), is.and([is('rev_timestamp', '=', timestamp), is('rev_id', beyond, id)])]))
    .orderBy('rev_timestamp', order)
    .orderBy('rev_id', order)
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.rev_id, length: row.rev_len ?? undefined };
}

async function currentRevision({ db }: Env, { pageId }: PartialRevision): Promise<number | undefined> {
  if (pageId === undefined) return undefined;
  return (await db.selectFrom('page').select('page_latest').where('page_id', '=', pageId).executeTakeFirst())?.page_latest;
}

async function diffSlots(env: Env, from: number, to: number): Promise<string> {
  const contents = await loadContents(env.db, [from, to]);
  const bodies = await diffContents(env, contents.get(from) ?? new Map(), contents.get(to) ?? new Map());
  return [...bodies.values()].join('');
}

/** Content of a revision by slot role. */
export type Contents = ReadonlyMap<string, { readonly model: string; readonly text: string }>;

/** Loads the content of revisions by id without checking visibility. Lost text is an empty string. */
export async function loadContents(db: Env['db'], revisions: readonly number[]): Promise<ReadonlyMap<number, Contents>> {
  const slots = await loadSlots(db, new Set(revisions));
  const texts = await loadBlobs(db, new Set([...slots.values()].flat().map(({ address }) => address)));
  return new Map(
    Array.from(slots, ([id, ofRevision]) => [
      id,
      new Map(ofRevision.map(({ role, model, address }) => [role, { model, text: texts.get(address) ?? '' }])),
    ]),
  );
}

/** Returns the diffs of the slots that differ, by role. */
export async function diffContents(
  { site, lang, request }: Pick<Env, 'site' | 'lang' | 'request'>,
  before: Contents,
  after: Contents,
  form: DiffForm = 'table',
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const role of new Set([MAIN, ...before.keys(), ...after.keys()])) {
    const [left, right] = [before.get(role), after.get(role)];
    const opaque = [left, right].find(side => side?.model === 'unknown');
    const texts = { before: left?.text ?? '', after: right?.text ?? '', maxSize: site.configuration.maxResultSize, language: lang };
    const body = opaque && texts.before !== texts.after ? notSupported(opaque.model) : await diffTexts(texts, request, form);
    if (body !== '') bodies.set(role, role === MAIN ? body : slotHeader(role, lang) + body);
  }
  return bodies;
}

const slotHeader = (role: string, lang: string): string =>
  `<tr class="mw-diff-slot-header" lang="${escapeSpecialChars(lang)}"><th colspan="4">${escapeSpecialChars(role)}</th></tr>`;

const notSupported = (model: string): string =>
  `<tr><td colspan="4" class="error">Content of the model ${escapeSpecialChars(model)} cannot be compared.</td></tr>`;
