import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContainedFolder, type DraftFile } from '@wikiquery/file-storage';
import { afterAll, expect, it } from 'vitest';
import { Store } from './store.ts';

const root = mkdtempSync(join(tmpdir(), 'wikiquery-store-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Simulates a full disk: new files are not writable. */
class FullFolder extends ContainedFolder {
  override draft(): DraftFile {
    const { path, descriptor } = super.draft();
    closeSync(descriptor);
    return { path, descriptor: openSync(path, 'r') };
  }
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('A short text.');
}

it('Store.put leaves neither a file nor a descriptor behind if it cannot write', async () => {
  const folder = join(root, 'images');
  await expect(new Store(new FullFolder(folder)).put('a/ab/Pier.txt', 'Pier.txt', bytes())).rejects.toThrow('EBADF');
  expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining('.part-'));
  const open = process.platform === 'linux' ? readdirSync('/proc/self/fd').map(linkOf) : [];
  expect(open).not.toContainEqual(expect.stringContaining(folder));
});

const linkOf = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
};
