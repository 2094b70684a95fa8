import { ApiError, defineModule, type Env, escapeWikitext, f, invalidTitle, message, Pages, p, Records } from '@wikiquery/core';
import {
  areaOf,
  type Box,
  boxAround,
  centerOf,
  coordinateParams,
  distance,
  fieldsOf,
  geoFields,
  type Point,
  pointParameter,
  primaryPoint,
  readBox,
} from '@wikiquery/geo-tags';
import { pagesByTitle } from '@wikiquery/pages';
import { nearest } from './nearest.ts';

/** Maximum radius in metres (`$wgMaxGeoSearchRadius`). */
const MOST_RADIUS = 10_000;
const LEAST_AREA = 100;

/** Lists pages with coordinates in an area, nearest first, as GeoData's `list=geosearch` does. */
export default defineModule({
  group: 'list',
  name: 'geosearch',
  prefix: 'gs',
  summary: 'List pages with coordinates in an area, nearest first.',
  extension: 'GeoData',
  differences: [
    '`gsbbox` lists all coordinates in the box. GeoData’s own index returns none.',
    'Results are ordered by exact distance, even when they differ by less than a meter.',
  ],
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    coord: p.string().help('Center of the search: latitude and longitude, separated by a pipe.'),
    page: p.string().help('Page whose coordinates are the center of the search. The page itself is not listed.'),
    bbox: p.string().help('Bounding box: north, west, south and east limits, separated by pipes.'),
    radius: p.int({ min: 10, max: MOST_RADIUS, enforce: true }).default(500).help('Search radius in meters.'),
    maxdim: p.int().help('Maximum size of the object in meters.'),
    sort: p.enum(['distance', 'relevance']).default('distance').help('Sort order.'),
    limit: p.limit().help('Number of pages to return.'),
    globe: p.enum(['earth', 'moon', 'mars', 'venus']).default('earth').help('Celestial body.'),
    namespace: p.namespace().multi().default([0]).help('Include only pages in these namespaces.'),
    ...coordinateParams,
  },
  exactlyOne: [['coord', 'page', 'bbox']],
  element: 'gs',
  returns: f.record({
    pageid: f.int(),
    ...f.title(),
    lat: f.number(),
    lon: f.number(),
    dist: f.number(),
    primary: f.boolean(),
    ...geoFields,
  }),
  continuesBy: false,
  examples: {
    'list=geosearch&gsradius=10000&gscoord=37.786971|-122.399677': 'Pages within ten kilometers.',
    'list=geosearch&gsbbox=37.8|-122.3|37.7|-122.2': 'Pages inside a bounding box.',
  },

  async execute(q) {
    const { radius, maxdim, sort, limit, namespace, prop, primary } = q.params;
    const area = await searchArea(q, q.params);
    if (sort === 'relevance') throw noRelevance();
    const found = await nearest(q.db, {
      center: area.center,
      box: area.box ?? boxAround(area.center, radius),
      primary: primary === 'all' ? undefined : Number(primary === 'primary'),
      maxdim,
      except: area.page,
      fields: [...prop],
      namespaces: namespace,
      limit,
    });
    if (q.asGenerator) return new Pages(found.map(({ page }) => ({ row: page })));
    return new Records(
      found.map(({ tag, page }) => {
        const point = { lat: Number(tag.gt_lat), lon: Number(tag.gt_lon), globe: tag.gt_globe };
        const { globe, ...fields } = fieldsOf(q.db, tag, prop);
        const record = {
          pageid: page.id,
          ...q.titles.fields(page.namespace, page.dbkey),
          lat: point.lat,
          lon: point.lon,
          dist: Math.round((distance(area.center, point) ?? 0) * 10) / 10,
          primary: tag.gt_primary !== 0,
          ...fields,
          // GeoData omits the default globe.
          ...(globe !== undefined && globe !== 'earth' && { globe }),
        };
        return { record };
      }),
    );
  },
});

interface SearchArea {
  readonly center: Point;
  readonly page?: number;
  readonly box?: Box;
}

interface AreaParams {
  readonly coord?: string | undefined;
  readonly page?: string | undefined;
  readonly bbox?: string | undefined;
  readonly globe: string;
}

async function searchArea(q: Env, { coord, page, bbox = '', globe }: AreaParams): Promise<SearchArea> {
  if (coord !== undefined) return { center: pointParameter(coord, globe) };
  if (page !== undefined) return areaAroundPage(q, page);
  const box = readBox(bbox, globe);
  if (!box) throw badBox();
  const area = areaOf(box);
  if (area > MOST_RADIUS * MOST_RADIUS * 4 || area < LEAST_AREA) throw tooBig();
  return { box, center: centerOf(box) };
}

async function areaAroundPage(q: Env, text: string): Promise<SearchArea> {
  const title = q.titles.local(text);
  if (!title || title.namespace < 0 || title.dbkey === '') throw invalidTitle({ title: text });
  const [page] = await pagesByTitle(q.db, [title]);
  if (!page) throw missingTitle(q.titles.text(title));
  const center = await primaryPoint(q.db, page.id);
  if (!center) throw noCoordinates();
  return { center, page: page.id };
}

const error = (code: string, key: string, text: string) => () => new ApiError(message(code, text, { key }));

const badBox = error(
  'invalid-bbox',
  'apierror-geodata-invalidbox',
  'A box must be its north, west, south and east limits, separated by pipes.',
);
const tooBig = error('toobig', 'apierror-geodata-boxtoobig', 'The box is too large or too small.');
const noCoordinates = error('no-coordinates', 'apierror-geodata-nocoord', 'This page has no coordinates.');
const noRelevance = error('no-relevance-sort', 'apierror-geodata-norelevancesort', 'Results can be sorted by distance only.');
const missingTitle = (title: string) =>
  new ApiError(
    message('missingtitle', `There is no page "${title}".`, { key: 'apierror-missingtitle-byname', params: [escapeWikitext(title)] }),
  );
