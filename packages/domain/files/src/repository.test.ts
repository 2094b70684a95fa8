// Tests files of another wiki, which are read through its database or its API.

import type { Env } from '@wikiquery/core';
import { SideDatabase } from '@wikiquery/database';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiRepository,
  databaseRepository,
  existingElsewhere,
  type FileRepository,
  findDuplicatesElsewhere,
  findElsewhere,
  foreignUrls,
  needsOf,
  standardFiles,
} from './index.ts';

const PLACE = { url: 'http://pool.example/images', descBaseUrl: 'http://pool.example/wiki/File:', scriptDirUrl: 'http://pool.example/w' };
const NEEDS = needsOf(new Set(['url', 'user', 'comment', 'size', 'sha1', 'timestamp']), false);
const limits = () => ({ signal: new AbortController().signal, deadline: performance.now() + 10_000 });

describe.each(engines)('files of another wiki on %s', engine => {
  let local: TestWiki;
  let pool: TestWiki;
  let repository: FileRepository;
  beforeAll(async () => {
    local = await openWiki(engine);
    pool = await openWiki(engine);
    await local.page('File:Arch.png', { text: 'about' });
    await pool.file('Arch.png', { user: 'Ada', comment: 'first', timestamp: '20240101000000', sha1: 'a'.repeat(31) });
    await pool.file('Arch.png', { user: 'Bob', comment: 'second', timestamp: '20240102000000', sha1: 'b'.repeat(31) });
    await pool.redirect('File:Old.png', 'File:Arch.png');
    const connection = { forRequest: () => pool.db, examine: undefined, close: async () => {} };
    const side = new SideDatabase(
      async () => connection,
      () => {},
    );
    repository = databaseRepository('pool', foreignUrls(local.site, PLACE), side);
  }, 60_000);
  afterAll(async () => {
    await local.close();
    await pool.close();
  });
  const env = () => ({ db: local.db, request: limits() }) as unknown as Env;

  it('finds files of another wiki by name and through redirects', async () => {
    const service = standardFiles(local.site, [repository]);
    const found = await findElsewhere(env(), service, NEEDS, ['Arch.png', 'Old.png', 'Gone.png']);
    expect([...found].map(([requested, { name, uploader, comment }]) => [requested, name, uploader?.name, comment])).toEqual([
      ['Arch.png', 'Arch.png', 'Bob', 'second'],
      ['Old.png', 'Arch.png', 'Bob', 'second'],
    ]);
    const urls = await existingElsewhere(env(), [repository], ['Old.png', 'Gone.png']);
    expect([...urls.keys()]).toEqual(['Old.png']);
    expect(urls.get('Old.png')).toMatch(/^http:\/\/pool\.example\/images\/(.)\/\1.\/Arch\.png$/);
    expect(await findDuplicatesElsewhere(env(), service, ['b'.repeat(31)])).toMatchObject([{ name: 'Arch.png', user: 'Bob' }]);
  });

  it('loads old versions, whose description pages are on this wiki', async () => {
    const service = standardFiles(local.site, [repository]);
    const histories = await repository.histories(env(), service, NEEDS, new Map([['Arch.png', 5]]), { start: undefined, end: undefined });
    const [old] = histories.get('Arch.png') ?? [];
    expect(old).toMatchObject({ uploader: { name: 'Ada' }, comment: 'first' });
    const [page] = await local.db.selectFrom('page').select('page_id').execute();
    expect(old?.pageId).toBe(page?.page_id);
    expect(repository.urls.description({ name: 'Arch.png' })).toBe('http://pool.example/wiki/File:Arch.png');
    expect(repository.urls.description({ name: 'Arch.png', archiveName: 'x!Arch.png' })).toBe('/wiki/File:Arch.png');
  });

  it('files of a foreign repository are missing while its database is unreachable', async () => {
    const failures: unknown[] = [];
    const unreachable = new SideDatabase(
      () => Promise.reject(new Error('unreachable')),
      error => failures.push(error),
    );
    const service = standardFiles(local.site, [databaseRepository('unreachable', foreignUrls(local.site, {}), unreachable), repository]);
    expect([...(await findElsewhere(env(), service, NEEDS, ['Arch.png'])).keys()]).toEqual(['Arch.png']);
    expect([...(await findElsewhere(env(), service, NEEDS, ['Arch.png'])).keys()]).toEqual(['Arch.png']);
    expect(failures).toHaveLength(1);
  });
});

it('loads files through the API of another wiki and caches its responses', async () => {
  const wiki = await openWiki();
  const requests: Record<string, string>[] = [];
  let isUnreachable = false;
  const info = {
    timestamp: '2024-01-02T00:00:00Z',
    user: 'Bob',
    url: 'http://pool.example/images/c/c7/Arch.png',
    size: 5,
    sha1: 'ab',
    comment: '',
  };
  const repository = apiRepository('pool', wiki.site, PLACE, async params => {
    requests.push(params);
    if (isUnreachable) return undefined;
    const pages = [
      { title: 'File:Arch.png', pageid: 7, imageinfo: [info] },
      { title: 'File:Gone.png', missing: true, imagerepository: '' },
    ];
    return {
      query: {
        normalized: [{ from: 'File:Old_name.png', to: 'File:Old name.png' }],
        redirects: [{ from: 'File:Old name.png', to: 'File:Arch.png' }],
        pages,
      },
    };
  });
  const env = { db: wiki.db, request: limits() } as unknown as Env;
  const service = standardFiles(wiki.site, [repository]);
  const names = ['Old_name.png', 'Arch.png', 'Gone.png'];
  for (let i = 0; i < 2; i++) {
    const found = await findElsewhere(env, service, NEEDS, names);
    expect([...found].map(([requested, { name, uploader, timestamp }]) => [requested, name, uploader, timestamp])).toEqual([
      ['Old_name.png', 'Arch.png', { name: 'pool>Bob', userId: 0 }, '20240102000000'],
      ['Arch.png', 'Arch.png', { name: 'pool>Bob', userId: 0 }, '20240102000000'],
    ]);
  }
  expect(requests.map(({ titles }) => titles)).toEqual(['File:Old_name.png|File:Arch.png|File:Gone.png']);
  // `meta=filerepoinfo` contains no URLs for an API repository.
  const withoutUrls = apiRepository('pool', wiki.site, { url: false, thumbUrl: false }, async () => ({
    query: { pages: [{ title: 'File:Arch.png', pageid: 7, imageinfo: [info] }] },
  }));
  const found = await findElsewhere(env, standardFiles(wiki.site, [withoutUrls]), NEEDS, ['Arch.png']);
  expect(found.get('Arch.png')?.repository?.urls.thumbnail({ name: 'Arch.png' }, '30px', '')).toMatch(
    /^http:\/\/pool\.example\/images\/thumb\/(.)\/\1.\/Arch\.png\/30px-Arch\.png$/,
  );
  isUnreachable = true;
  expect((await existingElsewhere(env, [repository], ['Arch.png', 'Other.png'])).get('Arch.png')).toBe(info.url);
  expect(requests).toHaveLength(2);
  await wiki.close();
});
