import { open, sql } from '@wikiquery/database';
import { geoTags } from '@wikiquery/geo-tags';
import { engines } from '@wikiquery/testing';
import { expect, it, vi } from 'vitest';
import { Place, page } from '../import.test-kit.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const placesOf = (place: Place) =>
  place.read(async db => {
    const rows = await geoTags(db)
      .selectFrom('geo_tags')
      .select(['gt_page_id', 'gt_lat', 'gt_lon', 'gt_primary', 'gt_lat_int', 'gt_lon_int', 'gt_dim', 'gt_type', 'gt_country'])
      .orderBy('gt_id')
      .execute();
    return rows.map(row => [
      row.gt_page_id,
      ...[row.gt_lat, row.gt_lon, row.gt_primary, row.gt_lat_int, row.gt_lon_int, row.gt_dim].map(Number),
      row.gt_type,
      row.gt_country,
    ]);
  });

it.each(engines)('coordinates are read from the parser function and the template, and updated with their pages, on %s', async engine => {
  const place = await Place.make(engine);
  const first = (id: number, title: string, text: string) => page(id, title, { id: id * 10, timestamp: '20240101000000', text });
  await place.import({
    pages: [
      first(1, 'Tower', '{{#coordinates:48.8584|N|2.2945|E|primary|type:landmark_region:FR}} {{#coordinates:1|2|primary}}'),
      first(2, 'Town', '{{coord|57|18|N|4|27|W|type:city|display=inline,title|format=dms}} {{Coord|1.5|-2.5}}'),
      first(3, 'Box', '{{Infobox|place={{coord|10|20|display=title}}}} {{Coord|91|0}}'),
      first(4, 'Called', '{{Coor|5|6}}'),
      first(5, 'Nowhere', 'Text'),
      { ...first(6, 'Template:Infobox', '{{{place}}}{{{place}}}'), namespace: 10 },
      { ...first(7, 'Template:Coor', '<includeonly>{{#coordinates:{{{1}}}|{{{2}}}|primary}}</includeonly>'), namespace: 10 },
    ],
  });
  const others = [
    [3, 10, 20, 1, 100, 200, 1000, null, null],
    [4, 5, 6, 1, 50, 60, 1000, null, null],
  ];
  expect(await placesOf(place)).toEqual([
    [1, 48.8584, 2.2945, 1, 489, 23, 1000, 'landmark', 'FR'],
    [2, 57.3, -4.45, 1, 573, -45, 10_000, 'city', null],
    [2, 1.5, -2.5, 0, 15, -25, 1000, null, null],
    ...others,
  ]);
  const later = (id: number, title: string, text: string) =>
    page(id, title, { id: id * 10 + 1, parent: id * 10, timestamp: '20240201000000', text });
  await place.import({ pages: [later(1, 'Tower', 'Gone'), later(2, 'Town', '{{coord|3|4}}')] }, {}, 'later.xml');
  expect((await placesOf(place)).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([[2, 3, 4, 0, 30, 40, 1000, null, null], ...others]);
});

it('coordinates are stored in a table with the table prefix of the wiki', async () => {
  const place = await Place.make();
  await place.import({ pages: [page(1, 'Tower', { id: 1, text: '{{coord|1|2}}' })] }, { prefix: 'mw_' });
  const database = await open(place.url, { connections: 1, prefix: 'mw_' });
  const { rows } = await sql`select gt_page_id from mw_geo_tags`.execute(database.db);
  await database.close();
  expect(rows).toEqual([{ gt_page_id: 1 }]);
});
