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

/** Lists all pages on a watchlist, as MediaWiki's `list=watchlistraw` does. */
export default defineModule({
  group: 'list',
  name: 'watchlistraw',
  prefix: 'wr',
  summary: 'List all pages on a watchlist.',
  generator: true,
  quirks: { besideQuery: true },
  params: {
    continue: p.continue(),
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    limit: p.limit().help('Number of pages to return.'),
    prop: props.param().help('Properties to return in addition to the title.'),
    show: p.enum(['changed', '!changed']).multi().help('Include or exclude (`!`) pages with unvisited changes.'),
    ...ownerParams,
    dir: p.dir.alphabetic().help('Sort direction.'),
    fromtitle: p.string().help('Title to start at, including the namespace.'),
    totitle: p.string().help('Title to end at, including the namespace.'),
  },
  element: 'wr',
  returns: props,
  examples: { 'list=watchlistraw&wrprop=changed': 'Watched pages with the time of their first unvisited change.' },

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

/** Normalizes a continue value: a namespace number and a title, which can contain spaces. Throws `badcontinue`. */
function readContinue(text: string | undefined): string | undefined {
  if (text !== undefined && !/^(?:0\|$|-?\d+\|(?![_ ])[^\t\r\n|]+(?<![_ ])$)/.test(text)) throw badContinue();
  return text?.replaceAll(' ', '_');
}

/** Returns the condition for items at or after a title. */
const from = ({ namespace, dbkey }: Title, dir: Direction) =>
  fromRow(
    [
      { column: 'wl_namespace', isText: false, forward: dir === 'ascending' },
      { column: 'wl_title', isText: true, forward: dir === 'ascending' },
    ],
    [namespace, dbkey],
  );

/** Parses the beginning of a title, which can end with a space. Throws `invalidtitle`. */
function titlePart(titles: Titles, text: string): Title {
  const title = titles.parse(`${text}X`);
  if (isInvalid(title) || title.interwiki !== '' || title.fragment !== '' || title.dbkey === 'X') throw invalidTitle({ title: text });
  return { namespace: title.namespace, dbkey: title.dbkey.slice(0, -1) };
}
