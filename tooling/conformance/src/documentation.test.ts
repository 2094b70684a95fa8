// Checks the examples in all Markdown files: requests and responses by the schemas, command lines by the help of the commands.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER } from '@wikiquery/launch/process';
import { documentsOf } from '@wikiquery/schema';
import { defaultSite } from '@wikiquery/site';
import { beforeAll, describe, expect, it } from 'vitest';
import { fullOffer, SchemaJudge } from './answers.ts';

const ROOT = join(import.meta.dirname, '../../..');
const files = globSync('{*.md,{docs,apps,packages,tooling}/**/*.md}', {
  cwd: ROOT,
  exclude: path => /(?:^|\/)(?:node_modules|dist|sets|fixtures)$/.test(path),
});

interface Block {
  readonly file: string;
  readonly language: string;
  readonly text: string;
  /** The code block after it. */
  readonly next?: { readonly language: string; readonly text: string };
}

const blocks = files.flatMap((file): Block[] => {
  const found = Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms), ([, language, text]) => ({
    language: language!,
    text: text!,
  }));
  return found.map((block, at) => ({ file, ...block, ...(found[at + 1] && { next: found[at + 1]! }) }));
});
const inLanguage = (language: string): Block[] => blocks.filter(block => block.language === language);

describe('the documented requests of the action API', () => {
  const requests = inLanguage('http').flatMap(({ text, ...block }) => {
    const query = /^(?:GET|POST) \/w\/api\.php\?(\S+)/.exec(text)?.[1];
    // Only servers of several wikis have this action.
    return query === undefined || query.startsWith('action=sitematrix') ? [] : [{ ...block, params: new URLSearchParams(query) }];
  });
  let judge: SchemaJudge;
  /** Names of the parameters of each plugin, by path such as `list/allpages`. */
  const declared = new Map<string, readonly string[]>();
  beforeAll(async () => {
    const offer = await fullOffer(defaultSite());
    judge = new SchemaJudge(offer);
    for (const [path, document] of documentsOf(offer, (group, name) => `${group}/${name}`)) {
      const { parameters } = document.$defs as { parameters?: { properties?: object } };
      declared.set(path, Object.keys(parameters?.properties ?? {}));
    }
  });

  it('are found', () => expect(requests.length).toBeGreaterThan(60));

  it.each(requests)('of $file has only parameters of its modules', ({ params }) => {
    const action = params.get('action') ?? '';
    const named = (name: string) => params.get(name)?.split('|') ?? [];
    const plugins = [
      'entry/main',
      `action/${action}`,
      `format/${params.get('format') ?? 'jsonfm'}`,
      ...['list', 'prop', 'meta'].flatMap(group => (action === 'query' ? named(group).map(name => `${group}/${name}`) : [])),
    ];
    expect([...declared.keys()]).toEqual(expect.arrayContaining(plugins));
    const names = new Set(plugins.flatMap(plugin => declared.get(plugin) ?? []));
    expect([...params.keys()].filter(name => !names.has(name))).toEqual([]);
  });

  const answered = requests.filter(({ next, params }) => next?.language === 'json' && !params.get('format')?.endsWith('fm'));

  it.each(answered)('of $file has a response that its schema accepts', ({ file, params, next }) => {
    const body: unknown = JSON.parse(next!.text);
    const version = params.get('formatversion') === '2' ? 2 : 1;
    expect(judge.problemOf({ id: file, action: params.get('action')!, version, body, isMarked: false })).toBeUndefined();
  });
});

it.each(inLanguage('json'))('JSON of $file is valid', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow();
});

describe('the documented command lines', () => {
  const lines = inLanguage('sh').flatMap(({ file, text }) =>
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

  const commands = matching(/^(?:[A-Z_]+=\S+ )*(?:npm run wikiquery(?: --)?|npx wikiquery|wikiquery) ([a-z]+)(.*)$/);
  it('are found', () => expect(commands.length).toBeGreaterThan(30));
  it.each(commands)('of $file has an existing command and existing flags: $line', { timeout: 60_000 }, ({ found: [, command, rest] }) => {
    const help = helpOf(command!);
    expect(flagsIn(rest!.replaceAll(/'[^']*'/g, '')).filter(flag => !settings.has(flag) && !flagsIn(help).includes(flag))).toEqual([]);
  });

  it.each(matching(/^npm start -- (.*)$/))('of $file starts a server with existing settings: $line', ({ found: [, flags] }) => {
    expect(flagsIn(flags!).filter(flag => !settings.has(flag))).toEqual([]);
  });

  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  it.each(matching(/^(?:npm run|pnpm) ((?!lab|install|--)[a-z]+)/))('of $file has an existing script: $line', ({ found: [, script] }) => {
    expect(Object.keys(scripts)).toContain(script);
  });

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
