import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** The response of a hostile wiki. An object is sent as JSON; a function writes the response itself. */
export type HostileResponse = object | string | ((response: ServerResponse) => void);
/** Returns the response to a request, or undefined for the response of an honest wiki. */
export type Hostility = (params: URLSearchParams, request: IncomingMessage) => HostileResponse | undefined;

export interface HostileWiki {
  readonly api: string;
  hostility: Hostility;
  stop(): Promise<void>;
}

/** Starts a wiki that responds like MediaWiki, unless its `hostility` returns a response. */
export async function startHostileWiki(): Promise<HostileWiki> {
  const server = createServer((request, response) => {
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const wiki: HostileWiki = {
    api: `http://127.0.0.1:${port}/w/api.php`,
    hostility: () => undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = request.url?.split('?')[1] ?? '';
    const params = new URLSearchParams(request.method === 'POST' ? `${query}&${await text(request)}` : query);
    const answer = wiki.hostility(params, request) ?? honest(params);
    response.on('error', () => undefined);
    if (typeof answer === 'function') answer(response);
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }
  return wiki;
}

export const PAGE = { pageid: 2, ns: 0, title: 'Heron' };
export const REVISION = {
  ...{ revid: 20, parentid: 0, user: 'Ada', userid: 1, timestamp: '2024-02-01T00:00:00Z', size: 7, comment: '' },
  ...{
    sha1: 'a'.repeat(40),
    roles: ['main'],
    slots: { main: { size: 7, sha1: 'a'.repeat(40), contentmodel: 'wikitext', content: 'A bird.' } },
  },
};

/** Returns MediaWiki's response to the requests of commands. */
export function honest(params: URLSearchParams): object {
  if (params.get('action') === 'paraminfo')
    return { paraminfo: { modules: [{ name: 'siteinfo', prefix: 'si', parameters: [{ name: 'prop', type: ['general'] }] }] } };
  if (params.get('meta')?.includes('siteinfo'))
    return { batchcomplete: true, query: { general: { sitename: 'Ponds', generator: 'MediaWiki 1.45.0', lang: 'en', wikiid: 'ponds' } } };
  if (params.get('meta') === 'allmessages')
    return { batchcomplete: true, query: { allmessages: [{ name: 'mainpage', content: 'Main Page' }] } };
  if (params.get('list')?.includes('allrevisions'))
    return { batchcomplete: true, query: { allrevisions: [{ ...PAGE, revisions: [REVISION] }], logevents: [] } };
  if (params.get('generator')) return { batchcomplete: true };
  return { batchcomplete: true, query: { pages: [{ ...PAGE, protection: [], revisions: [REVISION] }] } };
}

const BOMB_BYTES = 300 << 20;
const content = (): Buffer => Buffer.alloc(BOMB_BYTES, '{"query":{"pages":[{},{},{},{}');

/** Bodies by Content-Encoding. Compressed bodies decode to 300 MiB; `identity` is a part of an endless body. */
export const BOMBS: Readonly<Record<string, () => Buffer>> = {
  gzip: () => gzipSync(content(), { level: 1 }),
  deflate: () => deflateSync(content(), { level: 1 }),
  br: () => brotliCompressSync(content(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: () => zstdCompressSync(content(), { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  identity: () => Buffer.alloc(1 << 20, '{},'),
};

/** Sends a decompression bomb or, for the encoding `identity`, an endless body. */
export const bomb =
  (encoding: string, bytes: Buffer): HostileResponse =>
  response => {
    response.setHeader('Content-Encoding', encoding);
    if (encoding !== 'identity') return void response.end(bytes);
    const more = (): void => {
      while (!response.destroyed && response.write(bytes));
    };
    response.on('drain', more);
    more();
  };
