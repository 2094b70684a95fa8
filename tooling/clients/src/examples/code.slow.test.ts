// Compiles the documented TypeScript, and compares documented values of calls with real ones.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { compileFunction, runInNewContext } from 'node:vm';
import { Stand } from '@wikiquery/launch/stand';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { createUsers } from '@wikiquery/users';
import { afterAll, expect, it } from 'vitest';
import { type Block, blocksIn, ROOT } from './blocks.ts';

/**
 * Names that examples use without declaring them: the context in which a plugin runs. Examples can also use the exports of the package
 * whose README contains them. They import all other names.
 */
const CONTEXT = `
declare const q: import('@wikiquery/core').ActionQuery;
declare const { db, actor, titles, users }: typeof q;
declare const site: import('@wikiquery/core/host').HostSite;
declare const database: import('@wikiquery/database').WikiDatabase;
`;

/** Packages that the documentation invents. */
const INVENTED = `
declare module 'wikiquery-weather' {
  export const weather: import('@wikiquery/core').Service<(place: string) => Promise<string>>;
}
declare module 'wikiquery-stubs' {
  const report: import('@wikiquery/list-querypage/query-page').QueryPage;
  export default report;
}
declare module 'wikiquery-cluster' {
  export function openCluster(site: import('@wikiquery/core').Site): import('@wikiquery/search').SearchBackend;
}
`;

/** Packages of the repository by folder. */
const packages = new Map(
  globSync('{packages,tooling}/{*,*/*,*/*/*,*/*/*/*}/package.json', { cwd: ROOT, exclude: path => path.endsWith('node_modules') }).map(
    path => [dirname(path), JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest],
  ),
);

/** The lists of declarations in api.md are generated. */
const documented = blocksIn('ts').filter(({ file }) => file !== 'packages/core/api.md');

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | { readonly '@wikiquery/source'?: string }>>;
}

interface Exported {
  /** The entry point, such as `@wikiquery/links/external`. */
  readonly entry: string;
  readonly value: unknown;
}

/** Returns the exported values of the package in a folder. */
async function exportsIn(folder: string): Promise<Map<string, Exported>> {
  const manifest = packages.get(folder);
  const found = new Map<string, Exported>();
  for (const [entry, target] of Object.entries(manifest?.exports ?? {})) {
    const source = typeof target === 'string' ? target : target['@wikiquery/source'];
    if (!source?.endsWith('.ts')) continue;
    for (const [name, value] of Object.entries((await import(join(ROOT, folder, source))) as object))
      if (name !== 'default' && !found.has(name)) found.set(name, { entry: manifest!.name + entry.slice(1), value });
  }
  return found;
}

/** Returns the names in an example that it does not declare. Also returns names of its properties and keywords. */
function foreignNames(text: string): Set<string> {
  const code = text.replaceAll(/\/\/.*$/gm, '').replaceAll(/'[^'\n]*'/g, "''");
  const declarations = code.match(/\b(?:const|function|class|import(?: type)?) (?:\{[^}]*\}|\w+)/g) ?? [];
  const declared = new Set(declarations.flatMap(each => each.match(/\w+/g) ?? []));
  return new Set(code.match(/(?<![\w$]|[^.]\.)[A-Za-z_$][\w$]*/g)).difference(declared);
}

/** Returns the code of an example, with imports of the values that it uses from its own package. */
async function completed({ file, text }: Block): Promise<string> {
  const names = foreignNames(text);
  const imports = Array.from(await exportsIn(dirname(file)), ([name, { entry }]) =>
    names.has(name) ? `import { ${name} } from '${entry}';\n` : '',
  );
  return `${imports.join('')}${text}\nexport {};\n`;
}

const stand = new Stand();
afterAll(() => stand[Symbol.asyncDispose]());

