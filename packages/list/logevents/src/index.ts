import { loadTags, whereTagged } from '@wikiquery/change-tags';
import { formatComments } from '@wikiquery/comments';
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
  readPage,
} from '@wikiquery/core';
import { type Database, whereEquals, whereStartsWith } from '@wikiquery/database';
import { logActionParam, logTypeParam, parseLogParams, showLogParams, unreadableLogTypes } from '@wikiquery/logs';
import { loadActorsByName } from '@wikiquery/users';
import { isHidden, isSuppressed, maySee, seesAnythingHidden, whereMaySee } from '@wikiquery/visibility';
import type { Selectable } from 'kysely';

const props = f.props(
  {
    ids: { logid: f.int(), pageid: f.int().optional(), logpage: f.int().optional(), revid: f.int().optional() },
    title: { ns: f.int().optional(), title: f.string().optional() },
    type: { type: f.string(), action: f.string() },
    user: { user: f.string().optional(), temp: f.flag() },
    userid: { userid: f.int().optional() },
    timestamp: { timestamp: f.timestamp() },
    comment: { comment: f.string().optional() },
    parsedcomment: { parsedcomment: f.string().optional() },
    details: { params: f.assoc().optional() },
    tags: { tags: f.array(f.string()) },
  },
  { anon: f.flag(), actionhidden: f.flag(), userhidden: f.flag(), commenthidden: f.flag(), suppressed: f.flag() },
);

const params = {
  prop: props.param().default(['ids', 'title', 'type', 'user', 'timestamp', 'comment', 'details']).help('Which properties to get.'),
  type: logTypeParam().help('Only entries of this type of log.'),
  action: logActionParam().help('Only entries of this action; the type is then ignored.'),
  start: p.timestamp().help('The timestamp to start enumerating from.'),
  end: p.timestamp().help('The timestamp to end enumerating.'),
  dir: p.dir.temporal(),
  user: p.user().help('Only entries made by this user.'),
  title: p.string().help('Only entries about this page.'),
  namespace: p.namespace([-2, -1]).help('Only entries about pages in this namespace.'),
  prefix: p.string().help('Only entries about pages whose titles begin with this value.'),
  tag: p.string().help('Only entries with this tag.'),
  limit: p.limit().help('How many entries to return.'),
  continue: p.continue(),
};

export default defineModule({
  group: 'list',
  name: 'logevents',
  prefix: 'le',
  summary: 'Get events from logs.',
  cache({ prop }, actor) {
    if (seesAnythingHidden(actor)) return 'private';
    return prop.has('parsedcomment') || actor.can('suppressionlog') ? 'anon-public' : 'public';
  },
  params,
  atMostOne: [['title', 'namespace', 'prefix']],
  returns: props,
  examples: { 'list=logevents&leaction=delete/delete&lelimit=5': 'The last five deletions of pages.' },

  async execute(q) {
    const { prop, limit, dir, start, end } = q.params;
    const tellsUser = prop.has('user') || prop.has('userid');
    const tellsComment = prop.has('comment') || prop.has('parsedcomment');
    const entries = (await matchingEntries(q, q.params))
      .select(['log_id', 'log_type', 'log_action', 'log_timestamp', 'log_namespace', 'log_title', 'log_page', 'log_params', 'log_deleted'])
      // Outer joins, so that no database begins with the small table and sorts the whole log.
      .$if(tellsUser, query => query.leftJoin('actor', 'actor_id', 'log_actor').select(['actor_name', 'actor_user']))
      .$if(tellsComment, query => query.leftJoin('comment', 'comment_id', 'log_comment_id').select('comment_text'))
      .$if(prop.has('ids'), query =>
        query
          .leftJoin('page', on => on.onRef('page_namespace', '=', 'log_namespace').onRef('page_title', '=', 'log_title'))
          .select('page_id'),
      );
    const by = { log_timestamp: 'timestamp', log_id: 'int' } as const;
    const rows = await readPage(entries, { by, limit, dir, continue: q.params.continue, start, end });

    const sees = { action: sight(q, 'action'), user: sight(q, 'user'), comment: sight(q, 'comment') };
    const commented = prop.has('parsedcomment') ? rows.rows.filter(sees.comment) : [];
    const [htmls, tags] = await Promise.all([
      // The link of a section comment would tell a title that is hidden.
      formatComments(
        q,
        commented.map(row => ({ text: row.comment_text ?? '', title: sees.action(row) ? titleOf(row) : undefined })),
      ),
      loadTags(q.db, 'log', prop.has('tags') ? rows.map(row => row.log_id) : []),
    ]);
    const parsedComments = new Map(commented.map((row, at) => [row.log_id, htmls[at]]));

    return rows.records(row => {
      const tellsAction = prop.has('title') || prop.has('ids') || (prop.has('details') && row.log_params !== '');
      const hidden = {
        ...(tellsAction && isHidden(row.log_deleted, 'action') && { actionhidden: true as const }),
        ...(tellsUser && isHidden(row.log_deleted, 'user') && { userhidden: true as const }),
        ...(tellsComment && isHidden(row.log_deleted, 'comment') && { commenthidden: true as const }),
      };
      const comment = tellsComment && sees.comment(row);
      return {
        ...(prop.has('ids') && { logid: row.log_id }),
        ...(hidden.actionhidden && { actionhidden: true }),
        ...(tellsAction && sees.action(row) && describeAction(q, prop, row)),
        ...(prop.has('type') && { type: row.log_type, action: row.log_action }),
        ...(hidden.userhidden && { userhidden: true }),
        ...(tellsUser && sees.user(row) && describePerformer(q, prop, row)),
        ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.log_timestamp) }),
        ...(hidden.commenthidden && { commenthidden: true }),
        ...(comment && prop.has('comment') && { comment: row.comment_text ?? '' }),
        ...(comment && prop.has('parsedcomment') && { parsedcomment: parsedComments.get(row.log_id) }),
        ...(prop.has('tags') && { tags: tags.get(row.log_id) ?? [] }),
        ...(Object.keys(hidden).length > 0 && isSuppressed(row.log_deleted) && { suppressed: true }),
      };
    });
  },
});

