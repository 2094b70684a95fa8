import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import login from '@wikiquery/action-login';
import { defineModule, defineService, f, nothing, Records } from '@wikiquery/core';
import { type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import { bodyText } from '@wikiquery/engine';
import json from '@wikiquery/format-json';
import { openWiki, type Response, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultSettings, type Settings } from '../config/settings.ts';
import { output } from '../observability/log.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import { type Assembled, assemble } from './assemble.ts';

const plugins: Readonly<Record<string, AnyPlugin | undefined>> = {
  json,
  login: login as unknown as AnyPlugin,
  now: defineModule({
    group: 'meta',
    name: 'now',
    prefix: 'no',
    summary: '',
    params: {},
    returns: f.record({ now: f.string(), found: f.string() }),
    services: { clock: defineService<() => Date>('clock'), weather: defineService<() => string>('weather') },
    execute: async ({ services }) => ({ now: services.clock().toISOString(), found: services.weather() }),
  }) as unknown as AnyPlugin,
  everybodys: defineModule({
    group: 'meta',
    name: 'everybodys',
    prefix: '',
    summary: '',
    cache: 'public',
    params: {},
    returns: f.record({ found: f.string() }),
    execute: async () => ({ found: 'it' }),
  }) as unknown as AnyPlugin,
  gadgets: defineModule({
    group: 'meta',
    name: 'gadgets',
    prefix: '',
    summary: '',
    params: {},
    returns: f.record({ found: f.string() }),
    execute: async () => ({ found: 'it' }),
  }) as unknown as AnyPlugin,
  shelves: defineModule({
    group: 'meta',
    name: 'shelves',
    prefix: '',
    summary: '',
    extension: ['Shelves', 'Cupboards'],
    params: {},
    returns: f.record({ found: f.string() }),
    execute: async ({ site }) => ({ found: JSON.stringify(site.info.extensions) }),
  }) as unknown as AnyPlugin,
  tokens: defineModule({
    group: 'meta',
    name: 'tokens',
    prefix: '',
    summary: '',
    params: {},
    returns: f.keyed(f.string()),
    placement: 'object',
    execute: async ({ request }) =>
      request.crossOrigin ? nothing : new Records([{ key: 'logintoken', record: request.sessionToken('login'), cursor: {} }]),
  }) as unknown as AnyPlugin,
};

let folder: string;
let wiki: WikiBuilder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-assemble-'));
  wiki = await openWiki();
  await wiki.user('Wren', { password: 'correct horse' });
});
afterAll(async () => {
  await wiki?.close();
  await rm(folder, { recursive: true });
});

/** Tables that the packages of the plugins declare. */
const TABLES: Readonly<Record<string, unknown>> = {
  now: ['logging'],
  tokens: { watchlist: ['wl_id'], logging: ['log_id', 'log_type'] },
  gadgets: { gadgets: true },
  shelves: { shelf: ['shelf_id'] },
};

async function appWith(...more: string[]): Promise<App> {
  const names = ['json', ...more];
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'app', version: '1.0.0', dependencies: Object.fromEntries(names.map(name => [name, '*'])) }),
  );
  for (const name of names) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    await writeFile(
      join(folder, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', wikiquery: { contract: CONTRACT, tables: TABLES[name] } }),
    );
  }
  return { root: folder, load: async name => ({ default: plugins[name] }) };
}

const settings = (more: Partial<Settings> = {}): Settings => ({
  ...defaultSettings(folder),
  database: wiki.url,
  secretKey: 'k'.repeat(64),
  ...more,
});
const weather = defineService<() => string>('weather').provide(() => () => 'fair');

async function ask({ answer }: Assembled, query: string, { body = '', cookie = '', headers = {} } = {}) {
  const method = body === '' ? 'GET' : 'POST';
  const request = {
    query: `format=json&formatversion=2&${query}`,
    body,
    headers: { ...headers, ...(cookie && { cookie }) },
    ip: '192.0.2.1',
    secure: true,
  };
  const response = await answer({ ...request, method, signal: new AbortController().signal });
  return {
    cookies: [response.headers['Set-Cookie'] ?? []].flat(),
    headers: response.headers,
    ...(JSON.parse(bodyText(response)) as { query?: Response; login?: Response; error?: Response }),
  };
}

