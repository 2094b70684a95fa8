// The expected numbers were counted with other programs.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { open } from '@wikiquery/database';
import { describe, expect, it } from 'vitest';
import { importSources } from './index.ts';

const folder = process.env.WIKIQUERY_DUMPS ?? resolve(import.meta.dirname, '../../../../shared/dumps');
const isThere = existsSync(folder);

const AFAR = { 0: 2, 1: 2, 2: 174, 3: 162, 4: 7, 8: 107, 10: 24, 14: 29 };

describe.skipIf(!isThere)('a real dump', { meta: { needs: 'dumps of real wikis: set WIKIQUERY_DUMPS to their folder' } }, () => {
  it.each([
    ['aawiki-20260101-pages-meta-history.xml.7z', { pages: 507, revisions: 1307, redirects: 19, namespaces: AFAR }],
    ['aawiki-20260101-pages-meta-current.xml.bz2', { pages: 507, revisions: 507, redirects: 19, namespaces: AFAR }],
    [
      'smallwiki-latest-pages-articles.xml.bz2',
      { pages: 2004, revisions: 2004, redirects: 195, namespaces: { 0: 1050, 4: 28, 8: 12, 10: 347, 14: 539, 828: 28 } },
    ],
    ['enwiki-gensim-pages-articles1-shortened.xml.bz2', { pages: 206, revisions: 206, redirects: 100, namespaces: { 0: 205, 4: 1 } }],
    ['refinery-Simplewiki.Sample.xml', { pages: 2, revisions: 33, redirects: 0, namespaces: { 1: 1, 2: 1 } }],
    [
      'wmf-opsdumps-stub-history-sample.xml.gz',
      { pages: 20, revisions: 118, redirects: 13, namespaces: { 0: 13, 2: 4, 3: 1, 4: 1, 10: 1 } },
    ],
  ])('is imported completely: %s', { timeout: 120_000 }, async (name, counts) => {
    const place = await mkdtemp(join(tmpdir(), 'wikiquery-real-'));
    try {
      const address = `sqlite:${join(place, 'wiki.sqlite')}`;
      const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };
      const { failures } = await importSources(address, [join(folder, name)], { progress, without: new Set(['links', 'search']) });
      expect(failures).toEqual([]);
      expect(await countsOf(address)).toEqual(counts);
    } finally {
      await rm(place, { recursive: true });
    }
  });
});

async function countsOf(address: string) {
  const { db, close } = await open(address, { connections: 1 });
  try {
    const pages = await db.selectFrom('page').select(['page_namespace', 'page_is_redirect']).execute();
    const revisions = await db.selectFrom('revision').select('rev_id').execute();
    const namespaces = Object.fromEntries([...Map.groupBy(pages, row => row.page_namespace)].map(([id, rows]) => [id, rows.length]));
    return { pages: pages.length, revisions: revisions.length, redirects: pages.filter(row => row.page_is_redirect).length, namespaces };
  } finally {
    await close();
  }
}
