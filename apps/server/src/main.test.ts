// The program as a user runs it: its commands, its exit codes, and the sample wiki it starts with.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';

const program = ['--conditions=@wikiquery/source', join(import.meta.dirname, 'main.ts')];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-program-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command to its end. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const child = execFile(process.execPath, [...program, ...args], { cwd: folder }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
  );
  return promise;
}

it('serves the sample wiki until it is told to stop; other commands work on what it serves', { timeout: 60_000 }, async () => {
  const server = spawn(process.execPath, [...program, 'serve', '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines: string[] = [];
    for await (const line of createInterface(server.stdout)) {
      lines.push(line);
      if (line.startsWith('Health')) break;
    }
    const origin = /http:\/\/[^/]+/.exec(lines.join('\n'))?.[0] ?? '';
    const requests = lines.flatMap(line => /curl '([^']+)'/.exec(line)?.[1] ?? []);
    expect(requests).toHaveLength(3);
    for (const request of requests) expect(await (await fetch(request)).json()).toHaveProperty('query');
    expect((await fetch(`${origin}/w/images/1/18/Request.svg`)).status).toBe(200);

    const adopted = await run('adopt', `${origin}/w/api.php`);
    expect(adopted).toEqual({ code: 0, output: expect.stringContaining('Saved the description of Manual of wikiquery') });
    expect(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'))).toHaveProperty('query.general.sitename');

    const checked = await run('doctor', '--site', 'site.json', '--database', 'sqlite:.wikiquery/sample/wiki.sqlite');
    expect(checked).toEqual({ code: 0, output: expect.stringMatching(/^ok {4}database: sqlite, tables of MediaWiki 1\.43, \d+ pages$/m) });

    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number];
    expect(code).toBe(0);
  } finally {
    server.kill('SIGKILL');
  }
});

it('says everything that is wrong and ends with a code', { timeout: 60_000 }, async () => {
  expect(await run('serve', '--port', 'x', '--site', 'gone.json')).toEqual({
    code: 2,
    output: expect.stringMatching(/^wikiquery: --site names .* does not exist\.\nwikiquery: --port must be .*\n$/),
  });
  expect(await run('serve', '--database', 'sqlite:gone.sqlite')).toEqual({
    code: 2,
    output: expect.stringMatching(/There is no file .*gone\.sqlite/),
  });
  expect(await run('doctor', '--database', 'sqlite:gone.sqlite')).toEqual({
    code: 1,
    output: expect.stringMatching(/^FAIL .*gone\.sqlite/m),
  });
  expect(await run('serve', '--prot', '1')).toEqual({ code: 2, output: expect.stringContaining('There is no flag --prot') });
  expect(await run('bake')).toEqual({ code: 2, output: expect.stringContaining('There is no command "bake"') });
  expect(await run('adopt', 'http://127.0.0.1:1/w/api.php')).toEqual({ code: 2, output: expect.stringContaining('cannot be fetched') });
  expect(await run('help')).toEqual({ code: 0, output: expect.stringContaining('--database ADDRESS') });
  expect(await run('--version')).toEqual({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
