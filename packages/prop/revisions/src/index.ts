import { idToCarry, whereTaggedWith } from '@wikiquery/changes/tags';
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

const SINGLE_PAGE = 'May only be used with a single page.';

const params = {
  ...singlePageRevisionParams,
  startid: p.int().mark('singlepageonly', SINGLE_PAGE).help('Start at this revision; it may be deleted or of another page.'),
  endid: p.int().mark('singlepageonly', SINGLE_PAGE).help('Stop at this revision; it may be deleted or of another page.'),
  start: p.timestamp().mark('singlepageonly', SINGLE_PAGE).help('The timestamp to start enumerating from.'),
  end: p.timestamp().mark('singlepageonly', SINGLE_PAGE).help('The timestamp to end enumerating.'),
  dir: p.dir.temporal().mark('singlepageonly', SINGLE_PAGE),
  user: p.user().mark('singlepageonly', SINGLE_PAGE).help('Only revisions made by this user.'),
  excludeuser: p.user().mark('singlepageonly', SINGLE_PAGE).help('Leave out revisions made by this user.'),
  tag: p.string().help('Only revisions with this tag.'),
  continue: p.continue(),
};

export default defineModule({
  group: 'prop',
  name: 'revisions',
  prefix: 'rv',
  summary: 'Get the current revisions of pages, the revisions of one page, or revisions by id.',
  differences: ['What `rvparse` gives differs as that of `action=parse` does.'],
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: revisionSources,
  quirks: { warnsTwice: true, emptyIsList: true },
  generator: true,
  params,
  element: 'rev',
  returns: revisionProps,
  services: { messages },
  examples: {
    'prop=revisions&titles=Main%20Page&rvslots=*&rvprop=timestamp|user|comment|content': 'The current revision of a page with its content.',
    'prop=revisions&titles=Main%20Page&rvlimit=5&rvprop=timestamp|user|comment': 'The last five revisions of a page.',
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

type Asked = ParamsOut<typeof params>;
type Asking = Query<'prop', typeof params, true>;

/** Whether the history of a page is asked for, not the current or the named revisions. */
const isEnumeration = ({ user, excludeuser, limit, startid, endid, dir, start, end }: Asked): boolean =>
  dir === 'newer' || [user, excludeuser, limit, startid, endid, start, end].some(value => value !== undefined);

type Props = ReadonlySet<RevisionProp>;
const NO_PROPS: Props = new Set();

/** The revisions of these ids, with the columns that it takes to tell the props. */
const revisionsOf = prepare(
  (ids: readonly number[], tag: number | undefined, props: Props) => ({ bindings: { ids, tag }, shape: { props } }),
  (db, { ids, tag }, { props }) => {
    const revisions = whereEquals(selectPartialRevisions(db, props), { rev_id: ids });
    return tag === undefined ? revisions : whereTaggedWith(revisions, 'rev_id', 'revision', tag);
  },
);

const tagOf = async ({ db, params: { tag } }: Asking) => (tag === undefined ? undefined : idToCarry(db, tag));

/** The current revisions of all pages. */
async function readCurrent(q: Asking, props: Props, limit: number): Promise<Rows<PartialRevisionRow>> {
  const ids = Array.from(q.pages.found.values(), page => page.latest);
  const revisions = revisionsOf(q.db, ids, await tagOf(q), props);
  return readPage(revisions, { by: { rev_page: 'int', rev_id: 'int' }, limit, continue: q.params.continue });
}

/** The revisions that `revids` names. */
async function readNamed(q: Asking, props: Props, limit: number): Promise<Rows<PartialRevisionRow>> {
  const { continue: from } = q.params;
  // MediaWiki reads whatever number a continue value of this kind begins with.
  const first = from === undefined ? undefined : String(Number.parseInt(from, 10) || 0);
  const revisions = revisionsOf(q.db, [...q.pages.revisions.keys()], await tagOf(q), props);
  return readPage(revisions, { by: { rev_id: 'int' }, limit, continue: first, cursor: row => row.rev_id });
}

/** The history of the only page. */
async function readHistory(q: Asking, props: Props, limit: number): Promise<Rows<PartialRevisionRow>> {
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
  /** Where revisions set a bound, their ids and times are given. */
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

/** Of the revisions in the very second of a bound only those on the right side of the revision that sets it. */
function beyond(
  history: PartialRevisionQuery,
  id: Bound<number> | undefined,
  time: Bound<Timestamp> | undefined,
  reach: '<=' | '>=',
): PartialRevisionQuery {
  if (id === undefined || time === undefined) return history;
  return history.where(is => is.or([is('rev_timestamp', '!=', time), is('rev_id', reach, id)]));
}

function refuseBoth({ wirePrefix, params: asked }: Asking, ...pairs: (readonly [keyof Asked, keyof Asked])[]): void {
  for (const pair of pairs) {
    if (pair.every(name => asked[name] !== undefined)) throw exclusiveParams({ params: pair.map(name => wirePrefix + name) });
  }
}

interface Bounds {
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
}

/** The times at which to start and end, or those of the revisions that are named instead. */
async function boundsOf({ db, wirePrefix, params: { start, end, startid, endid } }: Asking): Promise<Bounds> {
  const ids = [startid, endid].filter(id => id !== undefined);
  if (ids.length === 0) return { start, end };
  const rows = await db
    .selectFrom('revision')
    .select(['rev_id as id', 'rev_timestamp as time'])
    .where('rev_id', 'in', ids)
    .union(db.selectFrom('archive').select(['ar_rev_id as id', 'ar_timestamp as time']).where('ar_rev_id', 'in', ids))
    .execute();
  const times = new Map(rows.map(row => [row.id, row.time]));
  const timeOf = (name: string, id: number | undefined, given: Timestamp | undefined) => {
    if (id === undefined) return given;
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
    message('invalidparammix', 'Revisions named by "revids" are not enumerated: leave out "rvlimit", "rvstart" and their like.', {
      key: 'apierror-revisions-norevids',
      params: ['rv'],
    }),
  );

const singlePageOnly = (): ApiError =>
  new ApiError(
    message(
      'invalidparammix',
      'The history of one page at a time can be listed: name a single page, or leave out "rvlimit", "rvstart" and their like.',
      { key: 'apierror-revisions-singlepage', params: ['rv'] },
    ),
  );
