import { collationOf, sortedText } from '@wikiquery/categories';
import {
  ApiError,
  badContinue,
  defineError,
  defineModule,
  f,
  fromHex,
  isoTimestamp,
  message,
  NS,
  p,
  type Returned,
  Rows,
  readPage,
  ScanCount,
  type Site,
} from '@wikiquery/core';
import { filterEquals, hexOf, prepare, whereEquals } from '@wikiquery/database';
import { namedPage, PAGE_COLUMNS, type PageColumns, toPageRow } from '@wikiquery/pages';
import { findNeighbors, type Nearest } from './find-bound.ts';

const TYPES = ['page', 'subcat', 'file'] as const;

const props = f.props({
  ids: { pageid: f.int() },
  title: f.title(),
  sortkey: { sortkey: f.string() },
  sortkeyprefix: { sortkeyprefix: f.string() },
  type: { type: f.string() },
  timestamp: { timestamp: f.timestamp() },
});

/** Lists the pages, subcategories and files in a category, as MediaWiki's `list=categorymembers` does. */
export default defineModule({
  group: 'list',
  name: 'categorymembers',
  prefix: 'cm',
  summary: 'List the pages, subcategories and files in a category.',
  differences: [
    'With a Unicode collation, `cmstartsortkeyprefix` and `cmendsortkeyprefix` use this server’s ICU version, which can be newer than the wiki’s.',
  ],
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    title: p.string().help('Title of the category, including the namespace.'),
    pageid: p.int().help('Id of the category page.'),
    prop: props.param().default(['ids', 'title']).help('Properties to return.'),
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    type: p.enum(TYPES).multi().default(TYPES).help('Member types to include. Ignored with `cmsort=timestamp`.'),
    continue: p.continue(),
    limit: p.limit().help('Number of pages to return.'),
    sort: p.enum(['sortkey', 'timestamp']).default('sortkey').help('Sort key of the list.'),
    dir: p.enum(['asc', 'desc', 'ascending', 'descending', 'newer', 'older']).default('ascending').help('Sort direction.'),
    start: p.timestamp().help('Time to start at. Used only with `cmsort=timestamp`.'),
    end: p.timestamp().help('Time to end at. Used only with `cmsort=timestamp`.'),
    starthexsortkey: p.string().help('Sort key to start at, in hexadecimal. Used only with `cmsort=sortkey`.'),
    endhexsortkey: p.string().help('Sort key to end at, in hexadecimal. Used only with `cmsort=sortkey`.'),
    startsortkeyprefix: p.string().help('Sort key prefix to start at. Takes precedence over `cmstarthexsortkey`.'),
    endsortkeyprefix: p.string().help('Sort key prefix to end before. Takes precedence over `cmendhexsortkey`.'),
    startsortkey: p.string().deprecated().help('Use `cmstarthexsortkey` instead.'),
    endsortkey: p.string().deprecated().help('Use `cmendhexsortkey` instead.'),
  },
  exactlyOne: [['title', 'pageid']],
  element: 'cm',
  returns: props,
  examples: { 'list=categorymembers&cmtitle=Category:Physics': 'First members of a category.' },

  async execute(q) {
    const { prop, namespace, type, limit, sort, start, end } = q.params;
    const { miserMode } = q.site.configuration;
    const namespaces = namespace?.size ? namespace : undefined; // Unknown namespaces alone do not filter.
    const category = await namedPage(q, q.params);
    if (category.namespace !== NS.CATEGORY) throw notACategory();

    const shape = {
      asGenerator: q.asGenerator,
      sortkey: sort === 'sortkey' || prop.has('sortkey'),
      timestamp: sort === 'timestamp' || prop.has('timestamp'),
      sortkeyprefix: prop.has('sortkeyprefix'),
      // A rare namespace can require reading the whole category, so in miser mode the rows are filtered after they are read.
      namespaces: miserMode ? undefined : namespaces,
    };
    const members = (type?: MemberType) => matchingMembers(q.db, category.dbkey, type, shape);

    // The namespace filter needs candidates, because no index contains the namespaces of members.
    const candidates = (type?: MemberType) => shape.namespaces && matchingMembers(q.db, category.dbkey, type, ANY_MEMBERS);

    const dir = ['asc', 'ascending', 'newer'].includes(q.params.dir) ? 'ascending' : 'descending';
    const rows =
      sort === 'timestamp'
        ? await readPage(members(), {
            by: { cl_timestamp: 'timestamp', cl_from: 'int' },
            limit,
            dir,
            start,
            end,
            continue: q.params.continue,
            candidates: candidates(),
          })
        : await membersBySortKey();
    const isListed = (row: { page_namespace: number }) => !miserMode || !namespaces || namespaces.has(row.page_namespace);
    if (q.asGenerator) return rows.pages(row => (isListed(row) ? { row: toPageRow(row) } : undefined));
    return rows.records(row => {
      if (!isListed(row)) return undefined;
      const record: MemberRecord = {};
      if (prop.has('ids')) record.pageid = row.cl_from;
      if (prop.has('title')) {
        record.ns = row.page_namespace;
        record.title = q.titles.textOf(row.page_namespace, row.page_title);
      }
      if (prop.has('sortkey')) record.sortkey = row.sortkey;
      if (prop.has('sortkeyprefix')) record.sortkeyprefix = row.cl_sortkey_prefix;
      if (prop.has('type')) record.type = row.cl_type;
      if (prop.has('timestamp')) record.timestamp = isoTimestamp(row.cl_timestamp);
      return record;
    });

    /** Reads the member types one after the other, each in index order. */
    async function membersBySortKey() {
      // A continue value replaces both the start and the end.
      const from = q.params.continue ? readPosition(q.params.continue) : undefined;
      const windowOf = from ? everything : sortKeyWindow(q.params, q.site, q.wirePrefix);
      const types = [...type];
      const scanned = new ScanCount();
      const found: Awaited<ReturnType<typeof ofType>>['rows'][number][] = [];
      for (const [i, each] of types.slice(Math.max(types.indexOf(from?.type as never), 0)).entries()) {
        const { rows, next } = await ofType(each, limit + 1 - found.length, i === 0 ? from?.rest : undefined);
        found.push(...rows);
        if (found.length > limit) break;
        // A continue value means that the limit on scanned rows is reached.
        if (next !== undefined) return new Rows(found, limit, cursorOf, next);
      }
      return new Rows(found, limit, cursorOf);

      async function ofType(each: (typeof types)[number], most: number, rest: string | undefined) {
        const window = await windowOf(dir, nearestIn(each));
        if (!window) return new Rows<MemberRow>([], most, cursorOf);
        const options = {
          by: BY_SORT_KEY,
          limit: most,
          dir,
          continue: rest,
          cursor: cursorOf,
          candidates: candidates(each),
          scanned,
          ...window,
        } as const;
        return readPage(members(each), options);
      }

      function nearestIn(each: (typeof types)[number]): Nearest {
        return async (dir, key) => {
          const start = key === undefined ? undefined : fromHex(key);
          const place = matchingMembers(q.db, category.dbkey, each, ANY_MEMBERS);
          const { rows } = await readPage(place, { by: BY_SORT_KEY, limit: 1, dir, start });
          return rows[0] && { key: rows[0].sortkey, text: sortedText(rows[0].cl_sortkey_prefix, rows[0].page_title) };
        };
      }
    }
  },
});

