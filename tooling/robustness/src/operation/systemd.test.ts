// The units of systemd: what they allow, and a socket on which systemd listens.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SERVER } from '@wikiquery/launch/process';
import { expect, it } from 'vitest';
import { findProgram, freePort } from '../faults/database-server.ts';

const analyze = findProgram('systemd-analyze');
const activate = findProgram('systemd-socket-activate');
const meta = { needs: 'programs of systemd: install systemd' };
const unit = fileURLToPath(new URL('../../../../docs/systemd/wikiquery.service', import.meta.url));

it.runIf(analyze)('the service may do little', { meta }, () => {
  const { status, stdout } = spawnSync(analyze!, ['security', '--offline=true', '--threshold=20', '--no-pager', unit], {
    encoding: 'utf8',
  });
  expect([status, /exposure level for wikiquery\.service: (\S+) OK/.exec(stdout)?.[1]]).toEqual([0, expect.stringMatching(/^[01]\.\d$/)]);
});

it.runIf(activate)('connections that came before the server was ready are answered', { timeout: 60_000, meta }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-socket-'));
  const port = await freePort();
  const variables = ['PATH', 'HOME'].map(name => `--setenv=${name}`);
  const args = ['-l', `127.0.0.1:${port}`, ...variables, process.execPath, ...SERVER, 'serve', '--workers', '2'];
  const server = spawn(activate!, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    server.stdout.resume();
    // It tells that it listens.
    await once(createInterface(server.stderr), 'line');
    // This connection starts the server.
    const response = await fetch(`http://127.0.0.1:${port}/w/api.php?action=query&meta=siteinfo&format=json`);
    expect(await response.json()).toHaveProperty('query.general');
  } finally {
    server.kill('SIGINT');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
});
