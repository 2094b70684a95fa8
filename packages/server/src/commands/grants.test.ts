import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAction, defineModule, f, Records } from '@wikiquery/core';
import { type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import { sessions } from '@wikiquery/users/sessions';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import type { App } from '../plugins/server-extension.ts';
import { grants } from './grants.ts';

afterEach(() => void vi.restoreAllMocks());

const enter = defineAction({
  name: 'enter',
  prefix: '',
  summary: 'Log in.',
  params: {},
  returns: f.record({ enter: f.string() }),
  services: { sessions },
  execute: async ({ services, ...query }) => ({ enter: services.sessions.of(query).kind }),
});

const lookup = defineModule({
  group: 'list',
  name: 'lookup',
  prefix: 'lo',
  summary: 'List accounts.',
  params: {},
  returns: f.record({ id: f.int() }),
  execute: async () => new Records([]),
});

/** Returns the printed statements for an app. No database server listens at the address. */
async function statementsFor(app: App): Promise<string> {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    printed += String(text);
    return true;
  });
  await grants(app, { ...defaultSettings(import.meta.dirname), database: 'mariadb://root@127.0.0.1:1/wiki' });
  return printed;
}

const withPlugins = (...plugins: readonly unknown[]): App => ({
  root: `${import.meta.dirname}/../..`,
  load: (name: string) => import(name),
  plugins: plugins as readonly AnyPlugin[],
});

it('only the account of a server that logs users in can read passwords and session tokens', async () => {
  const [without, withLogin] = [await statementsFor(withPlugins()), await statementsFor(withPlugins(enter))];
  for (const statements of [without, withLogin]) expect(statements).toMatch(/grant select.*`user_name`.* on `wiki`\.`user`/);
  for (const name of ['`user_password`', '`user_token`', '`bot_passwords`']) {
    expect(without).not.toContain(name);
    expect(withLogin).toContain(name);
  }
});

it('writes the grants of password columns that a module can do without as comments', async () => {
  const root = await mkdtemp(join(tmpdir(), 'wikiquery-grants-'));
  const columns = ['user_email', 'user_token'];
  const wikiquery = { contract: CONTRACT, tables: { user: columns }, optional: columns.map(column => `user.${column}`) };
  await mkdir(join(root, 'node_modules/lookup'), { recursive: true });
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { lookup: '*' } }));
  await writeFile(join(root, 'node_modules/lookup/package.json'), JSON.stringify({ name: 'lookup', version: '1.0.0', wikiquery }));

  const statements = (await statementsFor({ root, load: async () => ({ default: lookup }) })).split('\n');
  await rm(root, { recursive: true });

  const granted = statements.filter(line => line.startsWith('grant')).join('\n');
  expect(granted).toContain('`user_name`');
  for (const column of columns) expect(granted).not.toContain(`\`${column}\``);
  const note = statements.findIndex(line => line.startsWith('-- list=lookup works without these columns'));
  expect(statements[note + 1]).toBe("-- grant select (`user_email`, `user_token`) on `wiki`.`user` to 'wikiquery'@'%';");
});
