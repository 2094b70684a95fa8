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
import { loadRequestedTag, loadTags, whereTaggedWith } from '@wikiquery/changes/tags';
import { addComment, formatCommentsOf } from '@wikiquery/comments';
import {
  contradictoryShow,
  defineModule,
  type Env,
  exclusiveParams,
  f,
  invalidTitle,
  isInvalid,
  Pages,
  type ParamsOut,
  p,
  type Returned,
  readPage,
} from '@wikiquery/core';
import { type Database, filterEquals, isMoreThan, layoutOf, prepare, whereEquals } from '@wikiquery/database';
import { loadSha1 } from '@wikiquery/revisions';
import { hexSha1 } from '@wikiquery/text-storage';
import { actorIdOf, addPerformer, canSeeAnythingHidden, isHidden, isSuppressed, maySee, unseenBits } from '@wikiquery/users';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { slotRole, whereSlotChanged } from './slots.ts';

const props = f.props(
  {
    user: { user: f.string().optional(), temp: f.flag() },
    userid: { userid: f.int().optional() },
    comment: { comment: f.string().optional() },
    parsedcomment: { parsedcomment: f.string().optional() },
    flags: changeFields.flags,
    timestamp: { timestamp: f.timestamp() },
    title: { ns: f.int().optional(), title: f.string().optional() },
    ids: { pageid: f.int().optional(), revid: f.int().optional(), old_revid: f.int().optional(), rcid: f.int() },
    sizes: changeFields.sizes,
    redirect: { redirect: f.boolean() },
    patrolled: changeFields.patrol,
    loginfo: changeFields.loginfo,
    tags: { tags: f.array(f.string()).element('tag') },
    sha1: { sha1: f.string().optional(), sha1hidden: f.flag() },
  },
  { type: f.string(), anon: f.flag(), actionhidden: f.flag(), userhidden: f.flag(), commenthidden: f.flag(), suppressed: f.flag() },
);

const params = {
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  dir: p.dir.temporal(),
  namespace: p.namespace([-2, -1]).multi().help('Include only changes in these namespaces.'),
  user: p.user().help('Include only changes by this user.'),
  excludeuser: p.user().help('Exclude changes by this user.'),
  tag: p.string().help('Include only changes with this tag.'),
  prop: props.param().default(['title', 'timestamp', 'ids']).help('Properties to return.'),
  show: p
    .show(['minor', 'bot', 'anon', 'redirect', 'patrolled', 'autopatrolled'], ['unpatrolled'])
    .help('Include or exclude (`!`) changes with these properties.'),
  limit: p.limit().help('Number of changes to return.'),
  type: p
    .enum(Object.keys(CHANGE_SOURCES) as ChangeType[])
    .multi()
    .default(['edit', 'new', 'log', 'categorize'])
    .help('Types of changes to include.'),
  toponly: p.boolean().help('Include only changes that created the current revision of their page.'),
  title: p.string().help('Include only changes of this page.'),
  continue: p.continue(),
  generaterevisions: p.boolean().help('As a generator, return revisions instead of titles.'),
  slot: p.enum(site => site.configuration.slotRoles).help('Include only changes of this slot.'),
};