type MemberType = (typeof TYPES)[number];

interface MemberShape {
  readonly asGenerator: boolean;
  readonly sortkey: boolean;
  readonly timestamp: boolean;
  readonly sortkeyprefix: boolean;
  readonly namespaces: ReadonlySet<number> | undefined;
  /** Whether to select the raw sort key, for ordering. */
  readonly order?: boolean;
}
const ANY_MEMBERS: MemberShape = {
  asGenerator: false,
  sortkey: true,
  timestamp: true,
  sortkeyprefix: true,
  namespaces: undefined,
  order: true,
};
const BY_SORT_KEY = { cl_sortkey: 'hex', cl_from: 'int' } as const;
const matchingMembers = prepare(
  (category: string, type: MemberType | undefined, shape: MemberShape) => ({ bindings: { category, type }, shape }),
  (db, { category, type }, { asGenerator, sortkey, timestamp, sortkeyprefix, namespaces, order = false }) => {
    const members = db
      .selectFrom('categorylinks')
      .innerJoin('page', 'page_id', 'cl_from')
      .select(['cl_from', 'cl_type', 'page_namespace', 'page_title'])
      .$if(sortkey, query => query.select(hexOf('cl_sortkey').as('sortkey')))
      .$if(order, query => query.select('cl_sortkey'))
      .$if(timestamp, query => query.select('cl_timestamp'))
      .$if(sortkeyprefix, query => query.select('cl_sortkey_prefix'))
      .$if(asGenerator, query => query.select(PAGE_COLUMNS))
      .$castTo<MemberRow>();
    const ofCategory = members.where('cl_target_id', '=', ({ selectFrom }) =>
      selectFrom('linktarget').select('lt_id').where('lt_namespace', '=', NS.CATEGORY).where('lt_title', '=', category),
    );
    return filterEquals(whereEquals(ofCategory, { cl_type: type }), { page_namespace: namespaces });
  },
);

