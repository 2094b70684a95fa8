import { deepStrictEqual, fail, match, notStrictEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unpackSet } from '@wikiquery/conformance/recording';
import { Stand } from '@wikiquery/launch/stand';
import { OLDER, type OlderCopy } from './copies.ts';
import { manifestOf } from './managers.ts';
import { GREETING } from './plugins.ts';

// biome-ignore lint/suspicious/noExplicitAny: the JSON of any module
type Response = any;

/** A running server, with functions that send it requests in formatversion 2. */
export interface Delivered {
  readonly folder: string;
  readonly origin: string;
  ask(request: string): Promise<Response>;
  /** Sends an `action=query` request. Throws unless the response has only `batchcomplete` and the content of `response`. */
  expect(request: string, response: object): Promise<void>;
}

/** Starts the server in a folder on a wiki that has the plugins' own table. Runs `work`, then stops the server. */
export async function withServer(root: string, folder: string, work: (server: Delivered) => Promise<void>): Promise<void> {
  await using stand = new Stand();
  const wiki = stand.use(unpackSet(join(root, 'tooling/conformance/sets/a-1.43-sqlite')));
  addGreetings(wiki.flags);
  const { api, origin } = await stand.serve(wiki.flags, folder, { program: [programOf(folder)] });
  const ask = async (request: string): Promise<Response> => {
    const body = new URLSearchParams(`format=json&formatversion=2&${request}`);
    return (await fetch(api, { method: 'POST', body })).json();
  };
  await work({
    folder,
    origin,
    ask,
    async expect(request, response) {
      deepStrictEqual(await ask(`action=query&${request}`), { batchcomplete: true, ...response }, request);
    },
  });
}

function programOf(folder: string): string {
  const { main = 'dist/main.js' } = manifestOf(folder) as { readonly main?: string };
  return join(folder, main);
}

const PAGES = [1, 2, 3];
const TEXTS = ['Hello', 'Hi', 'Quack'];

function addGreetings(flags: readonly string[]): void {
  const file = flags.find(flag => flag.startsWith('sqlite:'))?.replace(/^sqlite:(\/\/)?/, '') as string;
  const database = new DatabaseSync(file);
  database.exec(GREETING);
  const add = database.prepare('insert into greeting select ?, page_id, ? from page order by page_id limit 1 offset ?');
  for (const [i, page] of PAGES.entries()) add.run(page, TEXTS[i] as string, i);
  database.close();
}

/** Requests rendered wikitext and a long diff, which the task process computes. */
export async function expectTasks({ ask }: Delivered): Promise<void> {
  const revision = async (params: string): Promise<Response> => {
    const response = await ask(`action=query&prop=revisions&titles=Main Page&rvlimit=1&${params}`);
    return response.query?.pages[0].revisions[0] ?? fail(JSON.stringify(response));
  };
  const { content } = await revision('rvprop=content&rvparse=1');
  match(content, /<p>/);
  const text = Array.from({ length: 3000 }, (_, i) => `line ${i * 7919}`).join('%0A');
  const { diff } = await revision(`rvprop=ids&rvdifftotext=${text}`);
  match(diff.body, /line 7919/);
}

/** Loads the explorer and its files. */
export async function expectPage({ origin }: Delivered): Promise<void> {
  const page = await fetch(`${origin}/`);
  const html = await page.text();
  match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  const files = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  ok(files.length > 2, html);
  for (const file of files) deepStrictEqual((await fetch(new URL(file, `${origin}/explorer/`))).status, 200, file);
}

/** Checks that a server without the explorer returns a text in its place. */
export async function expectNoPage({ origin }: Delivered): Promise<void> {
  match(await (await fetch(`${origin}/`)).text(), /^The API of .* is at .*\/api\.php\n$/);
}

