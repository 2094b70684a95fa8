import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { countsOf } from './counts.ts';
import siteinfo from './index.ts';

const site = readSite({
  usergroups: [
    { name: '*', rights: ['read'] },
    { name: 'user', rights: ['edit'] },
    { name: 'autoconfirmed', rights: ['autoconfirmed'] },
    { name: 'sysop', rights: ['delete'], add: ['sysop'] },
  ],
  autopromote: { autoconfirmed: { operand: '&', 0: { condname: 'APCOND_EDITCOUNT', params: [10] } } },
  interwikimap: [
    { prefix: 'barn', local: true, url: 'http://barn.example/$1', protorel: false },
    { prefix: 'de', language: 'Deutsch', bcp47: 'de', url: 'http://de.example/$1', protorel: false },
  ],
});

describeModule(
  siteinfo,
  async wiki => {
    await wiki.page('Apple', { text: 'See [[Banana]].', user: 'Ada' });
    await wiki.page('MediaWiki:Skinname-vector/de', { text: 'Altes Kleid' });
    await wiki.user('Bea', { groups: ['sysop'] });
    await wiki.user('Cleo', { groups: { sysop: '20240101000000' } });
    await wiki.user('Dora', { groups: { sysop: '20990101000000' } });
  },
  ({ records, ask, wiki }) => {
    const section = async (prop: string, params = {}) => (await records({ prop, ...params }))[prop];

    it('returns the general section with the current time', async () => {
      expect(await records()).toMatchObject({ general: { mainpage: 'Main Page', lang: 'en', time: '2025-01-01T00:00:00Z' } });
      expect((await section('general')).generator).toMatch(/^MediaWiki 1\.\d+/);
    });
    it('returns every section', async () => {
      const props = siteinfo.params.prop.type.values!(wiki().site) as string[];
      expect(Object.keys(await records({ prop: props.join('|') }))).toEqual(props);
    });
    it('counts pages, edits, administrators and jobs in the database', async () => {
      expect(await section('statistics')).toMatchObject({ pages: 2, articles: 1, edits: 2, admins: 2, jobs: 0 });
    });
    it('shares counts between concurrent requests and retries after a failed count', async () => {
      const { db, site } = wiki();
      const { members } = countsOf({ ...site });
      const now = new Date();
      const gone = {
        now,
        get db(): never {
          throw new Error('gone');
        },
      };
      const [first, second, third] = await Promise.allSettled([members.get(gone), members.get({ db, now }), members.get({ db, now })]);
      expect(first.status).toBe('rejected');
      expect(second).toEqual({ status: 'fulfilled', value: new Map([['sysop', 2]]) });
      expect(third.status === 'fulfilled' && second.status === 'fulfilled' && third.value === second.value).toBe(true);
      // The cached value requires no statement.
      expect(await members.get(gone)).toEqual(new Map([['sysop', 2]]));
    });
    it('counts the members of groups, except of * and of automatic groups', async () => {
      const groups: { name: string; number?: number }[] = await section('usergroups', { numberingroup: true });
      expect(groups.map(({ name, number }) => [name, number])).toEqual([
        ['*', undefined],
        ['user', (await section('statistics')).users],
        ['autoconfirmed', undefined],
        ['sysop', 2],
      ]);
      expect((await section('usergroups')).at(-1)).toEqual({ name: 'sysop', rights: ['delete'], add: ['sysop'] });
    });
    it('sorts namespaces by number, and promotion conditions after their operand', async () => {
      const text = JSON.stringify(await ask({ prop: 'namespaces|autopromote' }));
      expect(text).toContain('"autopromote":{"autoconfirmed":{');
      const v1 = await ask({ prop: 'namespaces' }, { formatversion: 1 });
      expect(v1.query.namespaces['10']).toMatchObject({ id: 10, '*': 'Template' });
    });
    it('filters the interwiki map by local and other wikis', async () => {
      const prefixes = async (filteriw: string) =>
        (await section('interwikimap', { filteriw })).map((wiki: { prefix: string }) => wiki.prefix);
      expect(await prefixes('local')).toEqual(['barn']);
      expect(await prefixes('!local')).toEqual(['de']);
    });
    it('translates skin names if there are messages for them', async () => {
      const nameOf = async (inlanguagecode: string) =>
        (await section('skins', { inlanguagecode })).find(({ code }: { code: string }) => code === 'vector').name;
      expect(await nameOf('de')).toBe('Altes Kleid');
      expect(await nameOf('fr')).toBe((await section('skins')).find(({ code }: { code: string }) => code === 'vector').name);
    });
    it('hides the names of database servers', async () => {
      expect(await section('dbrepllag')).toEqual([{ host: '', lag: 7 }]);
      expect((await ask({ prop: 'dbrepllag', showalldb: true })).error.code).toBe('includeAllDenied');
    });
    it('writes flags and strings in formatversion=1 form', async () => {
      const { general, skins, autocreatetempuser } = (await ask({ prop: 'general|skins|autocreatetempuser' }, { formatversion: 1 })).query;
      expect(general).toMatchObject({ langconversion: '', variantarticlepath: false, thumblimits: expect.any(Array), magiclinks: [] });
      expect(general).not.toHaveProperty('rtl');
      expect(Object.keys(skins[0]).at(-1)).toBe('*');
      expect(autocreatetempuser).toEqual([]);
    });
  },
  { site },
);
