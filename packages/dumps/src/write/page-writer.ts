import { addressToHex, isAddress } from '@wikiquery/addresses';
import { type Title, titleKey } from '@wikiquery/core';
import { loadInChunks, whereTitles } from '@wikiquery/database';
import { defaultContentModel } from '@wikiquery/pages';
import { sha1Base36 } from '@wikiquery/text-storage';
import type { Item, LogItem, PageItem, RevisionItem, SlotItem, UploadItem } from '../items.ts';
import { RowNames } from './actors.ts';
import { deleteRows } from './delete-rows.ts';
import { readFileName, uploadRow } from './files.ts';
import { readRestrictions } from './restrictions.ts';
import type { TargetDatabase } from './target.ts';
import type { DumpTitles } from './titles.ts';

/** State of the page that is being written. It is stored in the checkpoint. */
export interface OpenPage {
  readonly id: number;
  readonly namespace: number;
  readonly dbkey: string;
  /** Undefined if the dump does not mark redirects. The text then decides. */
  isRedirect: boolean | undefined;
  readonly target: string | undefined;
  revisions: number;
  /** Whether the page was already written with only some of its revisions, because the dump was truncated. */
  readonly isWritten?: boolean;
  latest:
    | {
        readonly id: number;
        readonly timestamp: string;
        readonly length: number;
        readonly model: string;
        /** Start of the text if the page may be a redirect, otherwise empty. */
        readonly begins: string;
        readonly parent?: number | undefined;
      }
    | undefined;
}

export interface WrittenPages {
  pages: number;
  revisions: number;
  known: number;
  uploads: number;
  log: number;
  text: number;
}

export const nothingWritten = (): WrittenPages => ({ pages: 0, revisions: 0, known: 0, uploads: 0, log: 0, text: 0 });

export interface PageWriterOptions {
  readonly target: TargetDatabase;
  readonly names?: RowNames;
  readonly titles: DumpTitles;
  readonly namespaces: ReadonlySet<number> | undefined;
  readonly page: OpenPage | undefined;
  /** Whether the database had no revisions before this dump. Rows that exist are then duplicates within the dump. */
  readonly isFirst: boolean;
  onPages?(pages: readonly number[]): Promise<void>;
  warn(message: string, page?: PageItem): void;
}

export class PageWriter {
  readonly #options: PageWriterOptions;
  readonly #target: TargetDatabase;
  readonly #names: RowNames;
  #page: OpenPage | undefined;

  constructor(options: PageWriterOptions) {
    this.#options = options;
    this.#target = options.target;
    this.#names = options.names ?? new RowNames(options.target, message => options.warn(message));
    this.#page = options.page;
  }

  get page(): OpenPage | undefined {
    return this.#page;
  }

