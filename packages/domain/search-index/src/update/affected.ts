import type { Title } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { readPagesById, redirectsTo, redirectTargets } from '../read-pages.ts';
import { assembleDocuments, type IndexUpdate, type PageNote, type Replacement } from '../writing.ts';
import { type Changes, pagesAt, pagesUsing, titlesOf } from './changes.ts';

type Db = Kysely<Database>;
type Reading = Pick<IndexUpdate, 'names' | 'titled' | 'outgoing' | 'staysInPlace'>;

/** Maximum number of pages and redirects to update one by one. With more, comparing all pages is faster. */
const MAX_SCOPE = 20_000;

/**
 * Finds all documents, names and link counts that changes affect. Redirects, their targets, pages that use changed templates, and pages with
 * more or fewer incoming links change too. Returns undefined if there are too many.
 */
export async function findAffected(db: Db, index: Reading, changes: Changes): Promise<Replacement | undefined> {
  const scope = new Set<number>();
  const notes: PageNote[] = [];
  const changed = new Map<string, number>();
  let weights = new Map<number, number>();
  let pending = await withRelated(db, index, await directlyChanged(db, index, changes));
  while (pending.size > 0) {
    for (const page of pending) scope.add(page);
    if (scope.size > MAX_SCOPE) return undefined;
    const read = await readPagesById(db, pending);
    notes.push(...read);
    compareLinks(pending, await index.outgoing(pending), new Map(read.map(note => [note.page, note.outgoing])), changed);
    const names = (await index.titled([...changed.keys()].map(toTitle))).filter(({ page }) => !scope.has(page));
    const moved = new Set<number>();
    weights = new Map();
    for (const { page, namespace, title } of names) {
      weights.set(page, (weights.get(page) ?? 0) + (changed.get(`${namespace}:${title}`) ?? 0));
    }
    for (const { page, links } of names) {
      const weight = weights.get(page) ?? 0;
      if (weight === 0) weights.delete(page);
      else if (!index.staysInPlace(links, links + weight)) moved.add(page);
    }
    pending = await withRelated(db, index, moved);
    for (const page of scope) pending.delete(page);
  }
  const outgoing = new Map(notes.map(note => [note.page, note.outgoing]));
  for (const page of scope) weights.delete(page);
  return { scope, documents: assembleDocuments(notes), outgoing, weights };
}

async function directlyChanged(db: Db, index: Reading, { pages, titles }: Changes): Promise<ReadonlySet<number>> {
  const before = await index.titled(titles);
  const all = new Set([...pages, ...(await pagesAt(db, titles)), ...before.map(({ source }) => source)]);
  const current = await titlesOf(db, all);
  for (const page of await pagesUsing(db, [...titles, ...current])) all.add(page);
  return all;
}

/** Adds redirects to pages, the pages to which redirects lead now or led before, and all other redirects to these pages. */
async function withRelated(db: Db, index: Reading, pages: ReadonlySet<number>): Promise<Set<number>> {
  if (pages.size === 0) return new Set();
  const before = (await index.names(pages)).filter(({ source }) => pages.has(source)).map(toTitleOfName);
  const redirects = await redirectsTo(db, [...before, ...(await titlesOf(db, pages))]);
  const all = new Set([...pages, ...redirects]);
  for (const { page } of await index.names(all)) all.add(page);
  for (const target of (await redirectTargets(db, new Set([...pages, ...redirects]))).values()) all.add(target);
  for (const { source } of await index.names(all)) all.add(source);
  for (const redirect of await redirectsTo(db, await titlesOf(db, all))) all.add(redirect);
  return all;
}

/** Adds to `changed` how many links to each title appeared or disappeared. */
function compareLinks(
  pages: ReadonlySet<number>,
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
  changed: Map<string, number>,
): void {
  const add = (title: string, by: number): void => void changed.set(title, (changed.get(title) ?? 0) + by);
  for (const page of pages) {
    const [old, current] = [before.get(page) ?? '', after.get(page) ?? ''];
    if (old === current) continue;
    const [there, here] = [new Set(old.split('\n')), new Set(current.split('\n'))];
    for (const title of here.difference(there)) if (title !== '') add(title, 1);
    for (const title of there.difference(here)) if (title !== '') add(title, -1);
  }
}

function toTitle(key: string): Title {
  const colon = key.indexOf(':');
  return { namespace: Number(key.slice(0, colon)), dbkey: key.slice(colon + 1) };
}

const toTitleOfName = ({ namespace, title }: { readonly namespace: number; readonly title: string }): Title => ({
  namespace,
  dbkey: title,
});
