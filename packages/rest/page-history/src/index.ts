import { defineRoute, HttpError, isoTimestamp, type PageRow, p, type RouteQuery } from '@wikiquery/core';
import { findPage, findRevision, makersOf, noSuchPage, redirectToKey, sizeOf } from '@wikiquery/rest-pages';
import { readHistory } from './revisions.ts';
import { parentSizes } from './sizes.ts';

/** Maximum number of revisions in a response. */
const BATCH = 20;

const params = {
  title: p.string().required().help('Title of the page.'),
  older_than: p.int().help('Include only revisions before this one.'),
  newer_than: p.int().help('Include only revisions after this one.'),
  filter: p
    .enum(['anonymous', 'bot', 'reverted', 'minor'])
    .help('`anonymous` (edits without an account), `bot` (edits of current bots), `reverted` (edits that revert others) or `minor`.'),
};

/** Returns the history of a page in parts of 20 revisions, as MediaWiki's route `/v1/page/{title}/history` does. */
export default defineRoute({
  name: 'page-history',
  summary: 'Return the history of a page, twenty revisions per response.',
  paths: { history: '/v1/page/{title}/history' },
  params,
  sources: ['database'],

  async execute(q) {
    const { title, older_than: older, newer_than: newer, filter } = q.params;
    const page = await findPage(q, title);
    const latest = page && (await findRevision(q, page.latest));
    q.validate({ etag: page && `"${page.latest}"`, lastModified: latest?.timestamp });
    if (older !== undefined && newer !== undefined)
      throw new HttpError(400, 'rest-pagehistory-incompatible-params', 'The parameters "older_than" and "newer_than" cannot be combined.');
    if ((older ?? 1) < 1 || (newer ?? 1) < 1)
      throw new HttpError(400, 'rest-pagehistory-param-range-error', 'The id of a revision must be greater than zero.');
    if (!page) throw noSuchPage(title);
    const elsewhere = redirectToKey(q, page, title);
    if (elsewhere) return elsewhere;
    const from = older ?? newer;
    const revision = from === undefined ? undefined : await findRevision(q, from);
    if (from !== undefined && revision?.pageId !== page.id)
      throw new HttpError(404, 'rest-nonexistent-title-revision', `The page "${title}" has no revision ${from}.`);
    const found = await readHistory(q, { page, filter, from: revision, isNewer: newer !== undefined, limit: BATCH + 1 });
    const isMore = found.length > BATCH;
    const shown = found.slice(0, BATCH);
    if (newer !== undefined) shown.reverse();
    return { json: { revisions: await describe(q, shown), ...links(q, page, shown, isMore) } };
  },
});

type HistoryQuery = RouteQuery<typeof params>;
type Revisions = Awaited<ReturnType<typeof readHistory>>;

async function describe(q: HistoryQuery, shown: Revisions) {
  const makerOf = await makersOf(q, shown);
  const sizes = new Map<number, number>();
  for (const revision of shown) sizes.set(revision.id, await sizeOf(q, revision));
  const known = await parentSizes(q, shown, sizes);
  return shown.map(revision => {
    const { user, comment } = makerOf(revision);
    const size = sizes.get(revision.id) ?? 0;
    const before = revision.parentId ? known.get(revision.parentId) : undefined;
    return {
      id: revision.id,
      timestamp: isoTimestamp(revision.timestamp),
      minor: revision.minor,
      size,
      comment,
      user,
      delta: before === undefined ? null : size - before,
    };
  });
}

/** Returns the URLs of the latest, newer and older parts of the history. */
function links({ params, titles, url }: HistoryQuery, page: PageRow, shown: Revisions, isMore: boolean) {
  const { older_than: older, newer_than: newer, filter } = params;
  const to = (more: Readonly<Record<string, number>>) =>
    url('/v1/page/{title}/history', { title: titles.dbText(page) }, { ...(filter && { filter }), ...more });
  const [first, last] = [shown[0]?.id, shown.at(-1)?.id];
  const hasOlder = newer !== undefined || isMore;
  const hasNewer = older !== undefined || (newer !== undefined && isMore);
  return {
    latest: to({}),
    ...(hasOlder && last !== undefined && { older: to({ older_than: last }) }),
    ...(hasNewer && first !== undefined && { newer: to({ newer_than: first }) }),
  };
}
