import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../wiki/ask.ts';
import type { SiteInfo } from '../wiki/description.ts';
import { recordsOf, resultProperties } from './schema.ts';
import { sorted, tablesOf } from './tables.ts';
import { asReached, graphOf, picturesOf, timelineOf } from './views.ts';
import { csv, ndjson } from './write.ts';

const changes = [
  { title: 'B', user: 'Ann', timestamp: '2026-01-01T00:00:00Z', newlen: 20, minor: true },
  { title: 'A', user: 'Bob', timestamp: '2026-01-02T00:00:00Z', newlen: 100, minor: false },
];

describe('tables', () => {
  it('exist for each list, for the pages, and for each list of the pages', () => {
    const response = {
      batchcomplete: true,
      query: {
        recentchanges: changes,
        pages: [
          { pageid: 1, title: 'A', links: [{ ns: 0, title: 'X' }] },
          {
            pageid: 2,
            title: 'B',
            links: [
              { ns: 0, title: 'Y' },
              { ns: 0, title: 'Z' },
            ],
          },
        ],
        namespaces: { 0: { id: 0, name: '' }, 1: { id: 1, name: 'Talk' } },
        general: { sitename: 'Wiki', lang: 'en' },
      },
    };
    const tables = tablesOf(response);
    expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['recentchanges', 2],
      ['pages', 2],
      ['pages.links', 3],
      ['namespaces', 2],
      ['general', 2],
    ]);
    expect(tables[2]?.rows[2]).toEqual({ page: 'B', ns: 0, title: 'Z' });
    expect(tables[0]?.columns.map(({ key, kind }) => [key, kind])).toEqual([
      ['title', 'title'],
      ['timestamp', 'timestamp'],
      ['user', 'user'],
      ['newlen', 'size'],
      ['minor', 'flag'],
    ]);
    expect(tables[0]?.columns[3]).toMatchObject({ largest: 100 });
    // formatversion=1 has pages as an object.
    expect(tablesOf({ query: { pages: { 1: { pageid: 1, title: 'A' } } } })[0]?.rows).toEqual([{ pageid: 1, title: 'A' }]);
  });
  it('begin with the common columns, followed by those of the schema', () => {
    const schema: JsonObject = {
      $defs: {
        'query.2': { type: 'object', properties: { changes: { type: 'array', items: { $ref: '#/$defs/change.2' } } } },
        'change.2': {
          type: 'object',
          properties: { user: { type: 'string', description: 'Who.' }, title: { type: 'string' }, self: { $ref: '#/$defs/change.2' } },
          required: ['user'],
        },
      },
    };
    const [table] = tablesOf({ query: { changes } }, (place, key) => recordsOf(schema, place, key));
    expect(table?.columns.map(({ key }) => key)).toEqual(['title', 'timestamp', 'user', 'newlen', 'minor']);
    expect(table?.columns[2]?.description).toBe('Who.');
    const properties = resultProperties(schema);
    expect(properties[0]).toEqual({ path: 'changes', type: 'object[]', description: '', isRequired: false });
    expect(properties[1]).toEqual({ path: 'changes[].user', type: 'string', description: 'Who.', isRequired: true });
    // Recursive types are expanded to a limited depth.
    expect(properties.length).toBeLessThan(40);
  });
  it('omit properties whose schema reference cannot be decoded', () => {
    const schema: JsonObject = { $defs: { 'query.2': { type: 'object', properties: { changes: { $ref: '#/$defs/%E0%A4%A' } } } } };
    expect(resultProperties(schema)).toEqual([]);
  });
  it('are sorted numerically by a column of numbers, with empty cells last', () => {
    const rows = [{ n: 10 }, {}, { n: 9 }];
    expect(sorted(rows, { key: 'n' }, false)).toEqual([{ n: 9 }, { n: 10 }, {}]);
    expect(sorted(rows, { key: 'n' }, true)).toEqual([{ n: 10 }, { n: 9 }, {}]);
  });
});

it.each(inheritedNames)('shows the field %s like any other, also in rows without it', name => {
  const tableOf = (key: string) => tablesOf({ query: { list: [{ title: 'A' }, { title: 'B', [key]: 1 }] } }, () => ({ title: {} }))[0]!;
  const [table, usual] = [tableOf(name), tableOf('nosuchword')];
  expect(table.columns.map(({ key, kind }) => [key, kind])).toEqual([
    ['title', 'title'],
    [name, 'number'],
  ]);
  expect(csv(table)).toBe(csv(usual).replace('nosuchword', name));
});

describe('a download', () => {
  it('is CSV without formulas, or NDJSON', () => {
    const [table] = tablesOf({ query: { list: [{ title: '=1+1', text: 'a "b",\nc', n: -1 }] } });
    expect(csv(table!)).toBe('title,text,n\r\n\'=1+1,"a ""b"",\nc",-1\r\n');
    expect(ndjson(changes).split('\n')[1]).toBe(JSON.stringify(changes[1]));
  });
});

describe('views of a table', () => {
  const api = 'http://127.0.0.1:1/api.php';
  const site = { general: { server: 'http://localhost:8080' } } as unknown as SiteInfo;
  it('show pictures only from the wiki itself, under any of its host names', () => {
    expect(asReached('http://localhost:8080/w/images/a.png', 'http://localhost:8080', api)).toBe('http://127.0.0.1:1/w/images/a.png');
    expect(asReached('https://elsewhere.example/a.png', 'http://localhost:8080', api)).toBeUndefined();
    const [table] = tablesOf({
      query: {
        allimages: [
          { title: 'File:A.png', url: 'http://localhost:8080/a.png' },
          { title: 'x', url: 'javascript:1//.png' },
          { title: 'y', url: 'https://elsewhere.example/y.png' },
        ],
      },
    });
    expect(picturesOf(table!, site, api)).toEqual([
      { title: 'File:A.png', sources: ['http://127.0.0.1:1/a.png'], target: 'http://localhost:8080/a.png' },
    ]);
  });
  it('show the thumbnail of a file, or its original if that is an image', () => {
    const file = (mime: string) => ({ title: mime, mime, url: 'http://localhost:8080/a', thumburl: 'http://localhost:8080/thumb/a' });
    const [table] = tablesOf({ query: { allimages: [file('image/png'), file('application/pdf')] } });
    const [thumbnail, original] = ['http://127.0.0.1:1/thumb/a', 'http://127.0.0.1:1/a'];
    expect(picturesOf(table!, site, api).map(({ sources }) => sources)).toEqual([[thumbnail, original], [thumbnail]]);
  });
  it('show links as a graph, and changes as a timeline', () => {
    const [, links] = tablesOf({
      query: {
        pages: [
          { title: 'A', links: [{ title: 'X' }, { title: 'Y' }] },
          { title: 'B', links: [{ title: 'X' }] },
        ],
      },
    });
    expect(graphOf(links!)).toEqual({
      sources: [
        { title: 'A', degree: 2 },
        { title: 'B', degree: 1 },
      ],
      targets: [
        { title: 'X', degree: 2 },
        { title: 'Y', degree: 1 },
      ],
      edges: [
        { from: 0, to: 0 },
        { from: 0, to: 1 },
        { from: 1, to: 0 },
      ],
      more: 0,
    });
    const [table] = tablesOf({ query: { recentchanges: changes } });
    expect(timelineOf(table!)).toMatchObject({ from: Date.parse('2026-01-01T00:00:00Z'), most: 1 });
    expect(graphOf(table!)).toBeUndefined();
  });
});
