import type { Stand } from '@wikiquery/launch/stand';
import type { Served } from './servers.ts';

/** The content of a fake wiki. */
export interface Play {
  /** Value of every text in the wiki's responses. */
  readonly text: string;
  /** Value of every URL in the wiki's responses. */
  readonly address: string;
  /** Number of records in the wiki's list module. */
  readonly records: number;
}

/** Serves a fake wiki with one list module to all origins. Its texts may contain values that no real wiki returns. */
export async function stage(stand: Stand, play: Play): Promise<Served> {
  const origin = await stand.peer((request, response) => {
    const parameters = new URL(request.url ?? '', 'http://localhost').searchParams;
    const body = JSON.stringify(answerOf(play, parameters));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }).end(body);
  });
  return { origin, api: `${origin}/w/api.php` };
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
