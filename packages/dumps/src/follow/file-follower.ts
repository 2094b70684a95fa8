import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wiki } from '@wikiquery/client';
import { loadInChunks } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';
import type { StalePages } from '../derive/stale-pages.ts';
import { uploadPath } from '../input/upload-folder.ts';
import type { UploadItem } from '../items.ts';
import type { TargetPlace } from '../target-place.ts';
import type { FileLists } from '../uploads/file-lists.ts';
import { type NewFile, RowWriter } from '../uploads/row-writer.ts';
import { Store } from '../uploads/store.ts';
import { readFileName } from '../write/files.ts';
import { type LivePage, uploadItem } from './answers.ts';
import type { PageChanges } from './page-reader.ts';

/** Milliseconds that a file may take. */
const PATIENCE = 600_000;

/** Nothing but the wiki itself tells of its files. */
const NO_LISTS: FileLists = { get: () => undefined, fullName: name => name };

/** Brings uploaded files and their rows up to date. */
export class FileFollower {
  readonly #context: ImportContext;
  /** Undefined where only rows are kept. */
  readonly #folder: string | undefined;
  readonly #isOn: boolean;
  /** Where a version that is asked for can be fetched, by its path. */
  readonly #urls = new Map<string, string>();

  private constructor(context: ImportContext, folder: string | undefined, isOn: boolean) {
    [this.#context, this.#folder, this.#isOn] = [context, folder, isOn];
  }

  static async open(
    { uploads = false }: { readonly uploads?: boolean },
    { images }: TargetPlace,
    context: ImportContext,
  ): Promise<FileFollower> {
    const hasFolder = images !== undefined && (uploads || existsSync(images));
    const hasRows = (await context.database.db.selectFrom('image').select('img_name').limit(1).executeTakeFirst()) !== undefined;
    return new FileFollower(context, hasFolder ? images : undefined, uploads || hasFolder || hasRows);
  }

  /** The versions of files, by the titles of their pages. */
  async uploadsOf(wiki: Wiki, title: string): Promise<UploadItem[]> {
    if (!this.#isOn) return [];
    const iiprop = ['timestamp', 'user', 'userid', 'comment', 'size', 'sha1', 'archivename', 'url'];
    const uploads: UploadItem[] = [];
    for await (const pages of wiki.pageBatches({ titles: title, prop: 'imageinfo', iiprop, iilimit: 'max' })) {
      for (const page of pages as unknown as (LivePage & { readonly imagerepository?: string })[]) {
        if (page.imagerepository !== 'local') continue;
        const name = page.title.slice(page.title.indexOf(':') + 1).replaceAll(' ', '_');
        for (const upload of page.imageinfo ?? []) {
          const item = uploadItem(name, upload);
          uploads.push(item);
          if (upload.url !== undefined) this.#urls.set(pathOf(item), upload.url);
        }
      }
    }
    return uploads;
  }

  /** Puts files in their places, and takes away those that are not there any more: all before their rows are written, so that it is done again if need be. */
  async fetch({ items, files }: PageChanges): Promise<NewFile[]> {
    if (this.#folder === undefined || files.length === 0) return [];
    const folder = this.#folder;
    const store = new Store(folder);
    const uploads = items.filter(item => item.kind === 'upload' && !(item.hidden & 1) && item.archiveName !== '') as UploadItem[];
    const stored: NewFile[] = [];
    // An old version may lie where the new one will.
    for (const upload of uploads.toSorted((a, b) => Number(a.archiveName === undefined) - Number(b.archiveName === undefined))) {
      const name = readFileName(upload);
      const file = await this.#get(upload, store, folder);
      if (file) stored.push({ name, listedAs: name, archiveName: upload.archiveName, time: undefined, stored: file });
    }
    const there = new Set(uploads.map(pathOf));
    for (const path of await this.#pathsOf(files)) if (!there.has(path)) await rm(join(folder, path), { force: true });
    return stored;
  }

  /** To be called in the transaction in which the pages were written. */
  async write({ files }: PageChanges, stored: readonly NewFile[], stale: StalePages): Promise<void> {
    if (!this.#isOn || files.length === 0) return;
    if (stored.length > 0) {
      const rows = await RowWriter.open(this.#context, NO_LISTS);
      await rows.write(stored);
    }
    const { db } = this.#context.database;
    // Whether files are missing can be told where there are any.
    const any = await db.selectFrom('image').select('img_name').limit(2).execute();
    if (any.length < 2) await stale.noteAll();
  }

  async #get(upload: UploadItem, store: Store, folder: string) {
    const [path, name] = [pathOf(upload), readFileName(upload)];
    for (const known of await this.#placesOf(upload.sha1)) {
      if (!existsSync(join(folder, known))) continue;
      const stored = await store.put(path, name, createReadStream(join(folder, known)));
      if (stored.sha1 === upload.sha1) return stored;
    }
    const url = this.#urls.get(path);
    if (url === undefined) return undefined;
    const response = await fetch(url, { headers: { 'User-Agent': 'wikiquery (follow)' }, signal: AbortSignal.timeout(PATIENCE) }).catch(
      () => undefined,
    );
    if (!response?.ok || !response.body) {
      this.#context.warn('follow', `The file ${path} cannot be fetched (${response?.status ?? 'no answer'}).`);
      await response?.body?.cancel();
      return undefined;
    }
    const stored = await store.put(path, name, response.body);
    if (stored.sha1 === upload.sha1) return stored;
    this.#context.warn('follow', `The file ${path} is another than the wiki says.`);
    await rm(join(folder, path), { force: true });
    return undefined;
  }

  /** Where versions with the same content lie. */
  async #placesOf(sha1: string): Promise<string[]> {
    if (sha1 === '') return [];
    const { db } = this.#context.database;
    const current = await db.selectFrom('image').select('img_name').where('img_sha1', '=', sha1).limit(10).execute();
    const old = await db.selectFrom('oldimage').select(['oi_name', 'oi_archive_name']).where('oi_sha1', '=', sha1).limit(10).execute();
    return [...old.map(row => uploadPath(row.oi_name, row.oi_archive_name)), ...current.map(row => uploadPath(row.img_name))];
  }

  async #pathsOf(names: readonly string[]): Promise<string[]> {
    const { db } = this.#context.database;
    const current = await loadInChunks(names, chunk => db.selectFrom('image').select('img_name').where('img_name', 'in', chunk).execute());
    const old = await loadInChunks(names, chunk =>
      db.selectFrom('oldimage').select(['oi_name', 'oi_archive_name']).where('oi_name', 'in', chunk).execute(),
    );
    return [...current.map(row => uploadPath(row.img_name)), ...old.map(row => uploadPath(row.oi_name, row.oi_archive_name))];
  }
}

const pathOf = (upload: UploadItem): string => uploadPath(readFileName(upload), upload.archiveName);
