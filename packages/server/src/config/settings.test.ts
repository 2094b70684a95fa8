// Where settings come from, which one wins, and what is said of wrong ones.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { readSettings } from './read-settings.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wikiquery-settings-'));
  await writeFile(join(cwd, 'site.json'), '{}');
});
afterAll(() => rm(cwd, { recursive: true }));

const read = (flags: Record<string, unknown> = {}, env: Record<string, string> = {}) => readSettings({ flags, env, cwd });

async function problemsOf(...args: Parameters<typeof read>): Promise<readonly string[]> {
  const error = await read(...args).catch((thrown: unknown) => thrown);
  return error instanceof StartError ? error.problems.map(line => line.replaceAll(cwd, '…')) : [];
}

it('has a default for everything', async () => {
  const settings = await read();
  expect(settings).toMatchObject({
    database: undefined,
    host: '127.0.0.1',
    port: 8080,
    deadline: 30_000,
    lenient: false,
    exclude: [],
    wiki: {},
  });
  expect(settings.data).toBe(join(cwd, '.wikiquery'));
});

it('takes flags before the environment before the file', async () => {
  const path = join(cwd, 'precedence.json');
  await writeFile(path, JSON.stringify({ port: 1, deadline: 1, bodyLimit: 2048, wiki: { miserMode: true }, site: 'site.json' }));
  const settings = await read({ config: path, port: '3' }, { WIKIQUERY_PORT: '2', WIKIQUERY_DEADLINE: '2' });
  expect(settings).toMatchObject({ port: 3, deadline: 2, bodyLimit: 2048, wiki: { miserMode: true }, site: join(cwd, 'site.json') });
});

it('reads lists, switches, times and relative paths', async () => {
  const env = {
    WIKIQUERY_EXCLUDE: 'a, b',
    WIKIQUERY_LENIENT: '1',
    WIKIQUERY_CLOCK: '2024-01-31T12:00:00Z',
    WIKIQUERY_DATABASE: 'sqlite:wiki.sqlite',
  };
  expect(await read({ messages: [cwd] }, env)).toMatchObject({
    exclude: ['a', 'b'],
    lenient: true,
    clock: new Date(Date.UTC(2024, 0, 31, 12)),
    database: `sqlite:${join(cwd, 'wiki.sqlite')}`,
    messages: [cwd],
  });
});

it('reads databases by name', async () => {
  const path = join(cwd, 'stores.json');
  const stores = { one: 'sqlite:one.sqlite', two: { database: 'mariadb://host/two', replicas: ['mariadb://other/two'], table: 'texts' } };
  await writeFile(path, JSON.stringify({ stores, legacyEncoding: 'windows-1252' }));
  expect(await read({ config: path })).toMatchObject({
    stores: { one: { database: `sqlite:${join(cwd, 'one.sqlite')}` }, two: stores.two },
    legacyEncoding: 'windows-1252',
  });
  await writeFile(path, JSON.stringify({ stores: { one: { tables: 'x' } }, legacyEncoding: 'klingon' }));
  expect(await problemsOf({ config: path })).toEqual([
    '"legacyEncoding" in …/stores.json must be an encoding such as windows-1252, not "klingon".',
    '"stores" in …/stores.json has "tables" for "one"; what can be said is replicas, tablePrefix, table, database.',
  ]);
});

