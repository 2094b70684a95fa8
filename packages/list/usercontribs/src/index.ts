import { propReader } from '@wikiquery/changes';
import { loadRequestedTag, loadTags, whereTaggedWith } from '@wikiquery/changes/tags';
import { addComment, formatCommentsOf } from '@wikiquery/comments';
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
  type Returned,
  RowEntries,
  type Rows,
  readPage,
  readShow,
  ScanCount,
  type ShowOut,
} from '@wikiquery/core';
import { type Bound, type Database, filterEquals, prepare, whereEquals } from '@wikiquery/database';
import { type PartialRevisionRow, type RevisionProp, selectPartialRevisions } from '@wikiquery/revisions';
import { canSeeAnythingHidden, isSuppressed, lacksBits, unseenBits, visibilityOf } from '@wikiquery/users';
import type { SelectQueryBuilder } from 'kysely';
import { type ContributorActors, contributors } from './contributors.ts';

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
    tags: { tags: f.array(f.string()).element('tag') },
  },
  { texthidden: f.flag(), userid: f.int(), user: f.string(), userhidden: f.flag(), suppressed: f.flag() },
);

const SHOW = ['minor', 'patrolled', 'autopatrolled', 'top', 'new'] as const;

const params = {
  limit: p.limit().help('Number of edits to return.'),
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  continue: p.continue(),
  user: p.user('name', 'ip', 'temp', 'interwiki').multi().help('Names of the users.'),
  userids: p.int().multi().help('Ids of the users.'),
  userprefix: p.string().help('Include edits of all users with this name prefix.'),
  iprange: p.string().help('Include edits from all addresses in this range.'),
  dir: p.dir.temporal(),
  namespace: p.namespace().multi().help('Include only edits of pages in these namespaces.'),
  prop: props.param().default(['ids', 'title', 'timestamp', 'comment', 'size', 'flags']).help('Edit properties to return.'),
  show: p
    .enum(SHOW.flatMap(flag => [flag, `!${flag}` as const]))
    .multi()
    .help('Include or exclude (`!`) edits with these properties.'),
  tag: p.string().help('Include only edits with this tag.'),
  toponly: p.boolean().deprecated().help('Include only edits that are the current revision of their page.'),
};

/** Lists edits by user, user prefix or address range, as MediaWiki's `list=usercontribs` does. */
export default defineModule({
  group: 'list',
  name: 'usercontribs',
  prefix: 'uc',
  summary: 'List edits by user, user prefix or address range.',
  differences: ['`uciprange` returns every edit in the range. MediaWiki 1.43 skips some after a continue value.'],
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'anon-public'),
  sources: ['database'],
  params,
  exactlyOne: [['userprefix', 'userids', 'iprange', 'user']],
  element: 'item',
  returns: props,
  examples: {
    'list=usercontribs&ucuser=Example': 'Latest edits of a user.',
    'list=usercontribs&ucuserprefix=192.0.2.': 'Edits from all addresses that begin with 192.0.2.',
  },

  async execute(q) {
    const { limit } = q.params;
    const { groups, continueIn } = await contributors(q, q.params);
    const found: Found[] = [];
    let count = 0;
    const scanned = new ScanCount();
    for await (const group of groups) {
      const rows = await readEdits(q, group, limit - count, continueIn(group), scanned);
      if (rows.rows.length === 0) scanned.count += COST_OF_USER;
      found.push({ rows, group });
      count += rows.rows.length;
      if (rows.next !== undefined) break;
    }
    return toRecords(q, found);
  },
});

type ModuleQuery = Query<'list', typeof params>;
type Found = { readonly rows: Rows<EditRow>; readonly group: ContributorActors };
/** Row of an edit, with all columns that `prop` can select. */
type EditRow = PartialRevisionRow & { readonly rc_patrolled?: number | null };

/** Revision properties that each value of `prop` requires. */
const TAKES: Readonly<Record<string, readonly RevisionProp[]>> = {
  ids: ['ids'],
  flags: ['flags', 'ids'],
  comment: ['comment'],
  parsedcomment: ['comment'],
  size: ['size'],
  sizediff: ['size', 'ids'],
};

/** Values of `recentchanges.rc_patrolled`. */
const UNPATROLLED = 0;
const AUTOPATROLLED = 2;

/** Cost of a lookup that finds no edits, as a number of scanned rows. */
const COST_OF_USER = 20;

