import {
  addFacts,
  addPage,
  addPatrol,
  CHANGE_SOURCES,
  type ChangeType,
  changeFields,
  changeTypeName,
  changeVisibility,
  describeLogEntry,
  LOG_CHANGE,
  patrolDenied,
  patrolVisibility,
  propReader,
  selectRequestedColumns,
  sourcesOf,
  whereChange,
  whereVisible,
} from '@wikiquery/changes';
import { loadTags } from '@wikiquery/changes/tags';
import { isExpired, ownerParams, watchlistOwner } from '@wikiquery/changes/watchlists';
import { addComment, formatCommentsOf } from '@wikiquery/comments';
import {
  contradictoryShow,
  defineModule,
  type Env,
  f,
  isoTimestamp,
  type ParamsOut,
  p,
  parseTimestamp,
  type Returned,
  readPage,
  readShow,
  type ShowOut,
  toTimestamp,
} from '@wikiquery/core';
import { type Database, layoutOf, whereEquals } from '@wikiquery/database';
import { momentOf, timeZoneOf } from '@wikiquery/logs';
import { messages } from '@wikiquery/messages';
import { actorIdOf, hidingBit, isSuppressed, unseenBits } from '@wikiquery/users';
import type { ExpressionBuilder } from 'kysely';
import { displayLogEntries } from './log-display.ts';

const props = f.props(
  {
    ids: { pageid: f.int().optional(), revid: f.int().optional(), old_revid: f.int().optional() },
    title: { ns: f.int().optional(), title: f.string().optional() },
    flags: changeFields.flags,
    user: { user: f.oneOf(f.string(), f.int()).optional(), temp: f.boolean().optional().since('1.42') },
    userid: { userid: f.int().optional() },
    comment: { comment: f.string().optional() },
    parsedcomment: { parsedcomment: f.string().optional() },
    timestamp: { timestamp: f.timestamp() },
    patrol: changeFields.patrol,
    sizes: changeFields.sizes,
    notificationtimestamp: { notificationtimestamp: f.string() },
    loginfo: { ...changeFields.loginfo, logdisplay: f.string().optional().help('Log message in HTML.') },
    tags: { tags: f.array(f.string()).element('tag') },
    expiry: { expiry: f.oneOf(f.expiry(), f.no()) },
  },
  {
    type: f.string(),
    anon: f.boolean().optional(),
    actionhidden: f.flag(),
    userhidden: f.flag(),
    commenthidden: f.flag(),
    suppressed: f.flag(),
  },
);

const QUALITIES = ['minor', 'bot', 'anon', 'patrolled', 'autopatrolled', 'unread'] as const;

const params = {
  allrev: p.boolean().help('Include all changes of a page instead of its latest one.'),
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  namespace: p.namespace().multi().help('Include only changes in these namespaces.'),
  user: p.user().help('Include only changes by this user.'),
  excludeuser: p.user().help('Exclude changes by this user.'),
  dir: p.dir.temporal(),
  limit: p.limit().help('Number of changes to return.'),
  prop: props.param().default(['ids', 'title', 'flags']).help('Properties to return.'),
  show: p
    .enum(QUALITIES.flatMap(quality => [quality, `!${quality}` as const]))
    .multi()
    .help('Include or exclude (`!`) changes with these properties. `unread` selects changes that the owner has not visited.'),
  type: p
    .enum(Object.keys(CHANGE_SOURCES) as ChangeType[])
    .multi()
    .default(['edit', 'new', 'log', 'categorize'])
    .help('Types of changes to include.'),
  ...ownerParams,
  continue: p.continue(),
};

