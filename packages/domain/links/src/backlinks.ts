import {
  ApiError,
  badContinue,
  f,
  type LimitBounds,
  message,
  Pages,
  p,
  Records,
  RowEntries,
  Rows,
  readPage,
  type Title,
  titleKey,
} from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { type Bindings, type Database, filterEquals, prepare, whereEquals } from '@wikiquery/database';
import { namedTitle, PAGE_COLUMNS, type PageColumns, toPageRow } from '@wikiquery/pages';
import type { Kysely } from 'kysely';
import { type LinkModule, type LinkTable, linksWithPages, linkTables, whereLinkTo } from './tables.ts';
import { differ } from './titles.ts';

interface Options<N extends string> extends LinkModule<N> {
  readonly throughRedirects: boolean;
  readonly example?: string;
}

/** Creates a list module of the pages that link to one title: backlinks, embeddedin, imageusage. */
export function backlinkList<const N extends string>({
  name,
  prefix,
  summary,
  table: tableName,
  throughRedirects,
  example = 'Main%20Page',
}: Options<N>) {
  const table: LinkTable = linkTables[tableName];
  const params = {
    title: p.string().help('Title of the link target.'),
    pageid: p.int().help('Page id of the link target.'),
    continue: p.continue(),
    namespace: p.namespace().multi().help('Namespaces of the linking pages.'),
    dir: p.dir.alphabetic().help('Sort direction.'),
    filterredir: p
      .enum(['all', 'redirects', 'nonredirects'])
      .default('all')
      .help('Include or exclude redirects. With `redirect`, `nonredirects` applies to the second level only.'),
    limit: p
      .boundedLimit()
      .siteDefault(() => DEFAULT_LIMIT)
      .help('Number of pages to return. Default: 10. With `redirect`, at most half the usual maximum per level.'),
  };
  const linksTo = (
    db: Kysely<Database>,
    titles: readonly (Title | Bindings<Title>)[],
    { namespaces, withTargets, asGenerator, redirects }: LinkShape,
  ) => {
    const links = linksWithPages(db, table)
      .select(['from_id', 'page_namespace', 'page_title', 'page_is_redirect'])
      // Only the second level (links through redirects) has several targets.
      .$if(withTargets, query => query.select(['to_namespace', 'to_title']))
      .$if(asGenerator, query => query.select(PAGE_COLUMNS))
      .$castTo<LinkRow>();
    const toTitles = whereEquals(whereLinkTo(db, links, table, titles), { from_namespace: namespaces });
    return filterEquals(toTitles, { page_is_redirect: redirects === undefined ? undefined : Number(redirects) });
  };
  const linksToOne = prepare(
    ({ namespace, dbkey }: Title, from: number | undefined, shape: LinkShape) => ({ bindings: { namespace, dbkey, from }, shape }),
    (db, { namespace, dbkey, from }, shape) => whereEquals(linksTo(db, [{ namespace, dbkey }], shape), { from_namespace: from }),
  );
  const anyLinksToOne = prepare(
    ({ namespace, dbkey }: Title, from: number | undefined) => ({ bindings: { namespace, dbkey, from } }),
    (db, { namespace, dbkey, from }) =>
      whereEquals(whereLinkTo(db, linksWithPages(db, table), table, [{ namespace, dbkey }]), { from_namespace: from }).select([
        'from_id',
        'from_namespace as page_namespace',
      ]),
  );
  const redirect = p.boolean().help('Also return the pages that link to redirects among the results.');
  return defineModule({
    group: 'list',
    name,
    prefix,
    summary,
    cache: 'public',
    sources: ['database'],
    quirks: { warnsTwice: true },
    generator: true,
    params: (throughRedirects ? { ...params, redirect } : params) as typeof params & { redirect: typeof redirect },
    exactlyOne: [['title', 'pageid']],
    element: prefix,
    returns: f.record({ ...linkingPage, redirlinks: f.array(f.object(linkingPage)).element(prefix).optional() }),
    examples: { [`list=${name}&${prefix}title=${example}`]: 'Pages that link to a page.' },

    async execute(q) {
      const { namespace, filterredir, dir } = q.params;
      const redirect = throughRedirects && q.params.redirect;
      const limit = q.params.limit?.within(redirect ? HALF : WHOLE) ?? DEFAULT_LIMIT;
      const target = await namedTitle(q, q.params);
      if (table.toNamespace !== undefined && target.namespace !== table.toNamespace) throw notAFile(name);
      const from = q.params.continue === undefined ? undefined : readPosition(q.params.continue);

      const severalNamespaces = (namespace?.size ?? 0) > 1;
      const namespaces = namespace?.size ? namespace : undefined;
      const shape = { withTargets: redirect, asGenerator: q.asGenerator };
      const byPage = { ...(severalNamespaces && { from_namespace: 'int' as const }), from_id: 'int' as const };

      // With `redirect`, the first level must include redirects, so `nonredirects` filters only the second level.
      const filter = filterredir === 'all' ? undefined : filterredir === 'redirects';
      const firstFilter = filter === false && redirect ? undefined : filter;
      const first = await inEachNamespace(limit, namespaces, dir, from?.first, (only, most, begin) => {
        return readPage(linksToOne(q.db, target, only, { ...shape, redirects: firstFilter }), {
          by: { from_id: 'int' },
          limit: most,
          dir,
          continue: begin,
          cursor: firstKeys,
          candidates: firstFilter === undefined ? undefined : anyLinksToOne(q.db, target, only),
        });
      });
      const firstPosition = from?.first.join('|') ?? firstRow(first.rows, firstKeys) ?? '0|0';

      const redirects = redirect ? redirectsAmong(first.rows, table.toNamespace) : [];
      const [byNamespace, byTitle] = [differ(redirects, title => title.namespace), differ(redirects, title => title.dbkey)];
      const second =
        redirects.length > 0
          ? await readPage(linksTo(q.db, redirects, { ...shape, namespaces, redirects: filter }), {
              by: { ...(byNamespace && { to_namespace: 'int' as const }), ...(byTitle && { to_title: 'string' as const }), ...byPage },
              limit,
              dir,
              continue: from?.second && chosen(from.second, [byNamespace, byTitle, severalNamespaces, true]),
              cursor: row => `${firstPosition}|${secondKeys(row)}`,
            })
          : undefined;
      const next = second?.next ?? first.next;
      if (q.asGenerator)
        return new Pages(
          [...first, ...(second ?? [])].map(row => ({ row: toPageRow(row) })),
          next,
        );

      const position = `${firstPosition}|${from?.second?.join('|') ?? (second && firstRow(second.rows, secondKeys)) ?? '0||0|0'}`;
      const throughPage = Map.groupBy(second ?? [], row => titleKey(row.to_namespace, row.to_title));
      const toRecord = (row: LinkRow): LinkRecord => {
        const title = q.titles.textOf(row.page_namespace, row.page_title);
        const record: LinkRecord = { pageid: row.from_id, ns: row.page_namespace, title };
        if (row.page_is_redirect === 1) record.redirect = true;
        return record;
      };
      // After a full response, the next request reads the same rows again and starts within them.
      const begin = from?.page === undefined ? 0 : first.rows.findIndex(row => row.from_id === from.page);
      const rows = first.rows.slice(Math.max(begin, 0));
      const records = rows.map(row => {
        const record = toRecord(row);
        const links = second && throughPage.get(titleKey(row.page_namespace, row.page_title));
        if (links) {
          const skipped = from?.page === row.from_id ? links.findIndex(link => link.from_id === from.through) : 0;
          record.redirlinks = links.slice(Math.max(skipped, 0)).map(toRecord);
        }
        return record;
      });
      return new Records(new RowEntries(rows, records, row => `${position}|${row.from_id}`), next);
    },
  });
}