it('names everything that is wrong', async () => {
  const flags = { port: '70000', host: true, site: 'nowhere.json', images: 'site.json', clock: 'yesterday' };
  const env = { WIKIQUERY_DEADLINE: 'soon', WIKIQUERY_LENIENT: 'maybe', WIKIQUERY_PROT: '1' };
  expect(await problemsOf(flags, env)).toMatchInlineSnapshot(`
    [
      "There is no setting WIKIQUERY_PROT, which the environment has. The variables are WIKIQUERY_CONFIG, WIKIQUERY_DATABASE, WIKIQUERY_REPLICAS, WIKIQUERY_MAX_LAG, WIKIQUERY_TABLE_PREFIX, WIKIQUERY_SHARED_DATABASE, WIKIQUERY_SHARED_PREFIX, WIKIQUERY_SHARED_TABLES, WIKIQUERY_LEGACY_ENCODING, WIKIQUERY_CONNECTIONS, WIKIQUERY_SITE, WIKIQUERY_IMPORT, WIKIQUERY_SEARCH_INDEX, WIKIQUERY_RENDER_CACHE, WIKIQUERY_RENDER_CACHE_SIZE, WIKIQUERY_PRIVATE, WIKIQUERY_IMAGES, WIKIQUERY_MESSAGES, WIKIQUERY_HOST, WIKIQUERY_PORT, WIKIQUERY_ADMIN, WIKIQUERY_TRUST_PROXY, WIKIQUERY_CLOCK, WIKIQUERY_EXCLUDE, WIKIQUERY_LENIENT, WIKIQUERY_DEADLINE, WIKIQUERY_ONE_SERVER, WIKIQUERY_KEPT_ANSWERS, WIKIQUERY_REQUEST_LOG, WIKIQUERY_SLOW, WIKIQUERY_BODY_LIMIT, WIKIQUERY_HEADERS_TIMEOUT, WIKIQUERY_REQUEST_TIMEOUT, WIKIQUERY_IDLE_TIMEOUT, WIKIQUERY_CLIENTS, WIKIQUERY_CLIENTS_PER_ADDRESS, WIKIQUERY_CLIENT_REQUESTS, WIKIQUERY_CLIENT_RATE, WIKIQUERY_CLIENT_DATABASE, WIKIQUERY_HELD, WIKIQUERY_DRAIN, WIKIQUERY_GRACE, WIKIQUERY_DATA, WIKIQUERY_SECRET_KEY, WIKIQUERY_OLD_SECRET_KEYS.",
      "--site names …/nowhere.json, which does not exist.",
      "--images names …/site.json, which is not a folder.",
      "--host needs a value.",
      "--port must be a whole number from 0 to 65535, not "70000".",
      "--clock must be a time such as 2024-01-31T12:00:00Z, not "yesterday".",
      "WIKIQUERY_LENIENT must be 1 or 0, not "maybe".",
      "WIKIQUERY_DEADLINE must be a whole number from 1 to 86400000, not "soon".",
    ]
  `);
});

describe('a configuration file', () => {
  it.each([
    ['wikiquery.config.ts', "export default { port: 4242 as number, services: [{ name: 'search', create: () => 'found' }] };"],
    ['wikiquery.config.mjs', 'export default { port: 4242, services: [{ name: "search", create: () => "found" }] };'],
    ['wikiquery.config.json', '{ "port": 4242 }'],
  ])('is found as %s', async (name, text) => {
    const folder = await mkdtemp(join(cwd, 'found-'));
    await writeFile(join(folder, name), text);
    expect((await readSettings({ flags: {}, env: {}, cwd: folder })).port).toBe(4242);
  });

  it('is not guessed when there are two, not missing when named, and has no unknown settings', async () => {
    const folder = await mkdtemp(join(cwd, 'two-'));
    for (const name of ['wikiquery.config.json', 'wikiquery.config.mjs']) await writeFile(join(folder, name), '{}');
    await expect(readSettings({ flags: {}, env: {}, cwd: folder })).rejects.toThrow(/There are two configuration files/);
    expect(await problemsOf({ config: 'gone.json' })).toEqual(['The configuration file …/gone.json does not exist.']);
    await writeFile(join(cwd, 'typo.json'), '{ "prot": 1, "port": "x" }');
    expect((await problemsOf({ config: 'typo.json' })).map(line => line.slice(0, 60))).toEqual([
      'There is no setting "prot", which …/typo.json has. The setti',
      '"port" in …/typo.json must be a whole number from 0 to 65535',
    ]);
    await writeFile(join(cwd, 'broken.json'), '{');
    expect(await problemsOf({ config: 'broken.json' })).toEqual([
      expect.stringMatching(/^The configuration file …\/broken.json cannot be read: /),
    ]);
  });
});