it('reports the problems of modules, database and site configuration together', async () => {
  await writeFile(join(folder, 'broken.json'), '{');
  const start = assemble(
    await appWith('now', 'nothing'),
    settings({ database: 'sqlite:/nowhere.sqlite', site: join(folder, 'broken.json') }),
  );
  const error = await start.catch((thrown: unknown) => thrown);
  expect((error as StartError).problems.map(line => line.replaceAll(folder, '…'))).toEqual([
    'nothing@1.0.0 must export by default the result of defineModule(), defineAction(), defineFormat() or defineRoute(), but its default export is undefined.',
    'now@1.0.0, meta=now: needs the service "weather", which this server does not provide.',
    expect.stringMatching(/^There is no file \/nowhere\.sqlite/),
    expect.stringMatching(/^The site configuration …\/broken\.json cannot be read: /),
  ]);
  await expect(assemble(await appWith(), settings({ secretKey: 'short' }))).rejects.toThrow(StartError);
  await expect(assemble(await appWith(), settings({ wiki: { noSuchSetting: 1 } as object }))).rejects.toThrow(
    /There is no setting "noSuchSetting"/,
  );
});

it('starts without modules that have problems if `lenient` is set, and lists them in the health report', async () => {
  const made = await assemble(await appWith('tokens', 'nothing'), settings({ lenient: true }));
  expect(await made.health.report()).toMatchObject({
    status: 'degraded',
    modules: ['format=json', 'meta=tokens'],
    problems: [expect.stringMatching(/^nothing@1\.0\.0 /)],
  });
  await made.close();
});

it('provides modules with standard and configured services', async () => {
  const made = await assemble(await appWith('now'), settings({ services: [weather], clock: new Date(Date.UTC(2024, 0, 1)) }));
  expect((await ask(made, 'action=query&meta=now')).query).toEqual({ now: { now: '2024-01-01T00:00:00.000Z', found: 'fair' } });
  await made.close();
});

it('disposes of services when it closes', async () => {
  const disposed: string[] = [];
  const barometer = { read: () => 'fair', [Symbol.asyncDispose]: async () => void disposed.push('barometer') };
  const made = await assemble(await appWith('now'), settings({ services: [weather, { name: 'barometer', create: () => barometer }] }));
  expect(disposed).toEqual([]);
  await made.close();
  expect(disposed).toEqual(['barometer']);
});

it('closes all open resources if a service cannot be created, even if one resource cannot be closed', async () => {
  const disposed: string[] = [];
  const holding = (name: string, problem?: string) => ({
    name,
    create: () => ({
      async [Symbol.asyncDispose]() {
        disposed.push(name);
        if (problem !== undefined) throw new Error(problem);
      },
    }),
  });
  const failing = () => Promise.reject(new StartError(['There is no barometer.']));
  const log = vi.spyOn(output, 'write').mockReturnValue(true);
  const services = [weather, holding('first'), holding('second', 'It is stuck.'), { name: 'barometer', create: failing }];
  await expect(assemble(await appWith('now'), settings({ services }))).rejects.toMatchObject({ problems: ['There is no barometer.'] });
  expect(disposed).toEqual(['second', 'first']);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('It is stuck.'));
  log.mockRestore();
});

/** Warning about a database without a site configuration. */
const WITHOUT_SITE = expect.stringContaining('everybody may read');

