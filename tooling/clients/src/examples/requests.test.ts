// Sends the documented requests to a server of the sample wiki that has all modules and the tables of all extensions.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullOffer, SchemaJudge } from '@wikiquery/conformance/answers';
import { addExtensionTables } from '@wikiquery/launch/extension-tables';
import type { RunningServer } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { prepareSample } from '@wikiquery/sample';
import { defaultSite } from '@wikiquery/site';
import { openWikiFile } from '@wikiquery/wiki-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from '../accounts.ts';
import { blocksIn } from './blocks.ts';

const requests = blocksIn('http').map(({ file, text, next }) => {
  const [, method = '', target = '', body] = /^(GET|POST) (\/w\/\S+)\n(?:\n(.+)\n)?$/s.exec(text) ?? [];
  const documented = next && /^\s*(?:GET|POST)/.test(next.text) ? undefined : next;
  return { file, method, target, body, documented };
});

const stand = new Stand();
afterAll(() => stand[Symbol.asyncDispose]());
let server: RunningServer;
let judge: SchemaJudge;
beforeAll(async () => {
  const folder = stand.folder();
  const sample = await prepareSample(folder);
  const wiki = await openWikiFile(sample.database.replace('sqlite:', ''));
  await addExtensionTables(wiki);
  await wiki.close();
  const site = join(folder, 'site.json');
  writeFileSync(site, JSON.stringify({ query: { ...readJson(sample.site).query, usergroups: groupsWithExtensions() } }));
  server = await stand.serve(['--database', sample.database, '--site', site, '--images', sample.images], folder);
  judge = new SchemaJudge(await fullOffer(defaultSite()));
});

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { readonly query: object };

/** Returns the default groups. Administrators also have the rights that extensions require. */
const groupsWithExtensions = () =>
  Array.from(defaultSite().groups, ([name, { rights }]) => ({
    name,
    rights: name === 'sysop' ? [...rights, 'abusefilter-view', 'abusefilter-log'] : rights,
  }));

/** Returns the cookies and tokens of the session. */
async function openSession({ name, password }: { readonly name: string; readonly password: string }) {
  const cookies = new Map<string, string>();
  const send = async (params: Readonly<Record<string, string>>) => {
    const response = await fetch(server.api, {
      method: 'POST',
      headers: { cookie: Array.from(cookies, pair => pair.join('=')).join('; ') },
      body: new URLSearchParams({ ...params, format: 'json' }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
    return (await response.json()) as { login?: { result: string }; query?: { tokens: Record<string, string> } };
  };
  const tokenOf = async (type: string): Promise<string> =>
    (await send({ action: 'query', meta: 'tokens', type })).query?.tokens[`${type}token`] ?? '';
  const logIn = async (): Promise<void> => {
    const { login } = await send({ action: 'login', lgname: name, lgpassword: password, lgtoken: await tokenOf('login') });
    expect(login).toMatchObject({ result: 'Success' });
  };
  return { logIn, tokenOf, cookie: () => Array.from(cookies, pair => pair.join('=')).join('; ') };
}

describe('the documented requests', () => {
  it('are found', () => {
    expect(requests.length).toBeGreaterThan(100);
    expect(requests.filter(({ target }) => target === '').map(({ file }) => file)).toEqual([]);
  });

  // Only servers of several wikis have this action.
  const runnable = requests.filter(({ target }) => !target.includes('action=sitematrix'));

  it.each(runnable)('of $file returns a response like the documented one: $target', async ({ file, method, target, body, documented }) => {
    const session = await openSession(ACCOUNTS.admin);
    const logsIn = /\baction=(?:client)?login\b/.test(body ?? '');
    const isOnSample = file.startsWith('docs/');
    if (!logsIn && !isOnSample) await session.logIn();
    const sent = body?.replace('TOKEN', encodeURIComponent(await session.tokenOf(logsIn ? 'login' : 'csrf')));
    const response = await fetch(server.origin + target, {
      method,
      headers: {
        cookie: session.cookie(),
        'content-type': body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      ...(sent !== undefined && { body: sent }),
    });
    expect(response.status).toBe(200);
    // The server has the configured origin, because it has a site configuration.
    const text = (await response.text()).replaceAll('http://localhost:8080', 'http://127.0.0.1:8080');
    const params = new URLSearchParams(target.split('?')[1] ?? body);
    expect(response.headers.get('content-type')).toMatch(TYPES[documented?.language ?? ''] ?? '');
    if (!target.startsWith('/w/api.php') || documented?.language !== 'json') return;
    const [actual, expected] = [text, documented.text].map(each => JSON.parse(each) as Document);
    const version = params.get('formatversion') === '2' ? 2 : 1;
    for (const each of [actual!, expected!])
      expect(judge.problemOf({ id: target, action: params.get('action')!, version, body: each, isMarked: false })).toBeUndefined();
    const undocumented = expected!.warnings ? {} : actual!.warnings;
    expect(JSON.stringify(undocumented ?? '')).not.toContain('Unrecognized');
    expect(actual!.error?.code).toEqual(MISSING[params.get('prop') ?? ''] ?? expected!.error?.code);
    // Pages of docs show responses of the sample wiki, READMEs those of other wikis.
    expect(actual).toMatchObject(isOnSample ? expected! : {});
  });
});

/** Error codes of requests for data that the sample wiki lacks. */
const MISSING: Readonly<Record<string, string>> = { stashimageinfo: 'uploadstash-file-not-found' };

interface Document {
  readonly warnings?: unknown;
  readonly error?: { readonly code: string };
}

/** Content types of responses by the language of the documented response. */
const TYPES: Readonly<Record<string, RegExp>> = {
  json: /^application\/json/,
  xml: /^text\/xml/,
  html: /^text\/html/,
};
