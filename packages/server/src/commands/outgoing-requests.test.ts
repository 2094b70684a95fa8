// The requests that wikiquery itself sends name a contact, and wait if the other server is busy.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Received, recordingUpstream, type UpstreamResponse } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../version.ts';
import { remoteApi } from '../wiki/remote-api.ts';
import { adopt } from './adopt.ts';
import { contactOf } from './contact.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-outgoing-'));
});
afterAll(() => rm(folder, { recursive: true }));

const BUSY = { status: 429, headers: { 'Retry-After': '1' } };

async function upstreamOf(respond: (request: Received) => UpstreamResponse) {
  const upstream = await recordingUpstream(respond);
  onTestFinished(() => upstream.stop());
  return upstream;
}

it('adopt names the contact in each request, and sends a request again after status 429', async () => {
  let requests = 0;
  const upstream = await upstreamOf(({ target }) => {
    if (requests++ % 2 === 0) return BUSY;
    if (target.startsWith('/w/api.php')) return { body: JSON.stringify({ query: { general: { sitename: 'Lake', lang: 'en' } } }) };
    return { headers: { 'Content-Type': 'text/html' }, body: `<link rel="EditURI" href="/w/api.php?action=rsd">` };
  });
  const out = join(folder, 'site.json');
  expect(await adopt(`${upstream.api.origin}/wiki/Lake`, { out, contact: 'ops@wiki.example' })).toBe(0);
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ query: { general: { sitename: 'Lake' } } });
  expect(upstream.received.map(({ headers }) => headers['user-agent'])).toEqual(
    Array.from({ length: 6 }, () => `wikiquery/${VERSION} (ops@wiki.example) adopt`),
  );
});

it('adopt reads the contact from the flag, the environment and the file, although other settings are invalid', async () => {
  const config = join(folder, 'wikiquery.config.json');
  await writeFile(config, '{ "contact": "file@wiki.example", "site": "missing.json" }');
  expect(await contactOf({ config }, {})).toBe('file@wiki.example');
  expect(await contactOf({ config }, { WIKIQUERY_CONTACT: 'https://wiki.example/bot' })).toBe('https://wiki.example/bot');
  expect(await contactOf({ config, contact: 'flag@wiki.example' }, {})).toBe('flag@wiki.example');
  await expect(contactOf({ contact: 'a\r\nb' }, {})).rejects.toThrow('--contact must be an e-mail address or a URL');
});

it('a file repository names the contact, and receives no further request before the time in Retry-After', async () => {
  const upstream = await upstreamOf(() => BUSY);
  const failures: unknown[] = [];
  const ask = remoteApi(upstream.api, 'wikiquery/1 (ops@wiki.example) file-repository', error => failures.push(error));
  const request = { signal: new AbortController().signal, deadline: performance.now() + 60_000 };
  expect([await ask({ action: 'query' }, request), await ask({ action: 'query' }, request)]).toEqual([undefined, undefined]);
  expect(upstream.received.map(({ headers }) => headers['user-agent'])).toEqual(['wikiquery/1 (ops@wiki.example) file-repository']);
  expect(failures).toHaveLength(1);
});
