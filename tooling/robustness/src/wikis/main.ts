// Many wikis in one server: two answer as each does alone, and a thousand cost little. `pnpm wikis [--requests N] [--count N] [--sets FOLDER]
// [--only compare|crowd]`
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { readRecording, type ServedSet, setsIn, unpackSet } from '@wikiquery/conformance/recording';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';
import { openWiki } from '@wikiquery/testing';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    count: { type: 'string', default: '1000' },
    sets: { type: 'string' },
    only: { type: 'string' },
  },
});
const sets = setsIn([join(import.meta.dirname, '../../../conformance/sets'), values.sets ?? ''].filter(folder => folder !== ''));
const QUIET = { onLog: () => {} };
const CLOCK = ['--clock', '2026-01-01T00:00:00Z', '--workers', '1', '--drain', '0'];
let isGood = true;
const judge = (what: string, holds: boolean): void => {
  isGood &&= holds;
  console.log(`${holds ? 'ok   ' : 'FAIL '} ${what}`);
};

const agent = new Agent({ keepAlive: true });
interface Answer {
  readonly status: number | undefined;
  readonly headers: string;
  readonly body: string;
}

async function get(url: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  request(url, { agent }, resolve).once('error', reject).end();
  const response = await promise;
  const { date: _date, 'set-cookie': _cookie, ...headers } = response.headers;
  return { status: response.statusCode, headers: JSON.stringify(headers), body: await text(response) };
}

/** Queries of visitors that always have the same answer. */
function queriesOf(set: string, most: number): string[] {
  const probes = readRecording(set).probes.filter(
    ({ probe }) => probe.session === 'anon' && probe.method === 'GET' && probe.compare !== 'random' && !probe.headers && !probe.raw,
  );
  const step = Math.max(1, Math.floor(probes.length / most));
  const queries = probes.filter((_, i) => i % step === 0).map(({ probe }) => new URLSearchParams({ ...probe.params }).toString());
  return queries.filter(query => !/random|tokens/.test(query)).slice(0, most);
}

async function compare(): Promise<void> {
  const isLarge = (set: string): boolean => statSync(join(set, 'recorded.jsonl.gz')).size > 1e6;
  const all = sets.filter(set => existsSync(join(set, 'wiki.sqlite.gz')));
  const large = all.filter(isLarge).length > 1 ? all.filter(isLarge) : all;
  // Of releases and languages as different as there are.
  const chosen = [large[0], large.at(-1)].filter(set => set !== undefined);
  const served: [name: string, set: string, files: ServedSet][] = chosen.map((set, i) => [`wiki${i + 1}`, set, unpackSet(set)]);
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-wikis-'));
  const list = Object.fromEntries(
    served.map(([name, , { flags }]) => [name, { database: flags[1], images: flags[3], site: flags[5], host: `${name}.example` }]),
  );
  writeFileSync(join(folder, 'wikiquery.config.json'), JSON.stringify({ wikis: { list }, exclude: ['action=sitematrix'] }));
  const many = await startServer(SERVER, CLOCK, folder, QUIET);
  try {
    for (const [name, set, { flags, folder: own }] of served) {
      const alone = await startServer(SERVER, [...flags, ...CLOCK], own, QUIET);
      try {
        const queries = queriesOf(set, Number(values.requests));
        let same = 0;
        for (const query of queries) {
          const [a, b] = await Promise.all([get(`${alone.origin}/w/api.php?${query}`), get(`${many.origin}/${name}/w/api.php?${query}`)]);
          const isSame = a.status === b.status && a.headers === b.headers && withoutIds(a.body) === withoutIds(b.body);
          if (isSame) same++;
          else if (queries.length - same < 5)
            console.log(`  ${query}\n  ${a.status} ${a.body.slice(0, 300)}\n  ${b.status} ${b.body.slice(0, 300)}`);
        }
        judge(`${set.split('/').at(-1)}: ${same} of ${queries.length} answers are those of the wiki alone`, same === queries.length);
      } finally {
        await alone.stop();
      }
    }
  } finally {
    await many.stop();
    for (const [, , files] of served) files.close();
    await rm(folder, { recursive: true });
  }
}

/** Failures have numbers of their own. */
const withoutIds = (body: string): string => body.replaceAll(/\[[0-9a-f]{16,}\]/g, '[]');

