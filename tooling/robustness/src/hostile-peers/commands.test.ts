// Tests commands with a hostile wiki and hostile files.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ended, runCommand } from '@wikiquery/launch/command';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { BOMBS, bomb, type HostileWiki, PAGE, REVISION, startHostileWiki } from './hostile-wiki.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const stand = useStand();
const folder = stand.folder();
let wiki: HostileWiki;

beforeAll(async () => {
  wiki = stand.use(await startHostileWiki());
  await writeFile(join(folder, 'ponds.xml'), DUMP);
  await run('import', 'ponds.xml', '--database', 'sqlite:imported.sqlite');
});
beforeEach(async () => {
  wiki.hostility = () => undefined;
  await restore();
});

/** Restores the imported database. */
async function restore(): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(join(folder, `wiki.sqlite${end}`), { force: true });
  await cp(join(folder, 'imported.sqlite'), join(folder, 'wiki.sqlite'));
}

const DUMP = `<mediawiki version="0.11" xml:lang="en"><siteinfo><sitename>Ponds</sitename><dbname>ponds</dbname><base>https://ponds.example/wiki/Heron</base></siteinfo>
<page><title>Heron</title><ns>0</ns><id>2</id><revision><id>10</id><timestamp>2024-01-01T00:00:00Z</timestamp>
<contributor><username>Ada</username><id>1</id></contributor><text bytes="7">A bird.</text></revision></page></mediawiki>`;

const run = (...args: string[]): Promise<Ended> => runCommand(args, { folder });
const follow = (...more: string[]) => run('follow', wiki.api, '--database', 'sqlite:wiki.sqlite', '--once', '--rate', '1000', ...more);

it('follow works with an honest wiki', async () => {
  expect(await follow()).toMatchObject({ code: 0, output: expect.stringContaining('1 page and 0 log entries were brought up to date') });
});

it('follow runs no code from a wiki that pollutes prototypes with options of worker threads', async () => {
  const evil = join(folder, 'evil');
  const code = `import("node:fs").then(fs=>fs.writeFileSync(${JSON.stringify(evil)},""))`;
  const load = `data:text/javascript,${encodeURIComponent(code)}`;
  const options = { execArgv: ['--import', load], env: { NODE_OPTIONS: `--import ${load}` } };
  for (const property of [
    `"__proto__":${JSON.stringify(options)}`,
    `"constructor":{"prototype":${JSON.stringify(options)}}`,
    `"\\u005f_proto__":${JSON.stringify(options)}`,
  ]) {
    wiki.hostility = params => {
      if (!params.has('pageids') && !params.has('revids') && !params.has('titles')) return undefined;
      const page = JSON.stringify({ ...PAGE, protection: [], revisions: [REVISION] });
      if (!params.has('x')) return `{"continue":{"x":"1"},"query":{"pages":[${page}]}}`;
      return `{"batchcomplete":true,"query":{"pages":[{"pageid":2,"ns":0,"title":"Heron",${property}}]}}`;
    };
    await restore();
    const { output } = await follow();
    expect(existsSync(evil)).toBe(false);
    // `constructor` is a valid key.
    expect(output).toMatch(
      property.includes('constructor') ? /1 page and 0 log entries were/ : /unusable response: it has a key "__proto__"/,
    );
  }
});

describe('a response that is too long', () => {
  const CLIENTS: Readonly<Record<string, () => Promise<Ended>>> = {
    adopt: () => run('adopt', wiki.api, '--out', 'adopted.json'),
    'adopt of a page': () => run('adopt', wiki.api.replace('api.php', 'index.php')),
    follow: () => follow(),
    get: () => run('get', 'list=allpages', '--from', wiki.api),
    'import of an address': () => run('import', `${wiki.api}/ponds-pages.xml`, '--database', 'sqlite:other.sqlite'),
  };
  // Without CI, each client and each encoding is tested once, but not every combination.
  const all = Object.keys(CLIENTS).flatMap(client => Object.keys(BOMBS).map(encoding => [client, encoding] as const));
  const cases = process.env.CI ? all : all.filter((_, i) => i % (Object.keys(BOMBS).length + 1) === 0);
  it.each(cases)('%s rejects a response that is too long while reading it (%s)', async (client, encoding) => {
    const bytes = (BOMBS[encoding] as () => Buffer)();
    wiki.hostility = (_params, request) => {
      if (request.method === 'HEAD') return response => response.setHeader('Content-Length', 1000).end();
      return bomb(encoding, bytes);
    };
    const { code, output, memory } = await (CLIENTS[client] as () => Promise<Ended>)();
    expect(output).toMatch(/sent more than (?:64 MiB|1000 bytes)/);
    expect(code).toBeGreaterThan(0);
    expect(memory / 2 ** 20).toBeGreaterThan(50);
    expect(memory / 2 ** 20).toBeLessThan(700);
  });
});

