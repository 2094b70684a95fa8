import { foldTitle, pairUp, type Stemming, stemmingOf } from '../fold.ts';
import type { DocumentText, PageNote } from '../writing.ts';
import { dropRows, putRows } from './rows.ts';
import { type Db, type ServerEngine, TABLES_OF_WORDS } from './tables.ts';
import { writeWords } from './vectors.ts';

/** Content of the tables for a document, apart from its text. */
export interface DocumentMetadata extends Omit<PageNote, 'target' | 'outgoing'> {
  readonly redirects: readonly string[];
  readonly digest: string;
  readonly tier: number;
}

/** Writes documents into the tables of an index database. */
export class DocumentWriter {
  readonly #engine: ServerEngine;
  readonly #db: Db;
  readonly #stemming: Stemming;
  /** Stems of recent words. */
  readonly #known = new Map<string, string>();

  constructor(engine: ServerEngine, db: Db, language: string) {
    this.#engine = engine;
    this.#db = db;
    this.#stemming = stemmingOf(language);
  }

  /** Replaces the documents of the texts. Skips texts without metadata. */
  async write(texts: readonly DocumentText[], metadataOf: (id: number) => DocumentMetadata | undefined): Promise<void> {
    const written = texts.flatMap(({ id, ...parts }) => {
      const metadata = metadataOf(id);
      if (!metadata) return [];
      const { revision, namespace, title, links, edited, created, tags, redirects, digest, tier } = metadata;
      const names = [title, ...redirects].map(name => pairUp(name.replaceAll('_', ' '), true));
      const words = writeWords[this.#engine]({ ...parts, names, tags: `${tags} n${namespace}` }, this.#stemming, this.#known);
      const hit = { page: id, revision, namespace, title, folded: foldTitle(title), links, edited, created, words };
      return { tier, hit, document: { page: id, tier, namespace, links, digest } };
    });
    const pages = texts.map(({ id }) => id);
    for (const table of TABLES_OF_WORDS) await dropRows(this.#db, table, pages);
    for (const [tier, of] of Map.groupBy(written, each => each.tier)) {
      const hits = of.map(({ hit }) => hit);
      await putRows(this.#engine, this.#db, `words_${tier}`, 'page', hits);
    }
    const documents = written.map(({ document }) => document);
    await putRows(this.#engine, this.#db, 'document', 'page', documents);
  }
}
