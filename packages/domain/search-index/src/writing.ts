import { hash } from 'node:crypto';
import type { Title } from '@wikiquery/core';
import { foldTitle } from './fold.ts';
import type { Watermark } from './update/changes.ts';

/** Metadata of a page, which is noted before the page's text is read. */
export interface PageNote {
  readonly page: number;
  readonly namespace: number;
  readonly title: string;
  /** Latest revision, or 0 if its text is suppressed. */
  readonly revision: number;
  readonly links: number;
  readonly length: number;
  readonly edited: string;
  readonly created: string;
  /** Encoded categories and templates of the page. */
  readonly tags: string;
  /** Page id of a redirect's target. Undefined for other pages. */
  readonly target: number | undefined;
  /** Sorted title keys of the page's links, separated by line breaks. */
  readonly outgoing: string;
}

/**
 * Title of a page or of a redirect to it. `source`: id of the page or redirect with the title. `links`: links to all titles of the page.
 */
export interface IndexedName {
  readonly page: number;
  readonly source: number;
  readonly namespace: number;
  readonly title: string;
  readonly folded: string;
  readonly links: number;
}

export interface PageToIndex {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly length: number;
}

/** Indexed texts of a page. */
export interface DocumentText {
  readonly id: number;
  readonly headings: string;
  readonly opening: string;
  readonly text: string;
  readonly auxiliary: string;
  readonly source: string;
}

/** Writer that compares all pages with an index. Calls run in order. After a failure, all further calls reject. */
export interface Writing {
  note(notes: readonly PageNote[]): Promise<void>;
  noted(): Promise<number>;
  next(count: number): Promise<PageToIndex[]>;
  write(texts: readonly DocumentText[]): Promise<void>;
  /** `watermark`: state of the wiki before the first page was noted. */
  finish(watermark: Watermark): Promise<void>;
  abandon(): Promise<void>;
}

/** Index that is updated in one transaction, without a comparison of all pages. */
export interface IndexUpdate {
  /** States of the wiki at earlier runs. */
  readonly watermarks: readonly Watermark[];
  /** Returns names whose `page` or `source` is in the set. */
  names(ids: ReadonlySet<number>): Promise<readonly IndexedName[]>;
  /** Returns the names that are equal to a title. */
  titled(titles: readonly Title[]): Promise<readonly IndexedName[]>;
  /** Returns the indexed links of pages by page id. */
  outgoing(pages: ReadonlySet<number>): Promise<ReadonlyMap<number, string>>;
  /** Whether a document stays in place if its number of links changes. Otherwise its text must be written again. */
  staysInPlace(before: number, after: number): boolean;
  /** Replaces all names and documents of the scope. Returns the documents whose texts must be written. */
  replace(replacement: Replacement): Promise<readonly PageToIndex[]>;
  write(texts: readonly DocumentText[]): Promise<void>;
  /** Commits. `watermark`: state of the wiki when the run began. `erases`: whether removed texts must leave the file. */
  finish(watermark: Watermark, erases: boolean): Promise<void>;
  /** Rolls back. */
  abandon(): Promise<void>;
}

/** New state of a part of an index. */
export interface Replacement {
  /** Ids of pages and redirects. Those without a document or name are removed. */
  readonly scope: ReadonlySet<number>;
  readonly documents: readonly AssembledDocument[];
  /** Links by page. */
  readonly outgoing: ReadonlyMap<number, string>;
  /** Differences of the number of links of pages outside the scope. */
  readonly weights: ReadonlyMap<number, number>;
}

/** Page with its names, before its text is read. `links`: sum of the links to all names. */
export interface AssembledDocument extends Omit<PageNote, 'target' | 'outgoing'> {
  readonly names: readonly IndexedName[];
  readonly digest: string;
}

/** Assembles documents from pages and the redirects to them. Drops redirects to pages that are not among the notes. */
export function assembleDocuments(notes: readonly PageNote[]): AssembledDocument[] {
  const redirects = Map.groupBy(notes, ({ target }) => target);
  return (redirects.get(undefined) ?? []).map(note => {
    const others = (redirects.get(note.page) ?? []).toSorted((a, b) => a.page - b.page);
    const links = others.reduce((sum, each) => sum + each.links, note.links);
    const names = [note, ...others].map(({ page, namespace, title }) => ({
      page: note.page,
      source: page,
      namespace,
      title,
      folded: foldTitle(title),
      links,
    }));
    const titles = others.map(({ title }) => title);
    return { ...note, links, names, digest: digestOf({ ...note, redirects: titles }) };
  });
}

/** Digest of what a document contains apart from its text, and of the revision of its text. */
export const digestOf = (
  of: Pick<PageNote, 'revision' | 'title' | 'namespace' | 'tags'> & { readonly redirects: readonly string[] },
): string => hash('sha1', JSON.stringify([of.revision, of.title, of.namespace, of.redirects, of.tags]));
