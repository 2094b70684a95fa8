// Tests that JSON from wikis, dumps and databases does not pollute prototypes. The server package tests its own readers.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wiki } from '@wikiquery/client';
import { followWiki, importSources } from '@wikiquery/dumps';
import { exportRows } from '@wikiquery/export';
import { parseMetadata } from '@wikiquery/files';
import { parseLogParams, storeLogParams } from '@wikiquery/logs';
import { readSite } from '@wikiquery/site';
import { pollutingDocuments, serializePhp, watchShared, withoutPlanted } from '@wikiquery/testing';
import { toJsonValue, unserialize } from '@wikiquery/text-storage';
import { writeXml } from '@wikiquery/wiki-builder';
import { beforeAll, expect, it, vi } from 'vitest';
import { progressTo, useStand } from '../stand.test-kit.ts';
import { type HostileWiki, honest, PAGE, REVISION, startHostileWiki } from './hostile-wiki.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const stand = useStand();
const folder = stand.folder();
let live: HostileWiki;
const progress = progressTo();

beforeAll(async () => {
  live = stand.use(await startHostileWiki());
  const dump = join(folder, 'ponds.xml');
  await writeFile(dump, writeXml({ pages: [{ id: 2, title: 'Heron', revisions: [{ id: 10, text: 'A bird.' }] }] }));
  await importSources(`sqlite:${join(folder, 'imported.sqlite')}`, [dump], { progress });
});

const pages = {
  batchcomplete: true,
  query: {
    pages: [
      { pageid: 1, title: 'A', links: [{ ns: 0, title: 'B' }], pageprops: { a: '1' }, revisions: [{ slots: { main: { content: 'x' } } }] },
    ],
  },
};
/** Returns a `fetch` that splits a page into two responses, which the client merges. `text`: the second response. */
const twice = (text: string): typeof fetch => {
  let sent = 0;
  return async () => new Response(sent++ === 0 ? JSON.stringify({ ...pages, batchcomplete: undefined, continue: { x: '1' } }) : text);
};
const logParams = { target: 'B', details: [{ type: 'edit', expiry: 'infinite' }], duration: { days: 1 }, flags: { a: true } };

/** Functions that read foreign documents, each with a valid document. */
const READERS: Readonly<Record<string, readonly [document: object, read: (text: string) => unknown]>> = {
  'pages of the client': [
    pages,
    text =>
      wiki('https://wiki.example/w/api.php', { fetch: twice(text) })
        .pages({ pageids: [1] })
        .all(),
  ],
  'responses of the client': [
    pages,
    text => wiki('https://wiki.example/w/api.php', { fetch: async () => new Response(text) }).request({ action: 'query' }),
  ],
  'get --from': [
    pages,
    async text => {
      const out = join(folder, 'rows');
      const url = 'https://wiki.example/w/api.php';
      await exportRows({
        ...{ query: 'pageids=1', format: 'ndjson', all: true, out, url, progress },
        offer: { modules: [] } as never,
        fetch: twice(text),
      });
      return JSON.parse(await readFile(out, 'utf8'));
    },
  ],
  'description of a wiki': [
    { query: { general: { sitename: 'Ponds', lang: 'en' }, usergroups: [{ name: '*', rights: ['read'] }], defaultoptions: { a: 1 } } },
    text => readSite(JSON.parse(text)).info,
  ],
  'parameters of log entries': [
    logParams,
    text => parseLogParams(storeLogParams({ type: 'protect', action: 'protect' }, JSON.parse(text))),
  ],
  'serialized values of a database': [logParams, text => toJsonValue(unserialize(serializePhp(JSON.parse(text))) ?? null)],
  'metadata of files': [{ data: { width: 1, metadata: { a: [1, { b: 2 }] } }, blobs: { text: 'tt:1' } }, text => parseMetadata(text)],
};

const REFUSED = 'refused';

it.each(Object.entries(READERS))('hostile JSON does not pollute prototypes: %s', async (_name, [document, read]) => {
  const changes = watchShared();
  const expected = withoutPlanted(await read(JSON.stringify(document)));
  for (const text of pollutingDocuments(document)) {
    let result = REFUSED;
    try {
      result = withoutPlanted(await read(text));
    } catch {
      // A reader may reject the document.
    }
    expect(changes()).toEqual([]);
    expect([expected, REFUSED]).toContain(result);
  }
});

it('hostile JSON does not pollute prototypes: follow, with each of its requests', async () => {
  const questions = new Set<string>();
  const changes = watchShared();
  const followOnce = async (): Promise<unknown> => {
    const path = join(folder, 'wiki.sqlite');
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
    await cp(join(folder, 'imported.sqlite'), path);
    const describe = async (): Promise<object> => ({ query: { general: { sitename: 'Ponds', lang: 'en' } } });
    return followWiki(`sqlite:${path}`, new URL(live.api), {
      anyWiki: true,
      describe,
      once: true,
      rate: 1000,
      retries: 0,
      searchIndex: false,
      progress,
    });
  };
  live.hostility = params => {
    questions.add(kindOf(params));
    return undefined;
  };
  expect(await followOnce()).toMatchObject({ pages: 1 });
  expect(questions.size).toBeGreaterThan(2);
  const document = honest(new URLSearchParams('pageids=2'));
  const polluting = [...pollutingDocuments(document), ...pollutingDocuments(honest(new URLSearchParams('list=allrevisions')), 10)];
  for (const [at, text] of polluting.entries()) {
    if (!process.env.CI && at % 5 > 0) continue;
    const question = [...questions][at % questions.size];
    live.hostility = params => {
      if (kindOf(params) !== question) return undefined;
      if (params.has('x') || params.has('list')) return text;
      return { continue: { x: '1' }, query: { pages: [{ ...PAGE, protection: [], revisions: [REVISION] }] } };
    };
    await followOnce().catch(() => undefined);
    expect(changes()).toEqual([]);
  }
});

const kindOf = (params: URLSearchParams): string =>
  ['list', 'generator', 'titles', 'pageids', 'revids'].find(name => params.has(name)) ?? 'other';
