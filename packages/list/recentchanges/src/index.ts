import { loadTags, whereTagged } from '@wikiquery/change-tags';
import {
  CHANGE_COLUMNS,
  CHANGE_TYPES,
  type ChangeType,
  changeFields,
  changeSight,
  changeTypeName,
  describeFlags,
  describeLogEntry,
  describePatrol,
  describeSizes,
  LOG_CHANGE,
  patrolDenied,
  patrolSight,
  whereChange,
} from '@wikiquery/changes';
import { formatComments } from '@wikiquery/comments';
import {
  contradictoryShow,
  defineModule,
  type Env,
  exclusiveParams,
  f,
  invalidTitle,
  isInvalid,
  isoTimestamp,
  Pages,
  type ParamsOut,
  p,
  readPage,
} from '@wikiquery/core';
import { type Database, whereEquals } from '@wikiquery/database';
import { hexSha1 } from '@wikiquery/revisions';
import { loadActorsByName } from '@wikiquery/users';
import { isHidden, isSuppressed, maySee, seesAnythingHidden, whereMaySee } from '@wikiquery/visibility';
import type { SelectQueryBuilder } from 'kysely';
import { whereSlotChanged } from './slots.ts';

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
    tags: { tags: f.array(f.string()) },
    sha1: { sha1: f.string().optional(), sha1hidden: f.flag() },
  },
  { type: f.string(), anon: f.flag(), actionhidden: f.flag(), userhidden: f.flag(), commenthidden: f.flag(), suppressed: f.flag() },
);

const params = {
  start: p.timestamp().help('The timestamp to start enumerating from.'),
  end: p.timestamp().help('The timestamp to end enumerating.'),
  dir: p.dir.temporal(),
  namespace: p.namespace([-2, -1]).multi().help('Only changes in these namespaces.'),
  user: p.user().help('Only changes made by this user.'),
  excludeuser: p.user().help('Leave out changes made by this user.'),
  tag: p.string().help('Only changes with this tag.'),
  prop: props.param().default(['title', 'timestamp', 'ids']).help('Which properties to get.'),
  show: p
    .show(['minor', 'bot', 'anon', 'redirect', 'patrolled', 'autopatrolled'], ['unpatrolled'])
    .help('Only changes with these qualities, or (!) without them.'),
  limit: p.limit().help('How many changes to return.'),
  type: p
    .enum(Object.keys(CHANGE_TYPES) as ChangeType[])
    .multi()
    .default(['edit', 'new', 'log', 'categorize'])
    .help('Which kinds of change.'),
  toponly: p.boolean().help('Only changes that are the latest revision of their page.'),
  title: p.string().help('Only changes of this page.'),
  continue: p.continue(),
  generaterevisions: p.boolean().help('As a generator, give revisions rather than titles.'),
  slot: p.enum(site => site.configuration.slotRoles).help('Only changes of this slot.'),
};

