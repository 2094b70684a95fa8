import type { Title } from '@wikiquery/core';
import { type DumpSchema, element } from './elements.ts';
import { revisions } from './revisions.ts';
import { type UploadOptions, uploads } from './uploads.ts';
import type { DumpedWiki } from './wiki.ts';

export interface PageDumpOptions {
  readonly schema: DumpSchema;
  /** Exports only the current revision of each page. */
  readonly current: boolean;
  /** Pages to export. Default: all. */
  readonly titles?: readonly Title[] | undefined;
  /** Namespaces to export. Default: all. */
  readonly namespaces?: readonly number[] | undefined;
  /** Adds upload records to file pages. Default: none. */
  readonly uploads?: UploadOptions | undefined;
}

export interface DumpPart {
  readonly xml: readonly string[];
  readonly pages: number;
  readonly revisions: number;
}

const PAGES = 500;
const REVISIONS = 500;
const MAX_IDS = 50_000;

/** Yields pages sorted by id, each with its revisions sorted by id. Skips pages without revisions. */
export async function* pages(wiki: DumpedWiki, options: PageDumpOptions): AsyncGenerator<DumpPart> {
  for await (const chunk of pageRows(wiki, options)) {
    const targets = await redirects(wiki, chunk);
    const rows = new Map(chunk.map(row => [row.page_id, row]));
    let open: PageRow | undefined;
    const openTag = (row: PageRow): string => {
      const target = row.page_is_redirect ? targets.get(row.page_id) : undefined;
      const redirect = target === undefined ? '' : `    ${element('redirect', '', { title: target })}\n`;
      const title = element('title', wiki.clean(wiki.titles.text({ namespace: row.page_namespace, dbkey: row.page_title })));
      return `  <page>\n    ${title}\n    <ns>${row.page_namespace}</ns>\n    <id>${row.page_id}</id>\n${redirect}`;
    };
    const closeTag = async (row: PageRow): Promise<string> =>
      `${options.uploads ? await uploads(wiki, row, options.uploads) : ''}  </page>\n`;
    for await (const ids of revisionIds(wiki, chunk, options)) {
      for await (const batch of revisions(wiki, ids, options.schema)) {
        const xml: string[] = [];
        let begun = 0;
        for (const { page, xml: own } of batch) {
          if (page !== open?.page_id) {
            if (open) xml.push(await closeTag(open));
            open = rows.get(page) as PageRow;
            xml.push(openTag(open));
            begun++;
          }
          xml.push(own);
        }
        yield { xml, pages: begun, revisions: batch.length };
      }
    }
    if (open) yield { xml: [await closeTag(open)], pages: 0, revisions: 0 };
  }
}

interface PageRow {
  readonly page_id: number;
  readonly page_namespace: number;
  readonly page_title: string;
  readonly page_is_redirect: number;
  readonly page_latest: number;
}

const COLUMNS = ['page_id', 'page_namespace', 'page_title', 'page_is_redirect', 'page_latest'] as const;

async function* pageRows({ db }: DumpedWiki, { titles, namespaces }: PageDumpOptions): AsyncGenerator<readonly PageRow[]> {
  if (titles) return yield* namedPages(db, titles, namespaces);
  for (let last = 0; ; ) {
    const rows = await db.selectFrom('page').select(COLUMNS).where('page_id', '>', last).orderBy('page_id').limit(PAGES).execute();
    const selected = namespaces ? rows.filter(row => namespaces.includes(row.page_namespace)) : rows;
    if (selected.length > 0) yield selected;
    if (rows.length < PAGES) return;
    last = rows.at(-1)?.page_id ?? 0;
  }
}

async function* namedPages(
  db: DumpedWiki['db'],
  titles: readonly Title[],
  namespaces: readonly number[] | undefined,
): AsyncGenerator<readonly PageRow[]> {
  const selected = namespaces ? titles.filter(({ namespace }) => namespaces.includes(namespace)) : titles;
  for (const [namespace, named] of Map.groupBy(selected, title => title.namespace)) {
    for (let from = 0; from < named.length; from += PAGES) {
      const keys = named.slice(from, from + PAGES).map(({ dbkey }) => dbkey);
      const query = db.selectFrom('page').select(COLUMNS).where('page_namespace', '=', namespace).where('page_title', 'in', keys);
      const rows = await query.orderBy('page_id').execute();
      if (rows.length > 0) yield rows;
    }
  }
}

async function redirects({ db, titles }: DumpedWiki, chunk: readonly PageRow[]): Promise<ReadonlyMap<number, string>> {
  const ids = chunk.filter(row => row.page_is_redirect).map(row => row.page_id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('redirect')
    .select(['rd_from', 'rd_namespace', 'rd_title', 'rd_interwiki'])
    .where('rd_from', 'in', ids)
    .execute();
  return new Map(
    rows.map(row => [
      row.rd_from,
      titles.text({ namespace: row.rd_namespace, dbkey: row.rd_title, ...(row.rd_interwiki && { interwiki: row.rd_interwiki }) }),
    ]),
  );
}

async function* revisionIds(wiki: DumpedWiki, chunk: readonly PageRow[], { current }: PageDumpOptions): AsyncGenerator<readonly number[]> {
  let waiting: number[] = [];
  for await (const ids of current ? [chunk.map(row => row.page_latest)] : allIds(wiki, chunk)) {
    waiting.push(...ids);
    let from = 0;
    for (; waiting.length - from >= REVISIONS; from += REVISIONS) yield waiting.slice(from, from + REVISIONS);
    waiting = waiting.slice(from);
  }
  if (waiting.length > 0) yield waiting;
}

async function* allIds({ db }: DumpedWiki, chunk: readonly PageRow[]): AsyncGenerator<readonly number[]> {
  const ofPages = (pages: readonly number[]) =>
    db
      .selectFrom('revision')
      .select(['rev_id', 'rev_page'])
      .where('rev_page', 'in', pages)
      .orderBy('rev_page')
      .orderBy('rev_id')
      .limit(MAX_IDS);
  let pages = chunk.map(row => row.page_id);
  while (pages.length > 0) {
    const rows = await ofPages(pages).execute();
    const last = rows.at(-1);
    if (rows.length < MAX_IDS || !last) return yield rows.map(row => row.rev_id);
    // The result may be cut off within the last page.
    yield rows.map(row => row.rev_id);
    for (let after = last.rev_id; ; ) {
      const more = await ofPages([last.rev_page]).where('rev_id', '>', after).execute();
      if (more.length > 0) yield more.map(row => row.rev_id);
      if (more.length < MAX_IDS) break;
      after = more.at(-1)?.rev_id ?? after;
    }
    pages = pages.filter(id => id > last.rev_page);
  }
}