/** Reads the edits of a group of actors. If the scan limit is reached, returns only the position of the next edit. */
async function readEdits(
  q: ModuleQuery,
  { actors, byActor, cursorPrefix }: ContributorActors,
  limit: number,
  from: string | undefined,
  scanned: ScanCount,
): Promise<Rows<EditRow>> {
  const { start, end, dir, namespace, tag, prop } = q.params;
  // As in MediaWiki, invalid filters cause an error only if the request matches a user.
  const show = readShow(q.params.show, SHOW);
  const isTop = q.params.toponly ? true : show.top;
  const contradicts = (show.autopatrolled === true && show.patrolled === false) || (q.params.toponly && show.top === false);
  if (contradicts) throw contradictoryShow();
  const patrolFilter = show.patrolled !== undefined || show.autopatrolled !== undefined;
  const wantsPatrol = patrolFilter || prop.has('patrolled');
  if (wantsPatrol) checkPatrolRight(q);

  const only = actors.length === 1 ? actors[0] : undefined;
  const carried = await loadRequestedTag(q.db, tag);
  const filter: Filter = {
    bindings: { actor: only, start, end, tag: carried.id },
    shape: {
      actors: only === undefined ? actors : undefined,
      byActor,
      prop,
      show,
      isTop,
      wantsPatrol,
      namespaces: namespace?.size ? namespace : undefined,
      hasRareTag: carried.isRare,
      unseen: unseenBits('user', q.actor),
      dir,
    },
  };
  const by = { ...(byActor && { rev_actor: 'int' as const }), rev_timestamp: 'timestamp', rev_id: 'int' } as const;
  const cursor = (_: EditRow, keys: () => string): string => (cursorPrefix === '' ? keys() : `${cursorPrefix}|${keys()}`);
  const choices = [...Object.values(show), filter.shape.namespaces, isTop, tag];
  const isFiltered = !carried.isRare && choices.some(choice => choice !== undefined);
  if (scanned.isFull) {
    const { actor, tag } = filter.bindings;
    const any = editsOf(q.db, { ...filter, bindings: { actor, tag, start: undefined, end: undefined } });
    return readPage(any as ReturnType<typeof matchingEdits>, { by, limit: 0, dir, cursor });
  }
  const candidates = isFiltered ? editsOf(q.db, filter) : undefined;
  return readPage(matchingEdits(q.db, filter), { by, limit, dir, continue: from, candidates, scanned, cursor });
}

interface Filter {
  readonly bindings: { actor: number | undefined; start: string | undefined; end: string | undefined; tag: number | undefined };
  readonly shape: {
    /** Several actors or none. For a single actor, the binding `actor` is used instead. */
    readonly actors: readonly number[] | undefined;
    readonly byActor: boolean;
    readonly prop: ModuleQuery['params']['prop'];
    readonly show: ShowOut<(typeof SHOW)[number], never>;
    readonly isTop: boolean | undefined;
    readonly wantsPatrol: boolean;
    readonly namespaces: ReadonlySet<number> | undefined;
    readonly hasRareTag: boolean;
    readonly unseen: number | undefined;
    readonly dir: 'newer' | 'older';
  };
}

/** Selects the edits that match the indexed filters, except edits that the user cannot see. */
const editsOf = prepare(
  (filter: Filter) => filter,
  (db, { actor, start, end }, { actors, unseen, dir }) => {
    let edits = whereEquals(db.selectFrom('revision').select(['rev_actor', 'rev_timestamp', 'rev_id']), { rev_actor: actor ?? actors });
    if (unseen !== undefined) edits = edits.where(lacksBits('rev_deleted', unseen));
    return whereTime(edits, dir, start, end);
  },
);

const matchingEdits = prepare(
  (filter: Filter) => filter,
  (db, { actor, start, end, tag }, { prop, show, isTop, unseen, dir, ...filter }) => {
    const revisionProps = new Set<RevisionProp>(['user', ...Array.from(prop, name => TAKES[name] ?? []).flat()]);
    let edits = selectPartialRevisions(db, revisionProps)
      .$if(prop.has('flags'), query => query.select('page_latest'))
      .$if(filter.byActor, query => query.select('rev_actor'))
      .$castTo<EditRow>();
    // A rare tag is a better starting point for the query planner than the actor.
    edits = (filter.hasRareTag ? filterEquals : whereEquals)(edits, { rev_actor: actor ?? filter.actors });
    edits = whereEquals(edits, { page_namespace: filter.namespaces });
    if (unseen !== undefined) edits = edits.where(lacksBits('rev_deleted', unseen));
    if (show.minor !== undefined) edits = edits.where('rev_minor_edit', show.minor ? '!=' : '=', 0);
    if (isTop !== undefined) edits = edits.whereRef('rev_id', isTop ? '=' : '!=', 'page_latest');
    if (show.new !== undefined) edits = edits.where('rev_parent_id', show.new ? '=' : '!=', 0);
    if (tag !== undefined) edits = whereTaggedWith(edits, 'rev_id', 'revision', tag, filter.hasRareTag);
    edits = whereTime(edits, dir, start, end);
    if (!filter.wantsPatrol) return edits;
    let changes = edits.leftJoin('recentchanges', 'rc_this_oldid', 'rev_id').select('rc_patrolled');
    if (show.patrolled !== undefined) changes = changes.where('rc_patrolled', show.patrolled ? '!=' : '=', UNPATROLLED);
    if (show.autopatrolled !== undefined) changes = changes.where('rc_patrolled', show.autopatrolled ? '=' : '!=', AUTOPATROLLED);
    // The join only adds an optional column.
    return changes.$castTo<EditRow>() as unknown as typeof edits;
  },
);

