import { createTables } from '@wikiquery/database';
import { GEO_TABLES, geoTags } from '@wikiquery/geo-tags';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import coordinates from './index.ts';

describeModule(
  coordinates,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, GEO_TABLES)) await sql.raw(statement).execute(wiki.db);
    const place = async (title: string, lat: number, lon: number, more = {}) => {
      const gt_page_id = (await wiki.page(title)).id;
      const row = { gt_page_id, gt_globe: 'earth', gt_primary: 1, gt_lat: lat, gt_lon: lon, ...more };
      await geoTags(wiki.db).insertInto('geo_tags').values(row).execute();
    };
    await place('Equator', 0, 0, { gt_dim: 1000, gt_type: 'landmark', gt_country: 'GA' });
    const besides = { gt_page_id: 1, gt_globe: 'earth', gt_primary: 0, gt_lat: 0, gt_lon: 2, gt_name: 'Élan' };
    await geoTags(wiki.db).insertInto('geo_tags').values(besides).execute();
    await place('Berlin', 52.52000123, -13.405);
    await place('Crater', 10, 20, { gt_globe: 'moon' });
    await wiki.page('Nowhere');
    await wiki.redirect('Line', 'Equator');
    return { request: { titles: 'Equator|Berlin|Crater|Nowhere' } };
  },
  ({ records, ask }) => {
    type Place = Record<string, unknown>;
    const places = async (params = {}): Promise<Record<string, Place[]>> =>
      Object.fromEntries(
        (await records(params)).map(({ title, coordinates: list }: { title: string; coordinates: Place[] }) => [title, list]),
      );

    it('returns the coordinates of pages', async () => {
      expect(await places()).toEqual({
        Berlin: [{ lat: 52.52000123, lon: -13.405, primary: true, globe: 'earth' }],
        Crater: [{ lat: 10, lon: 20, primary: true, globe: 'moon' }],
        Equator: [{ lat: 0, lon: 0, primary: true, globe: 'earth' }],
        Nowhere: undefined,
      });
      const { Equator } = await places({ primary: 'all', prop: 'name|dim|type|country|region' });
      expect(Equator).toEqual([
        { lat: 0, lon: 0, primary: true, dim: expect.toSatisfy(dim => Number(dim) === 1000), type: 'landmark', country: 'GA' },
        { lat: 0, lon: 2, primary: false, name: 'Élan' },
      ]);
      expect((await places({ primary: 'secondary' })).Equator).toHaveLength(1);
    });
    it('returns distances from a point or page on the same globe', async () => {
      const { Equator, Crater } = await places({ distancefrompoint: '1|0' });
      expect(Equator?.[0]?.dist).toBeCloseTo(111_195.1, 0);
      expect(Crater?.[0]?.dist).toBeCloseTo(661_774.6, 0);
      const fromPage = await places({ distancefrompage: 'Line', primary: 'all' });
      expect(fromPage.Equator?.map(({ dist }) => Math.round(Number(dist)))).toEqual([0, 222_390]);
      expect(fromPage.Crater?.[0]).not.toHaveProperty('dist');
    });
    it('rejects invalid points and pages', async () => {
      const code = async (params: object) => (await ask({ ...params })).error.code;
      expect(await code({ distancefrompoint: '100|0' })).toBe('invalid-coord');
      expect(await code({ distancefrompage: 'Nowhere' })).toBe('no-coordinates');
      expect(await code({ distancefrompage: 'Not there' })).toBe('invalidtitle');
      expect(await code({ distancefrompage: 'Line', distancefrompoint: '0|0' })).toBe('invalidparammix');
    });
  },
);
