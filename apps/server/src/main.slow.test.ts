import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const program = ['--conditions=@wikiquery/source', join(import.meta.dirname, 'main.ts')];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-program-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command until it exits. Returns its exit code and its output. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const child = execFile(process.execPath, [...program, ...args], { cwd: folder }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
  );
  return promise;
}

/** Starts a server, for the sample wiki by default. Returns its first lines of output. */
async function serve(cwd: string, ...flags: string[]): Promise<{ server: ChildProcess; lines: string[]; origin: string }> {
  const server = spawn(process.execPath, [...program, 'serve', '--port', '0', '--drain', '0', ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line.startsWith('Health')) break;
  }
  return { server, lines, origin: /http:\/\/[^/]+/.exec(lines.join('\n'))?.[0] ?? '' };
}

it('the program serves the sample wiki until SIGTERM, and other commands read it', { timeout: 60_000 }, async () => {
  const { server, lines, origin } = await serve(folder);
  try {
    const requests = lines.flatMap(line => /curl '([^']+)'/.exec(line)?.[1] ?? []);
    const sizeOf = async (url: string) =>
      Object.keys(Object.values<object>(JSON.parse(await (await fetch(url)).text()).query).at(-1)!).length;
    expect([lines[0], ...(await Promise.all(requests.map(sizeOf)))]).toEqual([`Web UI (explorer): ${origin}/`, 10, 8, 1]);
    expect((await fetch(`${origin}/w/images/1/18/Request.svg`)).status).toBe(200);
    // Each of these paths loads libraries, which must work with frozen intrinsics.
    for (const path of ['/', '/metrics', '/healthz', '/openapi.json', '/w/rest.php/v1/page/Main_Page/html', '/w/api.php?action=help'])
      expect([path, (await fetch(origin + path, { headers: { Accept: 'text/html' } })).status]).toEqual([path, 200]);

    expect(await modulesWithoutPage(`${origin}/w/api.php`)).toEqual([]);

    const adopted = await run('adopt', `${origin}/w/api.php`);
    expect(adopted).toEqual({ code: 0, output: expect.stringContaining('Saved the site configuration of Manual of wikiquery') });
    expect(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'))).toHaveProperty('query.general.sitename');

    const withTexts = await run('adopt', `${origin}/w/api.php`, '--messages', 'messages', '--languages', 'fr');
    expect(withTexts).toEqual({ code: 0, output: expect.stringMatching(/^Saved \d+ messages in messages.fr\.json\.$/m) });
    expect(JSON.parse(await readFile(join(folder, 'messages/en.json'), 'utf8'))).toMatchObject({ mainpage: 'Main Page' });
    expect(JSON.parse(await readFile(join(folder, 'messages/fr.json'), 'utf8'))).toMatchObject({ january: 'janvier' });
    expect(await run('adopt', `${origin}/w/api.php`, '--messages', 'messages', '--languages', '../fr')).toMatchObject({ code: 2 });

    const [sample = ''] = (await readdir(join(folder, '.wikiquery'))).filter(name => name.startsWith('sample-'));
    const checked = await run('doctor', '--site', 'site.json', '--database', `sqlite:.wikiquery/${sample}/wiki.sqlite`);
    const output = expect.stringMatching(/^ok {4}database: sqlite, tables of MediaWiki 1\.46, \d+ pages\n(?:.*\n)*Ready to serve\.\n$/m);
    expect(checked).toEqual({ code: 0, output });

    server.kill('SIGTERM');
    expect((await once(server, 'exit'))[0]).toBe(0);
  } finally {
    server.kill('SIGKILL');
  }
});

