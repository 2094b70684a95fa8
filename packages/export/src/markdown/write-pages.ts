import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isoTimestamp, NS, type Site, type Titles } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { convertInProcess, type LinkOptions } from '@wikiquery/markdown';
import { StartError } from '@wikiquery/server';
import type { Kysely } from 'kysely';
import { type ExportedPage, ExportList } from './export-list.ts';
import { FileNames } from './file-names.ts';
import { frontMatter } from './front-matter.ts';

/** A rendered page, as `action=parse` returns it. */
export interface ParsedPage {
  readonly html: string;
  readonly categories: readonly string[];
  readonly links: readonly string[];
}

/** Wiki whose pages are written as Markdown. */
export interface MarkdownSource {
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly titles: Titles;
  /** Renders a revision. Returns undefined if the user may not see it. Throws an Error if rendering fails, and a StartError if no page can be read. */
  parse(revision: number): Promise<ParsedPage | undefined>;
}

/** Options of `writeMarkdown`. */
export interface MarkdownExportOptions {
  /** Folder of the files. */
  readonly out: string;
  /** Whether to export a page. */
  readonly isSelected: (page: { readonly namespace: number; readonly dbkey: string }) => boolean;
  /** Text that identifies the selection and the form of the files. With another text than before, all files are written. */
  readonly form: string;
  readonly links: 'relative' | 'absolute' | 'text';
  readonly images: LinkOptions['images'];
  readonly onProgress: (counts: MarkdownCounts) => void;
  readonly onFailure: (title: string, error: Error) => void;
}

/** Numbers of pages. */
export interface MarkdownCounts {
  written: number;
  unchanged: number;
  deleted: number;
  failed: number;
}

const PAGES = 200;
/** Pages in work at a time: one is rendered in its process while this process converts and writes others. */
const TOGETHER = 4;

/**
 * Writes one Markdown file per page. Files of pages that did not change since the last export stay. Files of pages that no longer exist, are
 * no longer selected or whose text is hidden are deleted. Skips redirects.
 */
export async function writeMarkdown(source: MarkdownSource, options: MarkdownExportOptions): Promise<MarkdownCounts> {
  const list = await ExportList.open(options.out, options.form);
  const counts: MarkdownCounts = { written: 0, unchanged: 0, deleted: 0, failed: 0 };
  const names = new FileNames();
  const seen = new Set<number>();
  const folders = new Set<string>();
  const write = async (row: PageRow, file: string, version: string): Promise<void> => {
    const before = list.pages.get(row.page_id);
    try {
      const text = await pageFile(source, row, options);
      if (text === undefined) return;
      const path = join(options.out, file);
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
      folders.add(dirname(path));
      if (before && before.file !== file) await list.remove(before, names.isTaken(before.file));
      await writeFile(path, text);
      await list.add([{ id: row.page_id, version, file }]);
      seen.add(row.page_id);
      counts.written += 1;
    } catch (error) {
      if (error instanceof StartError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      seen.add(row.page_id);
      counts.failed += 1;
      options.onFailure(titleOf(source, row), error as Error);
    }
    options.onProgress(counts);
  };
  try {
    for await (const rows of pageRows(source.db)) {
      const changed: (() => Promise<void>)[] = [];
      for (const row of rows) {
        if (row.page_is_redirect || isTextHidden(row) || !options.isSelected({ namespace: row.page_namespace, dbkey: row.page_title }))
          continue;
        const file = names.pathOf(folderOf(source.site, row), row.page_title.replaceAll('_', ' '), row.page_id);
        const version = `${row.page_latest}:${row.page_touched}`;
        if (isCurrent(list.pages.get(row.page_id), file, version)) {
          seen.add(row.page_id);
          counts.unchanged += 1;
        } else changed.push(() => write(row, file, version));
      }
      const waiting = changed.values();
      const work = async (): Promise<void> => {
        for (const run of waiting) await run();
      };
      await Promise.all(Array.from({ length: TOGETHER }, work));
      options.onProgress(counts);
    }
    for (const page of [...list.pages.values()]) {
      if (seen.has(page.id)) continue;
      await list.remove(page, names.isTaken(page.file));
      counts.deleted += 1;
    }
  } finally {
    await list.close();
  }
  return counts;
}

const isCurrent = (page: ExportedPage | undefined, file: string, version: string): boolean =>
  page !== undefined && page.file === file && page.version === version;

interface PageRow {
  readonly page_id: number;
  readonly page_namespace: number;
  readonly page_title: string;
  readonly page_is_redirect: number;
  readonly page_latest: number;
  readonly page_touched: string;
  readonly rev_timestamp: string;
  readonly rev_deleted: number;
}

/** Yields the pages by id. */
async function* pageRows(db: MarkdownSource['db']): AsyncGenerator<readonly PageRow[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('page')
      .innerJoin('revision', 'rev_id', 'page_latest')
      .select([
        'page_id',
        'page_namespace',
        'page_title',
        'page_is_redirect',
        'page_latest',
        'page_touched',
        'rev_timestamp',
        'rev_deleted',
      ])
      .where('page_id', '>', last)
      .orderBy('page_id')
      .limit(PAGES)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGES) return;
    last = rows.at(-1)?.page_id ?? 0;
  }
}

/** Whether the text is hidden from all users without a right. */
const isTextHidden = ({ rev_deleted }: PageRow): boolean => (rev_deleted & 1) !== 0;

const folderOf = ({ namespaces }: Site, { page_namespace }: PageRow): string =>
  page_namespace === NS.MAIN ? 'Main' : (namespaces.get(page_namespace)?.name ?? `Namespace ${page_namespace}`);

const titleOf = ({ titles }: MarkdownSource, row: PageRow): string => titles.text({ namespace: row.page_namespace, dbkey: row.page_title });

async function pageFile(source: MarkdownSource, row: PageRow, { links, images }: MarkdownExportOptions): Promise<string | undefined> {
  const parsed = await source.parse(row.page_latest);
  if (!parsed) return undefined;
  const { urls } = source.site;
  const url = urls.expand(urls.local({ namespace: row.page_namespace, dbkey: row.page_title }));
  const { markdown } = convertInProcess(parsed.html, {
    links: links === 'text' ? 'text' : 'target',
    images,
    baseUrl: links === 'absolute' ? url : undefined,
  });
  const matter = frontMatter({
    title: titleOf(source, row),
    page: row.page_id,
    revision: row.page_latest,
    timestamp: isoTimestamp(row.rev_timestamp),
    url,
    categories: parsed.categories,
    links: parsed.links,
  });
  return `${matter}\n${markdown}\n`;
}
