import { propReader } from '@wikiquery/changes';
import { loadRequestedTag, loadTags, whereTaggedWith } from '@wikiquery/changes/tags';
import { addComment, formatCommentsOf } from '@wikiquery/comments';
import {
  ApiError,
  defineModule,
  type Env,
  f,
  invalidTitle,
  isInvalid,
  isoTimestamp,
  message,
  type ParamsOut,
  type ParsedTitle,
  p,
  type Returned,
  readPage,
  type Title,
} from '@wikiquery/core';
import { type Bindings, type Database, filterEquals, isMoreThan, prepare, whereEquals, whereStartsWith } from '@wikiquery/database';
import { blockSpan, logActionParam, logParams, logTypeParam, parseLogParams, showLogParams, unreadableLogTypes } from '@wikiquery/logs';
import { loadDurations, messages } from '@wikiquery/messages';
import { actorIdOf, addPerformer, canSeeAnythingHidden, isSuppressed, lacksBits, unseenBits, visibilityOf } from '@wikiquery/users';
import type { Kysely, Selectable } from 'kysely';

const props = f.props(
  {
    ids: { logid: f.int(), pageid: f.int().optional(), logpage: f.int().optional(), revid: f.int().optional().since('1.40') },
    title: { ns: f.int().optional(), title: f.string().optional() },
    type: { type: f.string(), action: f.string().help('Logged action.') },
    user: { user: f.string().optional(), temp: f.flag() },
    userid: { userid: f.int().optional() },
    timestamp: { timestamp: f.timestamp() },
    comment: { comment: f.string().optional() },
    parsedcomment: { parsedcomment: f.string().optional() },
    details: { params: logParams().optional() },
    tags: { tags: f.array(f.string()).element('tag') },
  },
  { anon: f.flag(), actionhidden: f.flag(), userhidden: f.flag(), commenthidden: f.flag(), suppressed: f.flag() },
);

const params = {
  prop: props.param().default(['ids', 'title', 'type', 'user', 'timestamp', 'comment', 'details']).help('Properties to return.'),
  type: logTypeParam().help('Include only entries of this log type.'),
  action: logActionParam().help('Include only entries of this action. Takes precedence over `letype`.'),
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  dir: p.dir.temporal(),
  user: p.user().help('Include only entries of actions by this user.'),
  ids: p.int().multi().since('1.45').help('Include only entries with these ids.'),
  title: p.string().help('Include only entries about this page.'),
  namespace: p.namespace([-2, -1]).help('Include only entries about pages in this namespace.'),
  prefix: p.string().help('Include only entries about pages with this title prefix.'),
  tag: p.string().help('Include only entries with this tag.'),
  limit: p.limit().help('Number of entries to return.'),
  continue: p.continue(),
};

