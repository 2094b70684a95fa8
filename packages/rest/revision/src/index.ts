import { defineRoute, p } from '@wikiquery/core';
import { pagesById } from '@wikiquery/pages';
import { describeRevision, findRevision, hiddenRevision, loadSource, mainSlot, noSuchRevision, revisionTag } from '@wikiquery/rest-pages';
import { isHidden } from '@wikiquery/users';

/** Returns the wikitext or the metadata of a revision, as MediaWiki's routes `/v1/revision/{id}` and `…/bare` do. */
export default defineRoute({
  name: 'revision',
  summary: 'Return the source or metadata of a revision.',
  paths: { source: '/v1/revision/{id}', bare: '/v1/revision/{id}/bare' },
  params: { id: p.int().required().help('Id of the revision.') },
  sources: ['database'],
  differences: ['The header `x-restbase-compat` is ignored.'],

  async execute(q) {
    const { id } = q.params;
    const revision = await findRevision(q, id);
    // As in MediaWiki's route, revision-deleted text is hidden from all users.
    const isAccessible = revision !== undefined && !isHidden(revision.hidden, 'text');
    q.validate({
      etag: revisionTag(revision?.id, isAccessible),
      lastModified: isAccessible ? revision.timestamp : undefined,
      exists: revision !== undefined,
    });
    const [page] = revision ? await pagesById(q.db, [revision.pageId ?? 0]) : [];
    if (!revision || !page) throw noSuchRevision(id);
    if (!isAccessible) throw hiddenRevision(id);
    const slot = await mainSlot(q, id);
    const text = q.path === 'source' ? await loadSource(q, revision, slot) : undefined;
    const json = {
      ...(await describeRevision(q, revision, page, slot)),
      ...(text === undefined ? { html_url: q.url('/v1/revision/{id}/html', { id }) } : { source: text }),
    };
    return { ...(revision.hidden === 0 && { headers: { 'Cache-Control': 'max-age=5' } }), json };
  },
});
