// Tests health checks, logs and metrics of a server with two workers, also when a worker hangs or dies.
import { spawnSync } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import type { RunningServer } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import { treeOf } from '@wikiquery/launch/usage';
import { beforeAll, expect, it, vi } from 'vitest';
import { useStand, waitForWorkers } from '../stand.test-kit.ts';

const promtool = findProgram('promtool');
const PATIENCE = { timeout: 30_000, interval: 50 };

const stand = useStand();
const folder = stand.folder();
let database: string;
let server: RunningServer;
let admin: string;
const log: Record<string, unknown>[] = [];
const lines: string[] = [];
beforeAll(async () => {
  database = await stand.wiki(join(folder, 'wiki.sqlite'), wiki => wiki.page('Reed'));
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  const flags = ['--database', database, '--workers', '2', '--admin', String(port), '--request-log', 'on'];
  server = await stand.serve([...flags, '--slow', '0', '--stuck', '0', '--drain', '1s'], folder, { onLog: line => lines.push(line) });
  await waitForWorkers(admin, 2);
}, 60_000);

const metrics = async () => {
  // Metrics are cached for a second.
  await delay(1000);
  return (await fetch(`${admin}/metrics`)).text();
};
const ask = (query = 'titles=Reed', headers: Record<string, string> = {}) =>
  fetch(`${server.api}?action=query&format=json&${query}`, { headers: { Connection: 'close', ...headers } });
const answered = async () => Number(/wikiquery_requests_total\{status="200"\} (\d+)/.exec(await metrics())?.[1]);

it('the server serves /healthz and /metrics only on the admin port', async () => {
  const statuses = (origin: string) =>
    Promise.all(['/livez', '/readyz', '/healthz', '/metrics'].map(async path => (await fetch(origin + path)).status));
  expect(await statuses(admin)).toEqual([200, 200, 200, 200]);
  expect(await statuses(server.origin)).toEqual([200, 200, 404, 404]);
  expect(await (await fetch(`${admin}/healthz`)).json()).toMatchObject({ status: 'ok', database: { engine: 'sqlite', ok: true } });
});

it('the server logs a request and its statements with one ID, which a proxy may set', async () => {
  const response = await ask('list=allpages&apfrom=Secret', {
    'X-Request-Id': 'balancer-17',
    traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
  });
  expect(response.headers.get('x-request-id')).toBe('balancer-17');
  const own = (await ask()).headers.get('x-request-id');
  expect(own).toMatch(/^[\da-f]{24}$/);
  expect((await ask('titles=Reed', { 'X-Request-Id': 'two words' })).headers.get('x-request-id')).not.toBe('two words');
  const found = (event: string, id: string | null) => log.find(line => line.event === event && (line.id ?? line.request) === id);
  await vi.waitFor(() => {
    readLog();
    expect(found('request', own)).toMatchObject({ status: 200, action: 'query', statements: expect.any(Number) });
    expect(found('request', 'balancer-17')).toMatchObject({ trace: 'ab'.repeat(16), modules: ['list=allpages'], complete: true });
    expect(found('slow-statement', 'balancer-17')).toMatchObject({ module: 'query+allpages', sql: expect.stringContaining('page') });
  }, PATIENCE);
  expect(lines.join('\n')).not.toContain('Secret');
});

it.runIf(promtool)('the server serves metrics that promtool accepts', { meta: { needs: 'promtool: install prometheus' } }, async () => {
  await ask('list=allpages|nothing');
  const { status, stdout, stderr } = spawnSync(promtool!, ['check', 'metrics'], { input: await metrics(), encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

it('the metrics report a stopped worker without delay, and no counter decreases when it dies', { timeout: 60_000 }, async () => {
  for (let i = 0; i < 10; i++) await ask();
  const before = await answered();
  expect(before).toBeGreaterThanOrEqual(10);
  const [stopped] = workersOf(server);
  process.kill(stopped!, 'SIGSTOP');
  // These requests arrive before the server can have detected the stopped worker.
  expect((await ask()).status).toBe(200);
  expect(await metrics()).toMatch(/process_up\{worker="\d"\} 0/);
  expect(await answered()).toBeGreaterThanOrEqual(before + 1);
  expect((await fetch(`${admin}/readyz`)).status).toBe(200);
  await vi.waitFor(() => {
    readLog();
    expect(log).toContainEqual(expect.objectContaining({ event: 'worker-stuck', pid: stopped }));
  }, PATIENCE);
  process.kill(stopped!, 'SIGKILL');
  await vi.waitFor(async () => expect(await metrics()).toContain('wikiquery_processes 2'), PATIENCE);
  expect(await answered()).toBeGreaterThanOrEqual(before + 1);
});

it('the server listens on a Unix socket, even if the socket file already exists', { timeout: 60_000 }, async () => {
  const path = join(folder, 'wikiquery.socket');
  const flags = ['--database', database, '--workers', '2'];
  for (let i = 0; i < 2; i++) {
    const running = await stand.serve(flags, folder, { host: path });
    const answer = await new Promise<string>((resolve, reject) => {
      httpRequest({ socketPath: path, path: '/api.php?action=query&format=json&meta=userinfo' }, response => resolve(text(response)))
        .once('error', reject)
        .end();
    });
    expect(JSON.parse(answer).query.userinfo).toMatchObject({ id: 0, name: '127.0.0.1' });
    running.process.kill('SIGKILL');
    await vi.waitFor(() => expect(running.ended).toBeDefined(), PATIENCE);
  }
});

it('the server becomes unready before it exits', { timeout: 60_000 }, async () => {
  server.process.kill('SIGTERM');
  await vi.waitFor(async () => expect((await fetch(`${server.origin}/readyz`)).status).toBe(503), PATIENCE);
  expect((await fetch(`${admin}/readyz`)).status).toBe(503);
  const response = await fetch(`${server.api}?action=query&format=json&titles=Reed`);
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await vi.waitFor(() => expect(server.ended).toBe('The server ended with exit code 0.'), PATIENCE);
  readLog();
});

function readLog(): void {
  for (const line of lines.splice(0)) log.push(JSON.parse(line) as Record<string, unknown>);
  for (const line of log) expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String), event: expect.any(String) });
}

/** Returns the process IDs of the workers. */
const workersOf = ({ process: { pid } }: RunningServer): number[] => treeOf(pid as number).filter(each => each !== pid);
