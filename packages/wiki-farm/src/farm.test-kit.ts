import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import login from '@wikiquery/action-login';
import { defineAction, defineModule, f, Records } from '@wikiquery/core';
import { type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { defaultSettings, type RunningServer } from '@wikiquery/server';
import type { App } from '@wikiquery/server/extend';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { wikis as listOfWikis } from '@wikiquery/wiki-list';
import { listenForMany } from './farm.ts';
import farm from './index.ts';
import type { FarmSettings, WikisSetting } from './setting.ts';
import { Wikis } from './wikis.ts';

const plugins: Readonly<Record<string, AnyPlugin>> = {
  json,
  login: login as unknown as AnyPlugin,
  tokens: defineModule({
    group: 'meta',
    name: 'tokens',
    prefix: '',
    summary: '',
    params: {},
    returns: f.keyed(f.string()),
    placement: 'object',
    execute: async ({ request }) => new Records([{ key: 'logintoken', record: request.sessionToken('login'), cursor: {} }]),
  }) as unknown as AnyPlugin,
  self: defineModule({
    group: 'meta',
    name: 'self',
    prefix: '',
    summary: '',
    params: {},
    returns: f.record({ wiki: f.string(), reader: f.string(), extensions: f.array(f.string()) }),
    execute: async ({ site, actor }) => ({
      wiki: String(site.general.sitename),
      reader: actor.name,
      extensions: (site.info.extensions as readonly { readonly name: string }[]).map(({ name }) => name),
    }),
  }) as unknown as AnyPlugin,
  names: defineAction({
    name: 'names',
    prefix: '',
    extension: 'Names',
    summary: '',
    params: {},
    returns: f.record({ names: f.array(f.string()) }),
    services: { wikis: listOfWikis },
    execute: async q => ({ names: (await q.services.wikis.all()).map(({ name, sitename }) => `${name}: ${sitename}`) }),
  }) as unknown as AnyPlugin,
};

/** A temporary folder with an app, and with an empty folder for wikis. */
export class FarmFolder {
  readonly path: string;
  readonly #built: WikiBuilder[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<FarmFolder> {
    const folder = new FarmFolder(await mkdtemp(join(tmpdir(), 'wikiquery-wikis-')));
    await mkdir(folder.wikis);
    const dependencies = Object.fromEntries(Object.keys(plugins).map(name => [name, '*']));
    await writeFile(join(folder.path, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
    for (const name of Object.keys(plugins)) {
      await mkdir(join(folder.path, 'node_modules', name), { recursive: true });
      const manifest = { name, version: '1.0.0', wikiquery: { contract: CONTRACT } };
      await writeFile(join(folder.path, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
    }
    return folder;
  }

  get wikis(): string {
    return join(this.path, 'wikis');
  }

  app(): App {
    return { root: this.path, load: async (name: string) => ({ default: plugins[name] }), extensions: [farm] };
  }

  settings(more: Partial<FarmSettings> = {}): FarmSettings {
    return {
      ...defaultSettings(this.path),
      wikis: undefined,
      openWikis: undefined,
      port: 0,
      secretKey: 'k'.repeat(64),
      ...more,
    };
  }

  /** Returns the setting for all wikis in the folder. */
  all(more: Partial<WikisSetting> = {}): WikisSetting {
    return { folder: this.wikis, host: undefined, list: {}, farms: [], ...more };
  }

  async serve(more: Partial<FarmSettings>): Promise<{ readonly many: Wikis; readonly server: RunningServer }> {
    const settings = this.settings(more);
    const many = await Wikis.prepare(this.app(), settings, {}, () => {});
    return { many, server: await listenForMany(many, settings) };
  }

  /** Closes a wiki when the folder is removed. */
  own(wiki: WikiBuilder): WikiBuilder {
    this.#built.push(wiki);
    return wiki;
  }

  /** Creates a database file of a wiki that has a page with this title. */
  async build(file: string, title: string, password?: string): Promise<void> {
    const wiki = this.own(await openWiki());
    await wiki.page(title, { id: 1, text: `About ${title}.` });
    if (password !== undefined) await wiki.user('Wren', { password });
    await copyFile(wiki.url.slice('sqlite:'.length), file);
  }

  async remove(): Promise<void> {
    for (const wiki of this.#built) await wiki.close();
    await rm(this.path, { recursive: true });
  }
}

/** Writes a site configuration. */
export const describeAs = (file: string, sitename: string, more: object = {}): Promise<void> =>
  writeFile(file, JSON.stringify({ query: { general: { sitename }, ...more } }));

export const query = 'action=query&format=json&formatversion=2';
/** Sends a request on a new connection. */
export async function get(at: Pick<RunningServer, 'origin'>, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  request(new URL(path, at.origin), { headers, agent: false }, resolve).once('error', reject).end();
  const response = await promise;
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, body, json: () => JSON.parse(body) };
}
