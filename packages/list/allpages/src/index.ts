import { ApiError, defineModule, f, message, p, type Query, readPage, toTimestamp } from '@wikiquery/core';
import { byIndex, finds, prepare, whereEquals } from '@wikiquery/database';
import { PAGE_COLUMNS, type PageColumns, toPageRow } from '@wikiquery/pages';

const params = {
  from: p.string().help('Title to start at.'),
  continue: p.continue(),
  to: p.string().help('Title to end at.'),
  prefix: p.string().help('Include only titles with this prefix.'),
  namespace: p.namespace().default(0).help('Namespace to list.'),
  filterredir: p.enum(['all', 'redirects', 'nonredirects']).default('all').help('Include or exclude redirects.'),
  filterlanglinks: p
    .enum(['withlanglinks', 'withoutlanglinks', 'all'])
    .default('all')
    .help('Include or exclude pages that have language links.'),
  minsize: p.int().help('Minimum page size in bytes.'),
  maxsize: p.int().help('Maximum page size in bytes.'),
  prtype: p
    .enum(site => site.restrictions.types.filter(type => type !== 'create'))
    .multi()
    .help('Include only pages with a protection of these types.'),
  prlevel: p
    .enum(site => site.restrictions.levels)
    .multi()
    .help('Include only these protection levels. Requires `apprtype`.'),
  prfiltercascade: p
    .enum(['cascading', 'noncascading', 'all'])
    .default('all')
    .help('Include or exclude cascading protection. Requires `apprtype`.'),
  prexpiry: p
    .enum(['indefinite', 'definite', 'all'])
    .default('all')
    .help('Include only protected pages whose protection does or does not expire. `all` has no effect.'),
  limit: p.limit().help('Number of pages to return.'),
  dir: p.dir.alphabetic().help('Sort direction.'),
};

/** Lists the pages of a namespace by title, as MediaWiki's `list=allpages` does. */
export default defineModule({
  group: 'list',
  name: 'allpages',
  prefix: 'ap',
  summary: 'List the pages of a namespace by title.',
  cache: 'public',
  // Filters by protection depend on the clock, because protections expire.
  sources: ({ prtype, prexpiry }) => (prtype || prexpiry !== 'all' ? ['database', 'clock'] : ['database']),
  generator: true,
  params,
  element: 'p',
  returns: f.record({ pageid: f.int(), ...f.title() }),
  examples: { 'list=allpages&apfrom=B&aplimit=3': 'Three pages from the letter B onward.' },

  async execute(q) {
    const { from, to, namespace, filterredir, limit, dir } = q.params;
    if (q.asGenerator && q.followsRedirects) throw useFilterredir();
    const key = (text: string | undefined) => (text === undefined ? undefined : q.titles.partToKey(text, namespace));
    const redirect = filterredir === 'all' ? undefined : filterredir === 'redirects' ? 1 : 0;
    const filter = readFilter(q, redirect);
    const { filtersLater, protection, filterlanglinks } = filter.shape;
    const choices = [filter.bindings.redirect, filter.bindings.minsize, filter.bindings.maxsize, protection];
    const isFiltered = choices.some(choice => choice !== undefined) || filterlanglinks !== 'all';
    const rows = await readPage(matchingPages(q.db, filter), {
      candidates: isFiltered ? pagesOf(q.db, namespace) : undefined,
      by: { page_title: 'string' },
      limit,
      dir,
      continue: q.params.continue,
      prefix: key(q.params.prefix),
      start: key(from),
      end: key(to),
    });
    const isListed = (row: { page_is_redirect?: number }) => !filtersLater || row.page_is_redirect === redirect;
    if (q.asGenerator) return rows.pages(row => (isListed(row) ? { row: toPageRow(row as PageColumns) } : undefined));
    return rows.records(row =>
      isListed(row) ? { pageid: row.page_id, ns: namespace, title: q.titles.textOf(namespace, row.page_title) } : undefined,
    );
  },
});

