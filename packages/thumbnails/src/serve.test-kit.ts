import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AnyPlugin } from '@wikiquery/core/host';
import { filePath } from '@wikiquery/file-storage';
import json from '@wikiquery/format-json';
import { wikiquery } from '@wikiquery/server';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import thumbnails from './index.ts';

/** A wiki with an upload folder. */
export interface ServedFiles {
  readonly wiki: TestWiki;
  readonly images: string;
  readonly cache: string;
  /** Writes a file into the upload folder, and its row into the database. */
  upload(name: string, data: Uint8Array | string, facts: Parameters<TestWiki['file']>[1]): Promise<void>;
  /** Serves the wiki. `settings`: further settings of the server. Returns a function that requests a path. */
  serve(settings?: Readonly<Record<string, unknown>>): Promise<(path: string, headers?: Record<string, string>) => Promise<Response>>;
  close(): Promise<void>;
}

/** Creates a wiki with an upload folder. */
export async function servedFiles(): Promise<ServedFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-thumbnails-'));
  const wiki = await openWiki('sqlite');
  const [images, cache] = [join(folder, 'images'), join(folder, 'cache')];
  await mkdir(images);
  const closers: (() => Promise<unknown>)[] = [];
  return {
    wiki,
    images,
    cache,
    async upload(name, data, facts) {
      await wiki.file(`File:${name}`, { ...facts, data });
      const path = join(images, filePath(name) ?? '');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, data);
    },
    async serve(settings = {}) {
      const plugins = [json as unknown as AnyPlugin];
      const common = { database: wiki.url, data: folder, secretKey: 'k'.repeat(64), plugins, extensions: [thumbnails] };
      const app = await wikiquery({ ...common, images, thumbnailCache: cache, ...settings });
      const server = createServer(app).listen(0, '127.0.0.1');
      await once(server, 'listening');
      closers.push(async () => {
        server.closeAllConnections();
        server.close();
        await app.close();
      });
      const { port } = server.address() as AddressInfo;
      return (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' });
    },
    async close() {
      await Promise.all(closers.map(close => close()));
      await wiki.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