/** Lists recent changes by time, as MediaWiki's `list=recentchanges` does. */
export default defineModule({
  group: 'list',
  name: 'recentchanges',
  prefix: 'rc',
  summary: 'List recent changes by time.',
  generator: true,
  cache({ prop, show }, actor) {
    if (canSeeAnythingHidden(actor) || prop.has('patrolled') || asksForPatrol(show)) return 'private';
    return prop.has('parsedcomment') ? 'anon-public' : 'public';
  },
  sources: ['database'],
  params,
  element: 'rc',
  returns: props,
  examples: { 'list=recentchanges&rcprop=title|user|comment|timestamp&rcshow=!bot': 'Recent changes without bot edits.' },

  async execute(q) {
    const { prop, show, limit, dir, start, end, generaterevisions } = q.params;
    if (show.unpatrolled && (show.patrolled !== undefined || show.autopatrolled)) throw contradictoryShow();
    if (show.autopatrolled && show.patrolled === false) throw contradictoryShow();
    const patrol = patrolVisibility(q.site, q.actor);
    if (asksForPatrol(show) && !patrol.pages) throw patrolDenied();
    const filter = await readFilter(q, q.params);
    if (prop.has('patrolled') && !patrol.pages) throw patrolDenied();

    const selected = readProp(prop);
    const changes = matchingChanges(q.db, filter, selected, q.asGenerator);
    const by = { rc_timestamp: 'timestamp', rc_id: 'int' } as const;
    const scans = filter.shape.readsByTime || (isFiltered(q.params) && !filter.shape.hasRareTag);
    const candidates = scans ? changesOf(q.db, filter) : undefined;
    const rows = await readPage(changes, { by, limit, dir, continue: q.params.continue, start, end, candidates });

    const visibilityOf = (row: (typeof rows.rows)[number]) => changeVisibility(q.actor, row);
    if (q.asGenerator) {
      const seen = rows.rows.filter(row => visibilityOf(row).canSee.action);
      const [first] = rows.rows;
      return new Pages(
        generaterevisions
          ? seen.flatMap(row => (row.rc_this_oldid > 0 ? { revision: row.rc_this_oldid } : []))
          : seen.map(row => ({ title: titleOf(row) })),
        rows.next,
        first && rows.cursorOf(first),
      );
    }

    const [parsedComments, tags, sha1s] = await Promise.all([
      formatCommentsOf(q, selected.parsedcomment ? rows.rows : [], row => {
        const { canSee } = visibilityOf(row);
        // A section link would reveal a title that is hidden with the log action.
        return canSee.comment ? { text: row.comment_text ?? '', title: canSee.action ? titleOf(row) : undefined } : undefined;
      }),
      loadTags(q.db, 'change', selected.tags ? rows.map(row => row.rc_id) : []),
      selected.sha1 ? sha1sOf(q.db, rows.rows) : undefined,
    ]);

    return rows.records(row => {
      const visibility = visibilityOf(row);
      const record: ChangeRecord = { type: changeTypeName(row.rc_source) };
      const { hides, canSee } = visibility;
      const textBits = row.rev_deleted ?? 0;
      const wantsTitle = selected.title || selected.ids;
      const sha1 = sha1s?.get(row.rc_this_oldid);
      const hidesAction = (wantsTitle || selected.loginfo) && hides.action;
      const hidesUser = selected.performer && hides.user;
      const hidesSha1 = sha1 !== undefined && isHidden(textBits, 'text');

      if (wantsTitle && hidesAction) record.actionhidden = true;
      addPage(record, row, selected, visibility, q.titles);
      if (selected.ids) record.rcid = row.rc_id;
      if (hidesUser) record.userhidden = true;
      if (selected.performer && canSee.user) addPerformer(record, q.users, selected, row);
      addFacts(record, row, selected);
      const hidesComment = addComment(record, row, selected, visibility, parsedComments);
      if (selected.redirect) record.redirect = row.page_is_redirect === 1;
      if (selected.patrolled) addPatrol(record, row, patrol);
      if (hidesAction) record.actionhidden = true;
      if (selected.loginfo && row.rc_source === LOG_CHANGE && canSee.action) Object.assign(record, describeLogEntry(row, q));
      if (selected.tags) record.tags = tags.get(row.rc_id) ?? [];
      if (hidesSha1) record.sha1hidden = true;
      if (sha1 !== undefined && maySee(q.actor, textBits, 'text')) record.sha1 = hexSha1(sha1);
      if ((hidesAction || hidesUser || hidesComment || hidesSha1) && isSuppressed(row.rc_deleted)) record.suppressed = true;
      return record;
    });
  },
});

const readProp = propReader(props);
type PropSelection = ReturnType<typeof readProp>;
type ChangeRecord = Returned<typeof props>;
type ModuleParams = ParamsOut<typeof params>;

const asksForPatrol = (show: ModuleParams['show']): boolean =>
  [show.patrolled, show.autopatrolled, show.unpatrolled].some(choice => choice !== undefined);

/** Builds the filter. It excludes changes that match by a part that the user cannot see. */
async function readFilter(q: Env, values: ModuleParams) {
  const { show, title, namespace, user, excludeuser, tag, toponly, slot } = values;
  const target = title === undefined ? undefined : readTitle(q, title);
  if (target && namespace?.size && !namespace.has(target.namespace)) {
    throw exclusiveParams({ params: ['title', 'namespace'].map(name => q.wirePrefix + name) });
  }
  if (user && excludeuser) throw exclusiveParams({ params: ['user', 'excludeuser'].map(name => q.wirePrefix + name) });
  const actor = await actorIdOf(q.db, user ?? excludeuser);
  const carried = await loadRequestedTag(q.db, tag);
  const namespaces = target || !namespace?.size ? undefined : namespace;
  return {
    shape: {
      sources: sourcesAmong(q.db, values.type, slot !== undefined),
      namespaces,
      hasRareTag: carried.isRare,
      // Few changes are cheap to sort. For many changes, a scan of the time index stops at the limit.
      readsByTime:
        namespaces !== undefined &&
        !carried.isRare &&
        (await isMoreThan(MANY, whereEquals(q.db.selectFrom('recentchanges'), { rc_namespace: namespaces }))),
      show,
      patrol: patrolVisibility(q.site, q.actor),
      unseenUser: user || excludeuser ? unseenBits('user', q.actor) : undefined,
      unseenAction: target || namespaces ? unseenBits('action', q.actor) : undefined,
      toponly,
    },
    bindings: {
      namespace: target?.namespace,
      title: target?.dbkey,
      actor: user && actor,
      excluded: excludeuser && actor,
      role: slot === undefined ? undefined : await slotRole(q.db, slot),
      tag: carried.id,
    },
  };
}

const MANY = 1000;
/** Change types that can change a slot. */
const EDITS = ['edit', 'new'] as const;

/** Returns the sources of the requested types, or undefined for an empty set, which selects all types. */
function sourcesAmong(db: Env['db'], types: ModuleParams['type'], changesSlot: boolean): readonly string[] | undefined {
  if (changesSlot)
    return sourcesOf(
      db,
      EDITS.filter(type => types.has(type)),
    );
  return types.size > 0 ? sourcesOf(db, types) : undefined;
}

