// Tests the systemd units from the documentation.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wikiquery/launch/free-port';
import { SERVER } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import { expect, it } from 'vitest';

const analyze = findProgram('systemd-analyze');
const activate = findProgram('systemd-socket-activate');
const meta = { needs: 'programs of systemd: install systemd' };
const units = new URL('../../../../docs/systemd/', import.meta.url);
const unit = fileURLToPath(new URL('wikiquery.service', units));

it.runIf(analyze)('the documented systemd units are valid', { meta }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-units-'));
  try {
    const files = ['wikiquery.service', 'wikiquery.socket'].map(name => join(folder, name));
    const verify = async (change: (text: string) => string) => {
      const write = async (file: string) =>
        writeFile(file, change(await readFile(new URL(basename(file), units), 'utf8')).replace('/usr/bin/node', process.execPath));
      await Promise.all(files.map(write));
      const { stderr } = spawnSync(analyze!, ['verify', '--man=no', ...files], { encoding: 'utf8' });
      return stderr.split('\n').filter(line => line.includes('wikiquery'));
    };
    expect(await verify(text => text)).toEqual([]);
    expect(await verify(text => text.replace('ProtectHome=yes', 'ProtectHome=perhaps'))).toEqual([expect.stringContaining('perhaps')]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.runIf(analyze)('the documented systemd units restrict the service', { meta }, () => {
  const { status, stdout } = spawnSync(analyze!, ['security', '--offline=true', '--threshold=20', '--no-pager', unit], {
    encoding: 'utf8',
  });
  expect([status, /exposure level for wikiquery\.service: (\S+) OK/.exec(stdout)?.[1]]).toEqual([0, expect.stringMatching(/^[01]\.\d$/)]);
});

it.runIf(activate)('socket activation passes on connections made before the server is ready', { timeout: 60_000, meta }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-socket-'));
  const port = await freePort();
  const variables = ['PATH', 'HOME'].map(name => `--setenv=${name}`);
  const args = ['-l', `127.0.0.1:${port}`, ...variables, process.execPath, ...SERVER, 'serve', '--workers', '2'];
  const server = spawn(activate!, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    server.stdout.resume();
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
