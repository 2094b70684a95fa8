import { createTables } from '@wikiquery/database';
import { cellOf, GEO_TABLES, geoTags } from '@wikiquery/geo-tags';
import { ask as askFor, describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import geosearch from './index.ts';

/** Converts metres to degrees of latitude. */
const degrees = (metres: number): number => metres / 111_195.1;

/** Distances of the points on the spiral from its center in metres. */
const SPIRAL = Array.from({ length: 60 }, (_, n) => 2.5 * (n + 1) ** 2);

describeModule(
  geosearch,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, GEO_TABLES)) await sql.raw(statement).execute(wiki.db);
    const place = async (title: string, lat: number, lon: number, more = {}) => {
      const { id: gt_page_id } = await wiki.page(title);
      const cells = { gt_lat_int: cellOf(lat), gt_lon_int: cellOf(lon) };
      const row = { gt_page_id, gt_globe: 'earth', gt_primary: 1, gt_lat: lat, gt_lon: lon, ...cells, ...more };
      await geoTags(wiki.db).insertInto('geo_tags').values(row).execute();
    };
    await place('Centre', 50, 10, { gt_dim: 100 });
    await place('Near', 50 + degrees(300), 10, { gt_dim: 5000, gt_type: 'city' });
    await place('Far', 50 - degrees(9000), 10);
    await place('Talk:Near', 50 + degrees(200), 10);
    await place('Away', 50 + degrees(20_000), 10);
    await place('Crater', 50, 10, { gt_globe: 'moon' });
    await place('Aside', 50, 10 + degrees(400), { gt_primary: 0 });
    await place('West edge', 0, -179.99);
    await place('East edge', 0, 179.99);
    await place('East of it', 50, 20 + degrees(1000) / Math.cos((50 / 180) * Math.PI));
    await place('North of it', 50 + degrees(1001.5), 20);
    await wiki.page('Nowhere');
    // Pages on a spiral, which are densest at its center.
    for (const [n, metres] of SPIRAL.entries())
      await place(`Spiral ${n}`, degrees(metres) * Math.sin(n), 60 + degrees(metres) * Math.cos(n));
    return { params: { coord: '50|10' } };
  },
  ({ records, pages, wiki }) => {
    const send = (params: Readonly<Record<string, string | number>>) =>
      askFor(wiki(), [geosearch], {
        action: 'query',
        list: 'geosearch',
        ...Object.fromEntries(Object.entries(params).map(([name, value]) => [`gs${name}`, value])),
      });
    const found = async (params = {}) =>
      (await records({ coord: '50|10', ...params })).map(({ title, dist }) => `${title} ${Math.round(dist)}`);
    const around = async (params: Parameters<typeof send>[0]) =>
      (await send(params)).query?.geosearch.map((each: { title: string }) => each.title);

    it('lists pages near a point, nearest first', async () => {
      expect(await found()).toEqual(['Centre 0', 'Near 300']);
      expect(await found({ radius: 10_000 })).toEqual(['Centre 0', 'Near 300', 'Far 9000']);
      expect(await found({ limit: 1 })).toEqual(['Centre 0']);
      expect(await found({ namespace: '0|1' })).toEqual(['Centre 0', 'Talk:Near 200', 'Near 300']);
      expect(await found({ primary: 'secondary', radius: 500 })).toEqual(['Aside 257']);
      expect(await found({ maxdim: 200 })).toEqual(['Centre 0']);
      expect(await found({ globe: 'moon' })).toEqual(['Crater 0']);
    });
    it('returns the nearest of many pages in order for every limit', async () => {
      const all = SPIRAL.map((_, n) => `Spiral ${n}`);
      for (const limit of [3, 10, 25, 60]) {
        const near = await records({ coord: '0|60', radius: 10_000, limit });
        expect(near.map(({ title }) => title)).toEqual(all.slice(0, limit));
      }
    });
    it('computes consistent distances to the east and to the north', async () => {
      expect(await found({ coord: '50|20', radius: 2000 })).toEqual(['East of it 1000', 'North of it 1002']);
    });
    it('returns the requested properties, but the globe only if it is not Earth', async () => {
      expect((await records({ prop: 'type|globe|dim' }))[1]).toMatchObject({ lon: 10, primary: true, type: 'city' });
      expect((await records())[0]).not.toHaveProperty('globe');
      expect((await records({ globe: 'moon' }))[0]).toMatchObject({ globe: 'moon' });
    });
    it('searches around pages, in boxes and across the antimeridian', async () => {
      expect(await around({ page: 'Centre' })).toEqual(['Near']);
      expect(await around({ bbox: '50.01|9.99|49.99|10.01' })).toEqual(['Centre', 'Near']);
      expect(await around({ bbox: '50.01|9.99|49.99|10' })).toEqual(['Centre', 'Near']);
      expect(await around({ coord: '0|180', radius: 10_000 })).toEqual(expect.arrayContaining(['West edge', 'East edge']));
      expect(await around({ bbox: '0.05|179.95|-0.05|-179.95' })).toHaveLength(2);
    });
    it('works as a generator', async () => {
      expect(new Set((await pages({ coord: '50|10' })).map(page => page.title))).toEqual(new Set(['Centre', 'Near']));
    });
    it('rejects invalid points, pages and boxes', async () => {
      const code = async (params: Parameters<typeof send>[0]) => (await send(params)).error.code;
      expect(await code({ coord: '50' })).toBe('invalid-coord');
      expect(await code({ page: 'Nowhere' })).toBe('no-coordinates');
      expect(await code({ page: 'Not there' })).toBe('missingtitle');
      expect(await code({ bbox: '1|2|3|4' })).toBe('invalid-bbox');
      expect(await code({ bbox: '9|0|0|9' })).toBe('toobig');
      expect(await code({ coord: '0|0', sort: 'relevance' })).toBe('no-relevance-sort');
      expect(await code({ coord: '0|0', radius: 5 })).toBe('outofrange');
      expect(await code({})).toBe('missingparam');
    });
  },
);
