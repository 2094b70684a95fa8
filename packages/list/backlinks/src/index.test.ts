import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import backlinks from './index.ts';

describeModule(
  backlinks,
  async wiki => {
    for (const title of ['Harbour', 'Ferry', 'Talk:Ferry', 'Timetable', 'Pier', 'Lighthouse']) await wiki.page(title);
    await wiki.redirect('Port', 'Harbour');
    await wiki.redirect('Docks', 'Harbour');
    for (const from of ['Ferry', 'Talk:Ferry', 'Pier', 'Port', 'Docks']) await wiki.link(from, 'Harbour');
    for (const from of ['Timetable', 'Lighthouse']) await wiki.link(from, 'Port');
    await wiki.link('Pier', 'Docks');
    await wiki.link('Lighthouse', 'Ferry');
    return { params: { title: 'Harbour' } };
  },
  ({ records, pages, ask, wiki }) => {
    const titles = (found: readonly { title: string }[]) => found.map(page => page.title);

    it('lists the pages that link to a title, sorted by page id', async () => {
      expect(titles(await records())).toEqual(['Ferry', 'Talk:Ferry', 'Pier', 'Port', 'Docks']);
      expect(titles(await records({ dir: 'descending', limit: 2 }))).toEqual(['Docks', 'Port']);
      expect(titles(await records({ title: 'Nowhere' }))).toEqual([]);
    });
    it('accepts a page id instead of a title', async () => {
      const { id } = await wiki()
        .db.selectFrom('page')
        .select('page_id as id')
        .where('page_title', '=', 'Harbour')
        .executeTakeFirstOrThrow();
      const { query } = await ask({ title: false, pageid: id });
      expect(query.backlinks).toHaveLength(5);
      expect((await ask({ title: false, pageid: 999 })).error.code).toBe('nosuchpageid');
      expect((await ask({ pageid: id })).error.code).toBe('invalidparammix');
      expect((await ask({ title: false })).error.code).toBe('missingparam');
      expect((await ask({ title: '<' })).error.code).toBe('invalidtitle');
    });
    it('filters linking pages by namespace and redirect status', async () => {
      expect(titles(await records({ namespace: 1 }))).toEqual(['Talk:Ferry']);
      expect(titles(await records({ namespace: '1|0' }))).toEqual(['Ferry', 'Pier', 'Port', 'Docks', 'Talk:Ferry']);
      expect(await records({ filterredir: 'redirects', limit: 1 })).toMatchObject([{ ns: 0, title: 'Port', redirect: true }]);
      expect(titles(await records({ filterredir: 'nonredirects' }))).toEqual(['Ferry', 'Talk:Ferry', 'Pier']);
    });

    const links = async (params = {}) =>
      (await records({ redirect: true, ...params })).map(page => [page.title, ...(page.redirlinks ?? []).map(link => link.title)]);
    it('lists the pages that link to redirects to the title', async () => {
      expect(await links()).toEqual([['Ferry'], ['Talk:Ferry'], ['Pier'], ['Port', 'Timetable', 'Lighthouse'], ['Docks', 'Pier']]);
      expect(await links({ filterredir: 'nonredirects', dir: 'descending' })).toEqual([
        ['Docks', 'Pier'],
        ['Port', 'Lighthouse', 'Timetable'],
        ['Pier'],
        ['Talk:Ferry'],
        ['Ferry'],
      ]);
    });
    it('continues direct links and links to redirects together', async () => {
      const seen = new Set<string>();
      let from: Record<string, string> = {};
      for (let step = 0; step < 20; step++) {
        const response = await ask({ redirect: true, limit: 2 }, from);
        for (const page of response.query.backlinks) {
          for (const link of page.redirlinks ?? []) seen.add(`${link.title} to ${page.title}`);
        }
        if (!response.continue) break;
        from = response.continue;
      }
      expect(seen).toEqual(new Set(['Pier to Docks', 'Lighthouse to Port', 'Timetable to Port']));
    });
    it('resumes after a response that reached the size limit', async () => {
      const { query } = await ask({ redirect: true, continue: '0|2|0|Port|0|4|7|6' });
      expect(query.backlinks.map((page: { title: string }) => page.title)).toEqual(['Port', 'Docks']);
      expect((await ask({ continue: '0|2|3' })).error.code).toBe('badcontinue');
      expect((await ask({ continue: '0|x' })).error.code).toBe('badcontinue');
    });
    it('halves the limit if links to redirects are included', async () => {
      const { limits } = await ask({ redirect: true, limit: 'max' });
      expect(limits).toEqual({ backlinks: 250 });
      expect((await ask({ limit: 'max' })).limits).toEqual({ backlinks: 500 });
      expect((await ask({ redirect: true, limit: 400 })).warnings.backlinks.warnings).toMatch(/250/);
      expect((await ask({ limit: 'many' })).error.code).toBe('badinteger');
    });
    it('generates the pages that link directly or through redirects', async () => {
      expect(new Set(titles(await pages({ redirect: true })))).toEqual(
        new Set(['Ferry', 'Talk:Ferry', 'Pier', 'Port', 'Docks', 'Timetable', 'Lighthouse']),
      );
    });
  },
);