/** Lists log entries by time, as MediaWiki's `list=logevents` does. */
export default defineModule({
  group: 'list',
  name: 'logevents',
  prefix: 'le',
  summary: 'List log entries by time.',
  cache({ prop }, actor) {
    if (canSeeAnythingHidden(actor)) return 'private';
    return prop.has('parsedcomment') || actor.can('suppressionlog') ? 'anon-public' : 'public';
  },
  sources: ['database'],
  params,
  atMostOne: [['title', 'namespace', 'prefix']],
  element: 'item',
  returns: props,
  services: { messages },
  examples: { 'list=logevents&leaction=delete/delete&lelimit=5': 'Latest five page deletions.' },

  async execute(q) {
    const { prop, limit, dir, start, end } = q.params;
    const selected = readProp(prop);
    const filter = await readFilter(q, q.params);
    const entries = matchingEntries(q.db, filter, selected);
    const by = { log_timestamp: 'timestamp', log_id: 'int' } as const;
    const scans = filter.shape.readsByTime || (filter.bindings.tag !== undefined && !filter.shape.hasRareTag);
    const candidates = scans ? entriesOf(q.db, filter) : undefined;
    const rows = await readPage(entries, { by, limit, dir, continue: q.params.continue, start, end, candidates });

    const wantsDurations = selected.details && q.site.since('1.44');
    const [parsedComments, tags, writeDuration] = await Promise.all([
      formatCommentsOf(q, selected.parsedcomment ? rows.rows : [], row => {
        const { canSee } = visibilityOf(q.actor, row.log_deleted);
        // A section link would reveal a title that is hidden with the log action.
        return canSee.comment ? { text: row.comment_text ?? '', title: canSee.action ? titleOf(row) : undefined } : undefined;
      }),
      loadTags(q.db, 'log', selected.tags ? rows.map(row => row.log_id) : []),
      wantsDurations
        ? loadDurations(
            q,
            rows.rows.flatMap(row => spanOf(row, q)),
            q.services.messages,
          )
        : undefined,
    ]);
    const showing = { ...q, writeDuration };

    return rows.records(row => {
      const record: LogRecord = {};
      const visibility = visibilityOf(q.actor, row.log_deleted);
      const { hides, canSee } = visibility;
      const wantsAction = selected.title || selected.ids || (selected.details && row.log_params !== '');
      const hidesAction = wantsAction && hides.action;
      const hidesUser = selected.performer && hides.user;

      if (selected.ids) record.logid = row.log_id;
      if (hidesAction) record.actionhidden = true;
      if (wantsAction && canSee.action) addAction(record, showing, selected, row);
      if (selected.type) {
        record.type = row.log_type;
        const action: string | null = row.log_action;
        // Public replicas replace suppressed values with null.
        if (action !== null) record.action = action;
      }
      if (hidesUser) record.userhidden = true;
      if (selected.performer && canSee.user) addPerformer(record, q.users, selected, row);
      if (selected.timestamp) record.timestamp = isoTimestamp(row.log_timestamp);
      const hidesComment = addComment(record, row, selected, visibility, parsedComments);
      if (selected.tags) record.tags = tags.get(row.log_id) ?? [];
      if ((hidesAction || hidesUser || hidesComment) && isSuppressed(row.log_deleted)) record.suppressed = true;
      return record;
    });
  },
});

/** Builds the filter. It excludes entries that match by a part that the user cannot see. */
async function readFilter(q: Env, { type, action, ids, user, title, namespace, prefix, tag }: ParamsOut<typeof params>) {
  const [actionType, actionName] = action?.split(/\/(.*)/s) ?? [];
  const actor = await actorIdOf(q.db, user);
  if (prefix !== undefined && q.site.configuration.miserMode) throw prefixDisabled();
  const text = title ?? prefix;
  const target = text === undefined ? undefined : readTitle(q, text);
  const carried = await loadRequestedTag(q.db, tag);
  const about = target ?? (namespace === undefined ? undefined : { namespace, dbkey: '' });
  return {
    shape: {
      // Few entries are cheap to sort. For many entries, a scan of the time index stops at the limit.
      readsByTime: about !== undefined && title === undefined && !carried.isRare && (await isMoreThan(MANY, entriesAbout(q.db, about))),
      hasRareTag: carried.isRare,
      ids: ids?.size ? ids : undefined,
      unreadable: unreadableLogTypes(q.site, q.actor),
      prefix: prefix === undefined ? undefined : target?.dbkey,
      unseenAction: target || namespace !== undefined ? unseenBits('action', q.actor) : undefined,
      unseenUser: user && unseenBits('user', q.actor),
    },
    bindings: {
      type: actionType ?? type,
      action: actionName,
      actor,
      namespace: target?.namespace ?? namespace,
      title: title === undefined ? undefined : target?.dbkey,
      tag: carried.id,
    },
  };
}

const MANY = 1000;

/** Selects log entries about titles that start with `dbkey`. */
const entriesAbout = (db: Kysely<Database>, { namespace, dbkey }: Title) =>
  whereStartsWith(db.selectFrom('logging').where('log_namespace', '=', namespace), 'log_title', dbkey);

type Filter = Awaited<ReturnType<typeof readFilter>>;

/** Selects the log entries that match the indexed filters, except entries that the user cannot see. */
function readableEntries(
  db: Kysely<Database>,
  { type, action, actor }: Bindings<Filter['bindings']>,
  { ids, unreadable, unseenAction, unseenUser }: Filter['shape'],
) {
  let entries = whereEquals(db.selectFrom('logging'), { log_id: ids, log_type: type, log_action: action, log_actor: actor });
  if (unreadable.length > 0) entries = entries.where('log_type', 'not in', unreadable);
  if (unseenAction !== undefined) entries = entries.where(lacksBits('log_deleted', unseenAction));
  return unseenUser === undefined ? entries : entries.where(lacksBits('log_deleted', unseenUser));
}

