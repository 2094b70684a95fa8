import { tagIdForFilter, whereTaggedWith } from '@wikiquery/changes/tags';
import {
  ApiError,
  exclusiveParams,
  message,
  Pages,
  type ParamsOut,
  p,
  type Query,
  Records,
  type Rows,
  readPage,
  type Timestamp,
} from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { type Bound, prepare, whereEquals } from '@wikiquery/database';
import { messages } from '@wikiquery/messages';
import { rendererOf } from '@wikiquery/rendering';
import {
  generatedLimit,
  type MakerIds,
  type PartialRevisionQuery,
  type PartialRevisionRow,
  type RevisionProp,
  readMaker,
  readRevisionOptions,
  revisionEntries,
  revisionProps,
  revisionSources,
  selectPartialRevisions,
  singlePageRevisionParams,
  toRevision,
  whereMadeBy,
} from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';

const SINGLE_PAGE = 'Works for a single page only.';

const params = {
  ...singlePageRevisionParams,
  startid: p
    .int()
    .mark('singlepageonly', SINGLE_PAGE)
    .help('Revision id to start at. The revision can be deleted or belong to another page.'),
  endid: p.int().mark('singlepageonly', SINGLE_PAGE).help('Revision id to end at. The revision can be deleted or belong to another page.'),
  start: p.timestamp().mark('singlepageonly', SINGLE_PAGE).help('Time to start at.'),
  end: p.timestamp().mark('singlepageonly', SINGLE_PAGE).help('Time to end at.'),
  dir: p.dir.temporal().mark('singlepageonly', SINGLE_PAGE),
  user: p.user().mark('singlepageonly', SINGLE_PAGE).help('Include only revisions of this user.'),
  excludeuser: p.user().mark('singlepageonly', SINGLE_PAGE).help('Exclude revisions of this user.'),
  tag: p.string().help('Include only revisions with this tag.'),
  continue: p.continue(),
};

/** Returns current revisions of pages, the history of a page, or revisions by id, as MediaWiki's `prop=revisions` does. */
export default defineModule({
  group: 'prop',
  name: 'revisions',
  prefix: 'rv',
  summary: 'Return current revisions of pages, the history of a page, or revisions by id.',
  differences: ['`rvparse` has the same differences as `action=parse`.'],
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: revisionSources,
  quirks: { warnsTwice: true, emptyIsList: true },
  generator: true,
  params,
  element: 'rev',
  returns: revisionProps,
  services: { messages },
  examples: {
    'prop=revisions&titles=Main%20Page&rvslots=*&rvprop=timestamp|user|comment|content': 'Current revision of a page with its content.',
    'prop=revisions&titles=Main%20Page&rvlimit=5&rvprop=timestamp|user|comment': 'Latest five revisions of a page.',
  },

  async execute(q) {
    const { found, revisions: live, deletedRevisions } = q.pages;
    const byRevision = live.size + deletedRevisions.size > 0;
    const enumerates = isEnumeration(q.params);
    if (byRevision ? live.size === 0 : found.size === 0) return q.asGenerator ? new Pages([]) : new Records([]);
    if (enumerates && byRevision) throw notWithRevisions();
    if (enumerates && found.size > 1) throw singlePageOnly();

    const list = { group: 'prop', name: 'revisions', unlimited: !enumerates } as const;
    const options = q.asGenerator ? undefined : await readRevisionOptions(q, list, q.params, rendererOf(q));
    const limit = options?.limit ?? generatedLimit(q.params);

    const props = options?.props ?? NO_PROPS;
    const read = enumerates ? readHistory : byRevision ? readNamed : readCurrent;
    const rows = await read(q, props, limit);
    if (!options) return rows.pages(row => ({ revision: row.rev_id }));
    return new Records(await revisionEntries(q, options, rows, toRevision, (row, record) => ({ record, pageId: row.rev_page })), rows.next);
  },
});

type ModuleParams = ParamsOut<typeof params>;
type ModuleQuery = Query<'prop', typeof params, true>;

const isEnumeration = ({ user, excludeuser, limit, startid, endid, dir, start, end }: ModuleParams): boolean =>
  dir === 'newer' || [user, excludeuser, limit, startid, endid, start, end].some(value => value !== undefined);

type Props = ReadonlySet<RevisionProp>;
const NO_PROPS: Props = new Set();

/** Selects revisions by id, with the columns that the properties require. */
const revisionsOf = prepare(
  (ids: readonly number[], tag: number | undefined, props: Props) => ({ bindings: { ids, tag }, shape: { props } }),
  (db, { ids, tag }, { props }) => {
    const revisions = whereEquals(selectPartialRevisions(db, props), { rev_id: ids });
    return tag === undefined ? revisions : whereTaggedWith(revisions, 'rev_id', 'revision', tag);
  },
);

const tagOf = async ({ db, params: { tag } }: ModuleQuery) => (tag === undefined ? undefined : tagIdForFilter(db, tag));

async function readCurrent(q: ModuleQuery, props: Props, limit: number): Promise<Rows<PartialRevisionRow>> {
  const ids = Array.from(q.pages.found.values(), page => page.latest);
  const revisions = revisionsOf(q.db, ids, await tagOf(q), props);
  return readPage(revisions, { by: { rev_page: 'int', rev_id: 'int' }, limit, continue: q.params.continue });
}

