import type { Env, Title } from '@wikiquery/core';
import type { Expression, Scored } from './expression.ts';

/** An index that can be searched, wherever it lies. */
export interface SearchIndex {
  /** The index as it is now; undefined where there is none, or one of another edition. */
  open(env: SearchContext): Promise<OpenIndex | undefined>;
  close(): Promise<void>;
}

/** Who asks, and how long that may take. */
export type SearchContext = Pick<Env, 'db' | 'request'>;

export interface OpenIndex {
  readonly meta: IndexMeta;
  /** In how many documents each of these words stands, by and large. */
  documentsWith(words: readonly string[]): Promise<readonly number[]>;
  /** The documents that match: those that are most important, up to a number of them, each with what it is worth. */
  find(lookup: Lookup): Promise<FoundDocuments>;
  /** Pages with a name that folds to this one. */
  pagesCalled(namespaces: readonly number[], folded: string): Promise<readonly number[]>;
  /** The names of redirects to a page. */
  redirectsTo(page: number): Promise<readonly Name[]>;
  /** Names that begin so: of beginnings that many have the most important ones. */
  beginningWith(namespace: number, folded: string): Promise<readonly Name[]>;
  /** Names that begin in one of these ways. */
  beginningWithAny(namespace: number, texts: readonly string[]): Promise<readonly Name[]>;
  /** Of all names that begin so as many as are quickly read. */
  someBeginningWith(namespace: number, text: string): Promise<readonly Name[]>;
  /** The name of the most important page that has one of these; that of the most links. */
  bestCalled(namespaces: readonly number[], texts: readonly string[]): Promise<Name | undefined>;
  /** Of these the word that most titles have. */
  bestWord(words: readonly string[]): Promise<string | undefined>;
}

export interface IndexMeta {
  readonly documents: number;
  /** Documents by namespace. */
  readonly namespaces: readonly { readonly namespace: number; readonly documents: number }[];
  /** The letters that names have, the most frequent first. */
  readonly letters: string;
}

/** A title or a redirect. */
export interface Name extends Title {
  readonly folded: string;
  readonly links: number;
  readonly page: number;
  readonly source: number;
}

/** What is looked up, as values that may go to another process. */
export interface Lookup {
  readonly expression: Expression;
  /** What says how well a document fits: its rarer words. None where all are in thousands of documents, or none is asked for. */
  readonly scored: readonly Scored[];
  /** What documents must have besides. */
  readonly namespaces: readonly number[] | undefined;
  readonly prefix: string | undefined;
  /** What part of the documents that match is in these namespaces, by and large. */
  readonly share: number;
  readonly sort: string;
  /** How many documents are looked at. */
  readonly most: number;
  readonly counts: boolean;
  /** Entries of lists that have to be read for it, by and large at most. */
  readonly cost: number;
  /** Lists of words that are walked through side by side, most important documents first; 0 where that does not bound what is read. */
  readonly lists: number;
}

/** A document that was found. */
export interface FoundDocument {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly namespace: number;
  readonly title: string;
  readonly folded: string;
  readonly links: number;
  /** Its names have all the words. */
  readonly byName: boolean;
  /** More for what fits better, about as much as by BM25. */
  readonly score: number;
}

export interface FoundDocuments {
  readonly candidates: readonly FoundDocument[];
  /** How many documents match: by and large where there are more than were looked at. */
  readonly total: number;
}

/** Orders in which documents are asked for without being weighed: what they go by, and whether the largest comes first. */
export const ORDERS: Readonly<
  Record<string, readonly [by: 'none' | 'edited' | 'created' | 'folded' | 'links' | 'random', falls: boolean]>
> = {
  none: ['none', false],
  just_match: ['none', false],
  last_edit_desc: ['edited', true],
  last_edit_asc: ['edited', false],
  create_timestamp_desc: ['created', true],
  create_timestamp_asc: ['created', false],
  title_natural_asc: ['folded', false],
  title_natural_desc: ['folded', true],
  incoming_links_desc: ['links', true],
  incoming_links_asc: ['links', false],
  random: ['random', false],
};

/** Documents that are counted one by one. */
export const COUNTED = 5000;
/** Documents by whose titles a query is answered first. */
export const NAMED = 200;

/** Names that are read for a text with an error. */
export const MOST_NEAR = 2000;
/** Entries of lists that a lookup may read quickly; of words that go on nobody knows how many there are. */
export const QUICK = 40_000;

/** With two digits. */
export function roundDown(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return Math.floor(count / unit) * unit;
}
