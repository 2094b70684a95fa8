import { loadTags, whereTagged } from '@wikiquery/change-tags';
import { formatComments } from '@wikiquery/comments';
import {
  ApiError,
  contradictoryShow,
  defineModule,
  f,
  isoTimestamp,
  message,
  p,
  type Query,
  Records,
  type Rows,
  readPage,
  readShow,
} from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { type RevisionRow, selectRevisions } from '@wikiquery/revisions';
import { isHidden, isSuppressed, maySee, seesAnythingHidden, whereMaySee } from '@wikiquery/visibility';
import { type Contributor, contributors } from './contributors.ts';

const props = f.props(
  {
    ids: { pageid: f.int(), revid: f.int(), parentid: f.int().optional() },
    title: f.title(),
    timestamp: { timestamp: f.timestamp() },
    flags: { new: f.boolean(), minor: f.boolean(), top: f.boolean() },
    comment: { commenthidden: f.flag(), comment: f.string().optional() },
    parsedcomment: { commenthidden: f.flag(), parsedcomment: f.string().optional() },
    patrolled: { patrolled: f.boolean(), autopatrolled: f.boolean() },
    size: { size: f.int().optional() },
    sizediff: { sizediff: f.int().optional() },
    tags: { tags: f.array(f.string()) },
  },
  { texthidden: f.flag(), userid: f.int(), user: f.string(), userhidden: f.flag(), suppressed: f.flag() },
);

const SHOW = ['minor', 'patrolled', 'autopatrolled', 'top', 'new'] as const;

const params = {
  limit: p.limit().help('How many edits to return.'),
  start: p.timestamp().help('The timestamp to start from.'),
  end: p.timestamp().help('The timestamp to end at.'),
  continue: p.continue(),
  user: p.user('name', 'ip', 'temp', 'interwiki').multi().help('The users whose edits to list.'),
  userids: p.int().multi().help('The ids of the users whose edits to list.'),
  userprefix: p.string().help('List the edits of all users whose names begin with this value.'),
  iprange: p.string().help('List the edits from all addresses in this range.'),
  dir: p.dir.temporal(),
  namespace: p.namespace().multi().help('Only edits of pages in these namespaces.'),
  prop: props.param().default(['ids', 'title', 'timestamp', 'comment', 'size', 'flags']).help('What to tell of each edit.'),
  show: p
    .enum(SHOW.flatMap(flag => [flag, `!${flag}` as const]))
    .multi()
    .help('Only edits that are so, or are not so.'),
  tag: p.string().help('Only edits with this tag.'),
  toponly: p.boolean().deprecated().help('Only edits that are the latest of their page.'),
};

export default defineModule({
  group: 'list',
  name: 'usercontribs',
  prefix: 'uc',
  summary: 'List the edits of users.',
  cache: (_, actor) => (seesAnythingHidden(actor) ? 'private' : 'anon-public'),
  params,
  exactlyOne: [['userprefix', 'userids', 'iprange', 'user']],
  returns: props,
  examples: {
    'list=usercontribs&ucuser=Example': 'The last edits of a user.',
    'list=usercontribs&ucuserprefix=192.0.2.': 'The edits from all addresses that begin with 192.0.2.',
  },

  async execute(q) {
    const { limit } = q.params;
    const { groups, continueIn } = await contributors(q, q.params);
    const found: Found[] = [];
    let count = 0;
    for await (const group of groups) {
      const rows = await readEdits(q, group, limit - count, continueIn(group));
      found.push({ rows, group });
      count += rows.rows.length;
      if (rows.next !== undefined) break;
    }
    return toRecords(q, found);
  },
});

type Asked = Query<'list', typeof params>;
type Found = { readonly rows: Rows<EditRow>; readonly group: Contributor };
type EditRow = RevisionRow & { readonly rc_patrolled: number | null };

/** `recentchanges.rc_patrolled`. */
const UNPATROLLED = 0;
const AUTOPATROLLED = 2;

/** The edits of the actors of a group, in order. */
async function readEdits(
  q: Asked,
  { actors, byActor, cursorPrefix }: Contributor,
  limit: number,
  from: string | undefined,
): Promise<Rows<EditRow>> {
  const { start, end, dir, namespace, tag, prop } = q.params;
  // Not looked at when there is nobody whose edits could be shown.
  const show = readShow(q.params.show, SHOW);
  const visible = whereMaySee('rev_deleted', 'user', q.actor);
  const isTop = q.params.toponly ? true : show.top;
  const contradicts = (show.autopatrolled === true && show.patrolled === false) || (q.params.toponly && show.top === false);
  if (contradicts) throw contradictoryShow();
  const patrolFilter = show.patrolled !== undefined || show.autopatrolled !== undefined;
  if (patrolFilter || prop.has('patrolled')) checkPatrolRight(q);

  let edits = whereEquals(selectRevisions(q.db), { rev_actor: actors, page_namespace: namespace?.size ? namespace : undefined });
  if (visible) edits = edits.where(visible);
  if (show.minor !== undefined) edits = edits.where('rev_minor_edit', show.minor ? '!=' : '=', 0);
  if (isTop !== undefined) edits = edits.whereRef('rev_id', isTop ? '=' : '!=', 'page_latest');
  if (show.new !== undefined) edits = edits.where('rev_parent_id', show.new ? '=' : '!=', 0);
  if (tag !== undefined) edits = await whereTagged(q.db, edits, 'rev_id', 'revision', tag);

  const by = { ...(byActor && { rev_actor: 'int' as const }), rev_timestamp: 'timestamp', rev_id: 'int' } as const;
  const cursor = (_: EditRow, keys: () => string): string => (cursorPrefix === '' ? keys() : `${cursorPrefix}|${keys()}`);
  const options = { by, limit, dir, continue: from, cursor };
  if (start !== undefined) edits = edits.where('rev_timestamp', dir === 'newer' ? '>=' : '<=', start);
  if (end !== undefined) edits = edits.where('rev_timestamp', dir === 'newer' ? '<=' : '>=', end);
  if (!patrolFilter && !prop.has('patrolled'))
    return readPage(edits.select(is => is.lit(null).as('rc_patrolled')).$castTo<EditRow>(), options);
  let changes = edits.leftJoin('recentchanges', 'rc_this_oldid', 'rev_id').select('rc_patrolled');
  if (show.patrolled !== undefined) changes = changes.where('rc_patrolled', show.patrolled ? '!=' : '=', UNPATROLLED);
  if (show.autopatrolled !== undefined) changes = changes.where('rc_patrolled', show.autopatrolled ? '=' : '!=', AUTOPATROLLED);
  return readPage(changes.$castTo<EditRow>(), options);
}