async function readNamed(q: ModuleQuery, props: Props, limit: number): Promise<Rows<PartialRevisionRow>> {
  const { continue: from } = q.params;
  // MediaWiki parses only the leading digits.
  const first = from === undefined ? undefined : String(Number.parseInt(from, 10) || 0);
  const revisions = revisionsOf(q.db, [...q.pages.revisions.keys()], await tagOf(q), props);
  return readPage(revisions, { by: { rev_id: 'int' }, limit, continue: first, cursor: row => row.rev_id });
}

/** Reads the history of a single page. */
async function readHistory(q: ModuleQuery, props: Props, limit: number): Promise<Rows<PartialRevisionRow>> {
  const { startid, endid, dir } = q.params;
  refuseBoth(q, ['startid', 'start'], ['endid', 'end'], ['user', 'excludeuser']);
  const { start, end } = await boundsOf(q);
  const { ids, unseen } = await readMaker(q, q.params);
  const history = historyOf(q.db, {
    bindings: {
      ...ids,
      pages: [...q.pages.found.keys()],
      tag: await tagOf(q),
      startId: startid,
      start: startid === undefined ? undefined : start,
      endId: endid,
      end: endid === undefined ? undefined : end,
    },
    shape: { props, unseen, dir },
  });
  const by = { rev_timestamp: 'timestamp', rev_id: 'int' } as const;
  return readPage(history, { by, limit, dir, start, end, continue: q.params.continue });
}

interface History {
  /** Values of the statement parameters. The ids and times are those of the bounding revisions, if requested. */
  readonly bindings: MakerIds & {
    readonly pages: readonly number[];
    readonly tag: number | undefined;
    readonly startId: number | undefined;
    readonly start: Timestamp | undefined;
    readonly endId: number | undefined;
    readonly end: Timestamp | undefined;
  };
  readonly shape: { readonly props: Props; readonly unseen: number | undefined; readonly dir: 'newer' | 'older' };
}

const historyOf = prepare(
  (history: History) => history,
  (db, { actor, excluded, pages, tag, startId, start, endId, end }, { props, unseen, dir }) => {
    const all = selectPartialRevisions(db, props);
    const tagged = tag === undefined ? all : whereTaggedWith(all, 'rev_id', 'revision', tag);
    const history = whereEquals(whereMadeBy(tagged, 'rev', { ids: { actor, excluded }, unseen }), { rev_page: pages });
    const [reach, back] = dir === 'newer' ? (['>=', '<='] as const) : (['<=', '>='] as const);
    return beyond(beyond(history, startId, start, reach), endId, end, back);
  },
);

/** Compares revisions at the timestamp of a bound by their ids. Revisions at other times are not filtered. */
function beyond(
  history: PartialRevisionQuery,
  id: Bound<number> | undefined,
  time: Bound<Timestamp> | undefined,
  reach: '<=' | '>=',
): PartialRevisionQuery {
  if (id === undefined || time === undefined) return history;
  return history.where(is => is.or([is('rev_timestamp', '!=', time), is('rev_id', reach, id)]));
}

function refuseBoth({ wirePrefix, params: values }: ModuleQuery, ...pairs: (readonly [keyof ModuleParams, keyof ModuleParams])[]): void {
  for (const pair of pairs) {
    if (pair.every(name => values[name] !== undefined)) throw exclusiveParams({ params: pair.map(name => wirePrefix + name) });
  }
}

interface Bounds {
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
}

/** Returns the time bounds, which come from `startid` and `endid` if set. Throws `badid_…` for unknown revisions. */
async function boundsOf({ db, wirePrefix, params: { start, end, startid, endid } }: ModuleQuery): Promise<Bounds> {
  const ids = [startid, endid].filter(id => id !== undefined);
  if (ids.length === 0) return { start, end };
  const rows = await db
    .selectFrom('revision')
    .select(['rev_id as id', 'rev_timestamp as time'])
    .where('rev_id', 'in', ids)
    .union(db.selectFrom('archive').select(['ar_rev_id as id', 'ar_timestamp as time']).where('ar_rev_id', 'in', ids))
    .execute();
  const times = new Map(rows.map(row => [row.id, row.time]));
  const timeOf = (name: string, id: number | undefined, fallback: Timestamp | undefined) => {
    if (id === undefined) return fallback;
    const time = times.get(id);
    if (time === undefined) throw badId(wirePrefix + name);
    return time;
  };
  return { start: timeOf('startid', startid, start), end: timeOf('endid', endid, end) };
}

const badId = (param: string): ApiError =>
  new ApiError(message(`badid_${param}`, `"${param}" is not the id of a revision.`, { key: 'apierror-revisions-badid', params: [param] }));

const notWithRevisions = (): ApiError =>
  new ApiError(
    message('invalidparammix', 'Revisions selected with "revids" are not enumerated. Omit "rvlimit", "rvstart" and similar parameters.', {
      key: 'apierror-revisions-norevids',
      params: ['rv'],
    }),
  );

const singlePageOnly = (): ApiError =>
  new ApiError(
    message(
      'invalidparammix',
      'Only the history of a single page can be listed. Name one page, or omit "rvlimit", "rvstart" and similar parameters.',
      { key: 'apierror-revisions-singlepage', params: ['rv'] },
    ),
  );
