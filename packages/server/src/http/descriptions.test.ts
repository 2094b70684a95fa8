import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defineModule, f, nothing, p } from '@wikiquery/core';
import { createRegistry } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import json from '@wikiquery/format-json';
import { describeOffer } from '@wikiquery/schema';
import { defaultSite } from '@wikiquery/site';
import express from 'express';
import { expect, it } from 'vitest';
import { descriptions } from './descriptions.ts';

const echo = defineModule({
  group: 'list',
  name: 'echo',
  prefix: 'ec',
  summary: 'Echo.',
  params: { text: p.string() },
  returns: f.record({ text: f.string() }),
  execute: async () => nothing,
});

it('describes all installed modules, including third-party modules, as JSON Schema and OpenAPI', async () => {
  const site = defaultSite();
  const candidates = [echo, json].map(plugin => ({ source: 'The test', plugin }));
  const documentation = site.urls.expand('/w/api.php');
  let made = 0;
  const offer = async () => {
    made++;
    return describeOffer(createRegistry(candidates, surroundings([])), { site, documentation });
  };
  const server = express().use(descriptions({ offer, site })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const get = async (path: string) => (await ask(path)).json();
  expect(made).toBe(0);
  const index = (await get('/schema')) as Record<string, Record<string, { schema: string }>>;
  expect(new URL(index.list!.echo!.schema).pathname).toBe('/schema/list/echo.json');
  expect(await get('/schema/list/echo.json')).toMatchObject({
    title: 'list=echo',
    $defs: {
      parameters: { properties: { ectext: { type: 'string' } } },
      'query.2': { properties: { echo: { items: { properties: { text: { type: 'string' } }, required: ['text'] } } } },
    },
  });
  const { paths, components } = (await get('/openapi.json')) as { paths: object; components: { schemas: object } };
  expect(Object.keys(paths)).toEqual(['/w/api.php']);
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['list.echo', 'action.query', 'format.json', 'entry.main']));
  expect((await ask('/schema/list/nosuch.json')).status).toBe(404);
  expect(made).toBe(1);
  server.close();
});
