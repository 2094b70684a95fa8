import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wiki } from '@wikiquery/client';
import { NS, type Title } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import { ContainedFolder, filePath, UnsafePathError } from '@wikiquery/file-storage';
import type { ImportContext } from '../context.ts';
import type { StalePages } from '../derive/stale-pages.ts';
import type { ImportTarget } from '../import-target.ts';
import type { UploadItem } from '../items.ts';
import type { FileLists } from '../uploads/file-lists.ts';
import { type NewFile, UploadRowWriter } from '../uploads/row-writer.ts';
import { Store, type Stored } from '../uploads/store.ts';
import { hasFileNames, readFileName } from '../write/files.ts';
import { type LivePage, uploadItem } from './api-items.ts';
import { DownloadError, type FileDownloadOptions, FileDownloads } from './file-downloads.ts';
import type { PageChanges } from './page-reader.ts';

/** No file lists are needed, because the wiki itself returns all data of its files. */
const NO_LISTS: FileLists = { get: () => undefined, fullName: name => name };

/** Checkpoint that stores from which hosts files were downloaded; none if they were not downloaded. */
const HOSTS = '#upload-hosts';
/** Maximum number of file pages that are compared at once. */
const BATCH = 50;

interface FileOptions extends FileDownloadOptions {
  readonly uploads?: boolean;
}

export class FileFollower {
  readonly #context: ImportContext;
  readonly #folder: ContainedFolder | undefined;
  readonly #downloads: FileDownloads;
  readonly #isEnabled: boolean;
  readonly #urls = new WeakMap<UploadItem, string>();

