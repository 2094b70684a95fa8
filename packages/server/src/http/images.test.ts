import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filePath } from '@wikiquery/file-storage';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { imageFiles } from './images.ts';

it('serves uploaded files whose names begin with a dot, but no other dotfiles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-images-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = express().use('/images', imageFiles(folder)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const path = filePath('...And_Justice.jpg') as string;
  const uploads = [path, `thumb/${path}/120px-x.jpg`];
  const others = ['.htaccess', '.env.local', 'a/.git/config.svg', `${dirname(path)}/.env.local`, `.hidden/${path}`, `${path}.d/.x.svg`];
  for (const each of [...uploads, ...others]) {
    await mkdir(join(folder, dirname(each)), { recursive: true });
    await writeFile(join(folder, each), 'x');
  }
  const statusOf = async (each: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/images/${each}`);
    await response.arrayBuffer();
    return response.status;
  };
  expect(await Promise.all(uploads.map(statusOf))).toEqual([200, 200]);
  expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 404));
});
