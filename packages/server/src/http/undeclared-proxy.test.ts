// A proxy that is missing in the setting `trustProxy`: it is reported at startup, by doctor, and at its first request.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { doctor } from '../commands/doctor.ts';
import { defaultSettings, type Settings } from '../config/settings.ts';
import { output } from '../observability/log.ts';
import { assemble } from '../wiki/assemble.ts';
import { serveMinimal } from './serve-minimal.test-kit.ts';
import { noticed, proxyAdvice } from './undeclared-proxy.ts';

const root = fileURLToPath(new URL('../../../../apps/minimal', import.meta.url));
const app = { root, load: (name: string) => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) };

let folder: string;
let wiki: TestWiki | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-proxy-'));
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await wiki?.close();
  await rm(folder, { recursive: true });
});

/** Returns the settings of a wiki with this URL. */
async function settingsFor(server: string, changed: Partial<Settings> = {}): Promise<Settings> {
  const running = await serveMinimal(folder);
  const siteinfo = 'action=query&meta=siteinfo&siprop=general|namespaces|namespacealiases|interwikimap&format=json&formatversion=2';
  const described = (await (await fetch(`${running.origin}/api.php?${siteinfo}`)).json()) as { query: { general: object } };
  await running.stop();
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify({ ...described, query: { ...described.query, general: { ...described.query.general, server } } }));
  wiki ??= await openWiki('sqlite');
  return { ...defaultSettings(folder), database: wiki.url, secretKey: 'k'.repeat(64), site, ...changed };
}

it('an undeclared proxy is reported at startup and by doctor if the wiki has a public URL and the server a local address', async () => {
  const settings = await settingsFor('https://wiki.example');
  const { site, close } = await assemble(app, settings);
  const address = site.urls.expand('/');
  await close();
  expect(proxyAdvice(settings, address)).toMatch(/https:\/\/wiki\.example.*--trust-proxy loopback/);
  expect(proxyAdvice({ ...settings, host: '/run/wikiquery.sock' }, address)).toMatch(/--trust-proxy loopback/);
  expect(proxyAdvice({ ...settings, host: '::1' }, address)).toMatch(/--trust-proxy loopback/);
  expect(proxyAdvice({ ...settings, trustProxy: ['loopback'] }, address)).toBeUndefined();
  expect(proxyAdvice({ ...settings, host: '0.0.0.0' }, address)).toBeUndefined();
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0);
  expect(await doctor(app, settings)).toBe(0);
  expect(printed.filter(line => line.includes('--trust-proxy'))).toEqual([expect.stringMatching(/^note {2}.*wiki\.example/)]);
});

it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://wiki.localhost'])('no proxy is reported for a wiki at %s', async server => {
  const settings = await settingsFor(server);
  const { site, close } = await assemble(app, settings);
  const address = site.urls.expand('/');
  await close();
  expect(proxyAdvice(settings, address)).toBeUndefined();
});

it('an undeclared proxy is logged once, at its first request, with advice', async () => {
  // Other test files of this process may have sent such requests.
  noticed.clear();
  const logged: Record<string, unknown>[] = [];
  vi.spyOn(output, 'write').mockImplementation(line => logged.push(JSON.parse(String(line))) > 0);
  const server = await serveMinimal(folder);
  const ask = (headers: Record<string, string>) => fetch(`${server.origin}/api.php?action=query&format=json`, { headers });
  try {
    await ask({});
    expect(logged.filter(({ event }) => event === 'proxy-not-trusted')).toEqual([]);
    for (let i = 0; i < 3; i++) await ask({ Forwarded: 'for=192.0.2.1', 'X-Forwarded-For': '192.0.2.1' });
    expect(logged.filter(({ event }) => event === 'proxy-not-trusted')).toEqual([
      expect.objectContaining({
        level: 'warning',
        peer: '127.0.0.1',
        header: 'x-forwarded-for',
        problem: expect.stringContaining('--trust-proxy 127.0.0.1'),
      }),
    ]);
  } finally {
    await server.stop();
  }
});
