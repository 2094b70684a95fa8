import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = ['--conditions=@wikiquery/source', join(import.meta.dirname, 'main.ts')];

/** Runs a command until it exits. Returns its exit code and its output. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const child = execFile(process.execPath, [...program, ...args], (_error, stdout, stderr) =>
    resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
  );
  return promise;
}

it('the program prints a summary of all commands, and the help of each command', { timeout: 60_000 }, async () => {
  for (const asking of [[], ['help'], ['-h'], ['--help']])
    expect(await run(...asking)).toEqual({
      code: 0,
      output: expect.stringMatching(/^Usage: wikiquery COMMAND .*^ {2}export {3}Write a dump/ms),
    });
  for (const asking of [
    ['export', '--help'],
    ['help', 'export'],
    ['export', 'pond', '-h'],
  ])
    expect(await run(...asking)).toEqual({ code: 0, output: expect.stringMatching(/^Usage: wikiquery export /) });
  expect(await run('--port', '0', '--help')).toEqual({ code: 0, output: expect.stringMatching(/^Usage: wikiquery serve /) });
  expect(await run('help', 'settings')).toEqual({ code: 0, output: expect.stringContaining('--upstream URL') });
});

it('the program suggests the setting that a misspelled flag resembles', { timeout: 60_000 }, async () => {
  expect(await run('serve', '--prot', '1')).toEqual({ code: 2, output: expect.stringContaining('Did you mean --port?') });
});

it('the command adopt reports a wiki that cannot be fetched', { timeout: 60_000 }, async () => {
  expect(await run('adopt', 'http://127.0.0.1:1/w/api.php')).toEqual({ code: 2, output: expect.stringContaining('cannot be fetched') });
});
