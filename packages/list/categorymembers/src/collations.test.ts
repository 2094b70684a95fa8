// Tests of category members with Unicode collations. PHP's ICU computed the sort keys for `uca-fr-u-kn`.

import { fromHex } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import categorymembers from './index.ts';

type Wiki = Parameters<Parameters<typeof describeModule>[1]>[0];
type Member = readonly [title: string, prefix: string, key: string];

const FRENCH: readonly Member[] = [
  ['Ñandú', '', '442a44305201459a428801dc0a'],
  ['2', ' ', '0403060f0401070107'],
  ['Ete', '', '325032010701dc06'],
  ['Ecole', 'élan', '32402a440306322e4640320145880d01c0dc08'],
  ['Nandu', 'zz', '5c5c0306442a443052010c01c3dc08'],
  ['Oeuvre', '', '463252544c32010a01dc09'],
  ['(Bracket)', '', '09922c4c2a2e3e32500994010d01c5dc0b'],
  ['Eagle', '', '322a364032010901dc08'],
  ['Été 3', '', '325032040f0501458844880601dc0a'],
  ['中', 'ete', '3250320306fa048a01090109'],
  ['École', '', '322e4640320145880801dc09'],
  ['Été', '', '325032014588448801dc08'],
  ['10', '', '0f0c01050105'],
  ['Ωmega', '', '6056034232362a010901db08'],
  ['Zebra', 'Été', '32503203065c322c4c2a01458844880a01dcc1dc08'],
  ['Ferry', 'école', '322e464032030634324c4c5a0145880e01bfdc08'],
  ['Zèbre', '', '5c322c4c3201448a0701dc09'],
  ['Œuvre', '', '463252544c3201700901e0e208'],
  ['Ferry 2', '', '34324c4c5a040f04010b01dc0a'],
  ['Ferry 10', '', '34324c4c5a040f0c010b01dc0a'],
];
/** For each prefix, according to ICU's keys: the first member at or after the prefix, and the number of members up to it. */
const PLACES: readonly (readonly [prefix: string, first: string | undefined, count: number])[] = [
  ['', '2', 0],
  ['a', 'Eagle', 3],
  ['ecole', 'École', 4],
  ['École', 'École', 5],
  ['ete', 'Ete', 7],
  ['Été', 'Été', 9],
  ['ferry 2', 'Ferry 2', 12],
  ['Ferry 2', 'Ferry 2', 13],
  ['ferry 9', 'Ferry 10', 13],
  ['Œ', 'Oeuvre', 15],
  ['zzz', 'Ωmega', 19],
  ['中', undefined, 20],
  ['3', '10', 2],
];
const NUMBERED: readonly Member[] = [
  ['Bridge', '', hexOf('BRIDGE')],
  ['Bridge 2', '', hexOf('BRIDGE 0\0\u00012')],
  ['Bridge 10', '', hexOf('BRIDGE 0\0\u000210')],
  ['Bridge 9', '', hexOf('BRIDGE 0\0\u00019')],
  ['7', '', hexOf('0\0\u00017')],
  ['Weir', '', hexOf('WEIR')],
];

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

const isOn = ({ url }: Wiki, engine: string): boolean => url.startsWith(`${engine}:`);

const byKey = (members: readonly Member[]): string[] =>
  [...members].sort(([, , one], [, , other]) => (one < other ? -1 : 1)).map(([title]) => title);

const siteWith = (categorycollation: string) => {
  const site = defaultSite();
  return { site: { ...site, general: { ...site.general, categorycollation } } };
};

async function fill(wiki: Wiki, members: readonly Member[]) {
  await wiki.page('Category:Words');
  for (const [title, prefix, key] of members) {
    const { id } = await wiki.page(title);
    await wiki.category(title, 'Words');
    const cl_sortkey = fromHex(key) as string | Uint8Array;
    await wiki.db.updateTable('categorylinks').set({ cl_sortkey, cl_sortkey_prefix: prefix }).where('cl_from', '=', id).execute();
  }
  return { params: { title: 'Category:Words' }, filters: { namespace: 'All members are in one namespace.' } };
}

describeModule(
  categorymembers,
  wiki => fill(wiki, FRENCH),
  ({ records, ask, wiki }) => {
    const titles = async (params: Record<string, string>) => (await records({ limit: 'max', ...params })).map(({ title }) => title);

    // PostgreSQL stores and sorts keys that are not UTF-8 differently. MediaWiki cannot use such a collation with PostgreSQL.
    it('locates sort key prefixes among the members', async context => {
      if (isOn(wiki(), 'postgres')) return context.skip();
      const all = byKey(FRENCH);
      expect(await titles({})).toEqual(all);
      for (const [prefix, first, count] of PLACES) {
        const from = first === undefined ? all.length : all.indexOf(first);
        const found = {
          prefix,
          from: await titles({ startsortkeyprefix: prefix }),
          upTo: await titles({ endsortkeyprefix: prefix }),
          downFrom: await titles({ startsortkeyprefix: prefix, dir: 'desc' }),
          downTo: await titles({ endsortkeyprefix: prefix, dir: 'desc' }),
        };
        const [behind, before] = [all.slice(from), all.slice(0, count)];
        expect(found).toEqual({ prefix, from: behind, upTo: before, downFrom: before.toReversed(), downTo: behind.toReversed() });
      }
      expect(await titles({ startsortkeyprefix: 'e', endsortkeyprefix: 'ete' })).toEqual(all.slice(all.indexOf('Eagle'), 7));
    });
    it('continues a list without omitting or repeating members', async () => {
      for (const dir of ['asc', 'desc']) {
        const all = await titles({ dir });
        expect(new Set(all)).toEqual(new Set(FRENCH.map(([title]) => title)));
        expect(all).toHaveLength(FRENCH.length);
        const found: string[] = [];
        let from: Record<string, string> | undefined = {};
        while (from) {
          const answer = await ask({ dir, limit: 1 }, from);
          found.push(...answer.query.categorymembers.map(({ title }: { title: string }) => title));
          from = found.length > all.length ? undefined : answer.continue;
        }
        expect(found).toEqual(all);
      }
    });
  },
  siteWith('uca-fr-u-kn'),
);

describeModule(
  categorymembers,
  wiki => fill(wiki, NUMBERED),
  ({ records, wiki }) => {
    it('computes the sort keys of prefixes in numeric collations', async context => {
      const titles = async (params: Record<string, string> = {}) => (await records(params)).map(({ title }) => title);
      // SQLite stores keys with a NUL byte as blobs, which sort after all texts. MediaWiki cannot store such keys in PostgreSQL.
      if (isOn(wiki(), 'postgres')) return context.skip();
      const all = isOn(wiki(), 'sqlite') ? ['Bridge', 'Weir', '7', 'Bridge 2', 'Bridge 9', 'Bridge 10'] : byKey(NUMBERED);
      expect(await titles()).toEqual(all);
      expect(await titles({ startsortkeyprefix: 'Bridge 09' })).toEqual(all.slice(all.indexOf('Bridge 9')));
      expect(await titles({ endsortkeyprefix: 'bridge 2' })).toEqual(all.slice(0, all.indexOf('Bridge 2') + 1));
    });
  },
  siteWith('numeric'),
);

describeModule(
  categorymembers,
  wiki => fill(wiki, FRENCH.slice(0, 3)),
  ({ ask }) => {
    it('reports collations for which the server can neither compute nor compare sort keys', async () => {
      expect((await ask({ startsortkeyprefix: 'a' })).error.code).toBe('unsupportedcollation');
    });
  },
  siteWith('uppercase-ab'),
);
