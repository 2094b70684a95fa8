import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, expect, it } from 'vitest';
import { pageFiles } from './pages.ts';

const root = mkdtempSync(join(tmpdir(), 'wikiquery-pages-'));
const pages = ['first', 'second', 'unbuilt'].map(name => ({ name, folder: join(root, name) }));
for (const { name, folder } of pages.slice(0, 2)) {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), name);
  writeFileSync(join(folder, 'assets/x-123.js'), '1');
}
const server = express().use(pageFiles(pages)).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

const policyOf = (response: Response): string => response.headers.get('content-security-policy') ?? '';

it('serves each web UI below its name, the first one also at /, and none without built files', async () => {
  const texts = await Promise.all(['/', '/first/', '/first', '/second/'].map(async path => (await fetch(origin + path)).text()));
  expect(texts).toEqual(['first', 'first', 'first', 'second']);
  expect((await fetch(`${origin}/unbuilt/`)).status).toBe(404);
  expect((await fetch(`${origin}/assets/x-123.js`)).headers.get('cache-control')).toContain('immutable');
  expect((await fetch(`${origin}/second/assets/x-123.js`)).status).toBe(200);
  expect((await fetch(`${origin}/`)).headers.get('cache-control')).toBe('no-cache');
  expect((await fetch(`${origin}/first/..%2f..%2fsecond/index.html`)).status).toBeGreaterThanOrEqual(400);
});

it('serves a web UI with a path of its own only below this path, with the index files of its subfolders', async () => {
  const folder = mkdtempSync(join(root, 'page-'));
  mkdirSync(join(folder, 'start'));
  writeFileSync(join(folder, 'index.html'), 'manual');
  writeFileSync(join(folder, 'start/index.html'), 'start');
  const other = express()
    .use(pageFiles([{ name: 'manual', hasPath: true, folder }, ...pages]))
    .listen(0, '127.0.0.1');
  await once(other, 'listening');
  const textOf = async (path: string) => (await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}${path}`)).text();
  expect(await Promise.all(['/', '/manual/', '/manual', '/manual/start/'].map(textOf))).toEqual(['first', 'manual', 'manual', 'start']);
  other.close();
});

it('allows a web UI to connect only to this server and to the wiki in its parameter "api"', async () => {
  const strict = policyOf(await fetch(`${origin}/`));
  expect(strict).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';");
  expect(strict).not.toMatch(/unsafe|data:|\*/);
  expect(policyOf(await fetch(`${origin}/first/?api=https://wiki.example:8443/w/api.php`))).toContain(
    "connect-src 'self' https://wiki.example:8443;",
  );
  for (const api of ['javascript:1', 'data:,x', '*', "https://a.example;script-src 'unsafe-inline'", 'https://a b', 'https://*/']) {
    expect([api, policyOf(await fetch(`${origin}/?api=${encodeURIComponent(api)}`))]).toEqual([api, strict]);
  }
});

it('reads a file again after a failed read', async () => {
  const folder = mkdtempSync(join(root, 'page-'));
  writeFileSync(join(folder, 'index.html'), 'page');
  const other = express()
    .use(pageFiles([{ name: 'page', folder }]))
    .listen(0, '127.0.0.1');
  await once(other, 'listening');
  const statusOf = async () => (await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/page/`)).status;
  renameSync(folder, `${folder}.away`);
  expect(await statusOf()).not.toBe(200);
  renameSync(`${folder}.away`, folder);
  expect(await statusOf()).toBe(200);
  other.close();
});
