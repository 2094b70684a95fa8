import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { backlinkList, foreignBacklinkList, foreignLinksProp, incomingProp, outgoingProp, targetList } from './index.ts';

// One member of each family for every table that the tests of the modules do not reach.

const summary = 'A member of the family.';
const titles = (found: readonly { title: string }[] | undefined) => found?.map(each => each.title);

describeModule(
  incomingProp({ name: 'redirects', prefix: 'rd', summary, table: 'redirect' }),
  async wiki => {
    await wiki.page('Harbour');
    await wiki.redirect('Port', 'Harbour');
    await wiki.redirect('Quay', 'Harbour', { fragment: 'Quays' });
    await wiki.redirect('Talk:Port', 'Talk:Harbour');
    return { request: { titles: 'Harbour|Talk:Harbour' } };
  },
  ({ ask }) => {
    const to = async (params = {}) => {
      const { query } = await ask(params);
      return query.pages.map((page: { redirects?: { title: string }[] }) => titles(page.redirects));
    };
    it('tells redirects to pages and where in them they lead', async () => {
      expect(await to()).toEqual([['Talk:Port'], ['Port', 'Quay']]);
      expect(await to({ show: 'fragment' })).toEqual([undefined, ['Quay']]);
      expect(await to({ show: '!fragment', namespace: 0 })).toEqual([undefined, ['Port']]);
      const { query } = await ask({ prop: 'fragment' });
      expect(query.pages[1].redirects).toEqual([[], { fragment: 'Quays' }]);
    });
  },
);

describeModule(
  incomingProp({ name: 'fileusage', prefix: 'fu', summary, table: 'imagelinks' }),
  async wiki => {
    await wiki.page('Harbour');
    await wiki.image('Harbour', 'Boat.png');
    return { request: { titles: 'File:Boat.png|Boat.png' } };
  },
  ({ ask }) => {
    it('looks at files only', async () => {
      const { query } = await ask();
      const byTitle = new Map(
        query.pages.map((page: { title: string; fileusage?: { title: string }[] }) => [page.title, titles(page.fileusage)]),
      );
      expect(byTitle).toEqual(
        new Map([
          ['Boat.png', undefined],
          ['File:Boat.png', ['Harbour']],
        ]),
      );
    });
  },
);

describeModule(
  backlinkList({ name: 'imageusage', prefix: 'iu', summary, table: 'imagelinks', throughRedirects: true }),
  async wiki => {
    for (const title of ['Harbour', 'Pier']) await wiki.page(title);
    await wiki.redirect('File:Old.png', 'File:Boat.png');
    await wiki.image('Harbour', 'Boat.png');
    await wiki.image('File:Old.png', 'Boat.png');
    await wiki.image('Pier', 'Old.png');
    return { params: { title: 'File:Boat.png' } };
  },
  ({ records, ask }) => {
    it('finds the pages with a file, also by its old names', async () => {
      expect(titles(await records())).toEqual(['Harbour', 'File:Old.png']);
      const [, old] = await records({ redirect: true });
      expect(titles(old?.redirlinks)).toEqual(['Pier']);
      expect((await ask({ title: 'Boat.png' })).error.code).toBe('bad_image_title');
    });
  },
);

describeModule(
  outgoingProp({ name: 'images', prefix: 'im', summary, table: 'imagelinks', filter: 'images', filterHelp: '' }),
  async wiki => {
    await wiki.page('Harbour');
    for (const file of ['Boat.png', 'Crane.png']) await wiki.image('Harbour', file);
    return { request: { titles: 'Harbour' } };
  },
  ({ ask }) => {
    it('lists files, and looks for some', async () => {
      expect(titles((await ask()).query.pages[0].images)).toEqual(['File:Boat.png', 'File:Crane.png']);
      const { query, warnings } = await ask({ images: 'File:Crane.png|Crane' });
      expect(titles(query.pages[0].images)).toEqual(['File:Crane.png']);
      expect(warnings.images.warnings).toContain('Crane');
    });
  },
);

describeModule(
  targetList({ name: 'allredirects', prefix: 'ar', summary, table: 'redirect', namespace: 0 }),
  async wiki => {
    await wiki.page('Harbour');
    await wiki.redirect('Port', 'Harbour');
    await wiki.redirect('Quay', 'Harbour', { fragment: 'Quays' });
    await wiki.redirect('Ebb', 'Tide');
  },
  ({ records }) => {
    it('lists targets by title', async () => {
      expect(titles((await records()) as { title: string }[])).toEqual(['Harbour', 'Harbour', 'Tide']);
      expect(titles((await records({ unique: true, dir: 'descending' })) as { title: string }[])).toEqual(['Tide', 'Harbour']);
      expect(await records({ prop: 'ids|fragment', prefix: 'H' })).toEqual([{ fromid: 2 }, { fromid: 3, fragment: 'Quays' }]);
    });
  },
);

const interwikimap = [
  { prefix: 'book', url: 'https://book.example/$1', protorel: false },
  { prefix: 'map', url: '//map.example/?q=$1', protorel: true },
];

describeModule(
  foreignLinksProp({ name: 'iwlinks', prefix: 'iw', summary, table: 'iwlinks' }),
  async wiki => {
    await wiki.page('Harbour');
    for (const title of ['Ship', 'Boat']) await wiki.iwlink('Harbour', 'book', title);
    await wiki.iwlink('Harbour', 'map', 'Harbour');
    return { request: { titles: 'Harbour' } };
  },
  ({ ask }) => {
    it('lists links by wiki and title', async () => {
      const { query } = await ask({ prop: 'url' });
      expect(query.pages[0].iwlinks).toEqual([
        { prefix: 'book', url: 'https://book.example/Boat', title: 'Boat' },
        { prefix: 'book', url: 'https://book.example/Ship', title: 'Ship' },
        { prefix: 'map', url: 'http://map.example/?q=Harbour', title: 'Harbour' },
      ]);
      expect((await ask({ title: 'Ship' })).error.code).toBe('invalidparammix');
    });
  },
  { site: readSite({ interwikimap }) },
);

describeModule(
  foreignBacklinkList({ name: 'langbacklinks', prefix: 'lbl', summary, table: 'langlinks', errorCode: 'nolang' }),
  async wiki => {
    for (const title of ['Harbour', 'Pier']) await wiki.page(title);
    await wiki.langlink('Pier', 'de', 'Steg');
    await wiki.langlink('Harbour', 'de', 'Hafen');
    await wiki.langlink('Harbour', 'fr', 'Port');
  },
  ({ records, pages, ask }) => {
    it('lists pages by what they link to', async () => {
      expect(await records({ prop: 'lllang|lltitle', limit: 1 })).toEqual([
        { pageid: 1, ns: 0, title: 'Harbour', lllang: 'de', lltitle: 'Hafen' },
      ]);
      expect(await records({ lang: 'de', title: 'Steg' })).toEqual([{ pageid: 2, ns: 0, title: 'Pier' }]);
      expect((await ask({ title: 'Steg' })).error.code).toBe('nolang');
      expect(titles(await pages({ lang: 'fr' }))).toEqual(['Harbour']);
    });
  },
);
