import { defineRoute, HttpError, isoTimestamp, type PageRow, p, type RouteQuery } from '@wikiquery/core';
import { redirectTargets } from '@wikiquery/pages';
import {
  findPage,
  findRevision,
  isPageTitle,
  licenseOf,
  loadSource,
  mainSlot,
  noSuchPage,
  pageNames,
  redirectToKey,
  revisionTag,
} from '@wikiquery/rest-pages';

/** Returns the wikitext or the metadata of a page, as MediaWiki's routes `/v1/page/{title}` and `…/bare` do. */
export default defineRoute({
  name: 'page',
  summary: 'Return the source or metadata of the current revision of a page.',
  paths: { source: '/v1/page/{title}', bare: '/v1/page/{title}/bare' },
  params: {
    title: p.string().required().help('Title of the page.'),
    redirect: p.enum(['no']).help('Accepted and ignored. Redirect pages are returned with their target.'),
  },
  sources: ['database'],
  differences: ['The header `x-restbase-compat` is ignored.'],

  async execute(q) {
    const { title } = q.params;
    const page = await findPage(q, title);
    const revision = page && (await findRevision(q, page.latest));
    q.validate({ etag: revisionTag(revision?.id, page !== undefined), lastModified: revision?.timestamp, exists: page !== undefined });
    if (!page)
      throw isPageTitle(q, title) ? noSuchPage(title) : new HttpError(404, 'rest-invalid-title', `"${title}" is not a page title.`);
    if (!revision) throw new HttpError(404, 'rest-no-revision', `The page "${title}" has no revision.`);
    const elsewhere = redirectToKey(q, page, title);
    if (elsewhere) return elsewhere;
    const slot = await mainSlot(q, revision.id);
    const text = q.path === 'source' ? await loadSource(q, revision, slot) : undefined;
    const names = pageNames(q, page);
    const json = {
      ...names,
      latest: { id: revision.id, timestamp: isoTimestamp(revision.timestamp) },
      content_model: slot.model,
      license: licenseOf(q),
      ...(text === undefined ? { html_url: q.url('/v1/page/{title}/html', { title: names.title }) } : { source: text }),
      ...(page.isRedirect && (await redirectTarget(q, page))),
    };
    return { headers: { 'Cache-Control': 'max-age=5' }, json };
  },
});

async function redirectTarget({ db, titles, sibling }: RouteQuery, page: PageRow): Promise<{ redirect_target?: string }> {
  const [target] = await redirectTargets(db, [page.id]);
  if (!target || (target.namespace === page.namespace && target.dbkey === page.dbkey && target.interwiki === '')) return {};
  return { redirect_target: sibling({ title: titles.dbText(target) }) };
}