  private constructor(context: ImportContext, downloads: FileDownloads, folder: string | undefined, isEnabled: boolean) {
    [this.#context, this.#downloads, this.#isEnabled] = [context, downloads, isEnabled];
    this.#folder = folder === undefined ? undefined : new ContainedFolder(folder);
  }

  static async open(api: URL, options: FileOptions, { images }: ImportTarget, context: ImportContext): Promise<FileFollower> {
    const { uploads = false } = options;
    const hasFolder = images !== undefined && (uploads || existsSync(images));
    const hasRows = (await context.database.db.selectFrom('image').select('img_name').limit(1).executeTakeFirst()) !== undefined;
    const downloads = new FileDownloads(api, options);
    return new FileFollower(context, downloads, hasFolder ? images : undefined, uploads || hasFolder || hasRows);
  }

  async uploadsOf(wiki: Wiki, title: string): Promise<UploadItem[]> {
    if (!this.#isEnabled) return [];
    const iiprop = ['timestamp', 'user', 'userid', 'comment', 'size', 'sha1', 'archivename', 'url'];
    const uploads: UploadItem[] = [];
    for await (const pages of wiki.pageBatches({ titles: title, prop: 'imageinfo', iiprop, iilimit: 'max' })) {
      for (const page of pages as unknown as (LivePage & { readonly imagerepository?: string })[]) {
        if (page.imagerepository !== 'local') continue;
        const name = page.title.slice(page.title.indexOf(':') + 1).replaceAll(' ', '_');
        for (const upload of page.imageinfo ?? []) {
          const item = uploadItem(name, upload);
          if (!hasFileNames(name, item.archiveName)) {
            this.#context.warn('follow', `A version of ${page.title} is skipped: its name is not a valid file name.`);
            continue;
          }
          uploads.push(item);
          if (typeof upload.url === 'string') this.#urls.set(item, upload.url);
        }
      }
    }
    return uploads;
  }

  /** Stores the hosts of the downloads. Resolves to true if they differ from those of the previous run. */
  async noteHosts(): Promise<boolean> {
    const { checkpoints } = this.#context;
    const hosts = this.#folder === undefined ? [] : this.#downloads.hosts;
    const before = await checkpoints.read<{ readonly hosts: readonly string[] }>(HOSTS);
    if (hosts.every(host => before?.hosts.includes(host))) return false;
    await checkpoints.write(HOSTS, { hosts });
    return true;
  }

  /** Yields the titles of file pages whose current file is not in the upload folder. */
  async *missing(): AsyncGenerator<Title[]> {
    const folder = this.#folder;
    if (folder === undefined) return;
    for (let after = ''; ; ) {
      const rows = await this.#context.database.db
        .selectFrom('page')
        .select('page_title')
        .where('page_namespace', '=', NS.FILE)
        .where('page_is_redirect', '=', 0)
        .where('page_title', '>', after)
        .orderBy('page_title')
        .limit(BATCH)
        .execute();
      const last = rows.at(-1);
      if (!last) return;
      after = last.page_title;
      const missing = rows.filter(row => {
        const path = filePath(row.page_title);
        return path !== undefined && !existsSync(join(folder.path, path));
      });
      if (missing.length > 0) yield missing.map(row => ({ namespace: NS.FILE, dbkey: row.page_title }));
    }
  }

  /** Downloads new files and removes old ones. Their rows are written later, so that an interrupted update is repeated. */
  async fetch({ items, files }: PageChanges): Promise<NewFile[]> {
    if (this.#folder === undefined || files.length === 0) return [];
    const folder = this.#folder;
    const store = new Store(folder);
    const uploads = items.filter(item => item.kind === 'upload' && !(item.hidden & 1) && item.archiveName !== '') as UploadItem[];
    const stored: NewFile[] = [];
    // Current versions come last, because a file that is now an old version may still be at their path.
    for (const upload of uploads.toSorted((a, b) => Number(a.archiveName === undefined) - Number(b.archiveName === undefined))) {
      const name = readFileName(upload);
      const file = await this.#get(upload, store, folder);
      if (file) stored.push({ name, listedAs: name, archiveName: upload.archiveName, time: undefined, stored: file });
    }
    const present = new Set(uploads.map(pathOf));
    for (const path of await this.#pathsOf(files)) if (!present.has(path)) this.#safely(path, () => folder.remove(path));
    return stored;
  }

  /** Writes the rows of the files. Must be called in the transaction that writes the pages. */
  async write({ files }: PageChanges, stored: readonly NewFile[], stale: StalePages): Promise<void> {
    if (!this.#isEnabled || files.length === 0) return;
    if (stored.length > 0) {
      const rows = await UploadRowWriter.open(this.#context, NO_LISTS);
      await rows.write(stored);
    }
    const { db } = this.#context.database;
    // Once the database has files, missing files can be detected, which affects all pages.
    const any = await db.selectFrom('image').select('img_name').limit(2).execute();
    if (any.length < 2) await stale.noteAll();
  }

  /** Downloads a file to its path. Resolves to undefined if the file cannot be fetched or differs from the data of the wiki. */
  async #get(upload: UploadItem, store: Store, folder: ContainedFolder): Promise<Stored | undefined> {
    const [path, name] = [pathOf(upload), readFileName(upload)];
    if (path === undefined) return undefined;
    for (const known of await this.#copiesOf(upload.sha1)) {
      const file = this.#safely(known, () => folder.open(known));
      if (!file) continue;
      const stored = await store.put(path, name, createReadStream('', { fd: file.descriptor }), upload.sha1);
      if (stored.sha1 === upload.sha1) return stored;
    }
    const url = this.#urls.get(upload);
    if (url === undefined) return undefined;
    try {
      await checkRoom(folder.path, upload.size);
      const stored = await store.put(path, name, this.#downloads.get(url, upload.size), upload.sha1);
      if (stored.sha1 === upload.sha1) return stored;
      throw new DownloadError('its SHA-1 differs from the one that the wiki reports');
    } catch (error) {
      if (!(error instanceof DownloadError || error instanceof UnsafePathError)) throw error;
      this.#context.warn('follow', `The file ${path} cannot be fetched: ${error.message.replace(/\.$/, '')}.`);
      return undefined;
    }
  }

  /** Runs `work`. Returns undefined if the file is missing, or if a link leads out of the folder. */
  #safely<T>(path: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof UnsafePathError) this.#context.warn('follow', `The file ${path} is skipped: ${error.message}`);
      else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
  }

  async #copiesOf(sha1: string): Promise<string[]> {
    if (sha1 === '') return [];
    const { db } = this.#context.database;
    const current = await db.selectFrom('image').select('img_name').where('img_sha1', '=', sha1).limit(10).execute();
    const old = await db.selectFrom('oldimage').select(['oi_name', 'oi_archive_name']).where('oi_sha1', '=', sha1).limit(10).execute();
    return pathsOf(current, old);
  }

  async #pathsOf(names: readonly string[]): Promise<string[]> {
    const { db } = this.#context.database;
    const current = await loadInChunks(names, chunk => db.selectFrom('image').select('img_name').where('img_name', 'in', chunk).execute());
    const old = await loadInChunks(names, chunk =>
      db.selectFrom('oldimage').select(['oi_name', 'oi_archive_name']).where('oi_name', 'in', chunk).execute(),
    );
    return pathsOf(current, old);
  }
}

/** Returns the path of a version below the upload folder. Undefined for an invalid file name. */
const pathOf = (upload: UploadItem): string | undefined => filePath(readFileName(upload), upload.archiveName);

/** Returns the paths of the files. Skips unsafe names that earlier versions of this program stored in the database. */
const pathsOf = (
  current: readonly { readonly img_name: string }[],
  old: readonly { readonly oi_name: string; readonly oi_archive_name: string }[],
): string[] =>
  [...old.map(row => filePath(row.oi_name, row.oi_archive_name)), ...current.map(row => filePath(row.img_name))].filter(
    path => path !== undefined,
  );

/** Checks the free disk space, because a wiki may report any size. */
async function checkRoom(folder: string, size: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (size > bavail * bsize) throw new DownloadError(`the wiki reports ${size} bytes, more than the free disk space`);
}
