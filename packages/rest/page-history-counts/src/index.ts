import { defineRoute, HttpError, p } from '@wikiquery/core';
import { findPage, findRevision, noSuchPage, noSuchRevision, redirectToKey } from '@wikiquery/rest-pages';
import { COUNTS, type CountKind, count } from './counts.ts';

/** Deprecated names of count types. */
const OLD_NAMES = { anonedits: 'anonymous', botedits: 'bot', revertededits: 'reverted' } as const;
const TYPES = [...(Object.keys(COUNTS) as CountKind[]), 'anonedits', 'botedits', 'revertededits'] as const;

/** Counts revisions or editors of a page, as MediaWiki's route `/v1/page/{title}/history/counts` does. */
export default defineRoute({
  name: 'page-history-counts',
  summary: 'Count revisions or editors of a page.',
  paths: { counts: '/v1/page/{title}/history/counts/{type}' },
  params: {
    title: p.string().required().help('Title of the page.'),
    type: p.enum(TYPES).required().help('Kind of count.'),
    from: p.int().help('With `edits` and `editors`: count between this revision and `to`, both excluded.'),
    to: p.int().help('With `edits` and `editors`: the second revision of the interval.'),
  },
  sources: ['database'],
  differences: ['A redirect to the normalized title has an absolute address.'],

  async execute(q) {
    const { title, type, from, to } = q.params;
    const page = await findPage(q, title);
    const latest = page && (await findRevision(q, page.latest));
    const logged = page && latest && (await lastLogged(page.id));
    q.validate({ lastModified: latest && [latest.timestamp, logged ?? ''].sort().at(-1) });
    const kind: CountKind = type in OLD_NAMES ? OLD_NAMES[type as keyof typeof OLD_NAMES] : (type as CountKind);
    const isBetween = Boolean(from) || Boolean(to);
    if (isBetween && ((kind !== 'edits' && kind !== 'editors') || !from || !to)) {
      const text = 'Only edits and editors can be counted between revisions. This requires both "from" and "to".';
      throw new HttpError(400, 'rest-pagehistorycount-parameters-invalid', text);
    }
    if (!page) throw noSuchPage(title);
    const elsewhere = redirectToKey(q, page, title);
    if (elsewhere) return elsewhere;
    const between = isBetween ? ([await revisionOf(from ?? 0), await revisionOf(to ?? 0)] as const) : undefined;
    const most = COUNTS[kind];
    const found = await count(q, page.id, kind, between);
    const isOld = type in OLD_NAMES;
    return {
      headers: { 'Cache-Control': 'max-age=60', ...(isOld && DEPRECATED) },
      json: { count: Math.min(found, most), limit: found > most },
    };

    async function revisionOf(id: number) {
      const revision = await findRevision(q, id);
      if (!revision) throw noSuchRevision(id);
      if (revision.pageId === page?.id) return revision;
      throw new HttpError(400, 'rest-pagehistorycount-parameters-invalid', `Revision ${id} belongs to another page.`);
    }
    async function lastLogged(id: number): Promise<string | undefined> {
      const row = await q.db
        .selectFrom('logging')
        .select(({ fn }) => fn.max('log_timestamp').as('last'))
        .where('log_page', '=', id)
        .executeTakeFirst();
      return row?.last ?? undefined;
    }
  },
});

const DEPRECATED = {
  Deprecation: 'version="v1"',
  Link: '<https://www.mediawiki.org/wiki/API:REST/History_API#Get_page_history_counts>; rel="deprecation"',
};
