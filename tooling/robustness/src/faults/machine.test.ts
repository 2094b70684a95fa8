// Tests a clock that jumps, and a database without read permission. No response may be wrong, and no restart may be needed.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import type { ServeOptions } from '@wikiquery/launch/stand';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStand, waitForWorkers } from '../stand.test-kit.ts';
import { Visitor } from '../visitor.ts';
import { ask, keepAsking, type Outcome } from './load.ts';

const FAKETIME = ['x86_64', 'aarch64'].map(cpu => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`).find(file => existsSync(file));
const PASSWORD = 'a password of reeds';
const PARAMS = 'list=allpages&aplimit=500';
const PAGES = 40;
const PATIENCE = { timeout: 20_000, interval: 100 };
const HOUR = 3600;

const stand = useStand(afterEach);
let folder: string;
let file: string;
let log: string[];
beforeEach(async () => {
  log = [];
  folder = stand.folder();
  file = join(folder, 'wiki', 'wiki.sqlite');
  mkdirSync(dirname(file));
  stand.defer(() => chmodSync(dirname(file), 0o700));
  await stand.wiki(file, async wiki => {
    for (let i = 0; i < PAGES; i++) await wiki.page(`Reed ${i}`);
    await wiki.user('Ada', { password: PASSWORD });
  });
});

async function serve(options: ServeOptions): Promise<RunningServer> {
  const flags = ['--database', `sqlite:${file}`, '--workers', '2', '--lenient'];
  const server = await stand.serve(flags, folder, { onLog: line => log.push(line), ...options });
  await waitForWorkers(server.origin, 2);
  return server;
}

/** Returns the logged crashes. Blocked workers are not included: a busy machine may block a worker for a second. */
const events = (): string[] => log.flatMap(line => /"event":"((?:worker-(?!stuck|back)|uncaught|unhandled)[^"]*)"/.exec(line)?.[1] ?? []);

const isWhole = ({ query }: Outcome): boolean =>
  query?.allpages.filter(({ title }: { title: string }) => title.startsWith('Reed')).length === PAGES;

it.runIf(FAKETIME)(
  'a server keeps sessions, requests and processes when the clock jumps',
  { timeout: 120_000, meta: { needs: 'a clock that jumps: install faketime' } },
  async () => {
    const offset = join(folder, 'offset');
    const jump = (seconds: number) => writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}`);
    jump(0);
    const { api } = await serve({
      env: {
        LD_PRELOAD: FAKETIME as string,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        // The monotonic clock of a real machine does not jump either.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    });
    const visitor = new Visitor(api);
    const cookie = await visitor.login('Ada', PASSWORD);
    const nameNow = async (): Promise<string> => (await visitor.json({ meta: 'userinfo' }, cookie)).query.userinfo.name;
    const hourNow = async () => {
      const { curtimestamp } = await visitor.json({ curtimestamp: '1' });
      return Math.round((Date.parse(curtimestamp) - Date.now()) / 1000 / HOUR) + 0;
    };
    const stop = keepAsking(api, PARAMS, 4);
    const names: string[] = [];
    for (const hours of [0, 5, -24, 0, 24 * 365, -24 * 365, 0]) {
      jump(hours * HOUR);
      await sleep(1200);
      expect(await hourNow()).toBe(hours);
      names.push(await nameNow());
    }
    const outcomes = await stop();
    visitor.close();
    expect(outcomes.every(outcome => outcome.status === 200 && isWhole(outcome))).toBe(true);
    // While the clock is a year ahead, the session has expired.
    const nobody = '127.0.0.1';
    expect(names).toEqual(['Ada', 'Ada', expect.any(String), 'Ada', nobody, nobody, 'Ada']);
    expect(events()).toEqual([]);
  },
);

// Without capabilities, root cannot read files regardless of their permissions.
const through = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

it.runIf(through.length === 0 || findProgram('setpriv'))(
  'a server resumes when it regains read permission for its database',
  { timeout: 60_000 },
  async () => {
    const { api, origin } = await serve({ through });
    const stop = keepAsking(api, PARAMS, 4);
    const health = async () => (await fetch(`${origin}/healthz`)).status;
    for (const [place, mode] of [
      [file, 0o600],
      [dirname(file), 0o700],
    ] as const) {
      chmodSync(place, 0);
      await sleep(1500);
      chmodSync(place, mode);
      await vi.waitFor(async () => {
        expect(await ask(api, PARAMS)).toMatchObject({ status: 200 });
        expect(await health()).toBe(200);
      }, PATIENCE);
    }
    const answered = (await stop()).filter(({ status }) => status !== 503);
    expect(answered.every(outcome => outcome.status === 200 && isWhole(outcome))).toBe(true);
    expect(events()).toEqual([]);
  },
);
