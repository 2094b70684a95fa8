import type { Wiki } from '@wikiquery/client';
import { isoTimestamp, NS, type Title, titleKey } from '@wikiquery/core';
import type { LogItem } from '../items.ts';
import type { DumpTitles } from '../write/titles.ts';
import { ENTRY_PROPS, type LiveEntry, type LivePage, type LiveRevision, logItem, REVISION_PROPS, revisionItem } from './api-items.ts';
import { isPageTitle } from './change-writer.ts';
import type { LocalRecord, LocalWiki, ReadPosition } from './local-wiki.ts';

/** Last read revision and log entry of the live wiki. */
export interface Position {
  readonly revisions: ReadPosition;
  readonly entries: ReadPosition;
}

export const START: Position = { revisions: { timestamp: '', id: 0 }, entries: { timestamp: '', id: 0 } };

export interface ChangeBatch {
  readonly revisions: readonly { readonly page: LivePage; readonly revision: LiveRevision }[];
  readonly entries: readonly LiveEntry[];
  readonly from: Position;
  readonly to: Position;
  /** Whether a list ends with this batch. Undefined if it ended before. */
  readonly ends: { readonly revisions: boolean | undefined; readonly entries: boolean | undefined };
}

interface Response {
  readonly continue?: { readonly arvcontinue?: string; readonly lecontinue?: string };
  readonly query?: {
    readonly allrevisions?: readonly (LivePage & { readonly revisions: readonly LiveRevision[] })[];
    readonly logevents?: readonly LiveEntry[];
  };
}

/** Reads all revisions and log entries from a position on, in chronological order. */
export async function* readBatches(wiki: Wiki, start: Position, limit: number | 'max'): AsyncGenerator<ChangeBatch> {
  const time = (name: string, { timestamp }: ReadPosition) => (timestamp === '' ? {} : { [name]: isoTimestamp(timestamp) });
  const responses = wiki.responses({
    list: ['allrevisions', 'logevents'],
    ...{ arvdir: 'newer', arvprop: REVISION_PROPS, arvslots: '*', arvlimit: limit, ...time('arvstart', start.revisions) },
    ...{ ledir: 'newer', leprop: ENTRY_PROPS, lelimit: limit, ...time('lestart', start.entries) },
  });
  let from: Position = {
    revisions: { timestamp: start.revisions.timestamp, id: 0 },
    entries: { timestamp: start.entries.timestamp, id: 0 },
  };
  let ended = { revisions: false, entries: false };
  for await (const response of responses as unknown as AsyncIterable<Response>) {
    const { allrevisions = [], logevents: entries = [] } = response.query ?? {};
    const revisions = allrevisions.flatMap(page => page.revisions.map(revision => ({ page, revision })));
    const to: Position = {
      revisions: furthest(
        revisions.map(({ revision }) => ({ timestamp: revisionItem(revision).timestamp, id: revision.revid })),
        from.revisions,
      ),
      entries: furthest(
        entries.map(entry => ({ timestamp: logItem(entry).timestamp, id: entry.logid })),
        from.entries,
      ),
    };
    const ends = { revisions: response.continue?.arvcontinue === undefined, entries: response.continue?.lecontinue === undefined };
    yield {
      ...{ revisions, entries, from, to },
      ends: { revisions: ended.revisions ? undefined : ends.revisions, entries: ended.entries ? undefined : ends.entries },
    };
    [from, ended] = [to, ends];
  }
}

const furthest = (all: readonly ReadPosition[], least: ReadPosition): ReadPosition =>
  all.reduce((a, b) => (b.timestamp > a.timestamp || (b.timestamp === a.timestamp && b.id > a.id) ? b : a), least);

export interface FoundChanges {
  readonly whole: Set<number>;
  readonly titles: Title[];
  /** Ids of new revisions, by page. Contains only pages that changed in no other way. */
  readonly edits: Map<number, number[]>;
  readonly entries: LogItem[];
  readonly goneEntries: number[];
}

