import { closeSync, createReadStream, readFileSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isInvalid, NS, type Titles } from '@wikiquery/core';
import { inTransaction } from '@wikiquery/database';
import { ContainedFolder, filePath, type OpenedFile, UnsafePathError } from '@wikiquery/file-storage';
import { createTitles } from '@wikiquery/titles';
import { type ImportContext, messageOf, SourceError } from '../context.ts';
import { type Marks, marksOf } from '../input/location.ts';
import { readMembers } from '../input/members.ts';
import { openFile } from '../input/open-file.ts';
import type { ImportSources } from '../input/sources.ts';
import type { Upload, UploadFolder } from '../input/upload-folder.ts';
import { forgetDerived } from '../write/derived.ts';
import { importedTables } from '../write/imported-tables.ts';
import { completeTables } from '../write/tables.ts';
import { type FileLists, readFileLists } from './file-lists.ts';
import { type NewFile, UploadRowWriter } from './row-writer.ts';
import { Store, type Stored } from './store.ts';

const BATCH = 200;
const SMALL = 1 << 20;
const SHOWN = 3;

export async function importUploads({ uploads, fileLists }: ImportSources, folder: string, context: ImportContext): Promise<void> {
  const { options, database } = context;
  if (options.namespaces?.includes(NS.FILE) === false) return;
  // Rows of files are looked up through indexes, so these must exist.
  if (!(await importedTables(context)).has('image')) await completeTables(database, options.prefix ?? '');
  const lists = await readFileLists(fileLists);
  for (const source of uploads) {
    await context.attempt(basename(source.path), () => new UploadImport(source, folder, lists, context).run());
  }
}

async function marksOfUploads({ path, names }: UploadFolder): Promise<Marks> {
  const marks = await marksOf({ path }, names.size);
  return { ...marks, earlier: (JSON.parse(marks.earlier) as number[]).join(' ') };
}

interface UploadedFile {
  readonly upload: Upload;
  readonly time: Date | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Position of this file in the archive, in bytes. */
  readonly position: number;
}

class UploadImport {
  readonly #source: UploadFolder;
  readonly #folder: string;
  readonly #lists: FileLists;
  readonly #context: ImportContext;
  /** Number of skipped files and some of their names, by reason. */
  readonly #skipped = new Map<string, { count: number; readonly names: string[] }>();

