import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from './servers.ts';

/** What a wiki on a stage says: its texts, and how many records its one list has. */
export interface Play {
  /** Put wherever a wiki may put a text. */
  readonly text: string;
  /** Put wherever it may put an address. */
  readonly address: string;
  readonly records: number;
}

/** A wiki of nothing but one list, which says what one wants to whoever asks from wherever: for what no real wiki would say. */
export async function stage(play: Play): Promise<Server> {
  const server = createServer((request, response) => {
    const parameters = new URL(request.url ?? '', 'http://localhost').searchParams;
    const body = JSON.stringify(answerOf(play, parameters));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    api: `${origin}/w/api.php`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerOf(play: Play, parameters: URLSearchParams): object {
  const { text, address } = play;
  if (parameters.get('action') === 'paraminfo') return { paraminfo: { modules: modulesOf(play) } };
  if (parameters.get('meta') === 'siteinfo') {
    const general = {
      sitename: text,
      mainpage: text,
      generator: text,
      server: address,
      articlepath: address,
      script: address,
      base: address,
      dbtype: text,
      lang: text,
    };
    return { query: { general, namespaces: { 0: { id: 0, name: text }, 2: { id: 2, name: text } }, statistics: { pages: 1 } } };
  }
  if (parameters.get('list') !== 'things') return { errors: [{ code: text, text: `The parameter "list" ${text}`, module: text }] };
  const things = Array.from({ length: play.records }, (_, i) => ({
    id: i,
    title: i === 0 ? text : `Thing ${i}`,
    user: text,
    comment: text,
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString().replace('.000', ''),
    size: (i * 7919) % 100_003,
    url: address,
    thumburl: address,
    [text]: text,
  }));
  return { batchcomplete: true, warnings: [{ code: text, text, module: text }], query: { things } };
}

function modulesOf({ text, address }: Play): object[] {
  const parameter = (name: string, more: object) => ({ name, description: `<kbd>${text}</kbd> [[${address}|${text}]]`, ...more });
  const module = (path: string, more: object) => ({
    path,
    name: path.replace('query+', ''),
    prefix: '',
    description: text,
    sourcename: text,
    licensetag: text,
    helpurls: [address],
    examples: [{ query: 'action=query&list=things', description: text }],
    parameters: [],
    ...more,
  });
  return [
    module('main', { parameters: [parameter('action', { type: ['query'], default: 'query', submodules: { query: 'query' } })] }),
    module('query', { parameters: [parameter('list', { type: ['things'], multi: true, submodules: { things: 'query+things' } })] }),
    module('query+things', {
      group: 'list',
      parameters: [
        parameter('text', { type: 'string', default: text }),
        parameter('kind', { type: [text, 'b'], multi: true, default: text }),
        parameter('old', { type: 'string', deprecated: true }),
      ],
    }),
  ];
}
