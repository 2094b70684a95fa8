// Private wikis, by each setting that makes a wiki private: the server exposes no content to users without an account.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultSettings, type Settings } from '../config/settings.ts';
import { listen } from '../http/listen.ts';
import { type Assembled, assemble } from './assemble.ts';

const groups = (rights: readonly string[]) => ({
  query: {
    usergroups: [
      { name: '*', rights },
      { name: 'user', rights: ['read'] },
    ],
  },
});

const WAYS: Readonly<Record<string, { readonly site?: object; readonly settings?: Partial<Settings> }>> = {
  'rights of its groups': { site: groups(['createaccount']) },
  'rights that are revoked': { site: groups(['read']), settings: { wiki: { revokedRights: { '*': ['read'] } } } },
  'rights that the settings of accounts revoke': { site: groups(['read']), settings: { accounts: { revokedRights: { '*': ['read'] } } } },
  'the setting "private"': { settings: { private: true } },
  'the setting "private", against its site configuration': { site: groups(['read']), settings: { private: true } },
};

let folder: string;
let wiki: TestWiki;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-private-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { json: '*' } }));
  await mkdir(join(folder, 'node_modules/json'), { recursive: true });
  const manifest = { name: 'json', version: '1.0.0', wikiquery: { contract: CONTRACT } };
  await writeFile(join(folder, 'node_modules/json/package.json'), JSON.stringify(manifest));
  wiki = await openWiki();
  await mkdir(join(folder, 'images/a'), { recursive: true });
  await writeFile(join(folder, 'images/a/x.png'), 'an image');
});
afterAll(async () => {
  await wiki?.close();
  await rm(folder, { recursive: true });
});

async function start({ site, settings = {} }: (typeof WAYS)[string]): Promise<{ assembled: Assembled; origin: string }> {
  const file = join(folder, 'site.json');
  if (site) await writeFile(file, JSON.stringify(site));
  const all: Settings = {
    ...defaultSettings(folder),
    database: wiki.url,
    port: 0,
    images: join(folder, 'images'),
    secretKey: 'k'.repeat(64),
    ...(site && { site: file }),
    ...settings,
  };
  const assembled = await assemble({ root: folder, load: async () => ({ default: json }) }, all);
  const server = await listen(assembled, all);
  onTestFinished(() => server.stop());
  return { assembled, origin: server.origin };
}

describe.each(Object.entries(WAYS))('a wiki that is private by %s', (_name, way) => {
  it('serves no files and logs no warning about a public wiki', async () => {
    const { assembled, origin } = await start(way);
    for (const path of ['/w/images/a/x.png', '/images/a/x.png']) expect((await fetch(origin + path)).status).toBe(404);
    expect(assembled.notes.warnings.filter(warning => warning.includes('everybody'))).toEqual([]);
  });
});

describe('a public wiki', () => {
  it('serves its files', async () => {
    const { origin, assembled } = await start({ site: groups(['read']) });
    expect(await (await fetch(`${origin}/w/images/a/x.png`)).text()).toBe('an image');
    expect(assembled.notes.warnings).toEqual([]);
  });

  it('causes a warning if it has no site configuration', async () => {
    const { assembled } = await start({});
    expect(assembled.notes.warnings).toEqual([expect.stringContaining('everybody may read all of it')]);
  });
});