const entriesOf = prepare(
  (filter: Filter) => filter,
  (db, values, filter) => readableEntries(db, values, filter).select(['log_timestamp', 'log_id']),
);

const matchingEntries = prepare(
  ({ bindings, shape }: Filter, selected: PropSelection) => ({ bindings, shape: { selected, ...shape } }),
  (db, values, { selected, ...filter }) => {
    let entries = readableEntries(db, values, filter);
    entries = (filter.readsByTime ? filterEquals : whereEquals)(entries, { log_namespace: values.namespace });
    entries = whereStartsWith(whereEquals(entries, { log_title: values.title }), 'log_title', filter.prefix ?? '');
    if (values.tag !== undefined) entries = whereTaggedWith(entries, 'log_id', 'log', values.tag, filter.hasRareTag);
    return (
      entries
        .select(columnsFor(selected))
        // With inner joins, query planners could start with the small table and sort the whole log.
        .$if(selected.performer, query =>
          query
            .leftJoin('actor', 'actor_id', 'log_actor')
            .select('actor_user')
            .$if(selected.user, named => named.select('actor_name')),
        )
        .$if(selected.anyComment, query => query.leftJoin('comment', 'comment_id', 'log_comment_id').select('comment_text'))
        .$if(selected.ids, query =>
          query
            .leftJoin('page', on => on.onRef('page_namespace', '=', 'log_namespace').onRef('page_title', '=', 'log_title'))
            .select('page_id'),
        )
    );
  },
);

const readProp = propReader(props);
type PropSelection = ReturnType<typeof readProp>;
type LogRecord = Returned<typeof props>;

/** Returns only the required columns, because columns dominate the cost of a row. The row type contains all columns. */
const columnsFor = ({ ids, title, type, parsedcomment, details }: PropSelection) =>
  [
    'log_id',
    'log_timestamp',
    'log_deleted',
    ...(type || details ? (['log_type', 'log_action'] as const) : []),
    ...(title || parsedcomment ? (['log_namespace', 'log_title'] as const) : []),
    ...(ids ? (['log_page'] as const) : []),
    ...(ids || details ? (['log_params'] as const) : []),
  ] as const;

type ActionRow = Pick<Selectable<Database['logging']>, ReturnType<typeof columnsFor>[number]> & { readonly page_id?: number | null };

function addAction(record: LogRecord, q: Parameters<typeof showLogParams>[2], selected: PropSelection, row: ActionRow): void {
  if (selected.title) {
    record.ns = row.log_namespace;
    record.title = q.titles.textOf(row.log_namespace, row.log_title);
  }
  if (!selected.ids && !selected.details) return;
  const { values, revisionId } = parseLogParams(row.log_params);
  if (selected.ids) {
    // `pageid` is the id of the page that currently has the title; `logpage` is its id when the entry was logged.
    record.pageid = row.page_id ?? 0;
    record.logpage = row.log_page ?? 0;
    if (revisionId !== undefined) record.revid = revisionId;
  }
  if (selected.details) {
    record.params = showLogParams(entryOf(row), values, q);
  }
}

/** Returns the time span of a logged block; an empty list for other entries. */
function spanOf(row: ActionRow, q: Env) {
  const span = row.log_params === '' ? undefined : blockSpan(entryOf(row), parseLogParams(row.log_params).values, q);
  return span ? [span] : [];
}

const entryOf = ({ log_type: type, log_action: action, log_timestamp: timestamp }: ActionRow) => ({ type, action, timestamp });

const titleOf = (row: { log_namespace: number; log_title: string }) => ({ namespace: row.log_namespace, dbkey: row.log_title });

function readTitle({ titles }: Env, text: string): ParsedTitle {
  const title = titles.parse(text);
  if (isInvalid(title) || title.interwiki !== '') throw invalidTitle({ title: text });
  return title;
}

const prefixDisabled = () =>
  new ApiError(
    message('prefixsearchdisabled', 'This wiki is too large to search its log by prefix.', { key: 'apierror-prefixsearchdisabled' }),
  );