  /** Adds the rows of a batch to the target, after loading the ids that they refer to. */
  async write(items: readonly Item[]): Promise<WrittenPages> {
    const written = nothingWritten();
    await this.#names.models.load();
    await this.#names.roles.load();
    const done = items.filter(item => item.kind === 'revision' || item.kind === 'upload' || item.kind === 'log');
    const revisions = done.filter(item => item.kind === 'revision');
    const known = await this.#knownRevisions(revisions);
    const actorOf = await this.#names.actors.numbers([...done, ...done.flatMap(newAccount)]);
    const comments = await this.#names.comments.numbers(new Map(done.map(({ comment }) => [comment, comment])));
    const origins = await this.#originsOf(revisions);
    const add: Adder = { actorOf, commentOf: text => comments.get(text) as number, known, origins, written };
    const ended: OpenPage[] = [];
    const uploads: UploadItem[] = [];
    for (const item of items) {
      switch (item.kind) {
        case 'page':
          this.#begin(item);
          break;
        case 'revision':
          if (this.#page) await this.#revision(this.#page, item, add);
          break;
        case 'upload':
          if (this.#page) uploads.push(item);
          break;
        case 'log':
          this.#log(item, add);
          break;
        default:
          if (this.#page) ended.push(this.#page);
          this.#page = undefined;
      }
    }
    await this.#files(uploads, add);
    await this.#pages(ended);
    written.pages = ended.length;
    return written;
  }

  #begin(item: PageItem): void {
    // A page that began before the checkpoint starts again when the import resumes.
    if (this.#page?.id === item.id) return;
    this.#page = undefined;
    const title = this.#options.titles.read(item.title, item.namespace);
    if (!title) {
      this.#options.warn('The title is invalid. The page is skipped.', item);
      return;
    }
    const { namespaces } = this.#options;
    if (namespaces && !namespaces.has(title.namespace)) return;
    this.#page = {
      id: item.id,
      ...title,
      isRedirect: item.redirect === undefined ? undefined : true,
      target: item.redirect,
      revisions: 0,
      latest: undefined,
    };
    if (item.restrictions) this.#restrictions(item.id, item.restrictions);
  }

  #restrictions(page: number, written: string): void {
    for (const { type, level } of readRestrictions(written)) {
      this.#target.add('page_restrictions', this.#target.nextId('page_restrictions'), page, type, level, 0, 'infinity');
    }
  }

  async #revision(page: OpenPage, item: RevisionItem, { actorOf, commentOf, known, origins, written }: Adder): Promise<void> {
    const contents = item.slots.map(slot => ({ ...slot, model: slot.model ?? defaultContentModel(this.#options.titles.site, page) }));
    const [main] = contents as [SlotOfModel, ...SlotOfModel[]];
    page.revisions++;
    const length = sizeOf(main) ?? 0;
    const { id, timestamp } = item;
    if (!page.latest || timestamp > page.latest.timestamp || (timestamp === page.latest.timestamp && id > page.latest.id)) {
      page.latest = { id, timestamp, length, model: main.model, begins: beginningOf(main), parent: item.parent };
    }
    const before = known.get(id);
    if (before) {
      written.known++;
      if (this.#options.isFirst) this.#options.warn(`Revision ${item.id} is in the dump twice. The first one is imported.`);
      await this.#refresh(page, item, before);
      return;
    }
    known.set(id, { page: page.id, hidden: item.hidden });
    const slots = contents.map(slot => ({ ...slot, size: sizeOf(slot), digest: digestOf(slot, item) }));
    this.#target.add(
      'revision',
      ...[id, page.id, commentOf(item.comment), actorOf(item.contributor), timestamp, Number(item.minor), item.hidden],
      slots.some(({ size }) => size !== undefined) ? slots.reduce((sum, { size = 0 }) => sum + size, 0) : null,
      item.parent ?? 0,
    );
    for (const slot of slots) {
      const origin = slot.origin ?? id;
      const content = (origin !== id ? origins.get(`${origin} ${slot.role}`) : undefined) ?? this.#content(slot, written);
      // A suppressed slot has no text, so other slots of the same origin cannot use its content.
      if (slot.text !== undefined || origins.get(`${origin} ${slot.role}`) === content) origins.set(`${id} ${slot.role}`, content);
      this.#target.add('slots', id, this.#names.roles.number(slot.role), content, origin);
    }
    const { contributor } = item;
    if (contributor && isAddress(contributor.name)) this.#target.add('ip_changes', id, timestamp, addressToHex(contributor.name) ?? '');
    written.revisions++;
  }

  #content({ text, size, digest, model }: SlotOfModel & { size: number | undefined; digest: string }, written: WrittenPages): number {
    const content = this.#target.nextId('content');
    let address = MISSING;
    if (text !== undefined) {
      const id = this.#target.nextId('text');
      this.#target.add('text', id, text, 'utf-8');
      written.text += size ?? 0;
      address = `tt:${id}`;
    }
    this.#target.add('content', content, size ?? 0, digest, this.#names.models.number(model), address);
    return content;
  }

  /** Updates an existing revision that was suppressed or moved to another page since the last dump. */
  async #refresh(page: OpenPage, item: RevisionItem, before: KnownRevision): Promise<void> {
    if (before.page === page.id && before.hidden === item.hidden) return;
    if (before.page !== page.id) this.#options.warn(`Revision ${item.id} belonged to page ${before.page}; it moves to page ${page.id}.`);
    await this.#target.db
      .updateTable('revision')
      .set({ rev_page: page.id, rev_deleted: item.hidden })
      .where('rev_id', '=', item.id)
      .execute();
  }

  async #knownRevisions(items: readonly RevisionItem[]): Promise<Map<number, KnownRevision>> {
    const { db } = this.#target;
    const rows = await loadInChunks(
      items.map(({ id }) => id),
      chunk => db.selectFrom('revision').select(['rev_id', 'rev_page', 'rev_deleted']).where('rev_id', 'in', chunk).execute(),
    );
    return new Map(rows.map(row => [row.rev_id, { page: row.rev_page, hidden: row.rev_deleted }]));
  }

  /** Finds the contents that slots inherit from older revisions, by revision and role. */
  async #originsOf(items: readonly RevisionItem[]): Promise<Map<string, number>> {
    const { db } = this.#target;
    const origins = new Set(items.flatMap(({ id, slots }) => slots.flatMap(({ origin = id }) => (origin === id ? [] : [origin]))));
    const rows = await loadInChunks(origins, chunk =>
      db
        .selectFrom('slots')
        .innerJoin('slot_roles', 'role_id', 'slot_role_id')
        .innerJoin('content', 'content_id', 'slot_content_id')
        .select(['slot_revision_id', 'role_name', 'slot_content_id'])
        .where('slot_revision_id', 'in', chunk)
        .where('content_address', '!=', MISSING)
        .execute(),
    );
    return new Map(rows.map(row => [`${row.slot_revision_id} ${row.role_name}`, row.slot_content_id]));
  }

