// External documents that try to pollute prototypes, through each reader of the server and its commands.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { pollutingDocuments, watchShared, withoutPlanted } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adopt, askFor, describe as describeWiki } from '../commands/adopt.ts';
import { saveMessages } from '../commands/adopt-messages.ts';
import { readConfigurationFile } from '../config/configuration-file.ts';
import { readSettings } from '../config/read-settings.ts';
import { remoteApi } from './remote-api.ts';
import { describeSite } from './site.ts';

let folder: string;
let text = '';
let api: string;
const server = createServer((_request, response) => response.end(text));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-pollution-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const description = {
  query: {
    general: { sitename: 'Ponds', generator: 'MediaWiki 1.45.0', lang: 'en', wikiid: 'ponds', server: 'https://ponds.example' },
    namespaces: defaultSite().info.namespaces,
    usergroups: [{ name: '*', rights: ['read'] }],
    userinfo: { options: { variant: 'en' } },
  },
  paraminfo: { modules: [{ name: 'siteinfo', prefix: 'si', parameters: [{ name: 'prop', type: ['general', 'namespaces'] }] }] },
};
const messages = {
  query: {
    allmessages: [
      { name: 'mainpage', content: 'Main Page' },
      { name: 'edit', content: 'Edit', default: 'Edit' },
    ],
  },
};
const files = { query: { pages: [{ title: 'File:A.png', imageinfo: [{ size: 1, metadata: [{ name: 'a', value: 1 }] }] }] } };
const settings = { port: 8081, wiki: { groupPermissions: { user: { edit: true } }, scriptPath: '/w' } };

const fileOf = async (name: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const { signal } = new AbortController();

/** Readers of external documents, each with a valid document. */
const READERS: Readonly<Record<string, readonly [document: object, read: () => Promise<unknown>]>> = {
  'adopt, description': [description, () => describeWiki(askFor(api, 'test'))],
  'adopt, file': [
    description,
    async () => {
      await adopt(api, { out: join(folder, 'adopted.json') });
      return readFile(join(folder, 'adopted.json'), 'utf8').then(JSON.parse);
    },
  ],
  'adopt, messages': [messages, () => saveMessages(async () => JSON.parse(text) as object, ['en'], join(folder, 'messages'))],
  'description of a wiki': [
    description,
    async () => {
      const settings = { ...(await readSettings({ flags: {}, env: {}, cwd: folder })), site: await fileOf('site.json') };
      return (await describeSite(settings, { database: undefined, genders: undefined }, () => {})).site;
    },
  ],
  'configuration file': [settings, async () => readConfigurationFile(await fileOf('wikiquery.config.json'), folder)],
  settings: [
    settings,
    async () => {
      const { wiki, port } = await readSettings({ flags: { config: await fileOf('other.config.json') }, env: {}, cwd: folder });
      return { wiki, port };
    },
  ],
  'remote file repository': [
    files,
    () => remoteApi(new URL(api), 'test', () => undefined)({ action: 'query' }, { signal, deadline: performance.now() + 60_000 }),
  ],
};

it.each(Object.entries(READERS))('prevents prototype pollution by the documents of "%s"', async (_name, [document, read]) => {
  text = JSON.stringify(document);
  const changes = watchShared();
  const expected = withoutPlanted(await read());
  expect(expected).toMatch(/Ponds|mainpage|messages|8081|A\.png/);
  for (text of pollutingDocuments(document)) {
    const result = await read().then(withoutPlanted, () => '');
    expect(changes()).toEqual([]);
    expect(({} as { ofPollution?: string }).ofPollution).toBeUndefined();
    // Empty if the document was rejected.
    expect([expected, '']).toContain(result);
  }
});
