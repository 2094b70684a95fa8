// Plugins of all groups that declare a table which the database lacks.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAction, defineModule, defineRoute, f } from '@wikiquery/core';
import { type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../config/settings.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import { assemble } from './assemble.ts';

const common = { prefix: '', summary: '', params: {} };
const count = f.record({ bookmarks: f.int() });

/** Plugins and the `wikiquery` fields of their packages. */
const PACKAGES: Readonly<Record<string, { readonly plugin: unknown; readonly tables?: object; readonly optional?: readonly string[] }>> = {
  json: { plugin: json },
  module: {
    plugin: defineModule({ ...common, group: 'meta', name: 'bookmarks', returns: count, execute: async () => ({ bookmarks: 1 }) }),
    tables: { bookmark: true },
  },
  action: {
    plugin: defineAction({ ...common, name: 'countbookmarks', returns: count, execute: async () => ({ bookmarks: 1 }) }),
    tables: { bookmark: ['bookmark_id'] },
  },
  route: {
    plugin: defineRoute({
      name: 'bookmarks',
      summary: '',
      params: {},
      paths: { all: '/v1/bookmarks' },
      execute: async () => ({ json: 1 }),
    }),
    tables: { bookmark: ['bookmark_id', 'bookmark_page'] },
  },
  spared: {
    plugin: defineAction({ ...common, name: 'anybookmarks', returns: count, execute: async () => ({ bookmarks: 0 }) }),
    tables: { bookmark: true },
    optional: ['bookmark'],
  },
  reader: {
    plugin: defineAction({ ...common, name: 'countlogs', returns: count, execute: async () => ({ bookmarks: 0 }) }),
    tables: { logging: ['log_id'] },
  },
};

let root: string;
let wiki: WikiBuilder;
let app: App;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wikiquery-tables-'));
  wiki = await openWiki();
  await writeFile(
    join(root, 'package.json'),
    JSON.stringify({ name: 'app', dependencies: Object.fromEntries(Object.keys(PACKAGES).map(name => [name, '*'])) }),
  );
  for (const [name, { plugin: _, ...declared }] of Object.entries(PACKAGES)) {
    await mkdir(join(root, 'node_modules', name), { recursive: true });
    const manifest = { name, wikiquery: { contract: CONTRACT, tables: {}, ...declared } };
    await writeFile(join(root, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
  }
  app = { root, load: async name => ({ default: PACKAGES[name]?.plugin as AnyPlugin }) };
});
afterAll(async () => {
  await wiki?.close();
  await rm(root, { recursive: true });
});

const settings = (more: Partial<Settings> = {}): Settings => ({
  ...defaultSettings(root),
  database: wiki.url,
  secretKey: 'k'.repeat(64),
  ...more,
});

const problemsOf = async (given: Settings): Promise<readonly string[]> => {
  const error: unknown = await assemble(app, given).then(
    () => undefined,
    failure => failure,
  );
  return error instanceof StartError ? error.problems : [];
};

it('a server does not start if modules, actions and routes need a missing table', async () => {
  const lacks = 'needs the table bookmark, which the database lacks. With --lenient, the server starts without the';
  expect(await problemsOf(settings())).toEqual([
    `action=countbookmarks ${lacks} action.`,
    `meta=bookmarks ${lacks} module.`,
    `rest=bookmarks ${lacks} route.`,
  ]);
});

it('a lenient server starts without modules, actions and routes that need a missing table', async () => {
  const { plugins, notes, close } = await assemble(app, settings({ lenient: true }));
  expect([...plugins.registry.keys(), ...plugins.actions.keys(), ...plugins.routes.keys()]).toEqual(['countlogs', 'anybookmarks']);
  expect(notes.leftOut).toEqual([
    'action=countbookmarks is left out: the database has no bookmark.',
    'meta=bookmarks is left out: the database has no bookmark.',
    'rest=bookmarks is left out: the database has no bookmark.',
  ]);
  expect(notes.warnings).toContain('action=anybookmarks works without bookmark, which the database lacks.');
  await close();
});

it('a server without the excluded plugins starts', async () => {
  const { notes, close } = await assemble(app, settings({ exclude: ['module', 'action=countbookmarks', 'rest=bookmarks'] }));
  expect(notes.leftOut).toEqual([]);
  await close();
});

it('a missing table of MediaWiki is reported with the action that needs it', async () => {
  const other = await openWiki();
  await other.db.schema.dropTable('logging').execute();
  const exclude = ['module', 'action', 'route'];
  expect(await problemsOf(settings({ database: other.url, exclude }))).toEqual([
    expect.stringMatching(/lacks some required names: logging/),
    'logging is needed by action=countlogs.',
  ]);
  const { plugins, close } = await assemble(app, settings({ database: other.url, exclude: [...exclude, 'countlogs'] }));
  expect([...plugins.actions.keys()]).toEqual(['anybookmarks']);
  await close();
  await other.close();
});