it('the program serves the same sample wiki while other commands use it', { timeout: 90_000 }, async () => {
  const cwd = join(folder, 'beside');
  await mkdir(cwd);
  const port = await freePort();
  const { server, origin } = await serve(cwd, '--port', String(port));
  try {
    const sampleFiles = async () => {
      const place = join(cwd, '.wikiquery');
      const paths = (await readdir(place, { recursive: true })).filter(path => /^sample-.*(?:sqlite|json)$/.test(path));
      return Promise.all(paths.sort().map(async path => [path, (await stat(join(place, path))).ino]));
    };
    const responses = () =>
      Promise.all(
        ['action=query&meta=siteinfo&siprop=general', 'action=query&prop=info|extlinks&inprop=url&titles=Main_Page'].map(async query => {
          const { query: told } = JSON.parse(await (await fetch(`${origin}/w/api.php?format=json&formatversion=2&${query}`)).text());
          return { ...told, general: { ...told.general, time: '' } };
        }),
      );
    const [before, filesBefore] = [await responses(), await sampleFiles()];
    expect(before[0].general.server).toBe(`http://localhost:${port}`);
    expect(before[0].general.base).toBe(`http://localhost:${port}/wiki/Main_Page`);
    const commands = [['doctor'], ['doctor', '--port', '9999'], ['get', 'list=allpages'], ['export', '--current', '--out', 'all.xml']];
    for (const command of commands) expect(await run(...command, '--data', join(cwd, '.wikiquery'))).toMatchObject({ code: 0 });
    const second = await serve(cwd, '--port', '0');
    second.server.kill('SIGKILL');
    expect(await responses()).toEqual(before);
    expect(await sampleFiles()).toEqual(filesBefore);
  } finally {
    server.kill('SIGKILL');
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the modules without a page in the manual (packages/sample/src/export/pages.xml). */
async function modulesWithoutPage(api: string): Promise<string[]> {
  const ask = async (query: string) => JSON.parse(await (await fetch(`${api}?format=json&formatversion=2&${query}`)).text());
  const { paraminfo } = await ask('action=paraminfo&modules=query%2B*');
  const requests = (paraminfo.modules as { group: string; name: string }[]).map(({ group, name }) => `${group}=${name}`);
  const { query } = await ask('action=query&list=allpages&apfilterredir=redirects&aplimit=500');
  const pages = new Set((query.allpages as { title: string }[]).map(({ title }) => title.toLowerCase()));
  return requests.filter(request => !pages.has(request));
}

it('the program imports a dump, and serves it with the site configuration of the dump', { timeout: 120_000 }, async () => {
  const cwd = join(folder, 'imported');
  await mkdir(cwd);
  await writeFile(join(cwd, 'ponds-pages.xml'), DUMP);
  const { server, origin } = await serve(cwd, '--import', 'ponds-pages.xml');
  try {
    const ask = async (query: string) => {
      const response = await fetch(`${origin}/w/api.php?action=query&format=json&formatversion=2&${query}`);
      return JSON.parse(await response.text()).query;
    };
    expect((await ask('meta=siteinfo')).general).toMatchObject({ sitename: 'Ponds', mainpage: 'Heron', lang: 'de' });
    const { pages } = await ask('prop=revisions|links&titles=Heron&rvprop=content|user&rvslots=main');
    expect(pages[0]).toMatchObject({
      revisions: [{ user: 'Ada', slots: { main: { content: 'At the [[Reed]].' } } }],
      links: [{ title: 'Reed' }],
    });
    expect((await ask('list=search&srsearch=reed&srwhat=text')).search).toHaveLength(1);
  } finally {
    server.kill('SIGKILL');
  }
  const again = await run('import', join(cwd, 'ponds-pages.xml'), '--database', `sqlite:${join(cwd, 'other.sqlite')}`, '--limit', '1');
  expect(again).toEqual({
    code: 0,
    output: expect.stringMatching(/^Serve it with: npm run wikiquery -- serve.*ponds-pages\.xml: 1 page \(/s),
  });
  await writeFile(join(cwd, 'broken.xml'), DUMP.slice(0, -30));
  const broken = await run('import', join(cwd, 'broken.xml'));
  expect(broken).toEqual({ code: 1, output: expect.stringMatching(/broken\.xml: at byte \d+.*ends in the middle/) });
  expect(await run('import')).toEqual({ code: 2, output: expect.stringContaining('import needs a source') });
  expect(await run('import', 'gone.xml')).toEqual({ code: 2, output: expect.stringContaining('There is no file gone.xml') });
});

const DUMP = `<mediawiki version="0.11" xml:lang="de">
<siteinfo><sitename>Ponds</sitename><base>https://ponds.example/wiki/Heron</base></siteinfo>
<page><title>Heron</title><ns>0</ns><id>1</id><revision><id>1</id><timestamp>2024-01-01T00:00:00Z</timestamp>
<contributor><username>Ada</username><id>1</id></contributor><text bytes="16">At the [[Reed]].</text></revision></page>
</mediawiki>
`;

it('the server runs several workers, sums their metrics, and replaces a worker that ends or is blocked', { timeout: 120_000 }, async () => {
  const { server, origin } = await serve(folder, '--workers', '2', '--stuck', '3s');
  try {
    const ask = async (parameters: Record<string, string>, init: { headers?: Record<string, string>; method?: string } = {}) => {
      const body = new URLSearchParams({ ...parameters, format: 'json', formatversion: '2' });
      // A kept connection would stay with one worker.
      const headers = { ...init.headers, Connection: 'close' };
      const response = await (init.method === 'POST'
        ? fetch(`${origin}/w/api.php`, { method: 'POST', body, headers })
        : fetch(`${origin}/w/api.php?${String(body)}`, { headers }));
      return { answer: (await response.json()) as Answer, cookies: response.headers.getSetCookie() };
    };
    const tryToLogIn = async () => {
      const { answer, cookies } = await ask({ action: 'query', meta: 'tokens', type: 'login' });
      const headers = { Cookie: cookies.map(cookie => cookie.split(';')[0]).join('; ') };
      const lgtoken = answer.query?.tokens?.logintoken ?? '';
      return (
        (await ask({ action: 'login', lgname: 'Nobody', lgpassword: 'guess', lgtoken }, { method: 'POST', headers })).answer.login
          ?.reason ?? ''
      );
    };
    const reasons: string[] = await Promise.all(Array.from({ length: 12 }, tryToLogIn));
    expect(reasons.filter(reason => reason.startsWith('Too many login attempts'))).toHaveLength(7);
    const metrics = async () => (await fetch(`${origin}/metrics`, { headers: { Connection: 'close' } })).text();
    await vi.waitFor(async () => expect(await metrics()).toContain('wikiquery_processes 2'), { timeout: 30_000, interval: 200 });
    expect(await metrics()).toContain('wikiquery_requests_total{status="200"} 24');

    const before = workersOf(server);
    expect(before).toHaveLength(2);
    process.kill(before[0]!, 'SIGKILL');
    await vi.waitFor(() => expect(workersOf(server).filter(pid => !before.includes(pid))).toHaveLength(1), {
      timeout: 30_000,
      interval: 200,
    });
    for (let i = 0; i < 4; i++) expect((await ask({ action: 'query', meta: 'siteinfo' })).answer).toHaveProperty('query.general');

    // A stopped worker receives no connections, is logged, and is replaced.
    const stuck = workersOf(server).find(pid => before.includes(pid));
    process.kill(stuck!, 'SIGSTOP');
    await vi.waitFor(
      async () => expect(await metrics()).toMatch(/process_up\{worker="\d"\} (?:0\n.*worker="\d"\} 1|1\n.*worker="\d"\} 0)/),
      {
        timeout: 30_000,
        interval: 200,
      },
    );
    for (let i = 0; i < 4; i++) expect((await ask({ action: 'query', meta: 'siteinfo' })).answer).toHaveProperty('query.general');
    await vi.waitFor(() => expect(workersOf(server)).not.toContain(stuck), { timeout: 30_000, interval: 200 });

    // Without workers, connections wait.
    for (const pid of workersOf(server)) process.kill(pid, 'SIGKILL');
    expect((await ask({ action: 'query', meta: 'siteinfo' })).answer).toHaveProperty('query.general');

    // Sending a connection to a worker that has just exited does not end the other workers.
    await vi.waitFor(async () => expect(await metrics()).toContain('wikiquery_processes 2'), { timeout: 30_000, interval: 200 });
    const askAll = () => Promise.allSettled(Array.from({ length: 16 }, async () => (await fetch(`${origin}/metrics`)).text()));
    // Opens connections to both workers.
    await askAll();
    const [victim] = workersOf(server);
    server.kill('SIGSTOP');
    const asked = askAll();
    await delay(100);
    process.kill(victim!, 'SIGKILL');
    await delay(100);
    server.kill('SIGCONT');
    await asked;
    expect((await ask({ action: 'query', meta: 'siteinfo' })).answer).toHaveProperty('query.general');

    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
  }
});

it('the server replaces a worker that is blocked while it starts', { timeout: 120_000 }, async () => {
  const { server } = await serve(folder, '--workers', '2', '--stuck', '1s');
  const newOne = async (known: readonly number[]): Promise<number> => {
    const isNew = (pid: number): boolean => !known.includes(pid);
    await vi.waitFor(() => expect(workersOf(server).find(isNew)).toBeDefined(), { timeout: 30_000, interval: 10 });
    return workersOf(server).find(isNew)!;
  };
  try {
    const [first = 0] = workersOf(server);
    const second = await newOne([first]);
    process.kill(second, 'SIGSTOP');
    const third = await newOne([first, second]);
    expect(workersOf(server)).not.toContain(second);
    expect(workersOf(server)).toContain(third);
  } finally {
    server.kill('SIGKILL');
  }
});

it('a revoked session stays revoked in all workers, in replaced workers and after a restart', {
  timeout: 120_000,
}, async () => {
  const cwd = join(folder, 'ended');
  await mkdir(cwd);
  let running = await serve(cwd, '--workers', '2');
  const ask = async (parameters: Record<string, string>, cookie = '', method = 'GET') => {
    const body = new URLSearchParams({ ...parameters, format: 'json', formatversion: '2' });
    const headers = { Connection: 'close', ...(cookie && { cookie }) };
    const response = await (method === 'POST'
      ? fetch(`${running.origin}/w/api.php`, { method, body, headers })
      : fetch(`${running.origin}/w/api.php?${String(body)}`, { headers }));
    const set = response.headers.getSetCookie().map(line => line.split(';')[0]);
    return { answer: (await response.json()) as Answer, cookie: set.join('; ') };
  };
  const login = async () => {
    const { answer, cookie } = await ask({ action: 'query', meta: 'tokens', type: 'login' });
    const credentials = { lgname: 'Wren', lgpassword: 'sample-wren-password', lgtoken: answer.query?.tokens?.logintoken ?? '' };
    return (await ask({ action: 'login', ...credentials }, cookie, 'POST')).cookie;
  };
  /** Returns the user names that all workers report for a cookie. Uses enough connections to reach each worker. */
  const namesWith = async (cookie: string) => {
    const asked = Array.from({ length: 16 }, () => ask({ action: 'query', meta: 'userinfo' }, cookie));
    return [...new Set((await Promise.all(asked)).map(({ answer }) => answer.query?.userinfo?.name))];
  };
  const stop = async () => {
    running.server.kill('SIGTERM');
    await once(running.server, 'exit');
  };
  try {
    const [ended, other] = [await login(), await login()];
    const metrics = async () => (await fetch(`${running.origin}/metrics`, { headers: { Connection: 'close' } })).text();
    const bothAnswer = async () => expect(await metrics()).toContain('wikiquery_processes 2');
    await vi.waitFor(bothAnswer, { timeout: 30_000, interval: 200 });
    expect(await namesWith(ended)).toEqual(['Wren']);
    const { answer } = await ask({ action: 'query', meta: 'tokens' }, ended);
    await ask({ action: 'logout', token: answer.query?.tokens?.csrftoken ?? '' }, ended, 'POST');
    expect(await namesWith(ended)).toEqual(['127.0.0.1']);

    const before = workersOf(running.server);
    process.kill(before[0]!, 'SIGKILL');
    await vi.waitFor(
      async () => {
        expect(workersOf(running.server)).not.toContain(before[0]);
        await bothAnswer();
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(await namesWith(ended)).toEqual(['127.0.0.1']);

    await stop();
    running = await serve(cwd);
    expect(await namesWith(ended)).toEqual(['127.0.0.1']);
    expect(await namesWith(other)).toEqual(['Wren']);
    await stop();
  } finally {
    running.server.kill('SIGKILL');
  }
});

interface Answer {
  readonly query?: {
    readonly tokens?: { readonly logintoken?: string; readonly csrftoken?: string };
    readonly userinfo?: { readonly name: string };
  };
  readonly login?: { readonly reason?: string };
}

/** Returns the ids of a server's child processes. */
const workersOf = ({ pid }: ChildProcess): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === pid && !state?.startsWith('Z'))
    .map(([id]) => Number(id))
    .filter(id => id !== 0);

it('the program serves a query page from an npm package that the configuration file imports', { timeout: 60_000 }, async () => {
  const cwd = join(folder, 'with-plugin');
  const plugin = join(cwd, 'node_modules', 'wikiquery-namesakes');
  await mkdir(plugin, { recursive: true });
  await writeFile(join(plugin, 'package.json'), JSON.stringify({ name: 'wikiquery-namesakes', version: '1.0.0', exports: './index.mjs' }));
  await writeFile(join(plugin, 'index.mjs'), NAMESAKES);
  await writeFile(
    join(cwd, 'wikiquery.config.mjs'),
    "import namesakes from 'wikiquery-namesakes';\nexport default { services: [{ name: 'queryPages', create: () => [namesakes] }] };",
  );
  const { server, origin } = await serve(cwd);
  try {
    const ask = async (query: string) => JSON.parse(await (await fetch(`${origin}/w/api.php?format=json&formatversion=2&${query}`)).text());
    const { paraminfo } = await ask('action=paraminfo&modules=query%2Bquerypage');
    expect(paraminfo.modules[0].parameters[0].type).toEqual(expect.arrayContaining(['Ancientpages', 'Namesakes', 'Withoutinterwiki']));
    const { query } = await ask('action=query&list=querypage&qppage=Namesakes&qplimit=1');
    expect(query.querypage).toEqual({
      name: 'Namesakes',
      results: [{ value: expect.stringMatching(/^\d+$/), ns: expect.any(Number), title: expect.any(String) }],
    });
  } finally {
    server.kill('SIGKILL');
  }
});

/** Lists titles that exist in several namespaces. */
const NAMESAKES = `export default {
  name: 'Namesakes',
  expensive: true,
  order: 'descending',
  rows: ({ db }, { offset, limit }) =>
    db
      .selectFrom('page')
      .select(is => [is.fn.min('page_namespace').as('namespace'), 'page_title as title', is.fn.countAll().as('value')])
      .groupBy('page_title')
      .having(is => is.fn.countAll(), '>', 1)
      .orderBy('value', 'desc')
      .orderBy('page_title')
      .limit(limit)
      .offset(offset)
      .execute(),
};`;

it('the program reports all problems, and exits with an error code', { timeout: 60_000 }, async () => {
  expect(await run('serve', '--port', 'x', '--site', 'gone.json')).toEqual({
    code: 2,
    output: expect.stringMatching(/^\{.*"problem":"--site names .* does not exist\..*".*\}\n\{.*--port must be .*\}\n$/),
  });
  expect(await run('serve', '--port', '0', '--database', 'sqlite:gone.sqlite')).toEqual({
    code: 2,
    output: expect.stringMatching(/There is no file .*gone\.sqlite/),
  });
  expect(await run('doctor', '--database', 'sqlite:gone.sqlite')).toEqual({
    code: 1,
    output: expect.stringMatching(/^FAIL .*gone\.sqlite.*\n(?:.*\n)*Not ready to serve: \d problems?\. .*\n$/m),
  });
  for (const asking of [['exprot'], ['help', 'exprot'], ['exprot', '--help'], ['constructor']])
    expect(await run(...asking)).toEqual({
      code: 2,
      output: expect.stringMatching(/There is no command "(?:exprot"\. Did you mean export\?|constructor"\. List)/),
    });
  expect(await run('--version')).toEqual({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
