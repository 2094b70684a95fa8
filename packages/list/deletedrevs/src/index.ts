import { whereTagged } from '@wikiquery/change-tags';
import {
  ApiError,
  defineModule,
  type Entry,
  f,
  isoTimestamp,
  message,
  type ParamsOut,
  p,
  permissionDenied,
  type Query,
  Records,
  type Returned,
  type Rows,
  readPage,
  type Title,
  titleKey,
} from '@wikiquery/core';
import { fromValue, toValue, whereEquals, whereStartsWith } from '@wikiquery/database';
import {
  type DeletedRevisionQuery,
  type DeletedRevisionRow,
  hexSha1,
  mayReadDeleted,
  plainLimit,
  plainOptions,
  type RevisionProp,
  type RevisionRecord,
  readDeletedOf,
  revisionEntries,
  selectDeletedRevisions,
  toDeletedRevision,
  whereMadeBy,
} from '@wikiquery/revisions';
import { type SelectQueryBuilder, sql } from 'kysely';

/** What `prop` can name, and what that is in the other lists of revisions. */
const PROPS = {
  revid: 'ids',
  parentid: 'ids',
  user: 'user',
  userid: 'userid',
  comment: 'comment',
  parsedcomment: 'parsedcomment',
  minor: 'flags',
  len: 'size',
  sha1: 'sha1',
  content: 'content',
  token: undefined,
  tags: 'tags',
} as const satisfies Record<string, RevisionProp | undefined>;
type Prop = keyof typeof PROPS;

const MODES = 'Not in every mode: 1 lists the titles of the request, 2 a user, 3 a namespace.';

const params = {
  start: p.timestamp().mark('modes', MODES, 1, 2).help('The timestamp to start enumerating from.'),
  end: p.timestamp().mark('modes', MODES, 1, 2).help('The timestamp to end enumerating.'),
  dir: p.dir.temporal().mark('modes', MODES, 1, 3),
  from: p.string().mark('modes', MODES, 3).help('The title to start listing at.'),
  to: p.string().mark('modes', MODES, 3).help('The title to stop listing at.'),
  prefix: p.string().mark('modes', MODES, 3).help('Only pages whose titles begin with this value.'),
  unique: p.boolean().mark('modes', MODES, 3).help('Only one revision of each page.'),
  namespace: p.namespace().default(0).mark('modes', MODES, 3).help('Only pages in this namespace.'),
  tag: p.string().help('Only revisions with this tag.'),
  user: p.user().help('Only revisions made by this user.'),
  excludeuser: p.user().help('Leave out revisions made by this user.'),
  prop: p
    .enum(Object.keys(PROPS) as Prop[])
    .multi()
    .default(['user', 'comment'])
    .deprecatedValues('token')
    .help('What to tell of each revision.'),
  limit: p
    .boundedLimit()
    .siteDefault(() => 10)
    .help('How many revisions to return; at most 50 (500 for bots) when content is asked for.'),
  continue: p.continue(),
};

const revision = {
  timestamp: f.timestamp(),
  revid: f.int().optional(),
  parentid: f.int().optional(),
  userhidden: f.flag(),
  user: f.string().optional(),
  userid: f.int().optional(),
  commenthidden: f.flag(),
  comment: f.string().optional(),
  parsedcomment: f.string().optional(),
  minor: f.boolean().optional(),
  /** Digits; null in very old rows. */
  len: f.json<string | null>().optional(),
  sha1hidden: f.flag(),
  sha1: f.string().optional(),
  texthidden: f.flag(),
  text: f.string().content().optional(),
  tags: f.array(f.string()).optional(),
  suppressed: f.flag(),
};

const returns = f.record({ revisions: f.array(f.object(revision)), ...f.title(), token: f.string().optional() });

export default defineModule({
  group: 'list',
  name: 'deletedrevs',
  prefix: 'dr',
  summary: 'List deleted revisions of titles, of a user, or of a namespace.',
  deprecated: true,
  params,
  returns,
  examples: {
    'list=deletedrevs&titles=Main%20Page&drprop=user|comment|content': 'The deleted revisions of a page (mode 1).',
    'list=deletedrevs&druser=Bob&drlimit=50': 'The last 50 deleted edits of a user (mode 2).',
    'list=deletedrevs&drdir=newer&drlimit=50': 'The first 50 deleted revisions of articles (mode 3).',
  },

  async execute(q) {
    const { actor, params: asked } = q;
    if (!actor.can('deletedhistory')) throw permissionDenied({ action: 'deletedhistory', what: 'see the history of deleted pages' });
    q.warn(deprecated);
    const titles = [...q.pages.found.values(), ...q.pages.missing.values(), ...q.pages.followed];
    const mode = titles.length > 0 ? 'titles' : asked.user ? 'user' : 'namespace';
    checkMode(mode, asked);
    const tellsContent = asked.prop.has('content');
    if (tellsContent && !mayReadDeleted(actor)) throw permissionDenied({ action: 'deletedtext', what: 'read deleted pages' });

    const props = new Set([...asked.prop].flatMap(prop => PROPS[prop] ?? []));
    const limit = plainLimit(asked.limit, tellsContent);
    const revisions = await narrow(q, selectDeletedRevisions(q.db, props));
    const rows = await read[mode](q, revisions, limit, titles);
    const token = asked.prop.has('token') && actor.can('undelete') && !q.request.crossOrigin ? { token: actor.token('') } : {};
    const toEntry = (row: DeletedRevisionRow, record: RevisionRecord): Entry<Returned<typeof returns>> => ({
      record: { revisions: [toOldRecord(asked.prop, row, record)], ...q.titles.fields(row.ar_namespace, row.ar_title), ...token },
      group: { id: titleKey(row.ar_namespace, row.ar_title), list: 'revisions' },
    });
    return new Records(await revisionEntries(q, plainOptions(props, limit), rows, toDeletedRevision, toEntry), rows.next);
  },
});

