import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { installedFolder } from './packages.ts';

/** Glob patterns of the files to copy, by package name. */
export type Inlined = Readonly<Record<string, readonly string[]>>;

/** Copies packages into `dist`, and rewrites all imports of them to relative paths. Throws if a package is not installed. */
export function inline(folder: string, inlined: Inlined): void {
  const names = Object.keys(inlined);
  const [first = ''] = names;
  const target = join(folder, 'dist/inlined');
  const firstFolder = folderOf(folder, first);
  for (const [name, patterns] of Object.entries(inlined)) {
    const source = name === first ? firstFolder : folderOf(firstFolder, name);
    const to = join(target, name);
    for (const file of ['package.json', ...globSync([...patterns], { cwd: source })]) cpSync(join(source, file), join(to, file));
    const {
      name: called,
      version,
      main = 'index.js',
      type,
      license,
    } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Inlinable;
    writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name: called, version, license, type, main }, undefined, 2)}\n`);
  }
  const files = globSync(['dist/inlined/**/*.js', 'dist/*.js'], { cwd: folder });
  for (const file of files) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replaceAll(/(require\(|from )(["'])([^"'.][^"']*)\2/g, (whole, how: string, quote: string, name: string) => {
      if (!names.includes(name)) return whole;
      const to = posix.join(relative(dirname(path), join(target, name)).split(sep).join('/'), mainOf(join(target, name)));
      return `${how}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
    });
    if (changed !== text) writeFileSync(path, changed);
  }
}

interface Inlinable {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly type?: string;
  readonly main?: string;
}

function folderOf(from: string, name: string): string {
  const found = installedFolder(from, name);
  if (found === undefined) throw new Error(`${name} must be inlined, but is not installed.`);
  return found;
}

const mainOf = (folder: string): string => (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string }).main;
