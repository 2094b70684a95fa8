import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../../..');
const source = join(project, 'tooling/bootstrap');
const isMusl =
  process.platform === 'linux' && !(process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
const PACKAGE = `@pnpm/exe.${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
const VERSION = '99.0.0';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string; readonly resolved?: string }>>;
}

describe('the lockfiles of the bootstrap', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(project, path), 'utf8'));
  const locked = (tool: string) =>
    Object.entries((read(`tooling/bootstrap/${tool}/package-lock.json`) as Lockfile).packages).filter(([path]) => path !== '');

  it.each(['node', 'pnpm'])('pin %s for each platform by hash, without a registry address', tool => {
    const packages = locked(tool);
    const { optionalDependencies } = read(`tooling/bootstrap/${tool}/package.json`) as { optionalDependencies: Record<string, string> };
    expect(Object.fromEntries(packages.map(([path, { version }]) => [path.replace('node_modules/', ''), version]))).toEqual(
      optionalDependencies,
    );
    for (const [, { integrity, resolved }] of packages) {
      expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(resolved).toBeUndefined();
    }
  });

  it('contain the pnpm of the workspace and a supported Node', () => {
    const { devEngines, engines } = read('package.json') as {
      devEngines: { packageManager: { version: string } };
      engines: { node: string };
    };
    expect(new Set(locked('pnpm').map(([, { version }]) => version))).toEqual(new Set([devEngines.packageManager.version]));
    const oldest = engines.node.replace('>=', '');
    for (const [, { version }] of locked('node')) expect(version?.localeCompare(oldest, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });
});

describe('the installation of the bootstrap', () => {
  let folder: string;
  const write = (path: string, content: object | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const lockfile = () => readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wikiquery-bootstrap-'));
    cpSync(source, join(folder, 'tooling/bootstrap'), { recursive: true });
    const { engines, devEngines } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as object & Record<string, unknown>;
    write('package.json', { name: 'workspace', private: true, engines, devEngines });
    write('pnpm-workspace.yaml', 'packages:\n  - apps/*\n');
    write('pnpm-lock.yaml', "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n");
    write('apps/old/package.json', { name: 'old', version: '1.0.0' });
    write('apps/new/package.json', { name: 'new', version: '1.0.0', dependencies: { old: 'workspace:^' } });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [join(folder, 'tooling/bootstrap/bootstrap.mjs'), 'node', '-p', '"started"'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });

  it('adds new packages of the workspace to the lockfile', { timeout: 60_000 }, () => {
    expect(run({ CI: undefined })).toMatchObject({ status: 0, stdout: expect.stringContaining('started') });
    expect(lockfile()).toContain('apps/new:');
  });

  it('rejects packages that are missing from the lockfile in CI', { timeout: 60_000 }, () => {
    const before = lockfile();
    const { status, stdout } = run({ CI: '1' });
    expect(status).not.toBe(0);
    expect(stdout).not.toContain('started');
    expect(lockfile()).toBe(before);
  });
});

/** The registry and pnpm are fakes; npm, Node and the bootstrap program are real. */
describe.runIf(process.platform !== 'win32')('the bootstrap', () => {
  let folder: string;
  let close: () => unknown;
  let registry: string;
  let downloads: number;
  let integrity: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wikiquery-bootstrap-'));
    const pack = join(folder, 'package');
    mkdirSync(pack);
    writeFileSync(join(pack, 'package.json'), JSON.stringify({ name: PACKAGE, version: VERSION }));
    writeFileSync(join(pack, 'pnpm'), '#!/bin/sh\necho "pnpm $1"\n', { mode: 0o755 });
    const tarball = execFileSync('tar', ['-czf', '-', 'package'], { cwd: folder });
    integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    downloads = 0;
    const server = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) {
        downloads++;
        return response.end(tarball);
      }
      const dist = { tarball: `${registry}/tool.tgz`, integrity };
      return response.end(
        JSON.stringify({
          name: PACKAGE,
          'dist-tags': { latest: VERSION },
          versions: { [VERSION]: { name: PACKAGE, version: VERSION, dist } },
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  });
  afterEach(() => {
    close();
    rmSync(folder, { recursive: true });
  });

  /** Creates a workspace whose lockfile pins pnpm to this hash. */
  function pin(hash: string): void {
    const tool = join(folder, 'tooling/bootstrap/pnpm');
    mkdirSync(tool, { recursive: true });
    copyFileSync(join(source, 'bootstrap.mjs'), join(folder, 'tooling/bootstrap/bootstrap.mjs'));
    const manifest = { name: 'tool', optionalDependencies: { [PACKAGE]: VERSION } };
    const packages = { '': manifest, [`node_modules/${PACKAGE}`]: { version: VERSION, integrity: hash, optional: true } };
    writeFileSync(join(tool, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(tool, 'package-lock.json'), JSON.stringify({ name: 'tool', lockfileVersion: 3, requires: true, packages }));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ engines: { node: '>=24.15' }, devEngines: { packageManager: { name: 'pnpm', version: VERSION } } }),
    );
  }

  async function bootstrap(...command: string[]): Promise<{ code: number; output: string; errors: string }> {
    const env = {
      ...process.env,
      XDG_CACHE_HOME: join(folder, 'cache'),
      npm_config_cache: join(folder, 'npm'),
      npm_config_registry: registry,
    };
    const child = spawn(process.execPath, [join(folder, 'tooling/bootstrap/bootstrap.mjs'), ...command], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
    return { code, output, errors };
  }

  it('runs a pnpm whose hash is in the lockfile, and downloads it once', async () => {
    pin(integrity);
    expect(await bootstrap('pnpm', 'first')).toMatchObject({ code: 0, output: 'pnpm install\npnpm first\n' });
    close();
    expect(await bootstrap('pnpm', 'second')).toMatchObject({ code: 0, output: 'pnpm install\npnpm second\n' });
    expect(downloads).toBe(1);
  });

  it('rejects a pnpm whose hash differs from the lockfile, and leaves no files', async () => {
    pin(`sha512-${'A'.repeat(86)}==`);
    const { code, output, errors } = await bootstrap('pnpm', 'first');
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain(`Could not download ${PACKAGE}, or its hash differs from that in tooling/bootstrap/pnpm/package-lock.json.`);
    expect(readdirSync(join(folder, 'cache/wikiquery/tools'))).toEqual([]);
  });

  it('can run several times at once', async () => {
    pin(integrity);
    const results = await Promise.all([1, 2, 3].map(() => bootstrap('pnpm', 'any')));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readdirSync(join(folder, 'cache/wikiquery/tools'))).toHaveLength(1);
  });
});
