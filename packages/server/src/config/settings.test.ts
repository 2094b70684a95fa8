import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { readSettings, settingsFrom } from './read-settings.ts';
import { settingTable } from './settings.ts';

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

it('gives settings without a value their defaults', async () => {
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

it('prefers flags to the environment, and the environment to the configuration file', async () => {
  const path = join(cwd, 'precedence.json');
  await writeFile(path, JSON.stringify({ port: 1, deadline: '1ms', bodyLimit: 2048, wiki: { miserMode: true }, site: 'site.json' }));
  const settings = await read({ config: path, port: '3' }, { WIKIQUERY_PORT: '2', WIKIQUERY_DEADLINE: '2s' });
  expect(settings).toMatchObject({ port: 3, deadline: 2000, bodyLimit: 2048, wiki: { miserMode: true }, site: join(cwd, 'site.json') });
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

it('reads the limits of client classes, and rejects unknown classes and limits', async () => {
  await writeFile(
    join(cwd, 'classes.json'),
    '{ "clientClasses": { "anonymous": { "rate": 60, "database": "10s" }, "bot": { "requests": 0 } } }',
  );
  expect((await read({ config: 'classes.json' })).clientClasses).toEqual({
    anonymous: { rate: 60, database: 10_000 },
    bot: { requests: 0 },
  });
  for (const [given, problem] of [
    ['{ "robot": {} }', 'has an unknown name "robot". The names are anonymous, identified, account, bot'],
    ['{ "bot": { "speed": 1 } }', 'has an unknown field "speed" for "bot". The fields are requests, rate, database'],
    ['{ "bot": { "rate": -1 } }', 'must be a whole number from 0 to 100000000, not -1'],
    ['{ "bot": 7 }', 'must be an object, not 7'],
  ] as const) {
    await writeFile(join(cwd, 'classes.json'), `{ "clientClasses": ${given} }`);
    expect(await problemsOf({ config: 'classes.json' })).toEqual([`"clientClasses" in …/classes.json ${problem}.`]);
  }
});

it('reads databases by name, and rejects unknown fields and encodings', async () => {
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
    '"stores" in …/stores.json has an unknown field "tables" for "one". The fields are replicas, tablePrefix, table, database.',
  ]);
});

it('suggests no setting for an unknown variable that has only the prefix in common', async () => {
  expect(await problemsOf({}, { WIKIQUERY_FOO: '1' })).toEqual([
    'The environment variable WIKIQUERY_FOO is not a setting. List all settings with "wikiquery help settings".',
  ]);
});

it('reports all problems of settings, each with the value and a remedy', async () => {
  const flags = { port: '70000', host: true, site: 'nowhere.json', images: 'site.json', clock: 'yesterday' };
  const env = { WIKIQUERY_DEADLINE: 'soon', WIKIQUERY_LENIENT: 'maybe', WIKIQUERY_PROT: '1' };
  expect(await problemsOf(flags, env)).toMatchInlineSnapshot(`
    [
      "The environment variable WIKIQUERY_PROT is not a setting. Did you mean WIKIQUERY_PORT? List all settings with "wikiquery help settings".",
      "--site names …/nowhere.json, which does not exist. Create it, or name another file.",
      "--images names …/site.json, which is not a folder.",
      "--host needs a value.",
      "--port must be a whole number from 0 to 65535, not "70000".",
      "--clock must be a time such as 2024-01-31T12:00:00Z, not "yesterday".",
      "WIKIQUERY_LENIENT must be 1 or 0, not "maybe".",
      "WIKIQUERY_DEADLINE must be a duration from 1ms to 24h, such as 30s, not "soon".",
    ]
  `);
});

describe('durations', () => {
  it.each([
    ['500ms', 500],
    ['5s', 5000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['0', 0],
  ])('the duration %s is parsed into milliseconds', async (given, milliseconds) => {
    expect((await read({ drain: given })).drain).toBe(milliseconds);
    expect(settingsFrom({ drain: given }, cwd, settingTable([])).drain).toBe(milliseconds);
  });

  it('durations have the same notation in every setting, flag, variable and file', async () => {
    const durations = Object.entries(settingTable([])).filter(([, { kind }]) => kind.placeholder === 'DURATION');
    expect(durations.map(([name]) => name)).toEqual([
      ...[
        'maxLag',
        'deadline',
        'cacheTtl',
        'slow',
        'headersTimeout',
        'requestTimeout',
        'idleTimeout',
        'clientDatabase',
        'held',
        'drain',
        'grace',
      ],
    ]);
    for (const [, { kind }] of durations) expect(kind.read('1s', '')).toBe(1000);
    await writeFile(join(cwd, 'number.json'), '{ "grace": 30 }');
    expect(await problemsOf({ config: 'number.json', drain: '5' }, { WIKIQUERY_SLOW: '100' })).toEqual([
      'WIKIQUERY_SLOW needs a unit: write 100ms, 100s, 100m or 100h.',
      '--drain needs a unit: write 5ms, 5s, 5m or 5h.',
      '"grace" in …/number.json needs a unit: write 30ms, 30s, 30m or 30h.',
    ]);
  });

  it.each(['-5s', '1.5s', '5 s', '5d', '2h', '', 'soon'])('the duration "%s" is rejected', async given => {
    expect(await problemsOf({ drain: given })).toEqual([`--drain must be a duration from 0 to 1h, such as 30s, not "${given}".`]);
  });
});

describe('configuration files', () => {
  it.each([
    ['wikiquery.config.ts', "export default { port: 4242 as number, services: [{ name: 'search', create: () => 'found' }] };"],
    ['wikiquery.config.mjs', 'export default { port: 4242, services: [{ name: "search", create: () => "found" }] };'],
    ['wikiquery.config.json', '{ "port": 4242 }'],
  ])('a configuration file is found under the name %s', async (name, text) => {
    const folder = await mkdtemp(join(cwd, 'found-'));
    await writeFile(join(folder, name), text);
    expect((await readSettings({ flags: {}, env: {}, cwd: folder })).port).toBe(4242);
  });

  it('two configuration files, a missing or invalid file, and unknown settings are rejected', async () => {
    const folder = await mkdtemp(join(cwd, 'two-'));
    for (const name of ['wikiquery.config.json', 'wikiquery.config.mjs']) await writeFile(join(folder, name), '{}');
    await expect(readSettings({ flags: {}, env: {}, cwd: folder })).rejects.toThrow(/There are two configuration files/);
    expect(await problemsOf({ config: 'gone.json' })).toEqual(['The configuration file …/gone.json does not exist.']);
    await writeFile(join(cwd, 'typo.json'), '{ "prot": 1, "port": "x" }');
    expect(await problemsOf({ config: 'typo.json' })).toEqual([
      'The setting "prot" in …/typo.json does not exist. Did you mean port? List all settings with "wikiquery help settings".',
      '"port" in …/typo.json must be a whole number from 0 to 65535, not "x".',
    ]);
    await writeFile(join(cwd, 'broken.json'), '{');
    expect(await problemsOf({ config: 'broken.json' })).toEqual([
      expect.stringMatching(/^The configuration file …\/broken.json cannot be read: /),
    ]);
  });
});