export default defineModule({
  group: 'list',
  name: 'recentchanges',
  prefix: 'rc',
  summary: 'Enumerate recent changes.',
  generator: true,
  cache({ prop, show }, actor) {
    if (seesAnythingHidden(actor) || prop.has('patrolled') || asksForPatrol(show)) return 'private';
    return prop.has('parsedcomment') ? 'anon-public' : 'public';
  },
  params,
  atMostOne: [['user', 'excludeuser']],
  returns: props,
  examples: { 'list=recentchanges&rcprop=title|user|comment|timestamp&rcshow=!bot': 'What people did lately.' },

  async execute(q) {
    const { prop, show, limit, dir, start, end, generaterevisions } = q.params;
    if (show.unpatrolled && (show.patrolled !== undefined || show.autopatrolled)) throw contradictoryShow();
    if (show.autopatrolled && show.patrolled === false) throw contradictoryShow();
    const patrol = patrolSight(q.site, q.actor);
    if ((prop.has('patrolled') || asksForPatrol(show)) && !patrol.pages) throw patrolDenied();

    const tellsUser = prop.has('user') || prop.has('userid');
    const tellsComment = prop.has('comment') || prop.has('parsedcomment');
    const changes = (await matchingChanges(q, q.params))
      .select(CHANGE_COLUMNS)
      // Outer joins, so that no database begins with the small table and sorts all changes.
      .$if(tellsUser, query => query.leftJoin('actor', 'actor_id', 'rc_actor').select(['actor_name', 'actor_user']))
      .$if(tellsComment, query => query.leftJoin('comment', 'comment_id', 'rc_comment_id').select('comment_text'))
      .$if(prop.has('loginfo'), query => query.select('rc_params'))
      .$if(prop.has('redirect'), query => query.select('page_is_redirect'))
      .$if(prop.has('sha1'), query => query.leftJoin('revision', 'rev_id', 'rc_this_oldid').select(['rev_sha1', 'rev_deleted']));
    const by = { rc_timestamp: 'timestamp', rc_id: 'int' } as const;
    const rows = await readPage(changes, { by, limit, dir, continue: q.params.continue, start, end });

    const sightOf = (row: (typeof rows.rows)[number]) => changeSight(q.actor, row);
    if (q.asGenerator) {
      const seen = rows.rows.filter(row => sightOf(row).sees.action);
      const [first] = rows.rows;
      return new Pages(
        generaterevisions
          ? seen.flatMap(row => (row.rc_this_oldid > 0 ? { revision: row.rc_this_oldid } : []))
          : seen.map(row => ({ title: titleOf(row) })),
        rows.next,
        first && rows.cursorOf(first),
      );
    }

    const commented = prop.has('parsedcomment') ? rows.rows.filter(row => sightOf(row).sees.comment) : [];
    const [htmls, tags] = await Promise.all([
      // The link of a section comment would tell a title that is hidden.
      formatComments(
        q,
        commented.map(row => ({ text: row.comment_text ?? '', title: sightOf(row).sees.action ? titleOf(row) : undefined })),
      ),
      loadTags(q.db, 'change', prop.has('tags') ? rows.map(row => row.rc_id) : []),
    ]);
    const parsedComments = new Map(commented.map((row, at) => [row.rc_id, htmls[at]]));

    return rows.records(row => {
      const { hides, sees } = sightOf(row);
      const hasSha1 = prop.has('sha1') && row.rev_sha1 !== null && row.rev_sha1 !== undefined;
      const hidden = {
        ...((prop.has('title') || prop.has('ids') || prop.has('loginfo')) && hides.action && { actionhidden: true as const }),
        ...(tellsUser && hides.user && { userhidden: true as const }),
        ...(tellsComment && hides.comment && { commenthidden: true as const }),
        ...(hasSha1 && isHidden(row.rev_deleted ?? 0, 'text') && { sha1hidden: true as const }),
      };
      const tellsPlace = prop.has('title') || prop.has('ids');
      return {
        type: changeTypeName(row.rc_type),
        ...(tellsPlace && hidden.actionhidden && { actionhidden: true }),
        ...(prop.has('title') && sees.action && q.titles.fields(row.rc_namespace, row.rc_title)),
        ...(prop.has('ids') && sees.action && { pageid: row.rc_cur_id, revid: row.rc_this_oldid, old_revid: row.rc_last_oldid }),
        ...(prop.has('ids') && { rcid: row.rc_id }),
        ...(hidden.userhidden && { userhidden: true }),
        ...(tellsUser && sees.user && describePerformer(q, prop, row)),
        ...(prop.has('flags') && describeFlags(row)),
        ...(prop.has('sizes') && describeSizes(row)),
        ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.rc_timestamp) }),
        ...(hidden.commenthidden && { commenthidden: true }),
        ...(prop.has('comment') && sees.comment && { comment: row.comment_text ?? '' }),
        ...(prop.has('parsedcomment') && sees.comment && { parsedcomment: parsedComments.get(row.rc_id) }),
        ...(prop.has('redirect') && { redirect: row.page_is_redirect === 1 }),
        ...(prop.has('patrolled') && describePatrol(row, patrol)),
        ...(hidden.actionhidden && { actionhidden: true }),
        ...(prop.has('loginfo') && row.rc_type === LOG_CHANGE && sees.action && describeLogEntry(row, q)),
        ...(prop.has('tags') && { tags: tags.get(row.rc_id) ?? [] }),
        ...(hidden.sha1hidden && { sha1hidden: true }),
        ...(hasSha1 && maySee(q.actor, row.rev_deleted ?? 0, 'text') && { sha1: hexSha1(row.rev_sha1 ?? '') }),
        ...(Object.keys(hidden).length > 0 && isSuppressed(row.rc_deleted) && { suppressed: true }),
      };
    });
  },
});