  constructor(source: UploadFolder, folder: string, lists: FileLists, context: ImportContext) {
    [this.#source, this.#folder, this.#lists, this.#context] = [source, folder, lists, context];
  }

  async run(): Promise<void> {
    const { checkpoints, options, site } = this.#context;
    const isArchive = this.#source.kind === 'archive';
    const { size, mark, earlier } = isArchive ? await marksOfUploads(this.#source) : { size: 0, mark: '', earlier: '' };
    const key = `#uploads ${basename(this.#source.path)}`;
    const before = isArchive ? (await checkpoints.read<{ mark: string }>(key))?.mark : undefined;
    if (before !== undefined && [mark, earlier].includes(before)) return;
    await this.#checkRoom();
    options.progress.begin(`files of ${basename(this.#source.path)}`, isArchive ? size : this.#source.names.size);
    const store = new Store(new ContainedFolder(this.#folder));
    const rows = await UploadRowWriter.open(this.#context, this.#lists);
    const titles = createTitles(await site());
    let [batch, done, bytes]: [NewFile[], number, number] = [[], 0, 0];
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      await inTransaction(this.#context.database, async () => {
        await rows.write(batch);
        await forgetDerived(this.#context);
      });
      batch = [];
    };
    try {
      for await (const file of this.#files()) {
        const stored = await this.#store(file, titles, store);
        if (stored) batch.push(stored);
        if (stored) bytes += stored.stored.size;
        options.progress.update(isArchive ? file.position : done + 1, { files: ++done, MB: Math.round(bytes / 1e6) });
        if (batch.length >= BATCH) await flush();
      }
      await flush();
    } catch (error) {
      // The files before the damage are imported.
      await flush();
      if (isOfSystem(error)) throw error;
      throw new SourceError(`after ${done} uploaded files: ${messageOf(error)}`);
    } finally {
      options.progress.end();
      this.#warnSkipped();
    }
    if (rows.others > 0) {
      this.#context.warn(
        basename(this.#source.path),
        `${rows.others} files are other versions than those in the table dump. The rows of the dump remain.`,
      );
    }
    if (isArchive) await checkpoints.write(key, { mark });
  }

  async #checkRoom(): Promise<void> {
    if (this.#source.kind !== 'archive') return;
    const { names, members } = this.#source;
    const needed = members.reduce((sum, { name, size }) => (names.has(name) ? sum + size : sum), 0);
    const { bavail, bsize } = await statfs(await existing(this.#folder));
    if (needed <= bavail * bsize) return;
    const gigabytes = (size: number): string => `${(size / 1e9).toFixed(1)} GB`;
    throw new SourceError(
      `The uploaded files need ${gigabytes(needed)}, but the disk of ${this.#folder} has ${gigabytes(bavail * bsize)} free. Choose another with --images.`,
    );
  }

  async *#files(): AsyncGenerator<UploadedFile> {
    const { path, names } = this.#source;
    if (this.#source.kind === 'folder') {
      const folder = new ContainedFolder(path);
      for (const [name, upload] of names) {
        const file = this.#open(folder, name);
        if (file) yield { upload, time: file.changed, chunks: contentOf(file), position: 0 };
      }
      return;
    }
    const open = () => openFile({ path });
    for await (const { member, chunks, position } of readMembers(path, this.#source.members, name => names.has(name), open)) {
      yield { upload: names.get(member.name) as Upload, time: member.time, chunks, position };
    }
  }

  async #store({ upload, time, chunks }: UploadedFile, titles: Titles, store: Store): Promise<NewFile | undefined> {
    const written = this.#lists.fullName(upload.name);
    const title = titles.parse(written, NS.FILE);
    const dbkey =
      isInvalid(title) || title.interwiki !== '' || title.namespace !== NS.FILE
        ? (titles.make(NS.FILE, written)?.dbkey ?? '')
        : title.dbkey;
    const archiveName = upload.archiveName === undefined ? undefined : `${upload.archiveName.slice(0, 15)}${dbkey}`;
    const path = filePath(dbkey, archiveName);
    if (path === undefined) {
      for await (const _ of chunks);
      return this.#skip('their names are not valid file names', upload.name);
    }
    const stored = await this.#put(path, dbkey, chunks, store);
    if (!stored) return this.#skip(`their paths lead through links out of ${this.#folder}`, upload.name);
    if (stored.size === 0) return this.#skip('they are empty', upload.name);
    if (stored.isPage) return this.#skip('they are HTML pages saved instead of the file', upload.name);
    return { name: dbkey, listedAs: upload.name, archiveName, time, stored };
  }

  /** Opens a file. Returns undefined if it is a link, or if its path contains one. */
  #open(folder: ContainedFolder, name: string): OpenedFile | undefined {
    try {
      return folder.open(name);
    } catch (error) {
      if (!(error instanceof UnsafePathError)) throw error;
      return this.#skip('they are links', name);
    }
  }

  /** Stores a file. Resolves to undefined if its path leads out of the upload folder. */
  async #put(path: string, name: string, chunks: UploadedFile['chunks'], store: Store): Promise<Stored | undefined> {
    try {
      return await store.put(path, name, chunks);
    } catch (error) {
      if (!(error instanceof UnsafePathError)) throw error;
      return undefined;
    }
  }

  #skip(reason: string, name: string): undefined {
    const skipped = this.#skipped.get(reason) ?? { count: 0, names: [] };
    skipped.count++;
    if (skipped.names.length < SHOWN) skipped.names.push(name.slice(0, 80));
    this.#skipped.set(reason, skipped);
  }

  #warnSkipped(): void {
    for (const [reason, { count, names }] of this.#skipped) {
      const more = count > names.length ? ', …' : '';
      this.#context.warn(basename(this.#source.path), `${count} files are skipped because ${reason}: ${names.join(', ')}${more}.`);
    }
  }
}

async function* contentOf({ descriptor, size }: OpenedFile): AsyncGenerator<Uint8Array> {
  if (size > SMALL) yield* createReadStream('', { fd: descriptor, highWaterMark: SMALL }) as AsyncIterable<Uint8Array>;
  else {
    try {
      yield readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Whether an error is one of the file system. Other errors mean that the archive is damaged. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Returns the folder, or its nearest parent that exists. */
async function existing(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere || path === dirname(path)) return path;
  }
}
