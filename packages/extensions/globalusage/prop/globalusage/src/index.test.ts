import { createTables } from '@wikiquery/database';
import { ask as askFor, describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import globalusage from './index.ts';
import { GLOBAL_USAGE_TABLES, type GlobalUsageTables } from './tables.ts';

describeModule(
  globalusage,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, GLOBAL_USAGE_TABLES)) await sql.raw(statement).execute(wiki.db);
    for (const title of ['File:Heron.png', 'File:Map.png', 'Heron']) await wiki.page(title);
    const use = (gil_to: string, gil_wiki: string, gil_page: number, ns: number, name: string, gil_page_title: string) => ({
      ...{ gil_to, gil_wiki, gil_page, gil_page_namespace_id: ns, gil_page_namespace: name, gil_page_title },
    });
    const uses = [
      use('Heron.png', 'dewiki', 3, 0, '', 'Grauer_Reiher?'),
      use('Heron.png', 'dewiki', 9, 1, 'Diskussion', 'Reiher'),
      use('Heron.png', wiki.site.wikiId, 1, 0, '', 'Heron'),
      use('Map.png', 'frwiki', 2, 0, '', 'Carte'),
    ];
    await wiki.db.withTables<GlobalUsageTables>().insertInto('globalimagelinks').values(uses).execute();
    return { request: { titles: 'File:Heron.png|File:Map.png|Heron' } };
  },
  ({ records, ask, wiki }) => {
    type Use = { title: string; wiki: string };
    const uses = async (params = {}) =>
      (await records(params)).flatMap((page: { globalusage?: Use[] }) => (page.globalusage ?? []).map(({ title }) => title)).sort();

    it('returns the pages that use a file, with their wikis', async () => {
      expect(await uses()).toEqual(['Carte', 'Diskussion:Reiher', 'Grauer_Reiher?', 'Heron']);
      const page = (await records({ prop: 'url|pageid|namespace' })).find((each: { title: string }) => each.title === 'File:Map.png');
      expect(page).toMatchObject({ globalusage: [{ title: 'Carte', wiki: 'frwiki', url: '', pageid: 2, ns: 0 }] });
    });
    it('filters pages by wiki and namespace', async () => {
      expect(await uses({ site: 'dewiki' })).toEqual(['Diskussion:Reiher', 'Grauer_Reiher?']);
      expect(await uses({ namespace: 1 })).toEqual(['Diskussion:Reiher']);
      expect(await uses({ filterlocal: true })).toEqual(['Carte', 'Diskussion:Reiher', 'Grauer_Reiher?']);
      expect(wiki().site.wikiId).not.toBe('');
    });
    it('returns host names and URLs for known wikis', async () => {
      const list = [{ dbname: 'dewiki', url: 'https://de.wiki.example' }];
      const services = { wikis: { all: async () => list } };
      const { query } = await askFor(
        wiki(),
        [globalusage],
        { action: 'query', prop: 'globalusage', titles: 'File:Heron.png', gusite: 'dewiki', gunamespace: 0 },
        { services: services as never },
      );
      expect(query.pages[0].globalusage).toEqual([
        {
          title: 'Grauer_Reiher?',
          wiki: 'de.wiki.example',
          url: expect.stringMatching(/^https:\/\/de\.wiki\.example\/.*Grauer_Reiher%3F/),
        },
      ]);
    });
    it('continues from a use of a file and rejects malformed continue values', async () => {
      expect((await ask({ limit: 1 })).continue).toMatchObject({ gucontinue: 'Heron.png|dewiki|9' });
      expect((await ask({ continue: 'x' })).error.code).toBe('badcontinue');
    });
  },
);
