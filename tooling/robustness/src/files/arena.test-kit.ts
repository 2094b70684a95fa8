import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CANARY, DEPTH, OUTSIDE } from './hostile-names.test-kit.ts';

/** An upload folder deep inside a tree of files that the tested code must not access. */
export class Arena {
  readonly root: string;
  /** Folder for dumps and databases, outside the tree. */
  readonly work: string;

  private constructor(root: string, work: string) {
    [this.root, this.work] = [root, work];
  }

  static async make(): Promise<Arena> {
    const root = await mkdtemp(join(tmpdir(), 'wikiquery-arena-'));
    const arena = new Arena(root, await mkdtemp(join(tmpdir(), 'wikiquery-work-')));
    await mkdir(arena.images, { recursive: true });
    for (let path = dirname(arena.images); path.startsWith(root); path = dirname(path)) await writeFile(join(path, OUTSIDE), CANARY);
    for (const folder of [dirname(arena.images), root]) {
      await mkdir(join(folder, 'images-evil'), { recursive: true });
      await writeFile(join(folder, 'images-evil', OUTSIDE), CANARY);
    }
    return arena;
  }

  get images(): string {
    return join(this.root, ...Array.from({ length: DEPTH }, (_, at) => `d${at}`), 'images');
  }

  /** Adds absolute, relative and broken symbolic links that lead out of a folder. Returns their names. */
  async plantLinks(folder: string): Promise<string[]> {
    const links = {
      'Absolute.png': join(this.root, OUTSIDE),
      'Relative.png': `../${OUTSIDE}`,
      'Chain.png': 'Absolute.png',
      'Dangling.png': join(this.root, 'new.png'),
      'Passwd.png': '/etc/passwd',
      folder: '..',
      root: this.root,
      'Loop.png': 'Loop.png',
    };
    await mkdir(folder, { recursive: true });
    for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name));
    return Object.keys(links);
  }

  /** Returns every file, folder and link outside the upload folder, with content and times. */
  async outside(): Promise<readonly string[]> {
    const seen: string[] = [];
    const visit = async (path: string): Promise<void> => {
      if (path === this.images) return;
      const stats = await lstat(path);
      if (stats.isDirectory()) {
        seen.push(`${path}/`);
        for (const name of (await readdir(path)).sort()) await visit(join(path, name));
      } else if (stats.isSymbolicLink()) seen.push(`${path} -> ${await readlink(path)}`);
      else seen.push(`${path} ${stats.mtimeMs} ${stats.ino} ${digest(await readFile(path))}`);
    };
    await visit(this.root);
    return seen;
  }

  /** Returns the regular files below a folder that have the content of files outside. */
  async leaked(folder = this.images): Promise<string[]> {
    const found: string[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(path)).includes(CANARY)) found.push(path);
    }
    return found;
  }

  async remove(): Promise<void> {
    for (const path of [this.root, this.work]) await rm(path, { recursive: true, force: true });
  }
}

const digest = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