type Asked = ParamsOut<typeof params>;

const asksForPatrol = (show: Asked['show']): boolean =>
  [show.patrolled, show.autopatrolled, show.unpatrolled].some(choice => choice !== undefined);

/** No actor has this id. */
const NOBODY = 0;

/** The changes that the parameters ask for and that the reader may know to match, joined with their pages. */
async function matchingChanges(q: Env, asked: Asked) {
  const { show, title, namespace, user, excludeuser, tag, toponly, slot } = asked;

  const place = title === undefined ? undefined : readTitle(q, title);
  if (place && namespace?.size && !namespace.has(place.namespace)) {
    throw exclusiveParams({ params: ['title', 'namespace'].map(name => q.wirePrefix + name) });
  }
  const actors = await loadActorsByName(
    q.db,
    [user, excludeuser].flatMap(named => named?.name ?? []),
  );
  const actorOf = (named: typeof user) => named && (actors.get(named.name)?.actorId ?? NOBODY);
  const excluded = actorOf(excludeuser);

  let changes = whereEquals(q.db.selectFrom('recentchanges'), {
    // None is as good as all, except that a slot is only changed by edits.
    rc_type: asked.type.size > 0 || slot !== undefined ? [...asked.type].map(name => CHANGE_TYPES[name]) : undefined,
    rc_namespace: place?.namespace ?? (namespace?.size ? namespace : undefined),
    rc_title: place?.dbkey,
    rc_actor: actorOf(user),
  });
  if (excluded !== undefined) changes = changes.where('rc_actor', '!=', excluded);
  changes = whereChange(changes, show, patrolSight(q.site, q.actor));
  if (slot !== undefined) changes = await whereSlotChanged(q.db, changes, slot);
  if (user || excludeuser) {
    const visible = whereMaySee('rc_deleted', 'user', q.actor);
    if (visible) changes = changes.where(visible);
  }
  if (place || namespace?.size) {
    const visible = whereMaySee('rc_deleted', 'action', q.actor);
    if (visible) changes = changes.where(is => is.or([is('rc_type', '!=', LOG_CHANGE), visible]));
  }
  if (tag !== undefined) changes = await whereTagged(q.db, changes, 'rc_id', 'change', tag);
  return withPages(changes, show.redirect, toponly);
}

/** Log entries stay among what is no redirect: most of them have no page. */
function withPages(changes: SelectQueryBuilder<Database, 'recentchanges', object>, redirect: boolean | undefined, toponly: boolean) {
  const paged = changes.leftJoin('page', on => on.onRef('page_namespace', '=', 'rc_namespace').onRef('page_title', '=', 'rc_title'));
  const latest = toponly ? paged.whereRef('rc_this_oldid', '=', 'page_latest') : paged;
  if (redirect === undefined) return latest;
  return redirect
    ? latest.where('page_is_redirect', '=', 1)
    : latest.where(is => is.or([is('page_is_redirect', '=', 0), is('page_is_redirect', 'is', null)]));
}

interface PerformerRow {
  readonly actor_name?: string | null;
  readonly actor_user?: number | null;
}

function describePerformer({ users }: Env, prop: Asked['prop'], { actor_name: name, actor_user: userId }: PerformerRow) {
  return {
    ...(prop.has('user') && { user: name ?? '' }),
    ...(prop.has('userid') && { userid: userId ?? 0 }),
    ...(users.read(name ?? '', ['temp']) && { temp: true as const }),
    ...(!userId && { anon: true as const }),
  };
}

const titleOf = (row: { rc_namespace: number; rc_title: string }) => ({ namespace: row.rc_namespace, dbkey: row.rc_title });

function readTitle({ titles }: Env, text: string) {
  const title = titles.parse(text);
  if (isInvalid(title) || title.interwiki !== '') throw invalidTitle({ title: text });
  return title;
}
