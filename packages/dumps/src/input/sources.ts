import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { SourceError } from '../context.ts';
import { turnOf } from '../sql-dumps/format.ts';
import type { ArchiveList, ArchiveMember } from './archive.ts';
import { type FileKind, kindOf } from './kind.ts';
import { isSound, listMembers } from './members.ts';
import { firstContent, openFile } from './open-file.ts';
import { type DumpLocation, nameOf } from './place.ts';
import { compressionOf, firstBytes, isArchive } from './signatures.ts';
import type { Unpacked } from './unpacked.ts';
import { isBesideUploads, type UploadFolder, uploadsAmong } from './upload-folder.ts';

/** What there is to import. */
export interface ImportSources {
  /** In the order in which they are to be imported. */
  readonly dumps: readonly Dump[];
  /** Saved descriptions of the wiki. */
  readonly descriptions: readonly DumpLocation[];
  /** MediaWiki's own databases. */
  readonly databases: readonly DumpLocation[];
  readonly fileLists: readonly DumpLocation[];
  readonly uploads: readonly UploadFolder[];
  /** What lies beside dumps in a folder or an archive and is not imported. */
  readonly leftOut: readonly string[];
}

export interface Dump {
  readonly place: DumpLocation;
  readonly format: 'xml' | 'sql';
  /** Dumps are imported in the order of these numbers, 0 for pages with their revisions. */
  readonly turn: number;
}

/** Does something for one source; where that fails, it is told, and the others go on. */
type Attempt = (name: string, work: () => Promise<void>) => Promise<unknown>;

/** Folders within each other, and files in all of them. */
const DEEPEST = 20;
const MOST_FILES = 5_000_000;
/** Bytes of a file that tell what it is. */
const LOOKED_AT = 64 << 10;
/** Files of an archive, uploads apart, that are looked at. */
const MOST_LOOKED_AT = 1000;

/** Finds out what files, folders and archives hold. A file that was named itself has to be understood; what lies beside others need not. */
export async function findSources(paths: readonly string[], unpacked: Unpacked, attempt: Attempt): Promise<ImportSources> {
  const found = new Findings(unpacked);
  for (const path of paths) {
    await attempt(path, async () => {
      if (!existsSync(path)) throw new SourceError('There is no such file.');
      if ((await stat(path)).isDirectory()) await lookIntoFolder(resolve(path), found, attempt);
      else await found.add({ path }, await kindAt({ path }), false);
    });
  }
  return found.sorted();
}

async function kindAt(place: DumpLocation): Promise<FileKind> {
  try {
    if (place.member === undefined) {
      const beginning = await firstBytes(place.path, LOOKED_AT);
      if (isArchive(beginning)) return { is: 'archive' };
      if (compressionOf(beginning) === 'plain') return kindOf(beginning);
    }
    return kindOf(await firstContent(place, LOOKED_AT));
  } catch (error) {
    throw new SourceError(error instanceof Error ? error.message : String(error));
  }
}

async function lookIntoFolder(folder: string, found: Findings, attempt: Attempt): Promise<void> {
  const { files, links } = await filesOf(folder);
  found.leaveLinks(basename(folder), links);
  const uploads = uploadsAmong(files, basename(folder));
  if (uploads.size > 0) found.uploads.push({ kind: 'folder', path: folder, names: uploads });
  const isBeside = (name: string): boolean => uploads.size > 0 && isBesideUploads(name, basename(folder));
  const others = files.filter(name => !uploads.has(name) && !isBeside(name)).sort(naturally.compare);
  const before = found.size;
  for (const name of others) {
    const place = { path: join(folder, name), below: posix.dirname(name).replace(/^\.$/, '') };
    await attempt(place.path, async () => found.add(place, await kindAt(place), true));
  }
  if (found.size === before && uploads.size === 0)
    throw new SourceError(`The folder holds nothing that can be imported (${others.length} files).`);
}

/** Returns the paths below a folder, except hidden files, and the number of skipped links: an unpacked archive may contain links. */
async function filesOf(folder: string): Promise<{ readonly files: readonly string[]; readonly links: number }> {
  const files: string[] = [];
  let links = 0;
  const visit = async (inner: string, depth: number): Promise<void> => {
    if (depth > DEEPEST) throw new SourceError(`More than ${DEEPEST} folders lie within each other.`);
    for (const entry of await readdir(join(folder, inner), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) await visit(name, depth + 1);
      else if (entry.isSymbolicLink()) links++;
      else if (entry.isFile()) files.push(name);
      if (files.length > MOST_FILES) throw new SourceError(`The folder has more than ${MOST_FILES} files.`);
    }
  };
  await visit('', 0);
  return { files, links };
}