/** Reads the links of one namespace after another, in the order of the index. */
async function inEachNamespace<Row>(
  limit: number,
  namespaces: ReadonlySet<number> | undefined,
  dir: 'ascending' | 'descending',
  from: readonly [namespace: string, id: string] | undefined,
  read: (namespace: number | undefined, limit: number, from: string | undefined) => Promise<Rows<Row>>,
): Promise<Rows<Row>> {
  const [only, another] = namespaces ?? [];
  if (!namespaces || another === undefined) return read(only, limit, from?.[1]);
  const forward = dir === 'ascending';
  const begun = from && Number(from[0]);
  const isLeft = (namespace: number) => begun === undefined || (forward ? namespace >= begun : namespace <= begun);
  const left = [...namespaces].filter(isLeft).sort((a, b) => (forward ? a - b : b - a));
  const found: Row[] = [];
  let last: Rows<Row> | undefined;
  for (const namespace of left) {
    last = await read(namespace, limit - found.length, namespace === begun ? from?.[1] : undefined);
    found.push(...last.rows);
    if (last.next !== undefined) break;
  }
  return new Rows(found, limit, row => last!.cursorOf(row), last?.next);
}

interface LinkShape {
  readonly namespaces?: ReadonlySet<number> | undefined;
  readonly withTargets: boolean;
  readonly asGenerator: boolean;
  readonly redirects: boolean | undefined;
}

