import type SQLite from 'better-sqlite3';
import { pairUp } from '../fold.ts';
import type { DocumentText } from '../writing.ts';
import { COLUMNS } from './storage.ts';

/** Full-text tables of an index file. */
export const WORDS = ['words', 'named'] as const;

/** Content of the full-text tables for a document, apart from its text. */
export interface DocumentNames {
  readonly title: string;
  readonly redirects: readonly string[];
  readonly tags: string;
  readonly namespace: number;
}

export function writeWords(sqlite: SQLite.Database, texts: readonly DocumentText[], namesOf: (id: number) => DocumentNames): void {
  const places = Object.keys(COLUMNS).map(() => '?');
  const insert = sqlite.prepare(`insert into words (rowid, ${Object.keys(COLUMNS).join(', ')}) values (?, ${places.join(', ')})`);
  const name = sqlite.prepare('insert into named (rowid, title, redirects) values (?, ?, ?)');
  for (const { id, headings, opening, text, auxiliary, source } of texts) {
    const names = namesOf(id);
    const title = spaced(names.title);
    // The line break prevents phrases from matching across titles.
    const redirects = spaced(names.redirects.join(' \n'));
    name.run(id, title, redirects);
    insert.run(id, title, redirects, headings, opening, text, auxiliary, source, `${names.tags} n${names.namespace}`);
  }
}

/** Removes the words of a document. */
export function forget(sqlite: SQLite.Database, id: number): void {
  for (const table of WORDS) sqlite.prepare(`delete from ${table} where rowid = ?`).run(id);
}

const spaced = (title: string): string => pairUp(title.replaceAll('_', ' '), true);
