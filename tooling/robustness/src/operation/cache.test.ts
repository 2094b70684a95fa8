// Tests the example configuration of Varnish from the documentation: Varnish caches anonymous responses, but none for a session.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@wikiquery/launch/free-port';
import type { RunningServer } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import { EXAMPLES, type Stand } from '@wikiquery/launch/stand';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { type Answer, Visitor } from '../visitor.ts';

const varnish = findProgram('varnishd');
const REQUESTS = process.env.CI ? 20_000 : 2000;
const ACCOUNTS = ['Ada', 'Ben', 'Cleo'];
const PASSWORD = 'a password of reeds';
const FORM = 'action=query&format=json&formatversion=2';
const CACHED = 'smaxage=600&maxage=600';

describe.runIf(varnish)('Varnish in front of the server', { timeout: 300_000, meta: { needs: 'a shared cache: install varnish' } }, () => {
  const stand = useStand();
  let server: RunningServer;
  let api: string;

  beforeAll(async () => {
    const folder = stand.folder();
    const database = await stand.wiki(join(folder, 'wiki.sqlite'), async wiki => {
      for (let i = 0; i < 20; i++) await wiki.page(`Reed ${i}`);
      for (const name of ACCOUNTS) await wiki.user(name, { password: PASSWORD });
    });
    // If the wiki's language has variants, the language of a response depends on Accept-Language.
    const variants = ['zh', 'zh-hans', 'zh-hant'].map(code => ({ code, name: code }));
    await writeFile(join(folder, 'wiki.site.json'), JSON.stringify({ query: { general: { lang: 'zh', variants } } }));
    server = await stand.serve(['--database', database, '--workers', '2', '--trust-proxy', 'loopback'], folder);
    api = await startVarnish(stand, folder, new URL(server.origin).port);
    const ready = async () => expect((await fetch(`${api}?${FORM}&meta=siteinfo`)).status).toBe(200);
    await vi.waitFor(ready, { timeout: 30_000, interval: 100 });
  }, 120_000);

  const ask = (query: string, headers: Record<string, string> = {}) => fetch(`${api}?${FORM}&${query}`, { headers });
  const fromCache = async (query: string, headers?: Record<string, string>) => {
    await (await ask(query, headers)).text();
    const again = await ask(query, headers);
    await again.text();
    return [again.status, again.headers.get('x-cache')];
  };

  it('caches only responses that clients may share', async () => {
    const visitor = new Visitor(api);
    const session = { cookie: await visitor.login('Ada', PASSWORD) };
    visitor.close();
    expect(await fromCache(`list=allpages&${CACHED}`)).toEqual([200, 'hit']);
    expect(await fromCache(`list=allpages&${CACHED}`, { cookie: '_statistics=1' })).toEqual([200, 'hit']);
    expect(await fromCache(`list=allpages&${CACHED}`, session)).toEqual([200, 'miss']);
    expect(await fromCache('list=allpages')).toEqual([200, 'miss']);
    expect(await fromCache(`meta=userinfo&${CACHED}`)).toEqual([200, 'miss']);
    expect(await fromCache(`list=allpages&apnamespace=x&${CACHED}`)).toEqual([200, 'miss']);
  });

  it('caches responses separately for each accepted language', async () => {
    const query = `list=allpages&aplimit=1&responselanginfo=1&${CACHED}`;
    for (const cached of ['miss', 'hit'])
      for (const language of ['zh-hant', 'zh-hans', 'zh-hant, zh-hans;q=0.5']) {
        const answer = await ask(query, { 'accept-language': language });
        const { uselang } = (await answer.json()) as { uselang: string };
        expect([language, answer.headers.get('x-cache'), uselang]).toEqual([language, cached, language.split(',')[0]]);
      }
  });

  it('caches only REST responses with a lifetime', async () => {
    const rest = async (path: string) => {
      const answer = await fetch(`${api.replace('api.php', 'rest.php')}/v1${path}`, { redirect: 'manual' });
      await answer.text();
      return [answer.status, answer.headers.get('x-cache')];
    };
    for (const [path, status, cached] of [
      ['/page/Reed_1', 200, 'hit'],
      ['/page/Reed_1/history/counts/edits', 200, 'hit'],
      ['/page/Reed_1/history', 200, 'miss'],
      ['/page/Reed_1/links/language', 200, 'miss'],
      ['/search/page?q=Reed', 200, 'miss'],
      ['/page/reed_1', 301, 'miss'],
      ['/page/Nowhere', 404, 'miss'],
      ['/nowhere', 404, 'miss'],
    ] as const) {
      await rest(path);
      expect([path, ...(await rest(path))]).toEqual([path, status, cached]);
    }
    for (const path of ['/nowhere', '/w/images/Nowhere.png']) {
      const answers = [await fetch(new URL(path, api)), await fetch(new URL(path, api))];
      for (const answer of answers) await answer.text();
      expect([path, answers[1]?.status, answers[1]?.headers.get('x-cache')]).toEqual([path, 404, 'miss']);
    }
  });

  it('revalidates expired responses by their ETag', async () => {
    const query = 'list=allpages&aplimit=3&smaxage=1&maxage=1';
    const first = await ask(query);
    const tag = first.headers.get('etag');
    const body = await first.text();
    await new Promise(resolve => setTimeout(resolve, 1500));
    const again = await ask(query);
    expect([again.headers.get('etag'), await again.text()]).toEqual([tag, body]);
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(Number(/requests_total\{status="304"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(1);
  });

  it(`never returns the response of another client, in ${REQUESTS} requests`, async () => {
    const names = [...ACCOUNTS, undefined, undefined, undefined, undefined, undefined, undefined];
    const wrong: string[] = [];
    let [hits, done] = [0, 0];
    const begun = performance.now();
    await Promise.all(
      names.map(async (name, client) => {
        const visitor = new Visitor(api);
        const cookie = name === undefined ? `_statistics=${client}` : await visitor.login(name, PASSWORD);
        for (let turn = 0; done < REQUESTS; turn++, done++) {
          const [query, isRight] = QUESTIONS[(turn + client) % QUESTIONS.length]!;
          const answer = await visitor.send({ query: `${FORM}&${query}&${CACHED}&uselang=${['en', 'de'][turn % 2]}`, headers: { cookie } });
          if (answer.headers['x-cache'] === 'hit') hits++;
          if (!isRight(answer, name)) wrong.push(`${name}: ${query}: ${answer.status} ${answer.body.slice(0, 300)}`);
        }
        visitor.close();
      }),
    );
    const seconds = (performance.now() - begun) / 1000;
    console.log(`${Math.round(done / seconds)} requests a second, ${Math.round((100 * hits) / done)} % from the cache`);
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(0);
  });
});

/** Queries, each with a check of the response. `name`: the account of the client, undefined for an anonymous client. */
const QUESTIONS: readonly (readonly [query: string, isRight: (answer: Answer, name: string | undefined) => boolean])[] = [
  ['list=allpages&aplimit=5', answer => isPlain(answer) && answer.body.includes('Reed 0')],
  ['titles=Reed_1&prop=info', answer => isPlain(answer) && answer.body.includes('Reed 1')],
  ['meta=siteinfo', isPlain],
  ['meta=userinfo', isOwn],
  ['meta=userinfo|siteinfo&list=allpages', isOwn],
  [
    'meta=tokens&type=csrf',
    ({ body }, name) => (name === undefined ? body.includes('"+\\\\"') : /"csrftoken":"[\da-f]{40}\+\\\\"/.test(body)),
  ],
  ['list=allpages&aplimit=5&assert=user', ({ body }, name) => body.includes(name === undefined ? 'assertuserfailed' : 'Reed 0')],
];

/** Whether a response contains no account name and, if it was cached, sets no cookie. */
function isPlain({ status, body, headers }: Answer): boolean {
  const isSession = headers['set-cookie'] !== undefined && headers['x-cache'] === 'hit';
  return status === 200 && !isSession && ACCOUNTS.every(name => !body.includes(name));
}

function isOwn({ body, headers }: Answer, name: string | undefined): boolean {
  const { userinfo } = (JSON.parse(body) as { query: { userinfo: { name: string; anon?: boolean } } }).query;
  return headers['x-cache'] === 'miss' && (name === undefined ? userinfo.anon === true : userinfo.name === name);
}

/** Starts Varnish in front of a server. Returns the URL of api.php. */
async function startVarnish(stand: Stand, folder: string, port: string): Promise<string> {
  const own = await freePort();
  const file = join(folder, 'wikiquery.vcl');
  const example = await readFile(join(EXAMPLES, 'varnish/wikiquery.vcl'), 'utf8');
  await writeFile(file, example.replace('"8080"', `"${port}"`));
  const args = ['-F', '-a', `127.0.0.1:${own}`, '-f', file, '-n', join(folder, 'varnish'), '-s', 'malloc,64m', '-j', 'none'];
  stand.run(varnish as string, args);
  return `http://127.0.0.1:${own}/api.php`;
}
