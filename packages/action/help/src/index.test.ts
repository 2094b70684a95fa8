import { defineModule, f, nothing } from '@wikiquery/core';
import { apiOf, ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import help from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const stones = defineModule({
  group: 'list',
  name: 'stones',
  prefix: 'st',
  summary: 'Stones <not bread>.',
  params: {},
  returns: f.record({}),
  execute: async () => nothing,
});

const tides = defineModule({ ...stones, name: 'tides', prefix: 'ti' });

it('lists actions, formats and query modules in separate sections', async () => {
  const { help: value } = await ask(wiki, [help, tides, stones], { action: 'help', wrap: true });
  const [, ...parts] = value.help.split('<h2>');
  const names = parts.map((part: string) => Array.from(part.matchAll(/<kbd>([^<]*)<\/kbd>/g), ([, name]) => name));
  expect(names).toEqual([expect.arrayContaining(['help', 'query']), ['json'], ['list=stones', 'st', 'list=tides', 'ti']]);
  expect(names[0]).toHaveLength(2);
});

it('lists the installed modules on an HTML page, also without the action parameter', async () => {
  const api = apiOf(wiki, [help, stones]);
  const { body, headers } = await api({ method: 'GET', query: '', headers: {}, ip: '127.0.0.1', signal: AbortSignal.timeout(60_000) });
  expect(headers['Content-Type']).toBe('text/html; charset=utf-8');
  for (const part of ['<kbd>help</kbd>', '<kbd>query</kbd>', '<kbd>json</kbd>', '<kbd>list=stones</kbd>', 'Stones &#60;not bread&#62;.'])
    expect(body).toContain(part);
});

it('returns the help page as a response field if wrap is set', async () => {
  const { help: value, requestid } = await ask(wiki, [help], { action: 'help', wrap: true, requestid: 'x' });
  expect(value).toEqual({ mime: 'text/html', filename: 'api-help.html', help: expect.stringContaining('<h2>Actions</h2>') });
  expect(requestid).toBe('x');
});
