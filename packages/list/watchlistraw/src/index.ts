import { isExpired, ownerParams, watchlistOwner } from '@wikiquery/changes/watchlists';
import {
  badContinue,
  type Direction,
  f,
  invalidTitle,
  isInvalid,
  isoTimestamp,
  p,
  readPage,
  readShow,
  type Title,
  type Titles,
} from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { fromRow, whereEquals } from '@wikiquery/database';

const props = f.props({ changed: { changed: f.timestamp().optional() } }, f.title());

export default defineModule({
  group: 'list',
  name: 'watchlistraw',
  prefix: 'wr',
  summary: 'Get all pages on a watchlist.',
  generator: true,
  quirks: { besideQuery: true },
  params: {
    continue: p.continue(),
    namespace: p.namespace().multi().help('Only pages in these namespaces.'),
    limit: p.limit().help('How many pages to return.'),
    prop: props.param().help('Which properties to get besides the title.'),
    show: p.enum(['changed', '!changed']).multi().help('Only pages with changes that the owner has not seen yet, or (!) without.'),
    ...ownerParams,
    dir: p.dir.alphabetic().help('The direction in which to list.'),
    fromtitle: p.string().help('The title (with namespace prefix) to begin with.'),
    totitle: p.string().help('The title (with namespace prefix) to end with.'),
  },
  element: 'wr',
  returns: props,
  examples: { 'list=watchlistraw&wrprop=changed': 'Pages that you watch, and since when they have changes that you have not seen.' },

  async execute(q) {
    const { namespace, limit, prop, dir, fromtitle, totitle } = q.params;
    const owner = await watchlistOwner(q, q.params);
    const { changed } = readShow(q.params.show, ['changed']);
    let items = whereEquals(q.db.selectFrom('watchlist').select(['wl_namespace', 'wl_title', 'wl_notificationtimestamp']), {
      wl_user: owner,
      wl_namespace: namespace?.size ? namespace : undefined,
    });
    if (changed !== undefined) items = items.where('wl_notificationtimestamp', changed ? 'is not' : 'is', null);
    if (q.site.configuration.watchlistExpiry) items = items.where(is => is.not(isExpired(q.now)));
    if (fromtitle !== undefined) items = items.where(from(titlePart(q.titles, fromtitle), dir));
    if (totitle !== undefined) items = items.where(from(titlePart(q.titles, totitle), dir === 'ascending' ? 'descending' : 'ascending'));

    const by = { wl_namespace: 'int', wl_title: 'string' } as const;
    const rows = await readPage(items, { by, limit, dir, continue: readContinue(q.params.continue) });
    if (q.asGenerator) return rows.pages(row => ({ title: { namespace: row.wl_namespace, dbkey: row.wl_title } }));
    return rows.records(row => ({
      ...q.titles.fields(row.wl_namespace, row.wl_title),
      ...(prop?.has('changed') && row.wl_notificationtimestamp !== null && { changed: isoTimestamp(row.wl_notificationtimestamp) }),
    }));
  },
});

/** A namespace and what can be a title, which may have spaces. */
function readContinue(text: string | undefined): string | undefined {
  if (text !== undefined && !/^(?:0\|$|-?\d+\|(?![_ ])[^\t\r\n|]+(?<![_ ])$)/.test(text)) throw badContinue();
  return text?.replaceAll(' ', '_');
}

/** Items at or after a title in this direction. */
const from = ({ namespace, dbkey }: Title, dir: Direction) =>
  fromRow(
    [
      { column: 'wl_namespace', isText: false, forward: dir === 'ascending' },
      { column: 'wl_title', isText: true, forward: dir === 'ascending' },
    ],
    [namespace, dbkey],
  );

/** The beginning of a title, which may end in a space. */
function titlePart(titles: Titles, text: string): Title {
  const title = titles.parse(`${text}X`);
  if (isInvalid(title) || title.interwiki !== '' || title.fragment !== '' || title.dbkey === 'X') throw invalidTitle({ title: text });
  return { namespace: title.namespace, dbkey: title.dbkey.slice(0, -1) };
}