async function crowd(): Promise<void> {
  const count = Number(values.count);
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-wikis-'));
  const wikis = join(folder, 'wikis');
  await mkdir(wikis);
  const wiki = await openWiki();
  for (let i = 1; i <= 20; i++) await wiki.page(`Page ${i}`, { text: `Text ${i}.` });
  const file = wiki.url.slice('sqlite:'.length);
  for (let i = 1; i <= count; i++) await copyFile(file, join(wikis, `w${i}.sqlite`));
  writeFileSync(join(wikis, 'broken.sqlite'), readFileSync(file).subarray(0, 3000));
  const query = 'action=query&list=allpages&aplimit=20&meta=siteinfo&format=json&formatversion=2';
  const begun = performance.now();
  const many = await startServer(SERVER, ['--wikis', wikis, '--drain', '0'], folder, QUIET);
  const started = performance.now() - begun;
  const before = performance.now();
  const one = await startServer(SERVER, ['--database', wiki.url, '--drain', '0'], folder, QUIET);
  console.log(`      started in ${Math.round(started)} ms, a server of one wiki in ${Math.round(performance.now() - before)} ms`);
  try {
    const urls = Array.from({ length: count }, (_, i) => `${many.origin}/w${i + 1}/w/api.php?${query}`);
    const asked = performance.now();
    let good = 0;
    for (let i = 0; i < urls.length; i += 4)
      for (const { status, body } of await Promise.all(urls.slice(i, i + 4).map(get)))
        if (status === 200 && body.includes('Page 20')) good++;
    const seconds = (performance.now() - asked) / 1000;
    judge(`${good} of ${count} wikis answer, asked once each in ${seconds.toFixed(1)} s`, good === count);
    const used = memoryOf(many);
    judge(`memory ${used} MB (below 600)`, used < 600);
    judge('one that is damaged answers 503', (await get(`${many.origin}/broken/w/api.php?${query}`)).status === 503);
    judge('the server is ready', (await get(`${many.origin}/readyz`)).status === 200);

    // Alternately, so that what else the machine does meets both.
    const times: Record<'alone' | 'many', number[]> = { alone: [], many: [] };
    const places = { alone: `${one.origin}/w/api.php?${query}`, many: `${many.origin}/w7/w/api.php?${query}` };
    for (let i = 0; i < 4000; i++) {
      for (const place of ['alone', 'many'] as const) {
        const from = performance.now();
        await get(places[place]);
        if (i >= 500) times[place].push(performance.now() - from);
      }
    }
    const [alone, warm] = [median(times.alone), median(times.many)];
    judge(`p50 of a warm wiki ${warm.toFixed(3)} ms, alone ${alone.toFixed(3)} ms (within 10 %)`, warm <= alone * 1.1);

    let isOver = false;
    const statuses = new Map<string, number>();
    const load = ['w1', 'w2', 'w3', 'w4'].map(async name => {
      while (!isOver) {
        const { status } = await get(`${many.origin}/${name}/w/api.php?${query}`);
        statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
      }
    });
    await new Promise(resolve => setTimeout(resolve, 500));
    await rm(join(wikis, 'w2.sqlite'));
    await new Promise(resolve => setTimeout(resolve, 3000));
    isOver = true;
    await Promise.all(load);
    const others = [...statuses.keys()].filter(key => !key.startsWith('w2 ') && !key.endsWith(' 200'));
    judge(
      `a wiki is removed under load: ${JSON.stringify(Object.fromEntries(statuses))}`,
      others.length === 0 && (statuses.get('w2 404') ?? 0) > 0,
    );
  } finally {
    await Promise.all([many.stop(), one.stop()]);
    await wiki.close();
    await rm(folder, { recursive: true });
  }
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Of all processes of a server, in MB; what they share counts once. */
function memoryOf({ process }: RunningServer): number {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const children = all.map(line => line.trim().split(/\s+/)).filter(([, parent]) => Number(parent) === process.pid);
  const kilobytes = [process.pid, ...children.map(([pid]) => pid)].map(pid =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}

if (values.only !== 'crowd') await compare();
if (values.only !== 'compare') await crowd();
agent.destroy();
process.exitCode = isGood ? 0 : 1;