type ModuleQuery = Query<'list', typeof params, true>;

function readFilter({ asGenerator, site, now, params }: ModuleQuery, redirect: 0 | 1 | undefined) {
  const { namespace, minsize, maxsize, filterlanglinks, prtype, prlevel, prfiltercascade, prexpiry } = params;
  const isProtected = (prtype?.size ?? 0) > 0 || prexpiry !== 'all';
  if (prlevel && !isProtected) throw levelWithoutType();
  // Possibly few pages match, so in miser mode the rows are filtered after they are read.
  const { miserMode } = site.configuration;
  return {
    bindings: {
      namespace,
      redirect: miserMode ? undefined : redirect,
      minsize,
      maxsize: miserMode ? undefined : maxsize,
      now: isProtected ? toTimestamp(now) : undefined,
    },
    shape: {
      asGenerator,
      filtersLater: miserMode && redirect !== undefined,
      filterlanglinks,
      protection: isProtected ? { types: prtype, levels: prlevel, cascade: prfiltercascade, expiry: prexpiry } : undefined,
    },
  };
}

const pagesOf = prepare(
  (namespace: number) => ({ bindings: { namespace } }),
  (db, { namespace }) => db.selectFrom('page').select('page_title').where('page_namespace', '=', namespace),
);

const matchingPages = prepare(
  (filter: ReturnType<typeof readFilter>) => filter,
  (db, { namespace, redirect, minsize, maxsize, now }, { asGenerator, filtersLater, filterlanglinks, protection }) => {
    let pages = db
      .selectFrom('page')
      .modifyFront(byIndex('page_name_title'))
      .select(['page_id', 'page_title'])
      .$if(filtersLater, query => query.select('page_is_redirect'))
      .$if(asGenerator, query => query.select(PAGE_COLUMNS))
      .where('page_namespace', '=', namespace);
    pages = whereEquals(pages, { page_is_redirect: redirect });
    if (minsize !== undefined) pages = pages.where('page_len', '>=', minsize);
    if (maxsize !== undefined) pages = pages.where('page_len', '<=', maxsize);
    if (filterlanglinks !== 'all') {
      pages = pages.where(({ selectFrom }) =>
        finds(selectFrom('langlinks').whereRef('ll_from', '=', 'page_id'), filterlanglinks === 'withlanglinks'),
      );
    }
    if (!protection || now === undefined) return pages;
    return pages.where(({ selectFrom }) => {
      const { types, levels, cascade, expiry } = protection;
      let protections = selectFrom('page_restrictions').whereRef('pr_page', '=', 'page_id');
      protections = protections.where(is => is.or([is('pr_expiry', '>', now), is('pr_expiry', 'is', null)]));
      if (expiry === 'definite') protections = protections.where('pr_expiry', '!=', 'infinity');
      if (expiry === 'indefinite')
        protections = protections.where(is => is.or([is('pr_expiry', '=', 'infinity'), is('pr_expiry', 'is', null)]));
      if (types?.size) {
        const named = [...(levels ?? [])].filter(level => level !== '');
        const cascading = cascade === 'all' ? undefined : cascade === 'cascading' ? 1 : 0;
        protections = whereEquals(protections, { pr_type: types, pr_level: named.length ? named : undefined, pr_cascade: cascading });
      }
      return finds(protections);
    });
  },
);

const useFilterredir = () =>
  new ApiError(
    message('params', 'As a generator, allpages does not follow redirects. Omit "redirects", and filter with "gapfilterredir".', {
      key: 'apierror-allpages-generator-redirects',
    }),
  );

const levelWithoutType = () =>
  new ApiError(
    message('invalidparammix', 'The parameter "prlevel" may only be used with "prtype".', {
      key: 'apierror-invalidparammix-mustusewith',
      params: ['prlevel', 'prtype'],
    }),
  );
