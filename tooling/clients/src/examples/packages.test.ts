import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SERVER, SOURCES } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { afterAll, describe, expect, it } from 'vitest';
import { hasPythonModule, PYTHON } from '../python.ts';
import { useServer } from '../served.test-kit.ts';
import { blocksIn, ROOT } from './blocks.ts';

const run = promisify(execFile);
const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';

const server = useServer();
const stand = new Stand();
const folder = stand.folder();
afterAll(() => stand[Symbol.asyncDispose]());

/** Returns the first example in a language from the README of a package. Throws if it has none. */
function exampleOf(name: string, language: string): string {
  const example = blocksIn(language).find(({ file }) => file === `packages/${name}/README.md`);
  if (!example) throw new Error(`The README of ${name} has no example in ${language}.`);
  return example.text;
}

/** Package folders by package name. */
const packages = new Map(
  globSync('packages/{*,*/*}/package.json', { cwd: ROOT }).map(path => {
    const { name } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { name: string };
    return [name, join(ROOT, dirname(path))];
  }),
);

/** Creates a folder with only these packages installed. */
function install(name: string, names: Iterable<string>): string {
  const cwd = join(folder, name);
  const dependencies = Object.fromEntries(Array.from(names, each => [each, '*']));
  mkdirSync(join(cwd, 'node_modules/@wikiquery'), { recursive: true });
  for (const each of Object.keys(dependencies)) symlinkSync(packages.get(each)!, join(cwd, 'node_modules', each));
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'example', version: '1.0.0', type: 'module', dependencies }));
  return cwd;
}

const importsOf = (code: string): Set<string> => new Set(Array.from(code.matchAll(/'(@wikiquery\/[a-z-]+)/g), ([, name]) => name!));

it.each(['types', 'client', 'schema'])('the example of @wikiquery/%s runs', async name => {
  const example = exampleOf(name, 'ts').replace(WIKIPEDIA, server.api);
  const cwd = install(name, importsOf(example));
  const { stdout } = await run(process.execPath, [SOURCES, '--input-type=module-typescript', '--eval', example], { cwd });
  expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
});

describe('the clients in the recipes', { timeout: 60_000 }, () => {
  const examples = (language: string) =>
    blocksIn(language).flatMap(({ file, text }) => (file === 'docs/clients/recipes.md' ? [{ client: /\w+/.exec(text)?.[0], text }] : []));
  const withServer = (text: string): string => text.replaceAll('127.0.0.1:8080', new URL(server.origin).host);

  it.each(examples('js'))('$client prints data', async ({ text }) => {
    const options = { cwd: join(ROOT, 'tooling/clients') };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', withServer(text)], options);
    expect(stdout).toMatch(/Category:Guides|Main Page|Help:Continuation \d+/);
  });

  const meta = { needs: 'mwclient: apt-get install python3-mwclient' };
  it.runIf(hasPythonModule('mwclient')).each(examples('python'))('$client prints data', { meta }, async ({ text }) => {
    const { stdout } = await run(PYTHON, ['-c', withServer(text)]);
    expect(stdout).toContain('Help:Generators');
  });
});

it('the examples of @wikiquery/export run', async () => {
  const app = exampleOf('export', 'js');
  const modules = ['list-recentchanges', 'list-allpages', 'list-categorymembers', 'prop-info', 'prop-categories', 'format-json'];
  const cwd = install('export', [...importsOf(app), ...modules.map(name => `@wikiquery/${name}`)]);
  writeFileSync(join(cwd, 'app.js'), app);
  const lines = exampleOf('export', 'sh').trim().split('\n');
  const outputs: string[] = [];
  for (const line of lines) {
    const text = line
      .replace(WIKIPEDIA, server.api)
      .replace('/srv/wiki/data/wiki.sqlite', () => sampleIn(cwd))
      .replace('Physics', 'Guides');
    const [command, ...args] = Array.from(text.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word!);
    expect(command).toBe('wikiquery');
    outputs.push((await run(process.execPath, [SOURCES, 'app.js', ...args], { cwd })).stdout);
  }
  const [changes, , pages] = outputs.map(output => output.trim().split('\n'));
  for (const written of [changes, pages]) {
    expect(written!.length).toBeGreaterThan(1);
    for (const row of written!) expect(JSON.parse(row)).toHaveProperty('title');
  }
  expect(await readdir(cwd)).toContain('pages.parquet');
});

it('an export of one page contains its whole history', async () => {
  const query = 'titles=Help:Continuation&prop=revisions&rvprop=ids';
  const { stdout } = await run(process.execPath, [...SERVER, 'get', query, '--all'], { cwd: stand.folder() });
  expect((JSON.parse(stdout) as { revisions: unknown[] }).revisions.length).toBeGreaterThan(1);
});

/** Returns the path of the sample database that a command created in its working directory. */
const sampleIn = (cwd: string): string =>
  join('.wikiquery', readdirSync(join(cwd, '.wikiquery')).find(name => name.startsWith('sample-')) ?? '', 'wiki.sqlite');
