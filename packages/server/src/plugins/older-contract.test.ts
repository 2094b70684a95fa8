// A plugin with its own copy of core, which has an older minor version of the plugin API.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiError } from '@wikiquery/core';
import { CONTRACT } from '@wikiquery/core/host';
import { bodyText } from '@wikiquery/engine';
import json from '@wikiquery/format-json';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import type { App } from './server-extension.ts';

const OLDER = '2.0';
const packages = join(import.meta.dirname, '../../..');

/** Source of a module that returns records, pages, an empty result or an error, with its own copy of core. */
const MODULE = `
import { ApiError, defineModule, f, message, nothing, p, readPage } from '@wikiquery/core';
export { ApiError };
export default defineModule({
  group: 'list', name: 'second', prefix: 'se', summary: 'Pages by title.', generator: true,
  params: { limit: p.limit(), continue: p.continue(), what: p.enum(['pages', 'nothing', 'error', 'fault']).default('pages') },
  returns: f.record({ title: f.string(), first: f.flag() }),
  async execute({ db, params, asGenerator }) {
    if (params.what === 'nothing') return nothing;
    if (params.what === 'error') throw new ApiError(message('badsecond', 'Not this one.'));
    if (params.what === 'fault') throw new Error('broken');
    const rows = await readPage(db.selectFrom('page').select(['page_id', 'page_title']), {
      by: { page_title: 'string' }, limit: params.limit, continue: params.continue,
    });
    if (asGenerator) return rows.pages(row => ({ id: row.page_id }));
    return rows.records(row => ({ title: row.page_title, ...(row.page_title === 'Apple' && { first: true }) }));
  },
});`;

let root: string;
let wiki: WikiBuilder;
let assembled: Assembled;

beforeAll(async () => {
  const caches = join(packages, '../node_modules/.cache');
  await mkdir(caches, { recursive: true });
  root = await mkdtemp(join(caches, 'copies-'));
  const plugin = join(root, 'node_modules/second');
  const copy = join(plugin, 'node_modules/@wikiquery/core');
  await mkdir(copy, { recursive: true });
  await cp(join(packages, 'core/src'), join(copy, 'src'), { recursive: true });
  const manifest = JSON.parse(await readFile(join(packages, 'core/package.json'), 'utf8'));
  await writeFile(join(copy, 'package.json'), JSON.stringify({ ...manifest, version: '0.0.9' }));
  const contract = join(copy, 'src/contract.ts');
  await writeFile(contract, (await readFile(contract, 'utf8')).replace(`'${CONTRACT}'`, `'${OLDER}'`));
  for (const name of ['@wikiquery/database', 'kysely'])
    await symlink(join(packages, 'core/node_modules', name), join(plugin, 'node_modules', name));
  await writeFile(join(plugin, 'index.ts'), MODULE);
  await writeFile(
    join(plugin, 'package.json'),
    JSON.stringify({ name: 'second', version: '2.0.0', type: 'module', wikiquery: { contract: OLDER } }),
  );
  await mkdir(join(root, 'node_modules/json'));
  await writeFile(
    join(root, 'node_modules/json/package.json'),
    JSON.stringify({ name: 'json', version: '1.0.0', wikiquery: { contract: CONTRACT } }),
  );
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { json: '*', second: '*' } }));
  wiki = await openWiki();
  for (const title of ['Apple', 'Banana']) await wiki.page(title);
  assembled = await assemble(app(), { ...defaultSettings(root), database: wiki.url, secretKey: 'k'.repeat(64) });
}, 60_000);
afterAll(async () => {
  await assembled?.close();
  await wiki?.close();
  await rm(root, { recursive: true, force: true });
});

const load = (): Promise<{ readonly default: { readonly contract: string }; readonly ApiError: unknown }> =>
  import(/* @vite-ignore */ pathToFileURL(join(root, 'node_modules/second/index.ts')).href);
const app = (): App => ({ root, load: async name => (name === 'json' ? { default: json } : load()) });

const ask = async (query: string) => {
  const request = { query: `action=query&format=json&${query}`, headers: {}, ip: '192.0.2.1', secure: true, method: 'GET' } as const;
  const trace = assembled.context.watchdog.begin(request);
  return JSON.parse(bodyText(await assembled.answer({ ...request, trace, signal: new AbortController().signal })));
};

it('loads a plugin with its own copy of core', async () => {
  const second = await load();
  expect(second.default.contract).toBe(OLDER);
  expect(second.ApiError).not.toBe(ApiError);
});

it('returns records of the plugin in both format versions and in several batches', async () => {
  expect(await ask('list=second&selimit=1')).toEqual({
    batchcomplete: '',
    continue: { secontinue: 'Banana', continue: '-||' },
    query: { second: [{ title: 'Apple', first: '' }] },
  });
  expect((await ask('list=second&formatversion=2')).query.second).toEqual([{ title: 'Apple', first: true }, { title: 'Banana' }]);
});

it('accepts an empty result of the plugin', async () => {
  expect(await ask('list=second&sewhat=nothing')).toEqual({ batchcomplete: '' });
});

it('returns pages of the plugin as a generator', async () => {
  expect((await ask('generator=second&formatversion=2')).query.pages).toMatchObject([{ title: 'Apple' }, { title: 'Banana' }]);
});

it('returns errors of the plugin, and counts them as errors of the client', async () => {
  expect((await ask('list=second&sewhat=error')).error).toMatchObject({ code: 'badsecond', info: 'Not this one.' });
  const metrics = await assembled.context.metrics.text();
  expect(metrics).toMatch(/wikiquery_module_duration_seconds_count\{module="second",outcome="error"\} 1/);
  expect(metrics).not.toMatch(/module="second",outcome="failure"\} [1-9]/);
  expect((await ask('list=second&sewhat=other')).error.code).toBe('badvalue');
});

it('rejects a plugin for a newer plugin API version, and reports both versions', async () => {
  const manifest = join(root, 'node_modules/second/package.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(`"${OLDER}"`, '"2.99"'));
  await expect(assemble(app(), { ...defaultSettings(root), database: wiki.url, secretKey: 'k'.repeat(64) })).rejects.toThrow(
    `second@2.0.0 requires plugin API version 2.99, but this server has ${CONTRACT}; upgrade the server, or install an older version of the package. It was not loaded.`,
  );
});