  async #pages(ended: readonly OpenPage[]): Promise<void> {
    const { db } = this.#target;
    const pages = new Map<number, OpenPage>();
    for (const page of ended) {
      if (!page.latest) this.#options.warn(`The page ${page.id} has no readable revision and is skipped.`);
      else pages.set(page.id, page);
    }
    if (pages.size === 0) return;
    const before = await loadInChunks(pages.keys(), chunk =>
      db
        .selectFrom('page')
        .leftJoin('revision', 'rev_id', 'page_latest')
        .select(['page_id', 'page_latest', 'rev_timestamp'])
        .where('page_id', 'in', chunk)
        .execute(),
    );
    // An older dump only adds revisions. It does not change the page itself.
    for (const { page_id, page_latest, rev_timestamp } of before) {
      const latest = pages.get(page_id)?.latest;
      if (latest && rev_timestamp && (rev_timestamp > latest.timestamp || (rev_timestamp === latest.timestamp && page_latest > latest.id)))
        pages.delete(page_id);
    }
    for (const { page_id } of before) {
      const isTwice = this.#options.isFirst && pages.get(page_id)?.isWritten !== true;
      if (isTwice) this.#options.warn(`The page ${page_id} is in the dump twice.`);
    }
    await this.#freeTitles(pages);
    await this.#redirects(pages.values());
    for (const page of pages.values()) this.#pageRow(page);
    await this.#options.onPages?.([...pages.keys()]);
  }

  /** Deletes pages that have the titles of the new pages. They are later in the dump under other titles, or were deleted. */
  async #freeTitles(pages: Map<number, OpenPage>): Promise<void> {
    const { db } = this.#target;
    const byTitle = new Map<string, OpenPage>();
    for (const page of pages.values()) {
      const key = titleKey(page.namespace, page.dbkey);
      const other = byTitle.get(key);
      if (other) pages.delete(other.id);
      if (other) this.#options.warn(`The pages ${other.id} and ${page.id} have the same title. The second one is imported.`);
      byTitle.set(key, page);
    }
    const holders = await loadInChunks<Title, { page_id: number }>(byTitle.values(), chunk =>
      whereTitles(db.selectFrom('page').select('page_id'), 'page_namespace', 'page_title', chunk).execute(),
    );
    const old = new Set([...pages.keys(), ...holders.map(row => row.page_id)]);
    await deleteRows(db, 'page', 'page_id', old);
  }

  /** Writes redirects as the dump states them. They have no fragments: only the page's wikitext contains these. */
  async #redirects(pages: Iterable<OpenPage>): Promise<void> {
    const all = [...pages];
    await loadInChunks(all, async chunk => {
      const ids = chunk.map(({ id }) => id);
      await this.#target.db.deleteFrom('redirect').where('rd_from', 'in', ids).execute();
      return [];
    });
    for (const { id, target } of all) {
      const title = target === undefined ? undefined : this.#options.titles.target(target);
      if (!title) continue;
      this.#target.add('redirect', id, title.namespace, title.dbkey, title.interwiki, title.fragment);
    }
  }

  #pageRow({ id, namespace, dbkey, isRedirect, revisions, latest }: OpenPage): void {
    if (!latest) return;
    const random = (id * 0.618033988749895) % 1;
    this.#target.add(
      'page',
      ...[
        id,
        namespace,
        dbkey,
        Number(isRedirect ?? (latest.begins !== '' && this.#options.titles.makesRedirect(latest.begins))),
        // Dumps of current revisions and incremental dumps lack older revisions, so a single revision may have a parent.
        Number(revisions === 1 && !latest.parent),
        random,
        latest.timestamp,
        latest.timestamp,
      ],
      ...[latest.id, latest.length, latest.model],
    );
  }

  async #files(uploads: readonly UploadItem[], { actorOf, commentOf, written }: Adder): Promise<void> {
    const { db } = this.#target;
    const current = uploads.filter(({ archiveName }) => archiveName === undefined).map(readFileName);
    await deleteRows(db, 'image', 'img_name', current);
    await deleteRows(db, 'oldimage', 'oi_name', new Set(uploads.map(readFileName)));
    for (const upload of uploads) {
      const { table, row } = uploadRow(upload, commentOf(upload.comment), actorOf(upload.contributor));
      this.#target.add(table, ...row);
      written.uploads++;
    }
  }

  #log(item: LogItem, { actorOf, commentOf, written }: Adder): void {
    const title = item.title === undefined ? undefined : this.#options.titles.titles.local(item.title);
    this.#target.add(
      'logging',
      ...[item.id, item.type, item.action, item.timestamp, actorOf(item.contributor), title?.namespace ?? 0, title?.dbkey ?? ''],
      ...[0, commentOf(item.comment), item.params, item.hidden],
    );
    written.log++;
  }
}

