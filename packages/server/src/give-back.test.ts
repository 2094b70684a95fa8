import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { app } from './render-cache.test-kit.ts';

it('gives back what its start left behind, once, when it has nothing to do, and holds nobody up by that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-give-back-'));
  const wiki = await openWiki('sqlite');
  const program = ['--trace-gc', '--conditions=@wikiquery/source', join(app.root, 'src/main.ts')];
  const flags = ['serve', '--database', wiki.url, '--workers', '1', '--port', '0'];
  const server = spawn(process.execPath, [...program, ...flags], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const said: string[] = [];
    const collected = Promise.withResolvers<void>();
    const address = Promise.withResolvers<string>();
    createInterface(server.stdout).on('line', line => {
      said.push(line);
      const api = /http:\S+api\.php/.exec(line)?.[0];
      if (api !== undefined) address.resolve(api);
      if (COLLECTION.test(line)) collected.resolve();
    });
    let log = '';
    server.stderr.on('data', (text: Buffer) => {
      log += text.toString();
    });
    const ask = async (): Promise<number> => (await fetch(`${await address.promise}?action=query&meta=siteinfo&format=json`)).status;
    // From the first request on it watches what holds it.
    expect(await ask()).toBe(200);
    await collected.promise;
    const before = log;
    await delay(1500);
    expect(log).toBe(before);
    expect(await ask()).toBe(200);
    await delay(1500);
    // V8 collects twice at a time.
    expect(said.filter(line => COLLECTION.test(line)).length).toBeLessThanOrEqual(2);
  } finally {
    server.kill('SIGINT');
    await once(server, 'exit');
    await wiki.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** As V8 tells of those that a program asks for. */
const COLLECTION = /\(reduce\).*testing/;