it('all documented TypeScript compiles', { timeout: 300_000 }, async () => {
  const folder = stand.folder();
  const install = (name: string, target: string): void => {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  };
  for (const [path, { name }] of packages) install(name, join(ROOT, path));
  for (const [path, name] of OTHERS) install(name, join(ROOT, path, 'node_modules', name));
  expect(documented.length).toBeGreaterThan(60);
  for (const [number, example] of documented.entries()) {
    const own = join(folder, `${number}-${example.file.replaceAll(/[^a-z]+/gi, '-')}`);
    mkdirSync(own);
    // A comment such as "// words-task.ts" begins a file.
    const [first = '', ...others] = example.text.split(/^(?=\/\/ [\w.-]+\.ts$)/m).filter(Boolean);
    for (const [at, text] of [first, ...others].entries()) {
      const name = /^\/\/ ([\w.-]+\.ts)$/m.exec(text)?.[1] ?? `${at}.ts`;
      writeFileSync(join(own, name), await completed({ ...example, text }));
    }
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'context.d.ts'), CONTEXT + INVENTED);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
  const problems = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  expect(problems.split('\n').filter(Boolean)).toEqual([]);
});

const site = defaultSite();
const titles = createTitles(site);
const users = createUsers(site, titles);
const context = { site, titles, users };

/** A call on a line of its own, and the value in the comment after it. */
const CALL = /^(?!const )(.+); \/\/ ((?:['[{]|true|false|undefined|Map \{).*)$/gm;

/** Examples that call functions without a database, a service or a file. */
const calls = documented.filter(({ text }) => text.match(CALL) && !/\b(?:await|export)\b|\bnew [A-Z]\w*\('/.test(text));

it.each(calls)('calls return the documented values: $file, line $line', async ({ file, text }) => {
  const values = new Map<string, unknown>(Object.entries(context));
  for (const folder of [dirname(file), ...importedFolders(text)])
    for (const [name, { value }] of await exportsIn(folder)) values.set(name, value);
  const wrong: string[] = [];
  const check = (actual: unknown, expected: string): void => {
    if (!isLike(actual, expected)) wrong.push(`${inspect(actual)} is not ${expected}`);
  };
  const code = text
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(CALL, (_, call: string, expected: string) => `check((${call}), ${JSON.stringify(expected)});`);
  compileFunction(`{ ${stripTypeScriptTypes(code)} }`, ['check', ...values.keys()])(check, ...values.values());
  expect(wrong).toEqual([]);
});

/** Returns the folders of the packages that an example imports. */
const importedFolders = (text: string): string[] =>
  Array.from(packages).flatMap(([folder, { name }]) => (new RegExp(`^import .*'${name}['/]`, 'm').test(text) ? [folder] : []));

/** Whether a value is the one that a comment begins with. An ellipsis in the comment stands for any text. */
function isLike(actual: unknown, comment: string): boolean {
  const [literal = ''] = /^(?:'(?:[^'\\]|\\.)*'|\[.*\]|(?:Map )?\{.*\}|\w+)/.exec(comment) ?? [];
  const isPattern = literal.includes('…') || literal.startsWith('Map ');
  const expected = isPattern ? literal : shown(runInNewContext(`(${literal})`));
  const pattern = expected
    .replace(/^Map /, '')
    .split('…')
    .map(each => RegExp.escape(each.replaceAll(/\s/g, '')))
    .join('.*');
  return new RegExp(`^${pattern}$`, 's').test(shown(actual).replaceAll(/\s/g, ''));
}

/** Returns the text of a value without the names and sizes of classes. */
const shown = (value: unknown): string =>
  inspect(value, { depth: 9, breakLength: Number.POSITIVE_INFINITY }).replaceAll(/\[Object: null prototype\] |\b(?:Map|Set)\(\d+\) /g, '');

const run = promisify(execFile);

/** Third-party packages that examples import, and the packages of the repository that depend on them. */
const OTHERS = [
  ['packages/server', 'express'],
  ['packages/server', '@types/express'],
  ['packages/database', 'kysely'],
  ['tooling/clients', 'm3api'],
  ['tooling/clients', 'mwn'],
  ['.', 'vitest'],
] as const;

const OPTIONS = {
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: true,
    declaration: false,
    stripInternal: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
  include: ['.'],
};
