import { closeSync, readFileSync, writeSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ContainedFolder, contains, filePath, isArchiveName, isFileName, localName, UnsafePathError } from './index.ts';

let outside: string;
let folder: string;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'wikiquery-storage-'));
  onTestFinished(() => rm(outside, { recursive: true }));
  folder = join(outside, 'images');
  await mkdir(join(folder, 'a'), { recursive: true });
  await writeFile(join(outside, 'secret'), 'secret');
});

it('accepts file names that MediaWiki allows', () => {
  for (const name of ['Heron.png', '...And_Justice.jpg', 'A:b.png', 'Größe_(1).svg', 'Name', '%2e%2e.png', `${'x'.repeat(251)}.png`])
    expect([name, isFileName(name)]).toEqual([name, true]);
  expect(filePath('Heron.png')).toMatch(/^[\da-f]\/[\da-f]{2}\/Heron\.png$/);
  expect(filePath('Heron.png', undefined, false)).toBe('Heron.png');
  expect(filePath('Heron.png', '20240101000000!Heron.png')).toMatch(/^archive\/[\da-f]\/[\da-f]{2}\/20240101000000!Heron\.png$/);
});

it('rejects names that lead out of the folder', () => {
  const hostile = [
    '',
    '.',
    '..',
    '...',
    '../x',
    '/etc/passwd',
    'a/b',
    'a\\b',
    '..\\x',
    'a\0b',
    'a\nb',
    '.htaccess',
    '\ud800.png',
    'x'.repeat(256),
  ];
  for (const name of [...hostile, undefined, 7, ['..'], { toString: () => 'x' }]) expect([name, isFileName(name)]).toEqual([name, false]);
  for (const name of hostile) {
    expect(filePath(name)).toBeUndefined();
    expect(filePath('A.png', name)).toBeUndefined();
    expect(isArchiveName(`20240101000000!${name}`)).toBe(false);
  }
  expect(isArchiveName('Heron.png')).toBe(false);
});

it('converts any string to a single file name', () => {
  for (const text of ['', '.', '..', '...']) expect([text, localName(text, 'x')]).toEqual([text, 'x']);
  expect(localName('wiki dump (1).xml.gz', 'x')).toBe('wiki dump (1).xml.gz');
  expect(localName('../..\\a\0b\n', 'x')).toBe('.._.._a_b_');
  for (const text of ['é'.repeat(300), '😀'.repeat(300), `a${'語'.repeat(300)}.gz`, `${'x'.repeat(300)}\ud800`]) {
    const name = localName(text, 'x');
    expect(Buffer.byteLength(name)).toBeGreaterThan(195);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(text.toWellFormed().endsWith(name)).toBe(true);
  }
});

it('creates, opens and removes files inside the folder', async () => {
  const files = new ContainedFolder(folder);
  const draft = files.draft();
  writeSync(draft.descriptor, 'text');
  closeSync(draft.descriptor);
  files.keep(draft, 'b/bc/X.png');
  const { descriptor, size } = files.open('b/bc/X.png');
  expect([readFileSync(descriptor, 'utf8'), size]).toEqual(['text', 4]);
  closeSync(descriptor);
  files.remove('b/bc/X.png');
  files.remove('b/bc/X.png');
  expect(() => files.open('b/bc/X.png')).toThrow('ENOENT');
  expect(await readdir(folder)).toEqual(['a', 'b']);
});

it('does not touch files outside the folder', async () => {
  await symlink('../..', join(folder, 'a', 'up'));
  await symlink('../../secret', join(folder, 'a', 'link'));
  await symlink('nowhere', join(folder, 'a', 'dangling'));
  await symlink(outside, join(folder, 'out'));
  await mkdir(join(folder, 'a', 'folder'));
  const files = new ContainedFolder(folder);
  const paths = ['a/link', 'a/up/secret', 'out/secret', '../secret', 'a/../../secret', '/etc/passwd', 'a\0b', '', '.', 'a/folder'];
  for (const path of paths) expect([path, refuses(() => files.open(path))]).toEqual([path, true]);
  for (const path of [...paths.slice(1), 'a/up/new/x', 'out/new/x', 'a/dangling/x', 'a/link/x']) {
    const draft = files.draft();
    closeSync(draft.descriptor);
    expect([path, refuses(() => files.keep(draft, path))]).toEqual([path, true]);
    files.discard(draft);
  }
  for (const path of paths.slice(1)) expect([path, refuses(() => files.remove(path))]).toEqual([path, true]);
  expect(await readdir(outside)).toEqual(['images', 'secret']);
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  // A link itself is replaced or deleted, not its target.
  const draft = files.draft();
  closeSync(draft.descriptor);
  files.keep(draft, 'a/link');
  files.remove('a/up');
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
});

function refuses(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    return error instanceof UnsafePathError;
  }
}

it('distinguishes links that lead out of the folder from links that stay inside', async () => {
  await writeFile(join(folder, 'a', 'X.png'), 'x');
  await link(join(folder, 'a', 'X.png'), join(folder, 'Y.png'));
  await symlink('a', join(folder, 'b'));
  await symlink('../secret', join(folder, 'Z.png'));
  expect(await Promise.all(['a/X.png', 'Y.png', 'b/X.png', 'Z.png', '../secret', 'none'].map(path => contains(folder, path)))).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});