class Findings {
  readonly uploads: UploadFolder[] = [];
  readonly #dumps: Dump[] = [];
  readonly #places: Record<'description' | 'sqlite' | 'file list', DumpLocation[]> = { description: [], sqlite: [], 'file list': [] };
  readonly #leftOut: string[] = [];
  readonly #unpacked: Unpacked;
  #looked = 0;

  constructor(unpacked: Unpacked) {
    this.#unpacked = unpacked;
  }

  /** How much was found that can be imported. */
  get size(): number {
    return this.#dumps.length + this.uploads.length + this.#places.sqlite.length;
  }

  leaveLinks(name: string, count: number): void {
    if (count > 0) this.#leftOut.push(`${name}: ${count} ${count === 1 ? 'link is' : 'links are'} not followed.`);
  }

  /** Throws a `SourceError` for what cannot be imported, unless it lies `beside` other files. */
  async add(place: DumpLocation, kind: FileKind, beside: boolean): Promise<void> {
    if (kind.is === 'compressed' || (await liesWithin(place, kind))) {
      const alone = await this.#unpacked.take(place);
      await this.add(alone, await kindAt(alone), beside);
      return;
    }
    switch (kind.is) {
      case 'xml':
        this.#dumps.push({ place, format: 'xml', turn: turnOfXml(kind.beginning) });
        return;
      case 'sql':
        this.#dumps.push({ place, format: 'sql', turn: turnOf(kind.beginning) });
        return;
      case 'archive':
        await this.#archive(place);
        return;
      case 'other':
        if (!beside) throw new SourceError(`${kind.what}. ${kind.advice}`);
        this.#leftOut.push(`${nameOf(place)}: ${kind.what}.`);
        return;
      case 'description':
        if (!beside) throw new SourceError('This is a description of a wiki, not a dump of it. Give it with --site, beside a dump.');
        this.#places.description.push(place);
        return;
      default:
        this.#places[kind.is].push(place);
    }
  }

  async #archive(place: DumpLocation): Promise<void> {
    const { files, beginning } = await membersOf(place.path);
    const members = files.filter(isSound);
    this.leaveLinks(nameOf(place), files.filter(({ isLink }) => isLink).length);
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
      if (++this.#looked > MOST_LOOKED_AT)
        throw new SourceError(`The archive has more than ${MOST_LOOKED_AT} files that may be dumps: unpack it, and import the folder.`);
      const member = { ...place, member: name };
      const isSingle = files.length === 1 && isArchive(await firstBytes(place.path));
      const isKnown = isSingle && compressionOf(beginning) === 'plain';
      const kind = isKnown ? kindOf(beginning) : await kindAt(member);
      // What has one file is that file.
      await this.add(isSingle && kind.is !== 'archive' ? place : member, kind, members.length > 1);
    }
    if (this.size === before && uploads.size === 0)
      throw new SourceError(`The archive holds nothing that can be imported (${members.length} files).`);
  }

  sorted(): ImportSources {
    return {
      dumps: this.#dumps.sort((a, b) => a.turn - b.turn),
      descriptions: this.#places.description,
      databases: this.#places.sqlite,
      fileLists: this.#places['file list'],
      uploads: this.uploads,
      leftOut: this.#leftOut,
    };
  }
}

/** Whether it lies in something else, and can be read only where it lies alone. */
async function liesWithin({ path, member }: DumpLocation, { is }: FileKind): Promise<boolean> {
  if (is === 'archive') return member !== undefined;
  return is === 'sqlite' && (member !== undefined || compressionOf(await firstBytes(path)) !== 'plain');
}

async function membersOf(path: string): Promise<ArchiveList> {
  try {
    return await listMembers(path, LOOKED_AT, () => openFile({ path }));
  } catch (error) {
    throw new SourceError(error instanceof Error ? error.message : String(error));
  }
}

/** Pages first; then those of which there are no texts, which count only where the texts are missing, and the log. */
function turnOfXml(beginning: string): number {
  if (beginning.includes('<logitem>')) return 0.6;
  const texts = beginning.match(/<text\b[^<>]*>/g) ?? [];
  const isStub = texts.length > 0 && texts.every(text => /\sbytes="[1-9]/.test(text) && text.endsWith('/>'));
  return isStub ? 0.5 : 0;
}

const naturally = new Intl.Collator('en', { numeric: true });