type Filter = Awaited<ReturnType<typeof readFilter>>;

/** Whether the request has filters that no index supports. The default types do not count: they exclude few changes. */
const isFiltered = ({ show, type, excludeuser, tag, toponly, slot }: ModuleParams): boolean =>
  Object.values(show).some(choice => choice !== undefined) ||
  [excludeuser, tag, slot].some(filter => filter !== undefined) ||
  toponly ||
  (type.size > 0 && ['edit', 'new', 'log', 'categorize'].some(usual => !type.has(usual as ChangeType)));

/** Selects the changes that match the indexed filters, except changes that the user cannot see. */
const changesOf = prepare(
  (filter: Filter) => filter,
  (db, { namespace, title, actor }, { unseenUser, unseenAction }) => {
    const changes = whereEquals(db.selectFrom('recentchanges'), { rc_namespace: namespace, rc_title: title, rc_actor: actor });
    return whereVisible(changes, unseenUser, unseenAction).select(['rc_timestamp', 'rc_id']);
  },
);

const matchingChanges = prepare(
  ({ bindings, shape }: Filter, selected: PropSelection, asGenerator: boolean) => ({
    bindings,
    shape: { selected, asGenerator, ...shape },
  }),
  (db, { namespace, title, actor, excluded, role, tag }, { selected, asGenerator, ...filter }) => {
    let changes = whereEquals(db.selectFrom('recentchanges'), { rc_namespace: namespace, rc_title: title, rc_actor: actor });
    changes = filterEquals(changes, { rc_source: filter.sources });
    changes = (filter.readsByTime ? filterEquals : whereEquals)(changes, { rc_namespace: filter.namespaces });
    if (excluded !== undefined) changes = changes.where('rc_actor', '!=', excluded);
    changes = whereChange(changes, filter.show, filter.patrol);
    if (role !== undefined) changes = whereSlotChanged(changes, role);
    changes = whereVisible(changes, filter.unseenUser, filter.unseenAction);
    if (tag !== undefined) changes = whereTaggedWith(changes, 'rc_id', 'change', tag, filter.hasRareTag);
    const requested = {
      ...selected,
      ids: selected.ids || selected.sha1,
      title: selected.title || selected.parsedcomment,
      patrol: selected.patrolled,
      ...(asGenerator && FOR_PAGES),
    };
    return selectRequestedColumns(withPages(db, changes, filter), requested)
      .$if(selected.redirect, query => query.select('page_is_redirect'))
      .$if(selected.sha1, query => query.leftJoin('revision', 'rev_id', 'rc_this_oldid').select(['rev_sha1', 'rev_deleted']));
  },
);

/** Joins changes with their pages and applies the page filters. Log entries without a page count as non-redirects. */
function withPages(
  db: Kysely<Database>,
  changes: SelectQueryBuilder<Database, 'recentchanges', object>,
  { show: { redirect }, toponly }: Pick<Filter['shape'], 'show' | 'toponly'>,
) {
  // In newer database layouts, joins the changed page; in older layouts, the page that currently has the title.
  const paged = layoutOf(db).has('changeSources')
    ? changes.leftJoin('page', 'page_id', 'rc_cur_id')
    : changes.leftJoin('page', on => on.onRef('page_namespace', '=', 'rc_namespace').onRef('page_title', '=', 'rc_title'));
  const latest = toponly ? paged.whereRef('rc_this_oldid', '=', 'page_latest') : paged;
  if (redirect === undefined) return latest;
  return redirect
    ? // `coalesce` prevents query planners from starting with all redirects.
      latest.where(is => is(is.fn.coalesce('page_is_redirect', is.lit(0)), '=', 1))
    : latest.where(is => is.or([is('page_is_redirect', '=', 0), is('page_is_redirect', 'is', null)]));
}

/** Returns the hashes of revisions by revision id. In newer database layouts, they are computed from the content hashes. */
async function sha1sOf(db: Kysely<Database>, rows: readonly ChangedRevision[]): Promise<ReadonlyMap<number, string>> {
  const there = rows.filter(row => row.rev_deleted !== null && row.rev_deleted !== undefined);
  if (layoutOf(db).has('changeSources')) return loadSha1(db, new Set(there.map(row => row.rc_this_oldid)));
  return new Map(there.map(row => [row.rc_this_oldid, row.rev_sha1 ?? '']));
}

interface ChangedRevision {
  readonly rc_this_oldid: number;
  readonly rev_sha1?: string | null | undefined;
  readonly rev_deleted?: number | null | undefined;
}

/** Column groups that a generator requires. */
const FOR_PAGES = { title: true, ids: true, flags: false, sizes: false, patrol: false, loginfo: false };

const titleOf = (row: { rc_namespace: number; rc_title: string }) => ({ namespace: row.rc_namespace, dbkey: row.rc_title });

function readTitle({ titles }: Env, text: string) {
  const title = titles.parse(text);
  if (isInvalid(title) || title.interwiki !== '') throw invalidTitle({ title: text });
  return title;
}
