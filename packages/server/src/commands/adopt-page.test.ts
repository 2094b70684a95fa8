import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findEntryPoint } from './adopt.ts';

const EDIT_URI =
  '<link rel="stylesheet" href="/a.css"/>\n<link rel="EditURI" type="application/rsd+xml" href="//wiki.example/w/api.php?action=rsd&amp;a=b"/>';

async function serve(page: (path: string) => string): Promise<string> {
  const server = createServer((request, response) => response.end(page(request.url ?? ''))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('finds the URL of api.php in the head of a wiki page', async () => {
  expect(await findEntryPoint(await serve(() => `<html><head>${EDIT_URI}`), 'test')).toBe('http://wiki.example/w/api.php');
});

it('searches a page of unclosed tags in less than quadratic time', async () => {
  const wiki = await serve(path => '<link '.repeat(Number(path.slice(1))));
  const measure = async (tags: number): Promise<number> => {
    const before = process.cpuUsage();
    await expect(findEntryPoint(`${wiki}/${tags}`, 'test')).rejects.toThrow('does not contain the address of an API');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await measure(100);
  expect((await measure(80_000)) / Math.max(100, await measure(20_000))).toBeLessThan(10);
});