/** No actor has this id. */
const NOBODY = 0;

/** The entries that the parameters ask for and that the reader may know to match. */
async function matchingEntries(q: Env, { type, action, user, title, namespace, prefix, tag }: ParamsOut<typeof params>) {
  let entries = q.db.selectFrom('logging');
  const restricted = unreadableLogTypes(q.site, q.actor);
  if (restricted.length > 0) entries = entries.where('log_type', 'not in', restricted);

  const [actionType, actionName] = action?.split(/\/(.*)/s) ?? [];
  const actor = user && ((await loadActorsByName(q.db, [user.name])).get(user.name)?.actorId ?? NOBODY);
  entries = whereEquals(entries, { log_type: actionType ?? type, log_action: actionName, log_actor: actor, log_namespace: namespace });
  if (title !== undefined) {
    const { namespace: ns, dbkey } = readTitle(q, title);
    entries = whereEquals(entries, { log_namespace: ns, log_title: dbkey });
  }
  if (prefix !== undefined) {
    if (q.site.configuration.miserMode) throw prefixDisabled();
    const { namespace: ns, dbkey } = readTitle(q, prefix);
    entries = whereStartsWith(whereEquals(entries, { log_namespace: ns }), 'log_title', dbkey);
  }
  if (title !== undefined || prefix !== undefined || namespace !== undefined) entries = onlyVisible(entries, 'action');
  if (user) entries = onlyVisible(entries, 'user');
  return tag === undefined ? entries : whereTagged(q.db, entries, 'log_id', 'log', tag);

  function onlyVisible(found: typeof entries, part: 'action' | 'user'): typeof entries {
    const condition = whereMaySee('log_deleted', part, q.actor);
    return condition ? found.where(condition) : found;
  }
}

type Part = 'action' | 'user' | 'comment';
const sight =
  ({ actor }: Env, part: Part) =>
  (row: { readonly log_deleted: number }) =>
    maySee(actor, row.log_deleted, part);

type Prop = ParamsOut<typeof params>['prop'];
type Entry = Selectable<Database['logging']>;
type ActionRow = Omit<Entry, 'log_actor' | 'log_comment_id'> & { readonly page_id?: number | null };

/** What happened to which page. */
function describeAction({ titles, users }: Env, prop: Prop, row: ActionRow) {
  const stored = parseLogParams(prop.has('ids') || prop.has('details') ? row.log_params : '');
  const entry = { type: row.log_type, action: row.log_action, timestamp: row.log_timestamp };
  return {
    ...(prop.has('title') && titles.fields(row.log_namespace, row.log_title)),
    // The page that has the title now, and the one that had it then.
    ...(prop.has('ids') && { pageid: row.page_id ?? 0, logpage: row.log_page ?? 0, revid: stored.revisionId }),
    ...(prop.has('details') && { params: showLogParams(entry, stored.values, { titles, users }) }),
  };
}

interface PerformerRow {
  readonly actor_name?: string | null;
  readonly actor_user?: number | null;
}

function describePerformer({ users }: Env, prop: Prop, { actor_name: name, actor_user: userId }: PerformerRow) {
  return {
    ...(prop.has('user') && { user: name ?? '' }),
    ...(prop.has('userid') && { userid: userId ?? 0 }),
    ...(prop.has('user') && users.read(name ?? '', ['temp']) && { temp: true as const }),
    ...(!userId && { anon: true as const }),
  };
}

const titleOf = (row: { log_namespace: number; log_title: string }) => ({ namespace: row.log_namespace, dbkey: row.log_title });

function readTitle({ titles }: Env, text: string): ParsedTitle {
  const title = titles.parse(text);
  if (isInvalid(title) || title.interwiki !== '') throw invalidTitle({ title: text });
  return title;
}

const prefixDisabled = () =>
  new ApiError(
    message('prefixsearchdisabled', 'This wiki is too big to search its log by prefix.', { key: 'apierror-prefixsearchdisabled' }),
  );