const linkingPage = { pageid: f.int(), ...f.title(), redirect: f.flag() };

interface LinkRecord {
  pageid: number;
  ns: number;
  title: string;
  redirect?: true;
  redirlinks?: LinkRecord[];
}

interface LinkRow extends PageColumns {
  readonly from_id: number;
  readonly from_namespace: number;
  readonly to_namespace: number;
  readonly to_title: string;
}

const firstKeys = (row: LinkRow): string => `${row.page_namespace}|${row.from_id}`;
const secondKeys = (row: LinkRow): string => `${row.to_namespace}|${row.to_title}|${firstKeys(row)}`;
const firstRow = (rows: readonly LinkRow[], keys: (row: LinkRow) => string): string | undefined => rows[0] && keys(rows[0]);

const redirectsAmong = (pages: readonly LinkRow[], only: number | undefined): Title[] =>
  pages.flatMap(({ page_is_redirect, page_namespace: namespace, page_title: dbkey }) =>
    page_is_redirect === 1 && (only === undefined || namespace === only) ? [{ namespace, dbkey }] : [],
  );

/** Continue value: the first row of each level. After a full response, also the page ids on both levels that did not fit. */
interface Position {
  readonly first: readonly [string, string];
  readonly second?: readonly [string, string, string, string];
  readonly page?: number;
  readonly through?: number;
}

function readPosition(text: string): Position {
  const parts = text.split('|');
  const isTitle = (i: number) => i === 3;
  if (![2, 6, 7, 8].includes(parts.length) || !parts.every((part, i) => isTitle(i) || /^(?:0|-?[1-9]\d*)$/.test(part))) throw badContinue();
  const [ns = '', id = '', toNamespace = '', toTitle = '', fromNamespace = '', fromId = '', page, through] = parts;
  return {
    first: [ns, id],
    ...(parts.length > 2 && { second: [toNamespace, toTitle, fromNamespace, fromId] }),
    ...(page !== undefined && { page: Number(page) }),
    ...(through !== undefined && { through: Number(through) }),
  };
}

const chosen = (parts: readonly string[], isKey: readonly boolean[]): string => parts.filter((_, i) => isKey[i]).join('|');

const DEFAULT_LIMIT = 10;
const WHOLE: LimitBounds = { max: 500, highMax: 5000 };
const HALF: LimitBounds = { max: 250, highMax: 2500 };

const notAFile = (module: string) =>
  new ApiError(
    message('bad_image_title', `The title for ${module} must be in the File namespace.`, {
      key: 'apierror-imageusage-badtitle',
      params: [module],
    }),
  );