type Asked = ParamsOut<typeof params>;
type Asking = Query<'list', typeof params>;
type Mode = 'titles' | 'user' | 'namespace';

const deprecated = message('deprecation', 'Use "prop=deletedrevisions" or "list=alldeletedrevisions" instead of "list=deletedrevs".', {
  key: 'apiwarn-deprecation-deletedrevs',
  data: { feature: 'action=query&list=deletedrevs' },
});

function checkMode(mode: Mode, asked: Asked): void {
  const refused = mode === 'namespace' ? (['start', 'end'] as const) : (['from', 'to', 'prefix'] as const);
  const given = refused.find(name => asked[name] !== undefined);
  if (given) throw notInMode(given, mode);
  if (asked.user && asked.excludeuser) throw bothUsers();
}

const notInMode = (name: string, mode: Mode): ApiError =>
  new ApiError(
    message('badparams', `"dr${name}" can not be used ${mode === 'namespace' ? 'without' : 'with'} titles or "druser".`, {
      key: `apierror-deletedrevs-param-not-${mode === 'namespace' ? '3' : '1-2'}`,
      params: [name],
    }),
  );

// The key is what MediaWiki names: there a sentence stands in its place.
const bothUsers = (): ApiError =>
  new ApiError(
    message('badparams', 'The parameters "druser" and "drexcludeuser" can not be used together.', {
      key: 'user and excludeuser cannot be used together',
    }),
  );

async function narrow<DB, TB extends keyof DB, Row>(
  q: Asking,
  all: SelectQueryBuilder<DB, TB, Row>,
): Promise<SelectQueryBuilder<DB, TB, Row>> {
  const revisions = await whereMadeBy(q, all, 'ar', q.params);
  return q.params.tag === undefined ? revisions : whereTagged(q.db, revisions, 'ar_rev_id', 'revision', q.params.tag);
}

type Read = (q: Asking, revisions: DeletedRevisionQuery, limit: number, titles: readonly Title[]) => Promise<Rows<DeletedRevisionRow>>;

const read: Readonly<Record<Mode, Read>> = {
  titles: (q, revisions, limit, titles) => readDeletedOf(titles, revisions, { ...q.params, limit }),

  user: ({ params: { start, end, dir, continue: from } }, revisions, limit) =>
    readPage(revisions, { by: { ar_timestamp: 'timestamp', ar_id: 'int' }, limit, dir, start, end, continue: from }),

  async namespace(q, revisions, limit) {
    const { namespace, from, to, prefix, unique, dir } = q.params;
    const title = { column: 'ar_title', isText: true, forward: dir === 'newer' };
    let inRange = whereEquals(revisions, { ar_namespace: namespace });
    if (from !== undefined) inRange = inRange.where(fromValue(title, q.titles.partToKey(from, namespace)));
    if (to !== undefined) inRange = inRange.where(toValue(title, q.titles.partToKey(to, namespace)));
    if (prefix !== undefined) inRange = whereStartsWith(inRange, 'ar_title', q.titles.partToKey(prefix, namespace));
    if (unique) inRange = inRange.where('ar_id', '=', await firstOfTitle(q));
    const by = { ar_namespace: 'int', ar_title: 'string', ar_timestamp: 'timestamp', ar_id: 'int' } as const;
    return readPage(inRange, { by, limit, dir, continue: q.params.continue });
  },
};

/** The revision that comes first of those of the same title. */
async function firstOfTitle(q: Asking) {
  const order = q.params.dir === 'newer' ? 'asc' : 'desc';
  const same = await narrow(q, q.db.selectFrom('archive as other').select('other.ar_id'));
  return same
    .where(is => is('other.ar_namespace', '=', sql.ref<number>('archive.ar_namespace')))
    .where(is => is('other.ar_title', '=', sql.ref<string>('archive.ar_title')))
    .orderBy('other.ar_timestamp', order)
    .orderBy('other.ar_id', order)
    .limit(1);
}

/** The record in the form of this list. */
const toOldRecord = (asked: ReadonlySet<Prop>, row: DeletedRevisionRow, record: RevisionRecord) => ({
  timestamp: isoTimestamp(row.ar_timestamp),
  revid: asked.has('revid') ? record.revid : undefined,
  parentid: asked.has('parentid') ? record.parentid : undefined,
  userhidden: record.userhidden,
  user: record.user,
  userid: record.userid,
  commenthidden: record.commenthidden,
  comment: record.comment,
  parsedcomment: record.parsedcomment,
  minor: record.minor,
  len: row.ar_len === null ? null : row.ar_len?.toString(),
  sha1hidden: record.sha1hidden,
  // Where none was ever computed, this list tells none.
  sha1: record.sha1 === undefined ? undefined : hexSha1(row.ar_sha1 ?? ''),
  texthidden: record.slots?.main?.texthidden,
  text: record.slots?.main?.content,
  tags: record.tags,
  suppressed: record.suppressed,
});