describe('an endless query', () => {
  let requests = 0;
  beforeEach(() => {
    requests = 0;
    wiki.hostility = params => {
      if (params.get('meta')?.includes('siteinfo') || params.get('action') === 'paraminfo') return undefined;
      requests++;
      return {
        batchcomplete: true,
        continue: { apcontinue: String(requests % 3), amfrom: String(requests % 3), arvcontinue: String(requests % 3) },
      };
    };
  });
  it.each([
    ['adopt --messages', () => run('adopt', wiki.api, '--messages', 'messages')],
    ['get --all', () => run('get', 'list=allpages', '--all', '--from', wiki.api)],
    ['follow', () => follow()],
  ] as const)('%s stops an endless query', async (_name, command) => {
    const { code, output } = await command();
    expect(output).toContain('The wiki repeats a continue value');
    expect(code).toBeGreaterThan(0);
    expect(requests).toBeLessThan(20);
  });
  it('adopt stops an endless query for messages after a thousand responses', async () => {
    wiki.hostility = params =>
      params.get('meta') === 'allmessages' ? { continue: { amfrom: String(requests++) }, query: { allmessages: [] } } : undefined;
    const { code, output } = await run('adopt', wiki.api, '--messages', 'messages');
    expect(output).toContain('The query is not complete after 1000 responses');
    expect([code, requests]).toEqual([2, 1000]);
  });
});

/** Sequences that clear the screen, set the window title, overwrite the line and change the text direction. */
const EVIL = '\u001b[2J\u001b]0;evil\u0007\u009b31m\u009d0;x\u009c\rover\u202ertl\u2066\u2028\u0000';
/** Characters that no output may contain. */
const CONTROL = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\u2028\u2029]/u;

describe('text with terminal control sequences', () => {
  const general = { sitename: `Ponds${EVIL}\nFAIL  forged`, generator: `MediaWiki 1.45.0${EVIL}`, lang: 'en', wikiid: 'ponds' };
  const shown = async (ran: Promise<Ended>): Promise<string> => {
    const { output } = await ran;
    expect(output).not.toMatch(CONTROL);
    expect(output).not.toMatch(/^FAIL {2}forged/m);
    return output;
  };
  it('adopt escapes terminal control sequences', async () => {
    wiki.hostility = params => (params.get('meta')?.includes('siteinfo') ? { query: { general } } : undefined);
    expect(await shown(run('adopt', wiki.api, '--out', 'evil.json'))).toContain('Ponds\\u001b[2J');
    wiki.hostility = () => ({ error: { code: EVIL, info: EVIL } });
    expect(await shown(run('adopt', wiki.api))).toContain('\\u009b31m');
  });
  it('doctor escapes terminal control sequences', async () => {
    await writeFile(join(folder, 'evil-site.json'), JSON.stringify({ query: { general: { ...general, server: EVIL } } }));
    const settings = ['--database', 'sqlite:wiki.sqlite', '--site', 'evil-site.json'];
    expect(await shown(run('doctor', ...settings))).toContain('\\u001b[2J');
  });
  it('get and follow escape terminal control sequences', async () => {
    wiki.hostility = () => ({ warnings: [{ code: 'x', text: EVIL, module: EVIL }], errors: [{ code: EVIL, text: EVIL, module: EVIL }] });
    expect(await shown(run('get', 'list=allpages', '--from', wiki.api))).toContain('\\u001b[2J');
    wiki.hostility = params => (params.has('list') ? { errors: [{ code: 'x', text: EVIL, module: EVIL }] } : undefined);
    expect(await shown(follow())).toContain('\\u001b[2J');
    // Unexpected errors are also escaped.
    wiki.hostility = params => (params.has('list') ? { query: { allrevisions: EVIL } } : undefined);
    await shown(follow());
  });
  it('import escapes terminal control sequences in names of files and archive members, and in titles', async () => {
    const dumps = join(folder, 'dumps');
    await mkdir(dumps);
    const name = `a\u001b[2J\u009b31m\r\u202e.xml`;
    const dump = (text: string) => DUMP.replace('Heron</title>', `Her\u009bon\u202e[]</title>`).replace('A bird.', text);
    await writeFile(join(dumps, name), dump('One.'));
    await writeFile(join(dumps, `b${name}`), dump('Two.').slice(0, -30));
    const output = await shown(run('import', 'dumps', '--database', 'sqlite:evil.sqlite'));
    expect(output).toContain('\\u001b[2J\\u009b31m\\u000d\\u202e.xml');
    execFileSync('tar', ['-cf', join(folder, 'evil.tar'), name, `b${name}`], { cwd: dumps });
    expect(await shown(run('import', 'evil.tar', '--database', 'sqlite:evil-tar.sqlite'))).toContain('\\u001b[2J\\u009b31m\\u000d');
  });
});
