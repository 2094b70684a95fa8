// Searches find what somebody looks for who knows that it is there, in a wiki of ten thousand pages of real texts, whatever keeps the index.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type EngineName, open, sql } from '@wikiquery/database';
import { importSources } from '@wikiquery/dumps';
import { buildIndex } from '@wikiquery/search-index';
import { readSite, siteFileOf } from '@wikiquery/site';
import { quickEngines } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asker, openServer } from '../inside-process.ts';
import { findKnownItems, KINDS } from './known-items.ts';
import { type RealPage, realPages, writeDump } from './real-pages.ts';

const DUMPS = process.env.WIKIQUERY_DUMPS ?? resolve(import.meta.dirname, '../../../../../shared/dumps');
const NAMES = [
  'enwiki-gensim-pages-articles1-shortened.xml.bz2',
  'smallwiki-latest-pages-articles.xml.bz2',
  'aawiki-20260101-pages-meta-current.xml.bz2',
];
const isThere = NAMES.every(name => existsSync(join(DUMPS, name)));
const LEAST_PAGES = 10_000;
const LEAST_FOUND = 0.9;
/** Servers take a while to index so much. */
const ENGINES: readonly EngineName[] = process.env.CI ? quickEngines : ['sqlite'];
/** Questions of each kind. */
const COUNT = process.env.CI ? 300 : 60;

describe.skipIf(!isThere)(
  'of pages that are known',
  { meta: { needs: 'dumps of real wikis: set WIKIQUERY_DUMPS to their folder' } },
  () => {
    let folder: string;
    let pages: readonly RealPage[];
    let file: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'wikiquery-known-'));
      pages = await realPages(NAMES.map(name => join(DUMPS, name)));
      await writeDump(join(folder, 'known.xml'), pages);
      file = join(folder, 'known.sqlite');
      const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };
      await importSources(`sqlite:${file}`, [join(folder, 'known.xml')], { progress });
    }, 240_000);
    afterAll(() => rm(folder, { recursive: true }));

    it.each(ENGINES)('nine of ten are among the first three answers, with an index on %s', { timeout: 240_000 }, async engine => {
      expect(pages.length).toBeGreaterThan(LEAST_PAGES);
      const address = ADDRESSES[engine]?.();
      if (address) {
        const wiki = await open(`sqlite:${file}`);
        await buildIndex(wiki.db, { place: address, site: readSite(JSON.parse(readFileSync(siteFileOf(file), 'utf8'))) });
        await wiki.close();
      }
      const server = await openServer(`sqlite:${file}`, {}, { site: siteFileOf(file), ...(address && { searchIndex: address }) });
      try {
        const tallies = await findKnownItems(asker(server, ''), pages, COUNT, 1);
        for (const kind of KINDS) {
          const { asked = 0, found = 0, missed = [] } = tallies.get(kind) ?? {};
          expect.soft(found / asked, `${kind}: ${missed.slice(0, 10).join('; ')}`).toBeGreaterThanOrEqual(LEAST_FOUND);
        }
      } finally {
        await server.close();
        if (address) await drop(address);
      }
    });
  },
);

const NAME = `wikiquery_known_${process.pid}`;

/** Where an index lies; in the file beside the wiki when nothing is said. */
const ADDRESSES: Readonly<Record<string, () => string>> = {
  mariadb() {
    const url = new URL(process.env.TEST_MARIADB_URL ?? '');
    url.pathname = `/${NAME}`;
    return url.href;
  },
  postgres() {
    const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
    url.searchParams.set('schema', NAME);
    return url.href;
  },
};

async function drop(address: string): Promise<void> {
  const { db, close } = await open(address, { writable: true });
  await sql.raw(address.startsWith('postgres') ? `drop schema ${NAME} cascade` : `drop database ${NAME}`).execute(db);
  await close();
}
