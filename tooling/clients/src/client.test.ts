// Tests @wikiquery/client with wikiquery and, if TEST_MEDIAWIKI_API is set, with that MediaWiki.
import { gzipSync } from 'node:zlib';
import { type Wiki, WikiError, wiki } from '@wikiquery/client';
import { Stand } from '@wikiquery/launch/stand';
import { openWiki } from '@wikiquery/testing';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from './accounts.ts';

interface Served {
  readonly api: string;
  readonly account: { readonly name: string; readonly password: string };
}

const stand = new Stand();
afterAll(() => stand[Symbol.asyncDispose]());

const { TEST_MEDIAWIKI_API, TEST_MEDIAWIKI_ACCOUNT = '' } = process.env;
const [name = '', password = ''] = TEST_MEDIAWIKI_ACCOUNT.split(':');
const wikis: Readonly<Record<string, () => Promise<Served>>> = {
  wikiquery: async () => ({ api: (await stand.serve([], stand.folder())).api, account: ACCOUNTS.bot }),
  ...(TEST_MEDIAWIKI_API && { MediaWiki: async () => ({ api: TEST_MEDIAWIKI_API, account: { name, password } }) }),
};

describe.each(Object.entries(wikis))('the client with %s', (_name, open) => {
  let served: Served;
  let w: Wiki;
  const warnings: string[] = [];
  beforeAll(async () => {
    served = await open();
    w = wiki(served.api, { userAgent: 'wikiquery-clients', onWarning: ({ code }) => warnings.push(code) });
  });

  it('returns the same list in small and large batches', async () => {
    const small = await w.list('logevents', { prop: ['ids', 'type', 'title'], limit: 2 }).all();
    expect(small.length).toBeGreaterThan(0);
    expect(await w.list('logevents', { prop: ['ids', 'type', 'title'] }).all()).toEqual(small);
    const first = w.list('logevents', { prop: ['ids', 'type', 'title'] }).take(1);
    expect(await first.all()).toEqual(small.slice(0, 1));
  });
  it('merges continued results of several modules', async () => {
    const read = (limit: number | 'max', most: number | 'max') =>
      w
        .pages({ from: ['allpages', { limit: most }] })
        .with('links', { limit })
        .with('categories', { prop: ['sortkey'], limit })
        .with('info', { prop: ['url'] })
        .all();
    const byId = (pages: Awaited<ReturnType<typeof read>>) => pages.toSorted((a, b) => Number(a.pageid) - Number(b.pageid));
    const whole = byId(await read('max', 'max'));
    expect(whole.length).toBeGreaterThan(0);
    expect(byId(await read(3, 2))).toEqual(whole);
    expect(whole[0]?.fullurl).toMatch(/^http/);
  });
  it('requests many titles in batches, including a title with a separator', async () => {
    const titles = ['A|B', ...Array.from({ length: 119 }, (_, i) => `No such page ${i}`)];
    const batches = await gathered(w.pages({ titles }).with('info').batches());
    expect(batches.map(batch => batch.length)).toEqual([50, 50, 20]);
    expect(batches[0]?.find(page => page.invalid)?.title).toBe('A|B');
    expect(batches[2]?.every(page => page.missing)).toBe(true);
  });
  it('reads siteinfo, sends dates, and sends long requests by POST', async () => {
    expect((await w.meta('siteinfo', { prop: ['general'] })).general.sitename).toEqual(expect.any(String));
    const none = await w.list('logevents', { start: new Date(Date.UTC(2001, 0, 1)), dir: 'older' }).all();
    expect(none).toEqual([]);
    const titles = Array.from({ length: 50 }, (_, i) => `${'Long '.repeat(20)}${i}`);
    expect(await w.pages({ titles }).all()).toHaveLength(50);
  });
  it('throws errors and reports warnings', async () => {
    const refused = await w
      .list('logevents', { title: '<' })
      .all()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WikiError);
    expect(refused).toMatchObject({ code: 'invalidtitle', module: 'query+logevents' });
    await w.request({ action: 'query', nosuchparameter: 1 });
    expect(warnings).toContain('unrecognizedparams');
    await expect(w.list('logevents', {}, { signal: AbortSignal.abort() }).all()).rejects.toThrow('abort');
  });
  it.runIf(open !== wikis.MediaWiki || name !== '')('logs in', async () => {
    await w.login(served.account.name, served.account.password);
    expect((await w.meta('userinfo')).name).toBe(served.account.name.replace(/@.*/, ''));
    expect(await w.token('csrf')).toMatch(/^[0-9a-f]{40,}\+\\$/);
    await expect(w.login(served.account.name, 'wrong')).rejects.toBeInstanceOf(WikiError);
  });
});

it('the client reads the same 5,000 entries in batches of seven as in one batch', async () => {
  const filled = await openWiki();
  await filled.user('Reader', { groups: ['bot'], password: 'password of the reader' });
  const pages = Array.from({ length: 5000 }, (_, i) => ({
    page_namespace: 0,
    page_title: `Page_${String(i * 7919).padStart(9, '0')}`,
    page_random: i / 5000,
    page_touched: '20250101000000',
    page_latest: i + 1,
    page_len: 1,
  }));
  for (let from = 0; from < pages.length; from += 500)
    await filled.db
      .insertInto('page')
      .values(pages.slice(from, from + 500))
      .execute();
  stand.use(filled);
  const server = await stand.serve(['--database', filled.url], stand.folder());
  const w = wiki(server.api, { onWarning: () => {} });
  await w.login('Reader', 'password of the reader');
  const batches = await gathered(w.list('allpages').batches());
  expect(batches.map(batch => batch.length)).toEqual([5000]);
  expect(await w.list('allpages', { limit: 7 }).all()).toEqual(batches[0]);
});

it('the client retries requests to a busy wiki within its limits', async () => {
  let count = 0;
  const url = await stand.peer((_request, response) => {
    count++;
    if (count > 2) response.setHeader('Content-Type', 'application/json').end('{"batchcomplete":true}');
    else if (count === 2) response.writeHead(503).end();
    else response.setHeader('Retry-After', '1').end('{"errors":[{"code":"maxlag","text":"Busy.","module":"main"}]}');
  });
  expect(await wiki(url).request({ action: 'query' })).toEqual({ batchcomplete: true });
  for (const limits of [{ retries: 0 }, { longestPause: 0.5 }] as const) {
    count = 0;
    await expect(wiki(url, limits).request({ action: 'query' })).rejects.toMatchObject({ code: 'maxlag' });
  }
});

it('the client has less than 6 KiB of compressed code', async () => {
  const entry = new URL('../../../packages/client/src/index.ts', import.meta.url).pathname;
  const conditionNames = ['@wikiquery/source', 'default'];
  const { output } = await build({ input: entry, resolve: { conditionNames }, output: { format: 'esm', minify: true }, write: false });
  expect(gzipSync(output[0].code).length).toBeLessThan(6 * 1024);
});

async function gathered<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}
