import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type RunningServer, startServer } from '@wikiquery/launch/process';
import { openWiki } from '@wikiquery/testing';

const QUIET = { onLog: () => {} };
const STARTS = 5;

async function get(agent: Agent, url: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { agent }, resolve).once('error', reject).end();
  const response = await promise;
  return { status: response.statusCode, body: await text(response) };
}

/** A thousand wikis in a folder cost little: start, memory, speed, one that is damaged and one that goes. `program`: arguments of Node. */
export async function crowd(program: readonly string[], count: number, judge: (what: string, holds: boolean) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-wikis-'));
  const wikis = join(folder, 'wikis');
  await mkdir(wikis);
  const wiki = await openWiki();
  for (let i = 1; i <= 20; i++) await wiki.page(`Page ${i}`, { text: `Text ${i}.` });
  const file = wiki.url.slice('sqlite:'.length);
  for (let i = 1; i <= count; i++) await copyFile(file, join(wikis, `w${i}.sqlite`));
  writeFileSync(join(wikis, 'broken.sqlite'), readFileSync(file).subarray(0, 3000));
  const query = 'action=query&list=allpages&aplimit=20&meta=siteinfo&format=json&formatversion=2';
  const startMany = (): Promise<RunningServer> => startServer(program, ['--wikis', wikis, '--drain', '0'], folder, QUIET);
  const startOne = (): Promise<RunningServer> => startServer(program, ['--database', wiki.url, '--drain', '0'], folder, QUIET);
  const starts = { many: [] as number[], one: [] as number[] };
  for (let i = 0; i < STARTS; i++) {
    for (const [kind, start] of [
      ['many', startMany],
      ['one', startOne],
    ] as const) {
      const begun = performance.now();
      const server = await start();
      starts[kind].push(performance.now() - begun);
      await server.stop();
    }
  }
  const [started, startedOne] = [median(starts.many), median(starts.one)];
  judge(
    `started in ${Math.round(started)} ms (below 2,000), a server of one wiki in ${Math.round(startedOne)} ms (at most 1.5 times as long)`,
    started < 2000 && started <= startedOne * 1.5,
  );
  const [many, one] = [await startMany(), await startOne()];
  try {
    const urls = Array.from({ length: count }, (_, i) => `${many.origin}/w${i + 1}/w/api.php?${query}`);
    const asked = performance.now();
    let good = 0;
    for (let i = 0; i < urls.length; i += 4)
      for (const { status, body } of await Promise.all(urls.slice(i, i + 4).map(url => get(agent, url))))
        if (status === 200 && body.includes('Page 20')) good++;
    const seconds = (performance.now() - asked) / 1000;
    judge(`${good} of ${count} wikis answer, asked once each in ${seconds.toFixed(1)} s`, good === count);
    const used = memoryOf(many);
    judge(`memory ${used} MB (below 600)`, used < 600);
    judge('one that is damaged answers 503', (await get(agent, `${many.origin}/broken/w/api.php?${query}`)).status === 503);
    judge('the server is ready', (await get(agent, `${many.origin}/readyz`)).status === 200);

    // Alternately, so that what else the machine does meets both.
    const times: Record<'alone' | 'many', number[]> = { alone: [], many: [] };
    const places = { alone: `${one.origin}/w/api.php?${query}`, many: `${many.origin}/w7/w/api.php?${query}` };
    for (let i = 0; i < 4000; i++) {
      for (const place of ['alone', 'many'] as const) {
        const from = performance.now();
        await get(agent, places[place]);
        if (i >= 500) times[place].push(performance.now() - from);
      }
    }
    const [alone, warm] = [median(times.alone), median(times.many)];
    judge(`p50 of a warm wiki ${warm.toFixed(3)} ms, alone ${alone.toFixed(3)} ms (within 10 %)`, warm <= alone * 1.1);

    let isOver = false;
    const statuses = new Map<string, number>();
    const load = ['w1', 'w2', 'w3', 'w4'].map(async name => {
      while (!isOver) {
        const { status } = await get(agent, `${many.origin}/${name}/w/api.php?${query}`);
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
    agent.destroy();
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