function whereTime<DB extends Pick<Database, 'revision'>, Row>(
  edits: SelectQueryBuilder<DB, 'revision', Row>,
  dir: Filter['shape']['dir'],
  start: Bound<string> | undefined,
  end: Bound<string> | undefined,
): SelectQueryBuilder<DB, 'revision', Row> {
  // A typed column is required, because PostgreSQL stores timestamps in a different format.
  const column = 'rev_timestamp' as never;
  if (start !== undefined) edits = edits.where(column, dir === 'newer' ? '>=' : '<=', start as never);
  return end === undefined ? edits : edits.where(column, dir === 'newer' ? '<=' : '>=', end as never);
}

function checkPatrolRight({ actor, site }: ModuleQuery): void {
  const { useRCPatrol, useNPPatrol } = site.configuration;
  if ((useRCPatrol || useNPPatrol) && (actor.can('patrol') || actor.can('patrolmarks'))) return;
  throw new ApiError(
    message('permissiondenied', 'Patrol flags require the right "patrol" or "patrolmarks".', {
      key: 'apierror-permissiondenied-patrolflag',
    }),
  );
}

async function toRecords(q: ModuleQuery, found: readonly Found[]) {
  const selected = readProp(q.params.prop);
  const all = found.flatMap(({ rows }) => [...rows]);
  const [parsedComments, tags, parentSizes] = await Promise.all([
    formatCommentsOf(q, selected.parsedcomment ? all : [], row =>
      visibilityOf(q.actor, row.rev_deleted).canSee.comment
        ? { text: row.comment_text ?? '', title: { namespace: row.page_namespace, dbkey: row.page_title } }
        : undefined,
    ),
    loadTags(q.db, 'revision', selected.tags ? all.map(row => row.rev_id) : []),
    loadSizes(q, selected.sizediff ? all.flatMap(row => row.rev_parent_id || []) : []),
  ]);

  function toRecord(row: EditRow): EditRecord {
    const visibility = visibilityOf(q.actor, row.rev_deleted);
    const { hides } = visibility;
    const record = {} as EditRecord;

    if (hides.text) record.texthidden = true;
    record.userid = row.actor_user ?? 0;
    record.user = row.actor_name ?? '';
    if (hides.user) record.userhidden = true;
    if (selected.ids) {
      record.pageid = row.rev_page;
      record.revid = row.rev_id;
      if (row.rev_parent_id !== null) record.parentid = row.rev_parent_id;
    }
    if (selected.title) {
      record.ns = row.page_namespace;
      record.title = q.titles.textOf(row.page_namespace, row.page_title);
    }
    if (selected.timestamp) record.timestamp = isoTimestamp(row.rev_timestamp);
    if (selected.flags) {
      record.new = row.rev_parent_id === 0;
      record.minor = row.rev_minor_edit !== 0;
      record.top = row.page_latest === row.rev_id;
    }
    const hidesComment = addComment(record, row, selected, visibility, parsedComments);
    if (selected.patrolled) {
      record.patrolled = (row.rc_patrolled ?? UNPATROLLED) !== UNPATROLLED;
      record.autopatrolled = row.rc_patrolled === AUTOPATROLLED;
    }
    const size = row.rev_len ?? undefined;
    const parent = row.rev_parent_id ?? undefined;
    if (selected.size && size !== undefined) record.size = size;
    if (selected.sizediff && size !== undefined && parent !== undefined) record.sizediff = size - (parentSizes.get(parent) ?? 0);
    if (selected.tags) record.tags = tags.get(row.rev_id) ?? [];
    if ((hides.text || hides.user || hidesComment) && isSuppressed(row.rev_deleted)) record.suppressed = true;
    return record;
  }

  const rowsWith = (row: EditRow) => found.find(({ rows }) => rows.rows.includes(row))?.rows as Rows<EditRow>;
  const entries = new RowEntries(all, all.map(toRecord), row => rowsWith(row).cursorOf(row));
  return new Records(entries, found.at(-1)?.rows.next);
}

const readProp = propReader(props);
type EditRecord = Returned<typeof props>;

async function loadSizes({ db }: ModuleQuery, revisions: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (revisions.length === 0) return new Map();
  const rows = await whereEquals(db.selectFrom('revision').select(['rev_id', 'rev_len']), { rev_id: new Set(revisions) }).execute();
  return new Map(rows.map(row => [row.rev_id, row.rev_len ?? 0]));
}
