import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ThumbnailCache } from './cache.ts';

async function folderOfTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-thumbnail-cache-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
const write = (bytes: number) => async (draft: string) => {
  await writeFile(draft, Buffer.alloc(bytes));
  return undefined;
};

it('finds created files, and returns problems without creating a file', async () => {
  const cache = new ThumbnailCache(await folderOfTest(), 1000);
  expect(await cache.find('aa.png')).toBeUndefined();
  const created = await cache.create('aa.png', write(10));
  expect(created).toEqual({ path: await cache.find('aa.png') });
  expect(await cache.create('bb.png', async () => 'damaged')).toEqual({ problem: 'damaged' });
  expect(await cache.find('bb.png')).toBeUndefined();
});

it('creates a file once if several processes need it', async () => {
  const folder = await folderOfTest();
  const caches = Array.from({ length: 4 }, () => new ThumbnailCache(folder, 1e6));
  let written = 0;
  const results = await Promise.all(
    caches.map(cache =>
      cache.create('aa.png', async draft => {
        written++;
        await new Promise(resolve => setTimeout(resolve, 100));
        return write(10)(draft);
      }),
    ),
  );
  expect(written).toBe(1);
  expect(new Set(results.map(result => JSON.stringify(result))).size).toBe(1);
});

it('deletes the files that were not used for the longest time if the folder exceeds its size', async () => {
  const folder = await folderOfTest();
  const cache = new ThumbnailCache(folder, 1000);
  for (const [at, name] of ['a0', 'b0', 'c0', 'd0'].entries()) {
    const created = await cache.create(name, write(300));
    if ('path' in created) await utimes(created.path, at, at);
    await cache.idle();
  }
  const names = (await readdir(folder, { recursive: true })).filter(name => name.includes('/'));
  expect(names.toSorted()).toEqual(['b0/b0', 'c0/c0', 'd0/d0']);
});
