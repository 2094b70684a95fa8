import type { Wiki } from '@wikiquery/client';
import { NS, type Title, titleKey } from '@wikiquery/core';
import type { Item, PageItem, RevisionItem, UploadItem } from '../items.ts';
import type { DumpTitles } from '../write/titles.ts';
import { type LivePage, type LiveProtection, type LiveRevision, REVISION_PROPS, revisionItem } from './api-items.ts';
import { requirePages } from './check-responses.ts';
import type { LocalPage, LocalWiki } from './local-wiki.ts';

export interface PageChanges {
  readonly gone: number[];
  readonly remade: number[];
  /** Revisions to remove before `items` are written: they were deleted or have changed. */
  readonly removed: number[];
  readonly items: Item[];
  readonly protections: Map<number, readonly LiveProtection[]>;
  readonly titles: Title[];
  readonly appeared: Title[];
  readonly files: string[];
}

export interface PageReaderOptions {
  readonly wiki: Wiki;
  readonly local: LocalWiki;
  readonly titles: DumpTitles;
  /** Whether the database should have all revisions of a page, not only those since the import of its dump. */
  readonly isComplete: boolean;
  filesOf(title: string): Promise<readonly UploadItem[]>;
  /** Writes new revisions of a page with a long history, before any other changes are written. */
  writeEarly(page: PageItem, revisions: readonly RevisionItem[]): Promise<void>;
}

const BATCH = 50;
/** Maximum characters of collected texts before revisions are written early. */
const MAX_TEXT = 16 << 20;

