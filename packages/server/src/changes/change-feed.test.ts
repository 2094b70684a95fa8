import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from '../http/listen.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { output } from '../observability/log.ts';
import { assemble } from '../wiki/assemble.ts';
import { app, settingsWith } from '../wiki/render-cache.test-kit.ts';

let folder: string;
let wiki: WikiBuilder;
let server: RunningServer;
let disposables: AsyncDisposableStack;
beforeEach(async () => {
  vi.spyOn(output, 'write').mockReturnValue(undefined);
  disposables = new AsyncDisposableStack();
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-change-feed-'));
  wiki = await openWiki();
  await wiki.page('Pier', { text: 'old' });
  await wiki.page('Lamp', { text: 'old' });
});
afterEach(async () => {
  await server?.stop();
  await disposables.disposeAsync();
  await wiki.close();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

async function serve(changeFeed: string): Promise<void> {
  const settings = settingsWith(folder, wiki.url, 'none', { cachedResponses: 16, cacheTtl: 3_600_000, changeFeed, port: 0 });
  server = await listen(await assemble(app, settings), settings);
}

const query = async (parameters: string) => {
  const response = await fetch(`${server.origin}/w/api.php?action=query&format=json&formatversion=2&${parameters}`);
  return { text: await response.text(), isHit: response.headers.has('age') };
};
const textOf = (title: string) => query(`prop=revisions&rvprop=content&rvslots=main&titles=${title}`);

/** Repeats a request until its response comes from the cache without a check of the database. */
const untilCached = (parameters: () => Promise<{ isHit: boolean }>) =>
  vi.waitFor(async () => expect((await parameters()).isHit).toBe(true), { timeout: 10_000, interval: 20 });
const expectSoon = (ask: () => Promise<{ text: string }>, text: string) =>
  vi.waitFor(async () => expect((await ask()).text).toContain(text), { timeout: 10_000, interval: 20 });

it('a poll of the database ends the lifetime of the responses about an edited page', async () => {
  await serve('poll');
  for (const title of ['Pier', 'Lamp']) await untilCached(() => textOf(title));
  await wiki.edit('Pier', { text: 'new' });
  await expectSoon(() => textOf('Pier'), 'new');
  expect((await textOf('Lamp')).isHit).toBe(true);
});

it('a poll of the database finds both titles of a moved page', async () => {
  await serve('poll');
  const target = () => query('prop=info&titles=Quay');
  await untilCached(target);
  await wiki.move('Pier', 'Quay');
  await wiki.log('move', 'move', { title: 'Pier', params: { '4::target': 'Quay', '5::noredir': '0' } });
  await expectSoon(target, '"pageid"');
  expect((await query('prop=info&titles=Pier')).text).toContain('"redirect"');
});

it('a poll of the database ends the lifetime of all responses when a user is suppressed', async () => {
  await serve('poll');
  await untilCached(() => textOf('Pier'));
  // The test wiki records the edit in no table that the feed reads.
  await wiki.edit('Pier', { text: 'new', recent: false });
  expect((await textOf('Pier')).text).toContain('old');
  await wiki.log('suppress', 'block', { title: 'User:Ada', recent: false });
  await expectSoon(() => textOf('Pier'), 'new');
});

it('an event stream ends the lifetime of responses, and its own interruption shortens it', async () => {
  const streams: ServerResponse[] = [];
  const feed = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    streams.push(response);
  });
  feed.listen(0, '127.0.0.1');
  await once(feed, 'listening');
  disposables.defer(() => {
    feed.close();
    feed.closeAllConnections();
  });
  await serve(`http://127.0.0.1:${(feed.address() as AddressInfo).port}/stream`);
  await vi.waitFor(() => expect(streams).toHaveLength(1), { timeout: 10_000 });
  await untilCached(() => textOf('Pier'));
  await wiki.edit('Pier', { text: 'new' });
  expect((await textOf('Pier')).text).toContain('old');
  const send = (message: unknown) => streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  send({ type: 'edit', title: 'Pier', wiki: 'another wiki' });
  streams.at(-1)?.write('data: {"title": \n\n');
  send({ type: 'edit', title: 'Lamp' });
  expect((await textOf('Pier')).text).toContain('old');
  send({ type: 'edit', title: 'Pier' });
  await expectSoon(() => textOf('Pier'), 'new');
  streams[0]?.end();
  await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 10_000 });
});
