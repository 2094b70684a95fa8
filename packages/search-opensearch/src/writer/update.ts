import { type Title, type Titles, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import { addWatermark, changesSince, currentWatermark, pagesAt, pagesUsing, startOf, titlesOf } from '@wikiquery/search-index';
import { createTitles } from '@wikiquery/titles';
import type { Kysely } from 'kysely';
import type { SearchCluster } from '../cluster/cluster.ts';
import { BulkWriter } from './bulk.ts';
import { BulkDocuments } from './bulk-documents.ts';
import { indexName, KINDS, kindOf } from './index-names.ts';
import { indexedPages, type PageBefore } from './indexed-pages.ts';
import type { WriteOptions } from './options.ts';
import { completePages, countLinks, type PageToWrite, pagesWithIds, redirectsTo } from './read-documents.ts';
import type { Claim, StateStore, WriterState } from './state.ts';

type Db = Kysely<Database>;

/** Another process updates the index. */
export class UpdateRunningError extends Error {}

/** Maximum number of pages of an update. With more, several processes can build the index faster. */
const MAX_PAGES = 50_000;
const BATCH = 200;
const UPDATE = 'update';

/** Updates the pages that changed since the last run. Resolves to false if the index must be built again. */
export async function updateChanged(
  cluster: SearchCluster,
  store: StateStore,
  { current }: WriterState,
  options: WriteOptions,
): Promise<boolean> {
  const claim = await store.claim(UPDATE);
  if (!claim || claim === 'done') throw new UpdateRunningError('Another process is updating this index. Wait until it has finished.');
  try {
    if (!current) return false;
    const { db } = options;
    const now = await currentWatermark(db);
    const since = startOf(current.positions, now);
    const changes = since && (await changesSince(db, since));
    const pages = changes && new Set([...changes.pages, ...(options.changed ?? []), ...(await pagesAt(db, changes.titles))]);
    if (!pages || pages.size > MAX_PAGES) return false;
    await new Update(cluster, current.build, options, claim).write(pages, changes.titles);
    await store.change(
      state => state?.current && { ...state, current: { ...state.current, positions: addWatermark(current.positions, now) } },
    );
    return true;
  } finally {
    await claim.release();
  }
}

/** An update of the pages that changed, and of pages that they affect. */
class Update {
  readonly #cluster: SearchCluster;
  readonly #build: string;
  readonly #options: WriteOptions;
  readonly #claim: Claim;
  readonly #bulk: BulkWriter;
  readonly #documents: BulkDocuments;
  readonly #titles: Titles;

  constructor(cluster: SearchCluster, build: string, options: WriteOptions, claim: Claim) {
    [this.#cluster, this.#build, this.#options, this.#claim] = [cluster, build, options, claim];
    this.#bulk = new BulkWriter(cluster, options.signal ?? new AbortController().signal);
    this.#documents = new BulkDocuments(options.db, { ...options, build }, this.#bulk);
    this.#titles = createTitles(options.site);
  }

  async write(changed: ReadonlySet<number>, titles: readonly Title[]): Promise<void> {
    const { db, progress, warn } = this.#options;
    const named = [...titles, ...(await titlesOf(db, changed))];
    const before = await this.#indexed(changed, named);
    const scope = new Set([
      ...changed,
      ...before.map(({ id }) => id),
      ...(await pagesUsing(db, named)),
      ...(await targetsOf(db, changed)),
      // Redirects whose targets were moved or deleted.
      ...[...(await redirectsTo(db, named)).values()].flat().map(({ id }) => id),
    ]);
    progress?.begin('full-text index', scope.size);
    const old = new Map(
      [...before, ...(await this.#indexed(scope.difference(new Set(before.map(({ id }) => id))), []))].map(page => [page.id, page]),
    );
    const linked = new Map<string, Title>();
    let done = 0;
    for (const ids of chunks([...scope])) {
      const pages = await completePages(db, await pagesWithIds(db, ids));
      await this.#replace(ids, pages);
      for (const page of pages) this.#noteLinks(linked, old.get(page.id), page);
      for (const id of ids) if (!pages.some(page => page.id === id)) this.#noteLinks(linked, old.get(id), undefined);
      done += ids.length;
      progress?.update(done, { pages: done });
      await this.#claim.keep();
    }
    await this.#countLinks(linked, scope);
    await this.#bulk.flush();
    await this.#refresh();
    progress?.end();
    if (this.#bulk.rejected > 0) warn?.(`The cluster rejected ${this.#bulk.rejected} documents: ${this.#bulk.reason ?? 'no reason given'}`);
  }

  #indexed(ids: ReadonlySet<number>, titles: readonly Title[]): Promise<PageBefore[]> {
    return indexedPages(this.#cluster, { prefix: this.#options.prefix, build: this.#build }, { ids, titles });
  }

  /** Writes the pages that exist, and removes all other documents and completions of the ids. */
  async #replace(ids: readonly number[], pages: readonly PageToWrite[]): Promise<void> {
    const { site } = this.#options;
    const kinds = new Map(pages.map(page => [page.id, kindOf(site, page.namespace)]));
    // A deletion after the document with the same id would remove it.
    await this.#documents.remove(ids, id => kinds.get(id));
    await this.#documents.removeCompletions(ids);
    await this.#bulk.flush();
    await this.#documents.write(pages);
  }

  /** Notes the titles to which a page has more or fewer links than before. */
  #noteLinks(linked: Map<string, Title>, before: PageBefore | undefined, after: PageToWrite | undefined): void {
    const { site } = this.#options;
    const nameOf = ({ namespace, dbkey }: Title): string => `${site.prefix(namespace, dbkey)}${dbkey}`;
    const there = new Set(before?.outgoing);
    const here = new Map((after?.outgoing ?? []).map(title => [nameOf(title), title]));
    for (const [name, title] of here) if (!there.has(name)) linked.set(titleKey(title.namespace, title.dbkey), title);
    for (const name of there) {
      const title = here.has(name) ? undefined : this.#titles.local(name);
      if (title) linked.set(titleKey(title.namespace, title.dbkey), title);
    }
  }

  /** Counts the links to titles again, and to the pages to which they lead. */
  async #countLinks(linked: ReadonlyMap<string, Title>, written: ReadonlySet<number>): Promise<void> {
    const { db } = this.#options;
    const direct = await pagesAt(db, [...linked.values()]);
    const ids = new Set([...direct, ...(await targetsOf(db, new Set(direct)))]).difference(written);
    for (const chunk of chunks([...ids])) {
      const pages = (await pagesWithIds(db, chunk)).filter(row => row.page_is_redirect === 0);
      const titles = pages.map(row => ({ namespace: row.page_namespace, dbkey: row.page_title }));
      const redirects = await redirectsTo(db, titles);
      const links = await countLinks(db, [...titles, ...[...redirects.values()].flat()]);
      const count = ({ namespace, dbkey }: Title): number => links.get(titleKey(namespace, dbkey)) ?? 0;
      for (const [at, row] of pages.entries()) {
        const title = titles[at] as Title;
        const own = redirects.get(titleKey(title.namespace, title.dbkey)) ?? [];
        await this.#documents.setLinks(
          row.page_id,
          title.namespace,
          [title, ...own].reduce((sum, each) => sum + count(each), 0),
        );
      }
    }
  }

  async #refresh(): Promise<void> {
    const names = KINDS.map(kind => encodeURIComponent(indexName(this.#options.prefix, kind, this.#build)));
    await this.#cluster.request({ method: 'POST', path: `/${names.join(',')}/_refresh` }, { timeout: 60_000 });
  }
}

/** Returns the page ids of the targets of redirects. */
async function targetsOf(db: Db, ids: ReadonlySet<number>): Promise<number[]> {
  const rows = await loadInChunks(ids, chunk =>
    db.selectFrom('redirect').select(['rd_namespace', 'rd_title', 'rd_interwiki']).where('rd_from', 'in', chunk).execute(),
  );
  const titles = rows.filter(row => !row.rd_interwiki).map(row => ({ namespace: row.rd_namespace, dbkey: row.rd_title }));
  return pagesAt(db, titles);
}

function* chunks(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}