export class PageReader {
  readonly #options: PageReaderOptions;
  readonly #changes: PageChanges = {
    gone: [],
    remade: [],
    removed: [],
    items: [],
    protections: new Map(),
    titles: [],
    appeared: [],
    files: [],
  };
  #text = 0;

  constructor(options: PageReaderOptions) {
    this.#options = options;
  }

  /** Compares the pages `whole` and those at `titles` with their whole histories. Of other pages, fetches only the revisions in `edits`. */
  async read(whole: ReadonlySet<number>, titles: readonly Title[], edits: ReadonlyMap<number, readonly number[]>): Promise<PageChanges> {
    const { local } = this.#options;
    const queue = new Set([...whole, ...(await this.#idsAt(titles)), ...(await local.pagesAt(titles)).map(({ id }) => id)]);
    const written = new Set<number>();
    await this.#wholes(queue, written);
    for (const other of await this.#edits(edits, written)) queue.add(other);
    await this.#wholes(queue, written);
    // File versions are deleted by file name, and another page may have that name by now.
    const names = this.#changes.files.map(dbkey => ({ namespace: NS.FILE, dbkey }));
    for (const id of await this.#idsAt(names)) queue.add(id);
    await this.#wholes(queue, written);
    await this.#redirects();
    return this.#changes;
  }

  /** Compares the queued pages, and then the pages whose titles they took. */
  async #wholes(queue: Set<number>, written: Set<number>): Promise<void> {
    for (;;) {
      const pending = [...queue].filter(id => !written.has(id));
      if (pending.length === 0) return;
      for (const id of pending) written.add(id);
      const there = await this.#existing(pending);
      await this.#remove(pending.filter(id => !there.has(id)));
      for (const id of there) for (const other of await this.#page(id)) queue.add(other);
    }
  }

  async #idsAt(titles: readonly Title[]): Promise<number[]> {
    const texts = titles
      .filter(({ namespace, dbkey }) => namespace >= 0 && dbkey !== '')
      .map(title => this.#options.titles.titles.text(title));
    const pages = await this.#pagesOf([...new Set(texts)], 'titles', { prop: 'info' });
    return pages.flatMap(({ pageid }) => (pageid ? [pageid] : []));
  }

  async #existing(ids: readonly number[]): Promise<Set<number>> {
    const pages = await this.#pagesOf(ids, 'pageids', { prop: 'info' });
    return new Set(pages.flatMap(({ pageid, missing }) => (pageid && !missing ? [pageid] : [])));
  }

  async #remove(ids: readonly number[]): Promise<void> {
    for (const [id, page] of await this.#options.local.pages(ids)) {
      this.#changes.gone.push(id);
      this.#changes.titles.push(page);
      this.#changes.appeared.push(page);
      if (page.namespace === NS.FILE) this.#changes.files.push(page.dbkey);
    }
  }

  /** Compares one page with its whole history. Resolves to other pages in the database that had its title or its revisions. */
  async #page(id: number): Promise<number[]> {
    const { local, isComplete } = this.#options;
    const [page] = await this.#pagesOf([id], 'pageids', {
      prop: ['info', 'revisions'],
      inprop: 'protection',
      rvprop: REVISION_PROPS,
      rvslots: '*',
      rvlimit: 'max',
    });
    if (!page?.pageid || page.missing) {
      await this.#remove([id]);
      return [];
    }
    const here = await local.revisionsOf(id);
    const oldest = isComplete || here.size === 0 ? 0 : Math.min(...here.keys());
    const current = (page.revisions ?? []).filter(({ revid }) => revid >= oldest).map(revisionItem);
    const elsewhere = await local.revisions(current.filter(item => !here.has(item.id)).map(item => item.id));
    const isKnown = (item: RevisionItem): boolean => here.get(item.id)?.signature === local.signatureOf(item);
    const ids = new Set(current.map(item => item.id));
    const gone = [...here.keys()].filter(each => !ids.has(each));
    const changed = current.filter(item => !isKnown(item) && (here.has(item.id) || elsewhere.has(item.id))).map(item => item.id);
    this.#changes.removed.push(...gone, ...changed);
    const added = current.filter(item => !isKnown(item)).map(item => item.id);
    const item = this.#pageItem(page);
    const before = (await local.pages([id])).get(id);
    const others = await this.#note(page, before);
    const texts = new Map<number, RevisionItem>();
    const early = new Set<number>();
    for (let from = 0; from < added.length; from += BATCH) {
      const batch = await this.#texts(added.slice(from, from + BATCH));
      for (const each of batch) texts.set(each.id, each);
      if (this.#text < MAX_TEXT) continue;
      const fresh = [...texts.values()].filter(each => !changed.includes(each.id));
      await this.#options.writeEarly(item, fresh);
      for (const each of fresh) if (texts.delete(each.id)) early.add(each.id);
      this.#text = 0;
    }
    this.#changes.remade.push(id);
    this.#changes.protections.set(id, page.protection ?? []);
    // Revisions that were deleted between two requests appear in the log later.
    const existing = current.filter(each => isKnown(each) || texts.has(each.id) || early.has(each.id));
    for (const title of [this.#titleOf(page), before]) if (title?.namespace === NS.FILE) this.#changes.files.push(title.dbkey);
    const uploads = page.ns === NS.FILE ? await this.#options.filesOf(page.title) : [];
    this.#changes.items.push(item, ...existing.map(each => texts.get(each.id) ?? each), ...uploads, { kind: 'end of page' });
    return [...others, ...[...elsewhere.values()].map(({ page: owner }) => owner)];
  }

  async #edits(edits: ReadonlyMap<number, readonly number[]>, written: ReadonlySet<number>): Promise<number[]> {
    const edited = [...edits].filter(([page]) => !written.has(page));
    const here = await this.#options.local.pages(edited.map(([page]) => page));
    const pages = new Map<number, LivePage & { revisions: LiveRevision[] }>();
    const ids = edited.flatMap(([, revisions]) => revisions);
    for (const page of await this.#pagesOf(ids, 'revids', TEXTS)) {
      if (!page.pageid || page.missing) continue;
      const known = pages.get(page.pageid);
      if (known) known.revisions.push(...(page.revisions ?? []));
      else pages.set(page.pageid, { ...page, revisions: [...(page.revisions ?? [])] });
    }
    const others: number[] = [];
    for (const [id, page] of pages) {
      if (written.has(id)) continue;
      const before = here.get(id);
      const title = this.#titleOf(page);
      // A page that was moved between two requests is compared with its whole history.
      if (before && title && titleKey(title.namespace, title.dbkey) !== titleKey(before.namespace, before.dbkey)) others.push(id);
      else {
        others.push(...(await this.#note(page, before)));
        // Protecting a page also creates a revision, and its log entry may be suppressed.
        this.#changes.protections.set(id, page.protection ?? []);
        this.#changes.items.push(this.#pageItem(page), ...page.revisions.map(revisionItem), { kind: 'end of page' });
      }
    }
    return others.filter(id => !written.has(id));
  }

  /** Records the titles of a page. Resolves to other pages in the database with the same title. */
  async #note(page: LivePage, before: LocalPage | undefined): Promise<number[]> {
    const title = this.#titleOf(page);
    if (!title) return [];
    const isMoved = before !== undefined && titleKey(before.namespace, before.dbkey) !== titleKey(title.namespace, title.dbkey);
    this.#changes.titles.push(title, ...(isMoved ? [before] : []));
    if (before && !isMoved) return [];
    this.#changes.appeared.push(title, ...(isMoved ? [before] : []));
    return (await this.#options.local.pagesAt([title])).map(({ id }) => id).filter(id => id !== page.pageid);
  }

  #titleOf({ title, ns }: LivePage): Title | undefined {
    return this.#options.titles.read(title, ns);
  }

  #pageItem({ pageid = 0, ns, title, redirect }: LivePage): PageItem {
    return { kind: 'page', id: pageid, namespace: ns, title, redirect: redirect ? '' : undefined, restrictions: undefined, offset: 0 };
  }

  async #texts(revisions: readonly number[]): Promise<RevisionItem[]> {
    const pages = await this.#pagesOf(revisions, 'revids', TEXTS);
    const items = pages.flatMap(page => page.revisions ?? []).map(revisionItem);
    for (const { slots } of items) for (const { text = '' } of slots) this.#text += text.length;
    return items;
  }

  async #redirects(): Promise<void> {
    const { items } = this.#changes;
    const redirects = items.flatMap(item => (item.kind === 'page' && item.redirect !== undefined ? [item.id] : []));
    const targets = new Map<string, string>();
    for (let from = 0; from < redirects.length; from += BATCH) {
      const pageids = redirects.slice(from, from + BATCH);
      const responses = this.#options.wiki.responses({ pageids, redirects: true, prop: 'info' });
      for await (const { query } of responses as AsyncIterable<{
        readonly query?: { readonly redirects?: readonly { readonly from: string; readonly to: string }[] };
      }>) {
        for (const { from: source, to } of query?.redirects ?? []) targets.set(source, to);
      }
    }
    for (const [at, item] of items.entries()) {
      if (item.kind === 'page' && item.redirect !== undefined) items[at] = { ...item, redirect: targets.get(item.title) ?? '' };
    }
  }

  async #pagesOf(names: readonly (string | number)[], kind: 'titles' | 'pageids' | 'revids', params: object): Promise<LivePage[]> {
    const pages: LivePage[] = [];
    for (let from = 0; from < names.length; from += BATCH) {
      const request = { ...params, [kind]: names.slice(from, from + BATCH) };
      for await (const batch of this.#options.wiki.pageBatches(request)) pages.push(...(batch as unknown as LivePage[]));
    }
    // A page that a broken response omits must not count as deleted.
    if (kind === 'pageids') requirePages(pages, names);
    return pages;
  }
}

const TEXTS = { prop: ['info', 'revisions'], inprop: 'protection', rvprop: [...REVISION_PROPS, 'content'], rvslots: '*' };
