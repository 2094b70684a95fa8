import { escapeHtml } from '@wikiquery/comments';
import type { Env } from '@wikiquery/core';
import { maySee } from '@wikiquery/visibility';
import { diffArrays, diffWordsWithSpace } from 'diff';
import { loadBlobs } from './blobs.ts';
import type { DiffTarget } from './options.ts';
import type { Revision } from './revision.ts';
import { loadSlots, MAIN, type Slot } from './slots.ts';

/** Two revisions compared. */
export interface Comparison {
  /** False where there is no revision before. */
  readonly from: number | false;
  /** 0 stands for the current revision. */
  readonly to: number;
  /** Rows of an HTML table with four columns; empty when there is nothing to compare, or it is hidden. */
  readonly body: string;
  /** Texts were really compared. */
  readonly computed: boolean;
}

/** Compares a revision with another one of the wiki, slot by slot. */
export async function compareRevisions(env: Env, revision: Revision, target: Exclude<DiffTarget, { kind: 'text' }>): Promise<Comparison> {
  const { from, to } = await sidesOf(env, revision, target);
  const nothing = { from, to, body: '', computed: false };
  const current = to === 0 ? await currentRevision(env, revision) : to;
  if (from === false || current === undefined || from === current) return nothing;
  const rows = await env.db.selectFrom('revision').select(['rev_id', 'rev_deleted']).where('rev_id', 'in', [from, current]).execute();
  if (rows.length < 2 || rows.some(row => !maySee(env.actor, row.rev_deleted, 'text'))) return nothing;
  return { from, to, body: await diffSlots(env, from, current), computed: true };
}

async function sidesOf(
  env: Env,
  revision: Revision,
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

/** The revision before (`desc`) or after (`asc`) another one of its page. */
async function neighbour({ db }: Env, { id, pageId, timestamp }: Revision, order: 'asc' | 'desc'): Promise<number | undefined> {
  if (pageId === undefined) return undefined;
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

async function currentRevision({ db }: Env, { pageId }: Revision): Promise<number | undefined> {
  if (pageId === undefined) return undefined;
  return (await db.selectFrom('page').select('page_latest').where('page_id', '=', pageId).executeTakeFirst())?.page_latest;
}

async function diffSlots({ db }: Env, from: number, to: number): Promise<string> {
  const slots = await loadSlots(db, new Set([from, to]));
  const sides = [from, to].map(id => new Map((slots.get(id) ?? []).map(slot => [slot.role, slot])));
  const texts = await loadBlobs(db, new Set([...slots.values()].flat().map(({ address }) => address)));
  const textOf = (slot: Slot | undefined): string => (slot && texts.get(slot.address)) ?? '';
  const roles = [...new Set([MAIN, ...sides.flatMap(side => [...side.keys()])])];
  return roles
    .map(role => {
      const [before, after] = sides.map(side => textOf(side.get(role))) as [string, string];
      const body = diffTexts(before, after);
      return role === MAIN || body === '' ? body : slotHeader(role) + body;
    })
    .join('');
}

const slotHeader = (role: string): string => `<tr class="mw-diff-slot-header"><th colspan="4">${escapeHtml(role)}</th></tr>\n`;

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;
/** Lines that are compared; beyond, every line counts as changed. */
const MAX_EDITS = 10_000;
const MAX_WORDS = 100_000;

/** The rows of the table in which MediaWiki shows the difference of two texts; empty when they are the same. */
export function diffTexts(before: string, after: string): string {
  if (before === after) return '';
  const [left, right] = [before, after].map(text => text.split('\n')) as [string[], string[]];
  const changes = diffArrays(left, right, { maxEditLength: MAX_EDITS }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ];
  const rows: string[] = [];
  let leftLine = 1;
  let rightLine = 1;
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at] as (typeof changes)[number];
    if (!change.added && !change.removed) {
      const isLast = at === changes.length - 1;
      const lines = change.value;
      const tail = at === 0 ? 0 : Math.min(CONTEXT, lines.length);
      for (const line of lines.slice(0, tail)) rows.push(contextRow(line));
      const skipped = isLast ? lines.length - tail : Math.max(0, lines.length - tail - CONTEXT);
      leftLine += lines.length;
      rightLine += lines.length;
      if (isLast) break;
      const head = lines.slice(tail + skipped);
      if (skipped > 0 || at === 0) rows.push(lineRow(leftLine - head.length, rightLine - head.length));
      for (const line of head) rows.push(contextRow(line));
      continue;
    }
    if (at === 0) rows.push(lineRow(1, 1));
    const next = changes[at + 1];
    const pair = change.removed && next?.added ? next : change.added && next?.removed ? next : undefined;
    if (pair) at++;
    const removed = change.removed ? change.value : pair?.removed ? pair.value : [];
    const added = change.added ? change.value : pair?.added ? pair.value : [];
    rows.push(...changedRows(removed, added));
    leftLine += removed.length;
    rightLine += added.length;
  }
  return rows.map(row => `${row}\n`).join('');
}

/** Lines that stand for each other are compared word by word. */
function changedRows(removed: readonly string[], added: readonly string[]): string[] {
  const rows: string[] = [];
  for (let at = 0; at < Math.max(removed.length, added.length); at++) {
    const [before, after] = [removed[at], added[at]];
    if (before === undefined)
      rows.push(
        `<tr><td colspan="2" class="diff-side-deleted"></td>${addedCell(`<ins class="diffchange">${escapeHtml(after as string)}</ins>`)}</tr>`,
      );
    else if (after === undefined)
      rows.push(
        `<tr>${deletedCell(`<del class="diffchange">${escapeHtml(before)}</del>`)}<td colspan="2" class="diff-side-added"></td></tr>`,
      );
    else rows.push(wordsRow(before, after));
  }
  return rows;
}

function wordsRow(before: string, after: string): string {
  if (before.length + after.length > MAX_WORDS) return `<tr>${deletedCell(escapeHtml(before))}${addedCell(escapeHtml(after))}</tr>`;
  let left = '';
  let right = '';
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    const text = escapeHtml(value);
    if (added) right += `<ins class="diffchange diffchange-inline">${text}</ins>`;
    else if (removed) left += `<del class="diffchange diffchange-inline">${text}</del>`;
    else {
      left += text;
      right += text;
    }
  }
  return `<tr>${deletedCell(left)}${addedCell(right)}</tr>`;
}

const lineRow = (left: number, right: number): string =>
  `<tr><td colspan="2" class="diff-lineno" id="mw-diff-left-l${left}">Line ${left}:</td>\n<td colspan="2" class="diff-lineno">Line ${right}:</td></tr>`;

function contextRow(line: string): string {
  const content = line === '' ? '<br>' : `<div>${escapeHtml(line)}</div>`;
  const cell = (side: string) => `<td class="diff-marker"></td><td class="diff-context diff-side-${side}">${content}</td>`;
  return `<tr>${cell('deleted')}${cell('added')}</tr>`;
}

const deletedCell = (html: string): string =>
  `<td class="diff-marker" data-marker="−"></td><td class="diff-deletedline diff-side-deleted"><div>${html}</div></td>`;
const addedCell = (html: string): string =>
  `<td class="diff-marker" data-marker="+"></td><td class="diff-addedline diff-side-added"><div>${html}</div></td>`;
