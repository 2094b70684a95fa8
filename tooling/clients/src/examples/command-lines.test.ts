// Checks the documented command lines against the help of the commands, and that documented JSON is valid.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER } from '@wikiquery/launch/process';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksIn, ROOT } from './blocks.ts';

it.each(blocksIn('json'))('JSON of $file is valid', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow();
});

describe('the documented command lines', () => {
  const lines = blocksIn('sh').flatMap(({ file, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split(/\n|&&| \| /)
      .map(line => ({ file, line: line.replace(/\s#.*$/, '').trim() })),
  );
  const matching = (pattern: RegExp) =>
    lines.flatMap(({ file, line }) => (pattern.test(line) ? [{ file, line, found: pattern.exec(line)! }] : []));

  const run = (...args: string[]): string => execFileSync(process.execPath, [...SERVER, ...args], { encoding: 'utf8' });
  const flagsIn = (text: string): string[] => text.match(/--[a-z][a-z-]*/g) ?? [];
  const helps = new Map<string, string>();
  const helpOf = (command: string): string => {
    if (!helps.has(command)) helps.set(command, run(command, '--help'));
    return helps.get(command)!;
  };
  let settings: ReadonlySet<string>;
  beforeAll(() => {
    settings = new Set(flagsIn(run('help', 'settings')));
  });

  const commands = matching(/^(?:[A-Z_]+=\S+ )*(?:npm run (?:--silent )?wikiquery(?: --)?|npx wikiquery|wikiquery) ([a-z]+)(.*)$/);
  it('are found', () => expect(commands.length).toBeGreaterThan(30));
  it.each(commands)('of $file has an existing command and existing flags: $line', { timeout: 60_000 }, ({ found: [, command, rest] }) => {
    const help = helpOf(command!);
    expect(flagsIn(rest!.replaceAll(/'[^']*'/g, '')).filter(flag => !settings.has(flag) && !flagsIn(help).includes(flag))).toEqual([]);
  });

  it.each(matching(/^npm start -- (.*)$/))('of $file starts a server with existing settings: $line', ({ found: [, flags] }) => {
    expect(flagsIn(flags!).filter(flag => !settings.has(flag))).toEqual([]);
  });

  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  it.each(matching(/^(?:npm run|pnpm) ((?!lab|install|add|--)[a-z]+)/))(
    'of $file has an existing script: $line',
    ({ found: [, script] }) => {
      expect(Object.keys(scripts)).toContain(script);
    },
  );

  const labs = readFileSync(join(ROOT, 'tooling/workspace/src/labs.ts'), 'utf8');
  it.each(matching(/^pnpm lab ([a-z-]+)(.*)$/))(
    'of $file runs an existing lab with existing options: $line',
    ({ found: [, lab, rest] }) => {
      const program = new RegExp(`['\\s]${lab}'?: \\{\\s*program: '([^']+)'`).exec(labs)?.[1];
      expect(program).toBeDefined();
      const usage = readFileSync(join(ROOT, 'tooling', program!), 'utf8');
      expect(flagsIn(rest!).filter(flag => !flagsIn(usage).includes(flag))).toEqual([]);
    },
  );

  it.each(matching(/^pnpm unit (\S+)/))('of $file tests an existing folder: $line', ({ found: [, path] }) => {
    expect(existsSync(join(ROOT, path!))).toBe(true);
  });
});
