import {
  ApiError,
  defineModule,
  type Env,
  escapeWikitext,
  f,
  invalidTitle,
  message,
  p,
  Records,
  readPage,
  type Title,
} from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import {
  columnOf,
  coordinateParams,
  distance,
  fieldsOf,
  geoFields,
  geoTags,
  type Point,
  pointParameter,
  primaryPoint,
} from '@wikiquery/geo-tags';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';

/** Returns the coordinates of pages, as GeoData's `prop=coordinates` does. */
export default defineModule({
  group: 'prop',
  name: 'coordinates',
  prefix: 'co',
  summary: 'Return the coordinates of pages.',
  extension: 'GeoData',
  cache: 'public',
  sources: ({ distancefrompage }) => (distancefrompage === undefined ? ['pages'] : ['database']),
  params: {
    limit: p.limit().help('Number of coordinates to return.'),
    continue: p.continue(),
    ...coordinateParams,
    distancefrompoint: p.string().help('Return the distance in meters from this point: latitude and longitude, separated by a pipe.'),
    distancefrompage: p.string().help('Page whose coordinates are the origin of the returned distances in meters.'),
  },
  atMostOne: [['distancefrompoint', 'distancefrompage']],
  returns: f.record({ lat: f.number(), lon: f.number(), primary: f.boolean(), ...geoFields, dist: f.number().optional() }),
  examples: { 'prop=coordinates&titles=Main%20Page': 'Coordinates of a page.' },

  async execute(q) {
    const { prop, primary, limit, distancefrompoint, distancefrompage } = q.params;
    if (q.pages.found.size === 0) return new Records<never>([]);
    const tags = whereEquals(
      geoTags(q.db).selectFrom('geo_tags').select(['gt_id', 'gt_page_id', 'gt_lat', 'gt_lon', 'gt_primary', 'gt_globe']),
      { gt_page_id: [...q.pages.found.keys()], gt_primary: primary === 'all' ? undefined : Number(primary === 'primary') },
    ).select([...prop].map(columnOf));
    const by = { gt_page_id: 'int', gt_id: 'int' } as const;
    const rows = await readPage(tags, { by, limit, continue: q.params.continue });
    // GeoData checks `distancefrompage` only if there are coordinates to return.
    const origin = distancefrompage === undefined || rows.rows.length === 0 ? undefined : await pointOfPage(q, distancefrompage);
    return rows.recordsOf(
      row => row.gt_page_id,
      row => {
        const point = { lat: Number(row.gt_lat), lon: Number(row.gt_lon), globe: row.gt_globe };
        const from = distancefrompoint === undefined ? origin : pointParameter(distancefrompoint, point.globe);
        const metres = from && distance(from, point);
        return {
          lat: point.lat,
          lon: point.lon,
          primary: row.gt_primary !== 0,
          ...fieldsOf(q.db, row, prop),
          ...(metres !== undefined && { dist: Math.round(metres * 10) / 10 }),
        };
      },
    );
  },
});

async function pointOfPage(q: Env, text: string): Promise<Point> {
  const title = q.titles.local(text);
  const [page] = title ? await pagesByTitle(q.db, [title]) : [];
  if (!page) throw invalidTitle({ title: text });
  const [target] = page.isRedirect ? await redirectTargets(q.db, [page.id]) : [];
  const [found] = target && target.interwiki === '' ? await pagesByTitle(q.db, [target]) : [page];
  const point = found && (await primaryPoint(q.db, found.id));
  if (!point) throw noCoordinates(q, target ?? page);
  return point;
}

const noCoordinates = ({ titles }: Env, title: Title) =>
  new ApiError(
    message('no-coordinates', `"${titles.text(title)}" has no primary coordinates.`, {
      key: 'apierror-geodata-noprimarycoord',
      params: [escapeWikitext(titles.text(title))],
    }),
  );