describe('a session', () => {
  let made: Assembled;
  beforeAll(async () => {
    made = await assemble(await appWith('tokens', 'login'), settings());
  });
  afterAll(() => made.close());

  const login = async (password: string) => {
    const { query, cookies } = await ask(made, 'action=query&meta=tokens');
    const cookie = cookies.map(line => line.split(';', 1)[0]).join('; ');
    const body = `lgname=Wren&lgpassword=${encodeURIComponent(password)}&lgtoken=${encodeURIComponent(query.tokens.logintoken)}`;
    return ask(made, 'action=login', { body, cookie });
  };

  it('begins with a token and a password, and continues with its cookies', async () => {
    const { login: result, cookies } = await login('correct horse');
    expect(result).toMatchObject({ result: 'Success', lgusername: 'Wren' });
    expect(cookies.every(line => line.includes('; HttpOnly; Secure'))).toBe(true);
    const cookie = cookies.map(line => line.split(';', 1)[0]).join('; ');
    expect((await ask(made, 'action=query&assertuser=Wren', { cookie })).error).toBeUndefined();
    expect((await ask(made, 'action=query&assertuser=Wren', { cookie: cookie.replace(/.(?=;|$)/, '~') })).error?.code).toBe(
      'assertnameduserfailed',
    );
    expect((await ask(made, 'action=query&assertuser=Wren&origin=*', { cookie })).error?.code).toBe('assertnameduserfailed');
  });

  it('is never set by a response that shared caches may store', async () => {
    const clock = new Date();
    const later = await assemble(await appWith('tokens', 'everybodys'), settings({ clock }));
    const shared = 'action=query&meta=everybodys&uselang=content&maxage=600&smaxage=600';
    const { cookies } = await login('correct horse');
    const cookie = cookies.map(line => line.split(';', 1)[0]).join('; ');
    const isPublic = expect.stringContaining('public');
    expect((await ask(later, shared, { cookie })).headers['Cache-Control']).toEqual(isPublic);
    // An invalid cookie is deleted. A renewal waits for a private response.
    const altered = await ask(later, shared, { cookie: cookie.replace(/.(?=;|$)/, '~') });
    expect(altered.cookies).toHaveLength(1);
    expect(altered.headers).toMatchObject({ 'Cache-Control': 'private, must-revalidate, max-age=0' });
    expect(altered.headers).not.toHaveProperty('Expires');
    clock.setTime(clock.getTime() + 3 * 86_400_000);
    const waiting = await ask(later, shared, { cookie });
    expect([waiting.cookies, waiting.headers['Cache-Control']]).toEqual([[], isPublic]);
    const own = await ask(later, 'action=query&meta=tokens', { cookie });
    expect([own.cookies, own.headers['Cache-Control']]).toEqual([[expect.stringMatching(/_session=/)], expect.stringContaining('private')]);
    await later.close();
  });

  it('does not begin with a wrong password, with a GET request or for a script of another site', async () => {
    expect((await login('wrong')).login.result).toBe('Failed');
    expect((await ask(made, 'action=login&lgname=Wren')).error.code).toBe('mustbeposted');
    const foreign = await ask(made, 'action=query&meta=tokens&origin=*');
    expect(foreign.cookies).toEqual([]);
  });

  it('is not cached, and scripts of other sites cannot read its tokens', async () => {
    const stranger = { headers: { origin: 'https://evil.example' } };
    const { cookies, ...loggedIn } = await login('correct horse');
    const cookie = cookies.map(line => line.split(';', 1)[0]).join('; ');
    const asked = [
      loggedIn,
      ...(await Promise.all([
        ask(made, 'action=query&meta=tokens&type=login&maxage=600&smaxage=600', stranger),
        ask(made, 'action=query&meta=tokens&type=*&maxage=600&smaxage=600', { ...stranger, cookie }),
        ask(made, 'action=query&maxage=600&smaxage=600&assert=user', { ...stranger, cookie }),
        // Browsers hide a response without CORS headers from scripts of other sites.
        ask(made, 'action=query&meta=tokens&origin=https://evil.example', { ...stranger, cookie }),
      ])),
    ];
    for (const { headers } of asked) {
      expect(headers['Cache-Control']).toMatch(/^private, must-revalidate, max-age=(?:0|600)$/);
      expect(Object.keys(headers).filter(name => /^access-control/i.test(name))).toEqual([]);
    }
    const foreign = await ask(made, 'action=query&meta=tokens&type=*&origin=*', { ...stranger, cookie });
    expect(JSON.stringify(foreign.query ?? {})).not.toMatch(/[0-9a-f]{32}/);
  });
});

describe('a module of an extension', () => {
  const describedBy = async (extensions: string[]) => {
    const site = join(folder, 'described.json');
    await writeFile(site, JSON.stringify({ query: { extensions: extensions.map(name => ({ type: 'other', name })) } }));
    return settings({ site });
  };

  it('is not served if the wiki does not list the extension', async () => {
    const { plugins, notes, close } = await assemble(await appWith('shelves'), await describedBy(['Drawers']));
    expect([[...plugins.registry.keys()], notes.leftOut, notes.notInstalled]).toEqual([[], [], []]);
    await close();
  });
  it('is left out if the wiki lists the extension but its tables are missing', async () => {
    const { plugins, notes, close } = await assemble(await appWith('shelves'), await describedBy(['Cupboards']));
    expect([...plugins.registry.keys()]).toEqual([]);
    expect(notes.warnings).toEqual(['meta=shelves is left out: the database has no shelf.']);
    await close();
  });
  it('counts as not installed if the wiki lists no extensions and its tables are missing', async () => {
    const { plugins, notes, close } = await assemble(await appWith('shelves'), settings());
    expect([[...plugins.registry.keys()], notes.warnings, notes.leftOut]).toEqual([[], [WITHOUT_SITE], []]);
    expect(notes.notInstalled).toEqual(['meta=shelves is left out: the database has no shelf.']);
    await close();
  });
  it('is served if its tables exist, and siteinfo then lists its extension', async () => {
    const other = await openWiki();
    await other.db.schema.createTable('shelf').addColumn('shelf_id', 'integer').execute();
    const made = await assemble(await appWith('shelves'), settings({ database: other.url }));
    const { found } = (await ask(made, 'action=query&meta=shelves')).query.shelves;
    expect(JSON.parse(found)).toEqual([
      { type: 'other', name: 'Cupboards' },
      { type: 'other', name: 'Shelves' },
    ]);
    await made.close();
    await other.close();
  });
});