/** Types of log entries that do not change pages. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['abusefilter', 'block', 'create', 'gblblock', 'globalauth', 'interwiki', 'managetags', 'newusers', 'patrol', 'renameuser'],
  ...['review', 'rights', 'spamblacklist', 'stable', 'tag', 'thanks', 'titleblacklist'],
]);

export interface CompareOptions {
  readonly wiki: Wiki;
  readonly local: LocalWiki;
  readonly titles: DumpTitles;
  readonly isComplete: boolean;
  readonly readsFiles: boolean;
}

export async function compare(batch: ChangeBatch, options: CompareOptions): Promise<FoundChanges> {
  const found: FoundChanges = { whole: new Set(), titles: [], edits: new Map(), entries: [], goneEntries: [] };
  await compareRevisions(batch, options, found);
  await compareEntries(batch, options, found);
  for (const page of found.whole) found.edits.delete(page);
  return found;
}

async function compareRevisions(
  { revisions, from, to, ends }: ChangeBatch,
  { local, titles, isComplete, readsFiles }: CompareOptions,
  { whole, edits }: FoundChanges,
): Promise<void> {
  if (ends.revisions === undefined) return;
  const known = await local.revisions(revisions.map(({ revision }) => revision.revid));
  const pages = await local.pages(new Set(revisions.flatMap(({ page }) => page.pageid ?? [])));
  for (const { page, revision } of revisions) {
    const { pageid = 0 } = page;
    const item = revisionItem(revision);
    const [here, before] = [pages.get(pageid), known.get(item.id)];
    const title = titles.read(page.title, page.ns);
    if (!title) continue;
    const isAtTitle = here && titleKey(here.namespace, here.dbkey) === titleKey(title.namespace, title.dbkey);
    if (readsFiles && page.ns === NS.FILE) whole.add(pageid);
    if (before?.page === pageid && before.signature === local.signatureOf(item) && isAtTitle) continue;
    if (before || (here && !isAtTitle)) whole.add(pageid);
    // A dump of current revisions lacks older revisions by design.
    else if (!isComplete && here && item.id < here.latest) continue;
    // An upload also creates a revision, and its log entry may be suppressed.
    else if (page.ns === NS.FILE || (item.parent === undefined) === (here !== undefined)) whole.add(pageid);
    else edits.set(pageid, [...(edits.get(pageid) ?? []), item.id]);
    if (before) whole.add(before.page);
  }
  const found = new Set(revisions.map(({ revision }) => revision.revid));
  const between = await local.revisionsBetween(from.revisions, ends.revisions ? undefined : to.revisions);
  for (const { id, page } of between) if (!found.has(id)) whole.add(page);
}

async function compareEntries({ entries, from, to, ends }: ChangeBatch, options: CompareOptions, found: FoundChanges): Promise<void> {
  if (ends.entries === undefined) return;
  const { local, titles } = options;
  const known = await local.entries(entries.map(({ logid }) => logid));
  const hidden: number[] = [];
  for (const entry of entries) {
    const isKnown = isSame(entry, known, local, found);
    if (isKnown || known.has(entry.logid) || HARMLESS.has(entry.type)) continue;
    if (entry.type === 'delete' && entry.action === 'event') hidden.push(...idsOf(entry));
    else found.titles.push(...titlesOf(entry, titles).filter(isPageTitle));
  }
  const reported = new Set(entries.map(({ logid }) => logid));
  const between = await local.entriesBetween(from.entries, ends.entries ? undefined : to.entries);
  for (const { id } of between) if (!reported.has(id)) found.goneEntries.push(id);
  await readHidden(hidden, options, found);
}

function isSame(entry: LiveEntry, known: ReadonlyMap<number, LocalRecord>, local: LocalWiki, found: FoundChanges): boolean {
  const item = logItem(entry);
  if (known.get(entry.logid)?.signature === local.signatureOf(item)) return true;
  if (!found.entries.some(({ id }) => id === item.id)) found.entries.push(item);
  return false;
}

/** Compares the log entries whose visibility another log entry has changed. */
async function readHidden(ids: readonly number[], { wiki, local }: CompareOptions, found: FoundChanges): Promise<void> {
  const known = await local.entries(ids);
  const times = new Set([...known.values()].map(({ signature }) => (JSON.parse(signature) as [string])[0]));
  for (const timestamp of times) {
    const time = isoTimestamp(timestamp);
    const request = { list: 'logevents', ledir: 'newer', leprop: ENTRY_PROPS, lelimit: 'max', lestart: time, leend: time };
    for await (const response of wiki.responses(request) as unknown as AsyncIterable<Response>) {
      for (const entry of response.query?.logevents ?? []) if (known.has(entry.logid)) isSame(entry, known, local, found);
    }
  }
}

const idsOf = ({ params }: LiveEntry): number[] => (Array.isArray(params?.ids) ? params.ids.map(Number) : []);

/** Returns the title of a log entry and the titles in its parameters, such as the target of a move or merge. */
function titlesOf({ ns, title, params = {} }: LiveEntry, titles: DumpTitles): Title[] {
  const named = Object.entries(params).flatMap(([key, text]) => {
    const namespace = key.endsWith('_title') ? params[`${key.slice(0, -'_title'.length)}_ns`] : undefined;
    return typeof text === 'string' && typeof namespace === 'number' ? [[text, namespace] as const] : [];
  });
  const all = [...(title === undefined || ns === undefined ? [] : [[title, ns] as const]), ...named];
  return all.flatMap(([text, namespace]) => (namespace < NS.MAIN ? [] : (titles.read(text, namespace) ?? [])));
}
