import { combinedSha1, defaultFormat, loadSlots, MAIN, type Slot } from '@wikiquery/revisions';
import { loadBlobs, sha1Base36 } from '@wikiquery/text-storage';
import { isHidden } from '@wikiquery/users';
import { comment, contributor, type DumpSchema, element, textOf, timestamp } from './elements.ts';
import type { DumpedWiki } from './wiki.ts';

export interface WrittenRevision {
  readonly page: number;
  readonly xml: string;
}

/** Maximum bytes of texts to load at once, according to their stored sizes. */
const BATCH_BYTES = 1 << 18;

/** Yields revisions in the order of `ids`, in batches. Skips revisions without a main slot. */
export async function* revisions(wiki: DumpedWiki, ids: readonly number[], schema: DumpSchema): AsyncGenerator<readonly WrittenRevision[]> {
  const [rows, slots] = [await revisionRows(wiki, ids), await loadSlots(wiki.db, ids)];
  const byId = new Map(rows.map(row => [row.rev_id, row]));
  let batch: Revision[] = [];
  let size = 0;
  for (const id of ids) {
    const row = byId.get(id);
    const own = slots.get(id);
    if (!row || !own?.some(({ role }) => role === MAIN)) continue;
    const selected = schema === '0.10' ? own.filter(({ role }) => role === MAIN) : [...own].sort(mainFirst);
    batch.push({ row, all: own, slots: selected });
    if (!isHidden(row.rev_deleted, 'text')) for (const slot of selected) size += slot.size;
    if (size < BATCH_BYTES) continue;
    yield await written(wiki, batch, schema);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield await written(wiki, batch, schema);
}

type Row = Awaited<ReturnType<typeof revisionRows>>[number];
interface Revision {
  readonly row: Row;
  readonly all: readonly Slot[];
  readonly slots: readonly Slot[];
}

const revisionRows = ({ db }: DumpedWiki, ids: readonly number[]) =>
  db
    .selectFrom('revision')
    .leftJoin('actor', 'actor_id', 'rev_actor')
    .leftJoin('comment', 'comment_id', 'rev_comment_id')
    .select([
      'rev_id',
      'rev_page',
      'rev_parent_id',
      'rev_timestamp',
      'rev_minor_edit',
      'rev_deleted',
      'rev_sha1',
      'actor_user',
      'actor_name',
      'comment_text',
    ])
    .where('rev_id', 'in', ids)
    .execute();

const mainFirst = (a: Slot, b: Slot): number => {
  if (a.role === MAIN || b.role === MAIN) return a.role === MAIN ? -1 : 1;
  return a.role < b.role ? -1 : 1;
};

async function written(wiki: DumpedWiki, batch: readonly Revision[], schema: DumpSchema): Promise<WrittenRevision[]> {
  const shown = batch.flatMap(({ row, slots }) => (isHidden(row.rev_deleted, 'text') ? [] : slots));
  const texts = new Map(await loadBlobs(wiki.db, new Set(shown.map(({ address }) => address))));
  // A text that exceeded the memory limit of the batch is loaded alone.
  for (const { address } of shown) {
    if (texts.has(address)) continue;
    const alone = (await loadBlobs(wiki.db, [address])).get(address);
    if (alone !== undefined) texts.set(address, alone);
  }
  return batch.map(revision => ({ page: revision.row.rev_page, xml: revisionXml(wiki, revision, texts, schema) }));
}

function revisionXml(
  { site, clean }: DumpedWiki,
  { row, all, slots }: Revision,
  texts: ReadonlyMap<string, string>,
  schema: DumpSchema,
): string {
  const bits = row.rev_deleted;
  const isTextHidden = isHidden(bits, 'text');
  let xml = `    <revision>\n      <id>${row.rev_id}</id>\n`;
  if (row.rev_parent_id) xml += `      <parentid>${row.rev_parent_id}</parentid>\n`;
  xml += timestamp('      ', row.rev_timestamp);
  const who = isHidden(bits, 'user') ? undefined : { id: row.actor_user, name: clean(row.actor_name ?? '') };
  xml += contributor('      ', who);
  if (row.rev_minor_edit) xml += '      <minor/>\n';
  xml += comment('      ', isHidden(bits, 'comment') ? undefined : clean(row.comment_text ?? ''));
  for (const slot of slots) {
    const isMain = slot.role === MAIN;
    const indent = isMain ? '      ' : '        ';
    if (!isMain) xml += `      <content>\n${indent}${element('role', slot.role)}\n`;
    if (schema === '0.11') xml += `${indent}<origin>${slot.origin}</origin>\n`;
    xml += `${indent}${element('model', slot.model)}\n${indent}${element('format', defaultFormat(site, slot.model))}\n`;
    xml += indent + textXml(slot, isTextHidden ? undefined : texts.get(slot.address), isTextHidden, schema, clean);
    if (!isMain) xml += '      </content>\n';
  }
  xml += isTextHidden ? '      <sha1/>\n' : `      ${element('sha1', row.rev_sha1 || combinedSha1(all))}\n`;
  return `${xml}    </revision>\n`;
}

/** Formats the text of a slot. For a missing or suppressed text, only its size remains. */
function textXml(slot: Slot, text: string | undefined, isTextHidden: boolean, schema: DumpSchema, clean: DumpedWiki['clean']): string {
  const sha1 = slot.sha1 || (text === undefined ? '' : sha1Base36(text));
  const digest = schema === '0.11' ? ` sha1="${sha1}"` : '';
  if (text === undefined) return `<text bytes="${slot.size}"${digest}${isTextHidden ? ' deleted="deleted"' : ''} />\n`;
  const head = `<text bytes="${Buffer.byteLength(text)}"${digest} xml:space="preserve"`;
  return text === '' ? `${head} />\n` : `${head}>${textOf(clean(text))}</text>\n`;
}