function checkPatrolRight({ actor, site }: Asked): void {
  const { useRCPatrol, useNPPatrol } = site.configuration;
  if ((useRCPatrol || useNPPatrol) && (actor.can('patrol') || actor.can('patrolmarks'))) return;
  throw new ApiError(
    message('permissiondenied', 'You need the right "patrol" or "patrolmarks" to ask which edits are patrolled.', {
      key: 'apierror-permissiondenied-patrolflag',
    }),
  );
}

async function toRecords(q: Asked, found: readonly Found[]) {
  const { prop } = q.params;
  const all = found.flatMap(({ rows }) => [...rows]);
  const commented = prop.has('parsedcomment') ? all.filter(row => maySee(q.actor, row.rev_deleted, 'comment')) : [];
  const [htmls, tags, parentSizes] = await Promise.all([
    formatComments(
      q,
      commented.map(row => ({ text: row.comment_text, title: { namespace: row.page_namespace, dbkey: row.page_title } })),
    ),
    loadTags(q.db, 'revision', prop.has('tags') ? all.map(row => row.rev_id) : []),
    loadSizes(q, prop.has('sizediff') ? all.flatMap(row => row.rev_parent_id || []) : []),
  ]);
  const parsedComments = new Map(commented.map((row, at) => [row.rev_id, htmls[at]]));

  function toRecord(row: EditRow) {
    const { rev_deleted: bits } = row;
    const tellsComment = prop.has('comment') || prop.has('parsedcomment');
    const seesComment = maySee(q.actor, bits, 'comment');
    const hiddenComment = isHidden(bits, 'comment') ? { commenthidden: true as const } : {};
    const anyHidden = isHidden(bits, 'text') || isHidden(bits, 'user') || (tellsComment && isHidden(bits, 'comment'));
    const user = {
      ...(isHidden(bits, 'text') && { texthidden: true as const }),
      userid: row.actor_user ?? 0,
      user: row.actor_name,
      ...(isHidden(bits, 'user') && { userhidden: true as const }),
    };
    const record = props.pick(
      prop,
      {
        ids: { pageid: row.rev_page, revid: row.rev_id, parentid: row.rev_parent_id ?? undefined },
        title: () => q.titles.fields(row.page_namespace, row.page_title),
        timestamp: { timestamp: isoTimestamp(row.rev_timestamp) },
        flags: { new: row.rev_parent_id === 0, minor: row.rev_minor_edit !== 0, top: row.page_latest === row.rev_id },
        comment: { ...hiddenComment, ...(seesComment && { comment: row.comment_text }) },
        parsedcomment: { ...hiddenComment, ...(seesComment && { parsedcomment: parsedComments.get(row.rev_id) }) },
        patrolled: {
          patrolled: (row.rc_patrolled ?? UNPATROLLED) !== UNPATROLLED,
          autopatrolled: row.rc_patrolled === AUTOPATROLLED,
        },
        size: { size: row.rev_len ?? undefined },
        sizediff: {
          sizediff:
            row.rev_len === null || row.rev_parent_id === null ? undefined : row.rev_len - (parentSizes.get(row.rev_parent_id) ?? 0),
        },
        tags: { tags: tags.get(row.rev_id) ?? [] },
      },
      user,
    );
    return anyHidden && isSuppressed(bits) ? { ...record, suppressed: true as const } : record;
  }

  return new Records(entries(found, toRecord), found.at(-1)?.rows.next);
}

function* entries<R>(found: readonly Found[], toRecord: (row: EditRow) => R) {
  for (const { rows } of found) for (const row of rows) yield { record: toRecord(row), cursor: rows.cursorOf(row) };
}

async function loadSizes({ db }: Asked, revisions: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (revisions.length === 0) return new Map();
  const rows = await whereEquals(db.selectFrom('revision').select(['rev_id', 'rev_len']), { rev_id: new Set(revisions) }).execute();
  return new Map(rows.map(row => [row.rev_id, row.rev_len ?? 0]));
}