type MemberRecord = { -readonly [K in keyof Returned<typeof props>]: Returned<typeof props>[K] };
/** Row of a member, with all columns that a `MemberShape` can select. */
interface MemberRow extends PageColumns {
  readonly cl_from: number;
  readonly cl_type: MemberType;
  /** Raw sort key, used only for ordering. `sortkey` contains it in hexadecimal. */
  readonly cl_sortkey: never;
  readonly sortkey: string;
  readonly cl_sortkey_prefix: string;
  readonly cl_timestamp: string;
}

/** Returns a continue value in the form `type|hexadecimal sort key|page id`. */
const cursorOf = (row: MemberRow): string => `${row.cl_type}|${row.sortkey}|${row.cl_from}`;

function readPosition(text: string): { type: string; rest: string } {
  const [type = '', ...rest] = text.split('|');
  if (rest.length !== 2) throw badContinue();
  return { type, rest: rest.join('|') };
}

interface SortKeyParams {
  readonly starthexsortkey: string | undefined;
  readonly endhexsortkey: string | undefined;
  readonly startsortkeyprefix: string | undefined;
  readonly endsortkeyprefix: string | undefined;
  readonly startsortkey: string | undefined;
  readonly endsortkey: string | undefined;
}

interface SortKeyBounds {
  readonly start?: string | Uint8Array | undefined;
  readonly end?: string | Uint8Array | undefined;
}
const everything = (): Promise<SortKeyBounds | undefined> => Promise.resolve({});

type Bound = (inclusive: boolean, nearest: Nearest) => Promise<string | Uint8Array | undefined>;

/**
 * Returns a function that determines the sort key bounds. Prefixes override hexadecimal keys, which override plain keys.
 * A prefix whose key cannot be computed is located among the members of each type.
 * The function returns undefined if no member is within the bounds. Throws MediaWiki's error for malformed hexadecimal keys.
 */
function sortKeyWindow(params: SortKeyParams, site: Site, wirePrefix: string) {
  const bound = (side: 'start' | 'end') => {
    const prefix = params[`${side}sortkeyprefix`];
    if (prefix !== undefined) return boundOf(prefix, site);
    const hex = params[`${side}hexsortkey`];
    if (hex === undefined) return params[`${side}sortkey`];
    const key = fromHex(hex);
    if (key === undefined) throw badSortKey(`${wirePrefix}${side}hexsortkey`);
    return key;
  };
  const [start, end] = [bound('start'), bound('end')];
  return async (dir: 'ascending' | 'descending', nearest: Nearest): Promise<SortKeyBounds | undefined> => {
    const found: { start?: string | Uint8Array | undefined; end?: string | Uint8Array | undefined } = {};
    for (const [side, value] of [
      ['start', start],
      ['end', end],
    ] as const) {
      found[side] = typeof value === 'function' ? await value((side === 'end') === (dir === 'ascending'), nearest) : value;
      if (found[side] === undefined && value !== undefined) return undefined;
    }
    return found;
  };
}

/** Returns the key of a prefix in the wiki's collation (`$wgCategoryCollation`), or a function that finds the nearest member's key. */
function boundOf(prefix: string, { general }: Site): string | Uint8Array | Bound {
  const name = (general.categorycollation as string | undefined) ?? 'uppercase';
  const collation = collationOf(name, (general.lang as string | undefined) ?? 'en');
  if (!collation) throw unknownCollation(name);
  if ('keyOf' in collation) return collation.keyOf(prefix);
  return async (isUpper, nearest) => {
    const place = await findNeighbors(prefix, collation, isUpper, nearest);
    if (!place) throw unknownCollation(name);
    const key = (isUpper ? place.before : place.after)?.key;
    return key === undefined ? undefined : fromHex(key);
  };
}

const notACategory = defineError('invalidcategory', () => ({ text: 'The title is not the title of a category.' }));
const badSortKey = (param: string): ApiError =>
  new ApiError(
    message(`badvalue_${param}`, `The parameter "${param}" needs pairs of hexadecimal digits.`, {
      key: 'apierror-badparameter',
      params: [param],
    }),
  );
const unknownCollation = (collation: string): ApiError =>
  new ApiError(
    message(
      'unsupportedcollation',
      `This server has no sort keys for the collation "${collation}". Use cmstarthexsortkey and cmendhexsortkey.`,
    ),
  );
