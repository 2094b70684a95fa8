// Tests reloading the settings of a running server.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@wikiquery/launch/command';
import { afterEach, expect, it, vi } from 'vitest';
import { keepAsking } from '../faults/load.ts';
import { useStand } from '../stand.test-kit.ts';

/** Number of reloads, and of requests that are sent meanwhile. */
const [TIMES, REQUESTS] = process.env.CI ? [10, 10_000] : [1, 100];
const PATIENCE = { timeout: 60_000, interval: 50 };

const stand = useStand(afterEach);

it.each(['1', '2'])(
  'a server with %s workers reloads settings without losing a request, and ignores invalid settings',
  { timeout: 300_000 },
  async workers => {
    const folder = stand.folder();
    const lines: string[] = [];
    await stand.wiki(join(folder, 'wiki.sqlite'), wiki => wiki.page('Reed'));
    const configure = (settings: object) =>
      writeFile(join(folder, 'wikiquery.config.json'), JSON.stringify({ database: 'sqlite:wiki.sqlite', ...settings }));
    await configure({ exclude: ['users'] });
    const server = await stand.serve(['--workers', workers], folder, { onLog: line => lines.push(line) });
    const { api, origin } = server;
    const reload = () => runCommand(['reload', '--port', new URL(origin).port], { folder });
    const ask = async (query: string) =>
      (
        await fetch(`${api}?action=query&format=json&formatversion=2&${query}`, { headers: { Connection: 'close' } })
      ).json() as Promise<object>;
    /** Returns whether the workers know the module `users`. Sends enough requests to reach all workers. */
    const known = async () => {
      const asked = Array.from({ length: 8 }, () => ask('list=users&ususers=Nobody'));
      return new Set((await Promise.all(asked)).map(answer => 'query' in answer));
    };
    const metric = async () =>
      Number(/wikiquery_requests_total\{status="200"\} (\d+)/.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]);
    await vi.waitFor(
      async () => expect(await (await fetch(`${origin}/metrics`)).text()).toContain(`wikiquery_processes ${workers}`),
      PATIENCE,
    );
    expect(await known()).toEqual(new Set([false]));
    const counted = await vi.waitUntil(metric, PATIENCE);

    const end = keepAsking(api, 'titles=Reed', 6);
    for (let time = TIMES; time > 0; time--) {
      const isKnown = time % 2 === 1;
      await configure(isKnown ? {} : { exclude: ['users'] });
      expect(await reload()).toMatchObject({ code: 0, output: 'The server reloaded its settings.\n' });
      expect(await known()).toEqual(new Set([isKnown]));
    }

    await configure({ database: 'sqlite:gone.sqlite' });
    expect(await reload()).toMatchObject({ code: 2, output: expect.stringContaining('gone.sqlite') });
    expect(await known()).toEqual(new Set([true]));

    await configure({ held: '70ms' });
    expect(await reload()).toMatchObject({
      code: 0,
      output: 'The server reloaded its settings.\nRestart the server to change these settings: held.\n',
    });

    await configure({ port: 1234, exclude: ['users'] });
    server.process.kill('SIGHUP');
    await vi.waitFor(async () => expect(await known()).toEqual(new Set([false])), PATIENCE);
    const outcomes = await end(REQUESTS);
    expect(outcomes.filter(({ status, query }) => status !== 200 || query?.pages?.[0]?.title !== 'Reed')).toEqual([]);
    // Metrics are cached for a second.
    await vi.waitFor(async () => expect(await metric()).toBeGreaterThanOrEqual(counted + outcomes.length), PATIENCE);
    expect(lines.join('\n')).toMatch(/"event":"not-reloaded"/);
  },
);
