import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

/** Thrown for a path that leads out of its folder or is not a file. */
export class UnsafePathError extends Error {
  override readonly name = 'UnsafePathError';
}

/** A file opened for reading. `changed` is the time of its last modification. */
export interface OpenedFile {
  /** File descriptor, which the caller must close. */
  readonly descriptor: number;
  /** Size in bytes. */
  readonly size: number;
  readonly changed: Date;
}

/** A new file under a temporary name. */
export interface DraftFile {
  readonly descriptor: number;
  readonly path: string;
}

/** A folder for files with untrusted names. Methods accept paths relative to it and throw an `UnsafePathError` for unsafe paths. */
export class ContainedFolder {
  readonly path: string;
  readonly #made = new Set<string>();

  constructor(path: string) {
    this.path = path;
  }

  /** Opens a file for reading. Throws a system error if it does not exist. */
  open(path: string): OpenedFile {
    const descriptor = checked(path, () => openSync(this.#resolve(path), constants.O_RDONLY | NO_FOLLOW | NO_WAIT));
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return { descriptor, size: stats.size, changed: stats.mtime };
    closeSync(descriptor);
    throw new UnsafePathError(`${path} is not a file.`);
  }

  /** Creates an empty temporary file. Move it to its path with `keep`, or delete it with `discard`. */
  draft(): DraftFile {
    mkdirSync(this.path, { recursive: true });
    const path = join(this.path, `.part-${process.pid}-${randomBytes(8).toString('hex')}`);
    return { path, descriptor: openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o666) };
  }

  /** Moves a temporary file to its final path, replacing any existing file. */
  keep({ path: draft }: DraftFile, path: string): void {
    this.#makeFolders(partsOf(path).slice(0, -1));
    checked(path, () => renameSync(draft, this.#resolve(path)));
  }

  discard({ path }: DraftFile): void {
    rmSync(path, { force: true });
  }

  /** Deletes a file if it exists. Deletes a link itself, not its target. */
  remove(path: string): void {
    try {
      checked(path, () => unlinkSync(this.#resolve(path)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  /** Returns a path with all links in its parent folders resolved. Throws if it leads out of the folder. */
  #resolve(path: string): string {
    partsOf(path);
    const folder = checked(path, () => realpathSync(join(this.path, dirname(path))));
    if (!isWithin(folder, realpathSync(this.path))) throw new UnsafePathError(`${path} leads out of the folder.`);
    return join(folder, basename(path));
  }

  #makeFolders(parts: readonly string[]): void {
    for (const at of parts.keys()) {
      const path = parts.slice(0, at + 1).join('/');
      if (this.#made.has(path)) continue;
      makeFolder(this.#resolve(path));
      this.#resolve(`${path}/x`);
      this.#made.add(path);
    }
  }
}

/** Whether a path relative to a folder exists and stays inside the folder with all links resolved. */
export async function contains(folder: string, path: string): Promise<boolean> {
  try {
    return isWithin(await realpath(join(folder, path)), await realpath(folder));
  } catch {
    return false;
  }
}

// Windows has neither of these constants.
const { O_NOFOLLOW: NO_FOLLOW = 0, O_NONBLOCK: NO_WAIT = 0 } = constants as Partial<typeof constants>;

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A dangling link makes `mkdirSync` fail, but it is not a folder.
    if (!existsSync(path)) throw new UnsafePathError(`${path} is a dangling link.`);
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Splits a path into its folders and its file name. Throws if it could lead out of the folder. */
function partsOf(path: string): readonly string[] {
  const parts = path.split('/');
  if (parts.some(part => part === '' || part === '.' || part === '..') || path.includes('\0') || (sep === '\\' && path.includes('\\')))
    throw new UnsafePathError(`${path.replaceAll('\0', '\u2400')} leads out of the folder.`);
  return parts;
}

/** Codes of the system errors for links, non-files and names that are too long. */
const UNSAFE: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'ENAMETOOLONG', 'ENXIO', 'EPERM']);

function checked<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (UNSAFE.has((error as NodeJS.ErrnoException).code ?? '')) throw new UnsafePathError(`${path} is not a file of the folder.`);
    throw error;
  }
}
