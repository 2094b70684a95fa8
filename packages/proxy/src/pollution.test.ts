import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pollutingDocuments, watchShared, withoutPlanted } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askingWiki } from './ask.ts';

const DOCUMENT = { query: { userinfo: { id: 1, name: 'Ada', groups: ['user'] } } };
let text = '';
const server = createServer((_request, response) => void response.end(text));
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

it('responses of the upstream about a session cannot pollute prototypes', async () => {
  const api = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`);
  const read = async () => (await askingWiki(api)('meta=userinfo', { ip: '192.0.2.1' })).json;
  text = JSON.stringify(DOCUMENT);
  const changes = watchShared();
  const expected = withoutPlanted(await read());
  expect(expected).toContain('Ada');
  for (text of pollutingDocuments(DOCUMENT)) {
    const result = await read().then(withoutPlanted, () => '');
    expect(changes()).toEqual([]);
    expect(({} as { ofPollution?: string }).ofPollution).toBeUndefined();
    expect([expected, '']).toContain(result);
  }
});