/** Lists recent changes to watched pages, as MediaWiki's `list=watchlist` does. */
export default defineModule({
  group: 'list',
  name: 'watchlist',
  prefix: 'wl',
  summary: 'List recent changes to watched pages.',
  generator: true,
  params,
  atMostOne: [['user', 'excludeuser']],
  element: 'item',
  returns: props,
  services: { messages },
  examples: { 'list=watchlist&wlprop=ids|title|timestamp|user|comment': 'Latest change of each watched page.' },

  async execute(q) {
    const { prop, limit, dir, start, end, allrev } = q.params;
    const owner = await watchlistOwner(q, q.params);
    const patrol = patrolVisibility(q.site, q.actor);
    if (!q.asGenerator && prop.has('patrol') && !patrol.pages) throw patrolDenied('patrol');
    const show = readShow(q.params.show, QUALITIES);
    if (show.autopatrolled && show.patrolled === false) throw contradictoryShow();
    if (show.patrolled !== undefined && !patrol.pages) throw patrolDenied();

    const selected = readProp(prop);
    const requested = {
      ...selected,
      title: selected.title || selected.parsedcomment || selected.loginfo,
      performer: selected.performer || selected.loginfo,
      ...(q.asGenerator && FOR_PAGES),
    };
    const changes = selectRequestedColumns(await watchedChanges(q, owner, q.params, show), requested)
      .$if(selected.notificationtimestamp, query => query.select('wl_notificationtimestamp'))
      .$if(selected.expiry, query => query.leftJoin('watchlist_expiry', 'we_item', 'wl_id').select('we_expiry'));
    const by = { rc_timestamp: 'timestamp', rc_id: 'int' } as const;
    const rows = await readPage(changes, { by, limit, dir, continue: readContinue(q.params.continue, q.now), anyTimes: true, start, end });
    if (q.asGenerator) return rows.pages(row => (allrev ? { revision: row.rc_this_oldid } : { id: row.rc_cur_id }));

    const visibilityOf = (row: (typeof rows.rows)[number]) => changeVisibility(q.actor, row);
    const logged = selected.loginfo ? rows.rows.filter(row => row.rc_source === LOG_CHANGE) : [];
    const [parsedComments, displays, tags] = await Promise.all([
      formatCommentsOf(q, selected.parsedcomment ? rows.rows : [], row =>
        visibilityOf(row).canSee.comment
          ? { text: row.comment_text ?? '', title: { namespace: row.rc_namespace, dbkey: row.rc_title } }
          : undefined,
      ),
      displayLogEntries(q, logged, q.services.messages),
      loadTags(q.db, 'change', selected.tags ? rows.map(row => row.rc_id) : []),
    ]);
    const logDisplays = new Map(logged.map((row, at) => [row.rc_id, displays[at]]));

    return rows.records(row => {
      const visibility = visibilityOf(row);
      const record: WatchedChange = { type: changeTypeName(row.rc_source) };
      const { hides, canSee } = visibility;
      const hidesAction = (selected.title || selected.ids || selected.loginfo) && hides.action;
      const hidesUser = selected.performer && hides.user;

      if (hidesAction) record.actionhidden = true;
      addPage(record, row, selected, visibility, q.titles);
      if (hidesUser) record.userhidden = true;
      if (selected.performer && canSee.user) addPerformer(record, q, selected, row);
      addFacts(record, row, selected);
      if (selected.notificationtimestamp)
        record.notificationtimestamp = row.wl_notificationtimestamp ? isoTimestamp(row.wl_notificationtimestamp) : '';
      const hidesComment = addComment(record, row, selected, visibility, parsedComments);
      if (selected.patrol) addPatrol(record, row, patrol);
      if (selected.loginfo && row.rc_source === LOG_CHANGE)
        Object.assign(record, describeLogEntry(row, q), { logdisplay: logDisplays.get(row.rc_id) });
      if (selected.tags) record.tags = tags.get(row.rc_id) ?? [];
      if (selected.expiry) record.expiry = q.site.configuration.watchlistExpiry && row.we_expiry ? readExpiry(row.we_expiry, q) : false;
      if ((hidesAction || hidesUser || hidesComment) && isSuppressed(row.rc_deleted)) record.suppressed = true;
      return record;
    });
  },
});

const readProp = propReader(props);
type PropSelection = ReturnType<typeof readProp>;
type WatchedChange = Returned<typeof props>;
type ModuleParams = ParamsOut<typeof params>;
type Show = ShowOut<(typeof QUALITIES)[number], never>;

