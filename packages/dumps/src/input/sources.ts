import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { messageOf, SourceError } from '../context.ts';
import { sqlOrder } from '../sql-dumps/format.ts';
import type { ArchiveList, ArchiveMember } from './archive.ts';
import { type FileKind, KNOWN, kindOf } from './kind.ts';
import { type DumpLocation, nameOf } from './location.ts';
import { isSound, listMembers } from './members.ts';
import { firstContent, openFile } from './open-file.ts';
import { compressionOf, firstBytes, isArchive } from './signatures.ts';
import type { UnpackedFiles } from './unpacked-files.ts';
import { isBesideUploads, type UploadFolder, uploadsAmong } from './upload-folder.ts';

export interface ImportSources {
  readonly dumps: readonly Dump[];
  readonly descriptions: readonly DumpLocation[];
  readonly databases: readonly DumpLocation[];
  readonly fileLists: readonly DumpLocation[];
  readonly uploads: readonly UploadFolder[];
  /** Skipped files of folders and archives, with the reasons. */
  readonly skipped: readonly string[];
}

export interface Dump {
  readonly place: DumpLocation;
  readonly format: 'xml' | 'sql';
  /** Rank in the import order. The rank of pages with revisions is 0. */
  readonly order: number;
}

/** Runs the work for one source. Reports its failure, so that the other sources are still imported. */
type Attempt = (name: string, work: () => Promise<void>) => Promise<unknown>;

/** Maximum depth of folders, and maximum number of files below one folder. */
const MAX_DEPTH = 20;
const MAX_FILES = 5_000_000;
const BEGINNING = 64 << 10;
/** Maximum number of archive members to examine, not counting uploads. */
const MAX_EXAMINED = 1000;

/** Finds dumps and uploads in files, folders and archives. Reports unsupported files as failures; skips them in folders and archives. */
export async function findSources(paths: readonly string[], unpacked: UnpackedFiles, attempt: Attempt): Promise<ImportSources> {
  const found = new FoundSources(unpacked);
  for (const path of paths) {
    await attempt(path, async () => {
      if (!existsSync(path)) throw new SourceError(`The file ${path} does not exist.`);
      if ((await stat(path)).isDirectory()) await lookIntoFolder(resolve(path), found, attempt);
      else await found.add({ path }, await kindAt({ path }), false);
    });
  }
  return found.sorted();
}

async function kindAt(place: DumpLocation): Promise<FileKind> {
  try {
    if (place.member === undefined) {
      const beginning = await firstBytes(place.path, BEGINNING);
      if (isArchive(beginning)) return { is: 'archive' };
      if (compressionOf(beginning) === 'plain') return kindOf(beginning);
    }
    return kindOf(await firstContent(place, BEGINNING));
  } catch (error) {
    throw new SourceError(messageOf(error));
  }
}

async function lookIntoFolder(folder: string, found: FoundSources, attempt: Attempt): Promise<void> {
  const { files, links } = await filesOf(folder);
  found.reportLinks(basename(folder), links);
  const uploads = uploadsAmong(files, basename(folder));
  if (uploads.size > 0) found.uploads.push({ kind: 'folder', path: folder, names: uploads });
  const isBeside = (name: string): boolean => uploads.size > 0 && isBesideUploads(name, basename(folder));
  const others = files.filter(name => !uploads.has(name) && !isBeside(name)).sort(naturally.compare);
  const before = found.size;
  for (const name of others) {
    const location = { path: join(folder, name), below: posix.dirname(name).replace(/^\.$/, '') };
    await attempt(location.path, async () => found.add(location, await kindAt(location), true));
  }
  if (found.size === before && uploads.size === 0)
    throw new SourceError(`None of the ${others.length} files in the folder can be imported. ${KNOWN}`);
}

/** Lists the paths below a folder, without hidden files. Counts links, but does not follow them: an unpacked archive may contain some. */
async function filesOf(folder: string): Promise<{ readonly files: readonly string[]; readonly links: number }> {
  const files: string[] = [];
  let links = 0;
  const visit = async (inner: string, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) throw new SourceError(`The folder is nested more than ${MAX_DEPTH} levels deep. Import its subfolders singly.`);
    for (const entry of await readdir(join(folder, inner), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) await visit(name, depth + 1);
      else if (entry.isSymbolicLink()) links++;
      else if (entry.isFile()) files.push(name);
      if (files.length > MAX_FILES) throw new SourceError(`The folder has more than ${MAX_FILES} files. Import its subfolders singly.`);
    }
  };
  await visit('', 0);
  return { files, links };
}

