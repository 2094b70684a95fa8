// A wiki whose responses have unexpected types, one value at a time.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StartError } from '../start-error.ts';
import { adopt } from './adopt.ts';

const RESPONSES = {
  siteinfo: {
    query: {
      general: { sitename: 'Ponds', generator: 'MediaWiki 1.45.0', lang: 'en', wikiid: 'ponds', server: 'https://ponds.example' },
      namespaces: defaultSite().info.namespaces,
      userinfo: { options: { variant: 'en' } },
    },
  },
  paraminfo: { paraminfo: { modules: [{ name: 'siteinfo', prefix: 'si', parameters: [{ name: 'prop', type: ['general'] }] }] } },
  allmessages: { query: { allmessages: [{ name: 'mainpage', content: 'Main Page' }] } },
};
type Kind = keyof typeof RESPONSES;

const VALUES: readonly unknown[] = [null, true, 1.5, '', 'x', [], {}, [null], ['x'], { toString: 'x' }];

function* variants(value: unknown): Generator<unknown> {
  yield* VALUES;
  if (typeof value !== 'object' || value === null) return;
  // The first few items are sufficient: all namespaces are alike.
  for (const [key, item] of Object.entries(value).slice(0, 6))
    for (const each of variants(item))
      yield Object.assign(Array.isArray(value) ? [...(value as unknown[])] : { ...value }, { [key]: each });
}

it.each(Object.keys(RESPONSES) as Kind[])('saves or rejects values of unexpected types in %s without a stack trace', async kind => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-adopt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  let responses: Readonly<Record<Kind, unknown>> = RESPONSES;
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://wiki').searchParams;
    const name = asked.get('action') === 'paraminfo' ? 'paraminfo' : asked.get('meta') === 'allmessages' ? 'allmessages' : 'siteinfo';
    response.end(JSON.stringify(responses[name]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`;
  const run = () => adopt(api, { out: join(folder, 'site.json'), messages: join(folder, 'messages') });
  expect(await run()).toBe(0);
  const wrong: unknown[] = [];
  let count = 0;
  for (const response of variants(RESPONSES[kind])) {
    responses = { ...RESPONSES, [kind]: response };
    await run().catch((error: unknown) => {
      if (!(error instanceof StartError)) wrong.push([response, String(error)]);
    });
    count++;
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(40);
});
