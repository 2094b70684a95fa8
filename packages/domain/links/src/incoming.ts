import { f, type PageSet, Pages, type Param, p, Records, type Returns, readPage, readShow, type Title } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { filterEquals, whereEquals } from '@wikiquery/database';
import { type LinkModule, type LinkTable, linksWithPages, linkTables, whereLinkTo } from './tables.ts';
import { differ } from './titles.ts';

interface Options<N extends string> extends LinkModule<N> {
  readonly example?: string;
}

type Detail = 'redirect' | 'fragment';

/** Record of a link to a page of the request. */
export interface IncomingLink {
  pageid?: number | undefined;
  ns?: number | undefined;
  title?: string | undefined;
  fragment?: string | undefined;
  redirect?: boolean | undefined;
}

/** Creates a prop module of pages that link to the pages of the request: linkshere, transcludedin, fileusage, redirects. */
export function incomingProp<const N extends string>({ name, prefix, summary, table: tableName, example = 'Main%20Page' }: Options<N>) {
  const table: LinkTable = linkTables[tableName];
  const isRedirect = tableName === 'redirect';
  const { returns, prop, shows } = isRedirect ? redirects : links;
  return defineModule({
    group: 'prop',
    name,
    prefix,
    summary,
    cache: 'public',
    sources: ['database'],
    generator: true,
    params: {
      prop: prop.help('Properties to return.'),
      namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
      show: p
        .enum(shows.flatMap(flag => [flag, `!${flag}`]))
        .multi()
        .help('Include or exclude (`!`) pages with these properties.'),
      limit: p.limit().help('Number of links to return.'),
      continue: p.continue(),
    },
    returns,
    quirks: { emptyIsList: true },
    examples: { [`prop=${name}&titles=${example}`]: 'Pages that link to a page.' },

    async execute(q) {
      const { prop, namespace, limit } = q.params;
      const titles = linkableTitles(q.pages, table.toNamespace);
      if (titles.length === 0 || namespace?.size === 0) return q.asGenerator ? new Pages([]) : new Records([]);
      const show: { readonly [D in Detail]?: boolean | undefined } = readShow(q.params.show, shows);

      let found = linksWithPages(q.db, table).select([
        'from_id',
        'from_namespace',
        'to_namespace',
        'to_title',
        'fragment',
        'page_namespace',
        'page_title',
        'page_is_redirect',
      ]);
      found = whereLinkTo(q.db, found, table, titles);
      // If no index contains the linking page's namespace, miser mode filters rows after reading them.
      const filtersRows = !table.hasFromNamespace && q.site.configuration.miserMode;
      if (isRedirect) found = found.where('interwiki', '=', '');
      const all = table.hasFromNamespace ? whereEquals(found, { from_namespace: namespace }) : found;
      found = all;
      if (!filtersRows && !table.hasFromNamespace) found = whereEquals(found, { page_namespace: namespace });
      if (show.redirect !== undefined) found = filterEquals(found, { page_is_redirect: Number(show.redirect) });
      if (show.fragment !== undefined) found = found.where('fragment', show.fragment ? '!=' : '=', '');
      // Columns with one value for all rows are not part of the continue value.
      const by = {
        ...(differ(titles, title => title.namespace) && { to_namespace: 'int' as const }),
        ...(differ(titles, title => title.dbkey) && { to_title: 'string' as const }),
        ...(table.hasFromNamespace && namespace && namespace.size > 1 && { from_namespace: 'int' as const }),
        from_id: 'int' as const,
      };
      const candidates = found === all ? undefined : all;
      const rows = await readPage(found, { by, limit, continue: q.params.continue, boundFirstKey: titles.length > 1, candidates });
      const isListed = (row: { page_namespace: number }) => !filtersRows || !namespace || namespace.has(row.page_namespace);
      if (q.asGenerator)
        return rows.pages(row => (isListed(row) ? { title: { namespace: row.page_namespace, dbkey: row.page_title } } : undefined));
      return rows.recordsOf(
        row => (isListed(row) ? q.pages.idOf(row.to_namespace, row.to_title) : undefined),
        row => {
          const record: IncomingLink = {};
          if (prop?.has('pageid')) record.pageid = row.from_id;
          if (prop?.has('title')) Object.assign(record, q.titles.fields(row.page_namespace, row.page_title));
          if (prop?.has('fragment') && row.fragment) record.fragment = row.fragment;
          if (prop?.has('redirect')) record.redirect = row.page_is_redirect === 1;
          return record;
        },
      );
    },
  });
}

interface Details {
  readonly returns: Returns<IncomingLink>;
  readonly prop: Param<'pageid' | 'title' | Detail, ReadonlySet<'pageid' | 'title' | Detail>>;
  readonly shows: readonly Detail[];
}

const linkProps = f.props({ pageid: { pageid: f.int() }, title: f.title(), redirect: { redirect: f.boolean() } });
const links: Details = {
  returns: { parts: linkProps.parts },
  prop: linkProps.param().default(['pageid', 'title', 'redirect']) as unknown as Details['prop'],
  shows: ['redirect'],
};

const redirectProps = f.props({ pageid: { pageid: f.int() }, title: f.title(), fragment: { fragment: f.string().optional() } });
const redirects: Details = {
  returns: { parts: redirectProps.parts },
  prop: redirectProps.param().default(['pageid', 'title']) as unknown as Details['prop'],
  shows: ['fragment'],
};

const linkableTitles = ({ found, missing, special }: PageSet, only: number | undefined): Title[] =>
  [...missing.values(), ...found.values(), ...special.values()].filter(({ namespace }) => only === undefined || namespace === only);