/** Checks paraminfo, records, continuation and generated pages of a list over the plugin's own table. */
export async function expectGreetings({ ask, expect }: Delivered, name: string): Promise<void> {
  const prefix = name.slice(0, 2);
  const { paraminfo } = await ask(`action=paraminfo&modules=query%2B${name}`);
  const [described] = paraminfo.modules;
  deepStrictEqual(
    [described.name, described.group, described.prefix, described.generator, described.parameters.map((each: Response) => each.name)],
    [name, 'list', prefix, true, ['mode', 'limit', 'continue']],
  );
  const records = TEXTS.map((text, i) => ({ id: i + 1, text, short: text.length < 4 }));
  const { query } = await ask(`action=query&list=${name}`);
  deepStrictEqual(
    query[name].map((record: Response) => ({ short: false, ...record })),
    records,
  );
  const first = await ask(`action=query&list=${name}&${prefix}limit=1`);
  deepStrictEqual(first.continue, { [`${prefix}continue`]: '2', continue: '-||' });
  const generated = await ask(`action=query&generator=${name}`);
  ok(generated.query.pages.length === PAGES.length, JSON.stringify(generated));
  await expect(`list=${name}&${prefix}mode=nothing`, {});
  const { error } = await ask(`action=query&list=${name}&${prefix}mode=error`);
  deepStrictEqual([error.code, error.info], ['unsaid', 'Nobody said that.']);
}

/** Checks the schema, the OpenAPI entry and the types of a third-party module. */
export async function expectDescribed({ folder, origin }: Delivered, name: string): Promise<void> {
  const get = async (path: string): Promise<Response> => (await fetch(`${origin}${path}`)).json();
  const { $defs } = await get(`/schema/list/${name}.json`);
  deepStrictEqual(Object.keys($defs['query.2'].properties[name].items.properties), ['id', 'text', 'short']);
  const { components } = await get('/openapi.json');
  ok(components.schemas['action.query'].$defs['query.2'].properties[name].$ref.includes(`/list.${name}/`), name);
  const types = (...args: string[]): string =>
    execFileSync(process.execPath, [programOf(folder), 'types', ...args], { cwd: folder, encoding: 'utf8' });
  match(types('--only', name), new RegExp(`readonly ${name}: \\{`));
  const whole = types();
  match(whole, new RegExp(`readonly ${name}: \\{`));
  match(whole, /export type QueryResponse</);
}

/** Checks that a plugin with its own older copy of core works, and that its errors count as client errors. */
export async function expectOlderCopy(server: Delivered, { name }: OlderCopy): Promise<void> {
  const own = createRequire(join(server.folder, 'package.json'));
  const others = createRequire(realpathSync(own.resolve(`${name}/package.json`)));
  const [host, copy] = [own, others].map(each => each.resolve('@wikiquery/core/package.json'));
  notStrictEqual(copy, host);
  deepStrictEqual((others('@wikiquery/core/package.json') as { version: string }).version, OLDER.version);
  await expectGreetings(server, 'older');
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  const counts = Array.from(
    metrics.matchAll(/_module_duration_seconds_count\{module="older",outcome="(\w+)"\} (\d+)/g),
    ([, what, count]) => [what, Number(count)],
  );
  const { error, failure = 0, ...answered } = Object.fromEntries(counts);
  deepStrictEqual([error, failure], [1, 0], metrics);
  ok(
    Object.values(answered).some(count => (count as number) >= 4),
    metrics,
  );
}

export async function expectWeather({ ask }: Delivered): Promise<void> {
  const { query } = await ask('action=query&prop=weather&titles=Main Page');
  deepStrictEqual(query.pages[0].weather, [{ sky: 'clear over Main_Page' }]);
}

/** Starts the HTTP service that the weather plugin calls. Returns its URL. */
export const serveWeather = (stand: Stand): Promise<string> =>
  stand.peer((request, response) => {
    const places = new URL(request.url ?? '', 'http://localhost').searchParams.get('places') ?? '';
    response.end(JSON.stringify(Object.fromEntries(places.split('|').map(place => [place, `clear over ${place}`]))));
  });
