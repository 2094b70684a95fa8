import type { Site } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import { type LinkNames, linkNamesOf } from '@wikiquery/search-index';
import type { Kysely } from 'kysely';
import type { BulkWriter } from './bulk.ts';
import { completionIds, completionsOf } from './completions.ts';
import { documentOf } from './documents.ts';
import { indexName, kindOf } from './index-names.ts';
import type { PageToWrite } from './read-documents.ts';

/** Number of characters of texts that are in memory at once. */
const TEXTS = 1 << 20;

/** Writes the documents of pages to the indices of a build. */
export class BulkDocuments {
  readonly #db: Kysely<Database>;
  readonly #site: Site;
  readonly #prefix: string;
  readonly #build: string;
  readonly #bulk: BulkWriter;
  readonly #names: LinkNames;

  constructor(
    db: Kysely<Database>,
    { site, prefix, build }: { readonly site: Site; readonly prefix: string; readonly build: string },
    bulk: BulkWriter,
  ) {
    [this.#db, this.#site, this.#prefix, this.#build, this.#bulk] = [db, site, prefix, build, bulk];
    this.#names = linkNamesOf(site);
  }

  /** Writes pages and their completions. */
  async write(pages: readonly PageToWrite[]): Promise<void> {
    for (const batch of bySize(pages)) {
      const texts = await loadMainTexts(this.#db, new Set(batch.map(({ revision }) => revision).filter(id => id > 0)), 'any');
      for (const page of batch) {
        const body = documentOf(this.#site, this.#names, page, texts.get(page.revision) ?? '');
        await this.#bulk.add({ index: this.#name(kindOf(this.#site, page.namespace)), id: String(page.id), body });
        for (const { id, body } of completionsOf(page, Number(this.#build)))
          await this.#bulk.add({ index: this.#name('titlesuggest'), id, body });
      }
    }
  }

  /** Removes the documents of pages, except those of one kind of index for each page. */
  async remove(ids: Iterable<number>, keeps: (id: number) => 'content' | 'general' | undefined): Promise<void> {
    for (const id of ids)
      for (const kind of ['content', 'general'] as const)
        if (keeps(id) !== kind) await this.#bulk.add({ index: this.#name(kind), id: String(id), body: undefined });
  }

  /** Removes the completions of pages, and those of redirects to other namespaces. */
  async removeCompletions(ids: Iterable<number>): Promise<void> {
    for (const id of ids)
      for (const completion of completionIds(id))
        await this.#bulk.add({ index: this.#name('titlesuggest'), id: completion, body: undefined });
  }

  /** Changes the number of links to a page. */
  async setLinks(id: number, namespace: number, incoming_links: number): Promise<void> {
    await this.#bulk.add({ index: this.#name(kindOf(this.#site, namespace)), id: String(id), body: { incoming_links }, isPartial: true });
  }

  #name(kind: 'content' | 'general' | 'titlesuggest'): string {
    return indexName(this.#prefix, kind, this.#build);
  }
}

function* bySize(pages: readonly PageToWrite[]): Generator<readonly PageToWrite[]> {
  let batch: PageToWrite[] = [];
  let size = 0;
  for (const page of pages) {
    if (batch.length > 0 && size + page.length > TEXTS) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(page);
    size += page.length;
  }
  if (batch.length > 0) yield batch;
}