type SlotOfModel = SlotItem & { readonly model: string };

interface KnownRevision {
  readonly page: number;
  readonly hidden: number;
}

interface Adder {
  readonly actorOf: (contributor: RevisionItem['contributor']) => number;
  readonly commentOf: (text: string) => number;
  readonly known: Map<number, KnownRevision>;
  readonly origins: Map<string, number>;
  readonly written: WrittenPages;
}

const MISSING = 'bad:missing';

/** Returns the size of a text in bytes. WikiTeam writes a size of 0 if the wiki did not return one. */
const sizeOf = ({ bytes, text }: SlotItem): number | undefined => (text === undefined ? bytes : bytes || Buffer.byteLength(text));

function beginningOf({ model, text = '' }: SlotItem): string {
  return model === 'wikitext' && /^\s*#/.test(text) ? text.slice(0, MAX_REDIRECT) : '';
}
const MAX_REDIRECT = 1000;

const digestOf = ({ role, sha1, text }: SlotItem, { slots, sha1: whole }: RevisionItem): string =>
  sha1 ?? (role === 'main' && slots.length === 1 ? whole : undefined) ?? (text === undefined ? '' : sha1Base36(text));

function newAccount(item: RevisionItem | UploadItem | LogItem) {
  if (item.kind !== 'log' || item.type !== 'newusers' || item.title === undefined) return [];
  const id = Number(/"4::userid";i:(\d+);/.exec(item.params)?.[1] ?? 0);
  const name = item.title.slice(item.title.indexOf(':') + 1);
  return id > 0 ? [{ contributor: { name, id }, timestamp: item.timestamp, registered: true }] : [];
}