class FoundSources {
  readonly uploads: UploadFolder[] = [];
  readonly #dumps: Dump[] = [];
  readonly #places: Record<'description' | 'sqlite' | 'file list', DumpLocation[]> = { description: [], sqlite: [], 'file list': [] };
  readonly #skipped: string[] = [];
  readonly #unpacked: UnpackedFiles;
  #examined = 0;

  constructor(unpacked: UnpackedFiles) {
    this.#unpacked = unpacked;
  }

  get size(): number {
    return this.#dumps.length + this.uploads.length + this.#places.sqlite.length;
  }

  reportLinks(name: string, count: number): void {
    if (count > 0) this.#skipped.push(`${name}: ${count} ${count === 1 ? 'link is' : 'links are'} not followed.`);
  }

  /** Adds a file. Throws a `SourceError` if it cannot be imported, unless it is one of several files (`beside`). */
  async add(place: DumpLocation, kind: FileKind, beside: boolean): Promise<void> {
    if (kind.is === 'compressed' || (await mustUnpack(place, kind))) {
      const unpacked = await this.#unpacked.take(place);
      await this.add(unpacked, await kindAt(unpacked), beside);
      return;
    }
    switch (kind.is) {
      case 'xml':
        this.#dumps.push({ place, format: 'xml', order: xmlOrder(kind.beginning) });
        return;
      case 'sql':
        this.#dumps.push({ place, format: 'sql', order: sqlOrder(kind.beginning) });
        return;
      case 'archive':
        await this.#archive(place);
        return;
      case 'other':
        if (!beside) throw new SourceError(`${kind.what}. ${kind.advice}`);
        this.#skipped.push(`${nameOf(place)}: ${kind.what}.`);
        return;
      case 'description':
        if (!beside) throw new SourceError('This is a site configuration, not a dump. Use it with --site when you import a dump.');
        this.#places.description.push(place);
        return;
      default:
        this.#places[kind.is].push(place);
    }
  }

  async #archive(place: DumpLocation): Promise<void> {
    const { files, beginning } = await membersOf(place.path);
    const members = files.filter(isSound);
    this.reportLinks(nameOf(place), files.filter(({ isLink }) => isLink).length);
    const uploads = uploadsAmong(
      members.map(({ name }) => name),
      basename(place.path),
    );
    if (uploads.size > 0) this.uploads.push({ kind: 'archive', path: place.path, names: uploads, members: files });
    const isOther = ({ name, size }: ArchiveMember): boolean =>
      size > 0 && !uploads.has(name) && !(uploads.size > 0 && isBesideUploads(name, basename(place.path)));
    const others = members.filter(isOther).sort((a, b) => naturally.compare(a.name, b.name));
    const before = this.size;
    for (const { name } of others) {
      if (++this.#examined > MAX_EXAMINED)
        throw new SourceError(`The archive has more than ${MAX_EXAMINED} files that may be dumps. Unpack it and import the folder.`);
      const member = { ...place, member: name };
      const isSingle = files.length === 1 && isArchive(await firstBytes(place.path));
      const isKnown = isSingle && compressionOf(beginning) === 'plain';
      const kind = isKnown ? kindOf(beginning) : await kindAt(member);
      // The content of an archive with a single file is imported under the archive's own name.
      await this.add(isSingle && kind.is !== 'archive' ? place : member, kind, members.length > 1);
    }
    if (this.size === before && uploads.size === 0)
      throw new SourceError(`None of the ${members.length} files in the archive can be imported. ${KNOWN}`);
  }

  sorted(): ImportSources {
    return {
      dumps: this.#dumps.sort((a, b) => a.order - b.order),
      descriptions: this.#places.description,
      databases: this.#places.sqlite,
      fileLists: this.#places['file list'],
      uploads: this.uploads,
      skipped: this.#skipped,
    };
  }
}

/** Whether a file must be unpacked into a separate file before it can be read. */
async function mustUnpack({ path, member }: DumpLocation, { is }: FileKind): Promise<boolean> {
  if (is === 'archive') return member !== undefined;
  return is === 'sqlite' && (member !== undefined || compressionOf(await firstBytes(path)) !== 'plain');
}

async function membersOf(path: string): Promise<ArchiveList> {
  try {
    return await listMembers(path, BEGINNING, () => openFile({ path }));
  } catch (error) {
    throw new SourceError(messageOf(error));
  }
}

/** Ranks XML dumps: first pages, then stubs, which add only revisions that no other dump contains, and then the log. */
function xmlOrder(beginning: string): number {
  if (beginning.includes('<logitem>')) return 0.6;
  const texts = beginning.match(/<text\b[^<>]*>/g) ?? [];
  const isStub = texts.length > 0 && texts.every(text => /\sbytes="[1-9]/.test(text) && text.endsWith('/>'));
  return isStub ? 0.5 : 0;
}

const naturally = new Intl.Collator('en', { numeric: true });
