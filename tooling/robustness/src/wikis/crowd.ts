import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { median } from '@wikiquery/launch/table';
import { usageOf } from '@wikiquery/launch/usage';
import { type Answer, Visitor } from '../visitor.ts';

const STARTS = 5;
const QUERY = 'action=query&list=allpages&aplimit=20&meta=siteinfo&format=json&formatversion=2';

/** A thousand wikis in a folder cost little: start, memory, speed, one that is damaged and one that is removed. `program`: arguments of Node. */
export async function crowd(program: readonly string[], count: number, judge: (what: string, holds: boolean) => void): Promise<void> {
  await using stand = new Stand();
  const folder = stand.folder();
  const [file, wikis] = [join(folder, 'one.sqlite'), join(folder, 'wikis')];
  mkdirSync(wikis);
  const database = await stand.wiki(file, async wiki => {
    for (let i = 1; i <= 20; i++) await wiki.page(`Page ${i}`, { text: `Text ${i}.` });
  });
  for (let i = 1; i <= count; i++) copyFileSync(file, join(wikis, `w${i}.sqlite`));
  writeFileSync(join(wikis, 'broken.sqlite'), readFileSync(file).subarray(0, 3000));

  const startMany = () => stand.serve(['--wikis', wikis, '--drain', '0'], folder, { program });
  const startOne = () => stand.serve(['--database', database, '--drain', '0'], folder, { program });
  const starts: [many: number[], one: number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) {
    for (const [kind, start] of [startMany, startOne].entries()) {
      const begun = performance.now();
      const server = await start();
      starts[kind]?.push(performance.now() - begun);
      await server.stop();
    }
  }
  const [started, startedOne] = starts.map(median) as [number, number];
  judge(
    `started in ${Math.round(started)} ms (below 2,000), a server of one wiki in ${Math.round(startedOne)} ms (at most 1.5 times as long)`,
    started < 2000 && started <= startedOne * 1.5,
  );

  const [many, one] = [await startMany(), await startOne()];
  const visitorOf = ({ origin }: RunningServer, path: string): Visitor => stand.use(new Visitor(`${origin}${path}/w/api.php`));
  const ask = (path: string): Promise<Answer> => visitorOf(many, path).send({ query: QUERY });
  const asked = performance.now();
  let good = 0;
  for (let i = 1; i <= count; i += 4) {
    const names = Array.from({ length: Math.min(4, count - i + 1) }, (_, j) => `/w${i + j}`);
    for (const { status, body } of await Promise.all(names.map(ask))) if (status === 200 && body.includes('Page 20')) good++;
  }
  judge(`${good} of ${count} wikis answer, asked once each in ${((performance.now() - asked) / 1000).toFixed(1)} s`, good === count);
  const used = Math.round(usageOf(many.process.pid as number).memory / 2 ** 20);
  judge(`memory ${used} MB (below 600)`, used < 600);
  judge('one that is damaged answers 503', (await ask('/broken')).status === 503);
  judge('the server is ready', (await fetch(`${many.origin}/readyz`)).status === 200);

  // Alternately, so that what else the machine does meets both.
  const [alone, warm] = [visitorOf(one, ''), visitorOf(many, '/w7')];
  const times: [alone: number[], warm: number[]] = [[], []];
  for (let i = 0; i < 4000; i++) {
    for (const [kind, visitor] of [alone, warm].entries()) {
      const { milliseconds } = await visitor.send({ query: QUERY });
      if (i >= 500) times[kind]?.push(milliseconds);
    }
  }
  const [p50Alone, p50Warm] = times.map(median) as [number, number];
  judge(`p50 of a warm wiki ${p50Warm.toFixed(3)} ms, alone ${p50Alone.toFixed(3)} ms (within 10 %)`, p50Warm <= p50Alone * 1.1);

  let isOver = false;
  const statuses = new Map<string, number>();
  const load = ['w1', 'w2', 'w3', 'w4'].map(async name => {
    const visitor = visitorOf(many, `/${name}`);
    while (!isOver) {
      const { status } = await visitor.send({ query: QUERY });
      statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
    }
  });
  await delay(500);
  rmSync(join(wikis, 'w2.sqlite'));
  await delay(3000);
  isOver = true;
  await Promise.all(load);
  const others = [...statuses.keys()].filter(key => !key.startsWith('w2 ') && !key.endsWith(' 200'));
  const told = JSON.stringify(Object.fromEntries(statuses));
  judge(`a wiki is removed under load: ${told}`, others.length === 0 && (statuses.get('w2 404') ?? 0) > 0);
}