describe('a database of a later release', () => {
  it('is served without the modules whose tables it lacks', async () => {
    const later = await openWiki();
    await later.db.schema.alterTable('page').addColumn('page_colour', 'integer').execute();
    await later.db.schema.dropTable('watchlist').execute();
    const { plugins, notes, close } = await assemble(
      await appWith('now', 'tokens'),
      settings({ database: later.url, services: [weather] }),
    );
    expect([...plugins.registry.keys()]).toEqual(['now']);
    expect(notes.warnings).toEqual([
      WITHOUT_SITE,
      'The tables are of a release of MediaWiki after 1.46, the newest that this version supports. It ignores page.page_colour.',
      'meta=tokens is left out: the database has no watchlist.',
    ]);
    await close();
    await later.close();
  });
});

describe('a database without all tables', () => {
  const withoutTables = async (...tables: string[]) => {
    const other = await openWiki();
    for (const table of tables) await other.db.schema.dropTable(table).execute();
    return other;
  };

  it('is served if no module needs the missing tables', async () => {
    const other = await withoutTables('watchlist', 'logging');
    const { database, close } = await assemble(await appWith(), settings({ database: other.url }));
    expect(database.engine).toBe('sqlite');
    await close();
    await other.close();
  });

  it('is rejected if modules need the missing tables, with the names of the modules', async () => {
    const other = await withoutTables('logging', 'interwiki');
    const started = assemble(await appWith('now', 'tokens'), settings({ database: other.url, services: [weather] }));
    const { problems } = (await started.catch(error => error)) as StartError;
    expect(problems).toEqual([
      expect.stringMatching(/lacks some required names: interwiki, logging/),
      'Every request needs interwiki.',
      'logging is needed by meta=now, meta=tokens.',
    ]);
    await other.close();
  });

  it('is served without the modules that need missing tables if `lenient` is set', async () => {
    const other = await withoutTables('logging');
    const served = await assemble(await appWith('tokens', 'gadgets'), settings({ database: other.url, lenient: true }));
    expect([...served.plugins.registry.keys()]).toEqual([]);
    expect(served.notes.leftOut).toEqual([
      'meta=gadgets is left out: the database has no gadgets.',
      'meta=tokens is left out: the database has no logging.',
    ]);
    expect((await served.health.report()).problems).toEqual(served.notes.leftOut);
    await served.close();
    await other.close();
  });

  it('is rejected if a table of a third-party module is missing', async () => {
    const started = assemble(await appWith('gadgets'), settings());
    const { problems } = (await started.catch(error => error)) as StartError;
    expect(problems).toEqual([
      'meta=gadgets needs the table gadgets, which the database lacks. With --lenient, the server starts without the module.',
    ]);
  });

  it('is served without private data, with the modules that work without it', async () => {
    const other = await withoutTables('watchlist', 'bot_passwords', 'user_properties', 'text', 'searchindex');
    await other.user('Wren', { password: 'correct horse' });
    for (const column of ['user_password', 'user_token']) await other.db.schema.alterTable('user').dropColumn(column).execute();
    const served = await assemble(await appWith('tokens', 'login'), settings({ database: other.url }));
    expect(served.notes.leftOut).toEqual(['meta=tokens is left out: the database has no watchlist.']);
    expect([...served.plugins.registry.keys()]).toEqual([]);
    expect(served.notes.warnings).toContain(served.notes.leftOut[0]);
    await served.close();
    await other.close();
  });
});