/** Formats the expiry of a watchlist item. Like MediaWiki, interprets it in the time zone of the wiki. */
const readExpiry = (expiry: string, q: Env): string => isoTimestamp(momentOf(expiry, expiry, timeZoneOf(q)) ?? expiry);

/** Converts the timestamp in a continue value, which can have any format. 0 means the current time. */
function readContinue(text: string | undefined, now: Date): string | undefined {
  const [time = '', ...rest] = text?.split('|') ?? [];
  const read = time === '0' ? toTimestamp(now) : parseTimestamp(time);
  return text && [read ?? time, ...rest].join('|');
}

/** Selects changes to watched pages that match the parameters and have a visible title. */
async function watchedChanges(q: Env, owner: number, values: ModuleParams, show: Show) {
  const { namespace, user, excludeuser, type } = values;
  const actor = await actorIdOf(q.db, user ?? excludeuser);
  const patrol = patrolVisibility(q.site, q.actor);

  let changes = whereEquals(q.db.selectFrom('recentchanges'), {
    rc_source: type.size > 0 ? sourcesOf(q.db, type) : undefined,
    rc_actor: user && actor,
  });
  if (excludeuser && actor !== undefined) changes = changes.where('rc_actor', '!=', actor);
  // Newer MediaWiki versions exclude hidden changes for all users, and allow all users to filter by patrol status.
  const bySource = layoutOf(q.db).has('changeSources');
  const unseen = (part: 'user' | 'action') => (bySource ? hidingBit(part) : unseenBits(part, q.actor));
  changes = whereChange(changes, patrol.pages || bySource ? show : { ...show, autopatrolled: undefined }, patrol);
  changes = whereVisible(changes, user || excludeuser ? unseen('user') : undefined, unseen('action'));
  if (!values.allrev) {
    changes = changes
      .leftJoin('page', 'page_id', 'rc_cur_id')
      .where(is => is.or([is('rc_this_oldid', '=', is.ref('page_latest')), hasNoRevision(q.db, is)]));
  }

  let watched = whereEquals(
    changes.innerJoin('watchlist', on => on.onRef('wl_namespace', '=', 'rc_namespace').onRef('wl_title', '=', 'rc_title')),
    { wl_user: owner, wl_namespace: namespace?.size ? namespace : undefined },
  );
  if (q.site.configuration.watchlistExpiry) watched = watched.where(is => is.not(isExpired(q.now)));
  if (show.unread === true) watched = watched.whereRef('rc_timestamp', '>=', 'wl_notificationtimestamp');
  if (show.unread === false) {
    watched = watched.where(is =>
      is.or([is('wl_notificationtimestamp', 'is', null), is('rc_timestamp', '<', is.ref('wl_notificationtimestamp'))]),
    );
  }
  return watched;
}

/** Condition for changes to list although they are not current: log entries, or in newer database layouts changes without a revision. */
const hasNoRevision = (db: Env['db'], is: ExpressionBuilder<Database, 'recentchanges'>) =>
  layoutOf(db).has('changeSources') ? is('rc_this_oldid', '=', 0) : is('rc_source', '=', LOG_CHANGE);

/** Column groups that a generator requires. */
const FOR_PAGES = { title: false, ids: true, flags: false, sizes: false, patrol: false, loginfo: false };

interface PerformerRow {
  readonly actor_name?: string | null;
  readonly actor_user?: number | null;
}

function addPerformer(
  record: WatchedChange,
  { users }: Env,
  selected: PropSelection,
  { actor_name: name, actor_user: userId }: PerformerRow,
): void {
  if (selected.userid) {
    record.userid = userId ?? 0;
    // For old clients, MediaWiki also returns the id as `user`.
    record.user = userId ?? 0;
  }
  if (selected.user) {
    record.user = name ?? '';
    record.temp = users.isTemp(name ?? '');
  }
  record.anon = !userId;
}
