import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { fetchBounded, parseJson } from './fetch.ts';
import { wiki } from './index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.php`;
}

/** Returns a client for a wiki that sends the responses in turn, and repeats the last response forever. */
const sending = (...texts: string[]) => {
  let sent = 0;
  return wiki('https://wiki.example/w/api.php', {
    onWarning: () => undefined,
    fetch: async () => new Response(texts[Math.min(sent++, texts.length - 1)]),
  });
};

const pollution = JSON.stringify({ ofPollution: [1] });

it('the client rejects responses with a __proto__ key, even if the key is escaped', async () => {
  for (const key of ['__proto__', '\\u005f_proto__', '__prot\\u006F__']) {
    const page = `{"continue":{"a":1},"query":{"pages":[{"pageid":1,"${key}":${pollution}}]}}`;
    await expect(
      sending(page)
        .pages({ pageids: [1] })
        .all(),
    ).rejects.toMatchObject({ code: 'bad-json' });
  }
  expect(() => parseJson('{"a":[{"b":{"\\u005F_proto__":1}}]}')).toThrow('__proto__');
  expect(parseJson('["__proto__",{"a":"\\u0070"}]')).toEqual(['__proto__', { a: 'p' }]);
});

it('the client merges pages without changing object prototypes', async () => {
  const first = '{"continue":{"a":1},"query":{"pages":[{"pageid":1,"list":[1],"props":{"a":1}}]}}';
  const evil = `{"constructor":{"prototype":${pollution},"ofPollution":1},"props":{"constructor":{"prototype":${pollution}}},"list":{"constructor":{"prototype":${pollution}}}}`;
  const pages = await sending(first, `{"batchcomplete":true,"query":{"pages":[{"pageid":1,${evil.slice(1)}]}}`)
    .pages({ pageids: [1] })
    .all();
  expect(pages).toEqual([{ pageid: 1, ...JSON.parse(evil), props: { a: 1, ...JSON.parse(evil).props } }]);
  for (const shared of [Object, Object.prototype, Array, Array.prototype]) expect('ofPollution' in shared).toBe(false);
});

it('the client stops an endless continuation', async () => {
  const page = (next: string) => `{"continue":{"gapcontinue":"${next}"},"batchcomplete":true,"query":{"pages":[{"pageid":1}]}}`;
  const read = (w: ReturnType<typeof sending>) => w.pages({ from: ['allpages'] }).all();
  await expect(read(sending(page('x')))).rejects.toThrow('endless-continue: The wiki repeats a continue value: {"gapcontinue":"x"}.');
  const cycle = ['a', 'b', 'c', 'd', 'e'];
  await expect(read(sending(...Array.from({ length: 100 }, (_, i) => page(cycle[i % 5]!))))).rejects.toThrow('repeats a continue value');
  let sent = 0;
  const w = wiki('https://wiki.example/w/api.php', { maxResponses: 100, fetch: async () => new Response(page(String(sent++))) });
  await expect(w.list('allpages').all()).rejects.toThrow('The query is not complete after 100 responses');
  expect(sent).toBe(100);
});

const ENCODERS = { gzip: createGzip, deflate: createDeflate, br: createBrotliCompress, zstd: createZstdCompress, identity: undefined };
/** A list of 2 GiB in chunks. */
const endless = () =>
  Readable.from(
    (function* () {
      yield '{"query":{"pages":[';
      const piece = Buffer.alloc(1 << 20, '{},');
      for (let i = 0; i < 2048; i++) yield piece;
    })(),
  );

it.each(Object.entries(ENCODERS))('the client rejects a body that decodes to more than the limit (%s)', async (encoding, encode) => {
  const url = await serve((_request, response) => {
    response.setHeader('Content-Encoding', encoding);
    // The client disconnects before the end.
    (encode ? pipeline(endless(), encode(), response) : pipeline(endless(), response)).catch(() => undefined);
  });
  const before = process.memoryUsage().rss;
  await expect(wiki(url, { retries: 0, maxResponseBytes: 8 << 20 }).request({ action: 'query' })).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('sent more than 8 MiB'),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(256 << 20);
});

it('the client aborts a transfer that exceeds the total or idle timeout', async () => {
  const url = await serve((request, response) => {
    if (request.url?.includes('silent')) return;
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  await expect(wiki(url, { timeout: 200 }).request({ action: 'query' })).rejects.toMatchObject({ code: 'too-slow' });
  await expect(fetchBounded(`${url}?silent`, { timeout: 200 })).rejects.toThrow('did not send its response within 0.2 s');
  await expect(fetchBounded('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'unreachable' });
});

it('the client escapes terminal control sequences in the console', async () => {
  const written: unknown[] = [];
  const { warn } = console;
  console.warn = text => written.push(text);
  try {
    const text = JSON.stringify({ warnings: [{ code: 'a', text: '\u001b]0;x\u0007\u009b2J\u202e\r', module: 'm' }] });
    await wiki('https://wiki.example/w/api.php', { fetch: async () => new Response(text) }).request({ action: 'query' });
  } finally {
    console.warn = warn;
  }
  expect(written).toEqual(['m: \ufffd]0;x\ufffd\ufffd2J\ufffd\ufffd']);
});
