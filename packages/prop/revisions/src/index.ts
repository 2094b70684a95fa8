import { whereTagged } from '@wikiquery/change-tags';
import {
  ApiError,
  defineModule,
  type Env,
  exclusiveParams,
  f,
  message,
  Pages,
  type ParamsOut,
  p,
  Records,
  readPage,
  type UserRef,
} from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import {
  generatedLimit,
  readRevisionOptions,
  revisionEntries,
  revisionFields,
  selectRevisions,
  singlePageRevisionParams,
  toRevision,
} from '@wikiquery/revisions';
import { loadActorsByName } from '@wikiquery/users';
import { seesAnythingHidden, whereMaySee } from '@wikiquery/visibility';

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
  cache: (_, actor) => (seesAnythingHidden(actor) ? 'private' : 'public'),
  generator: true,
  params,
  returns: { ...f.record(revisionFields), emptyIsList: true },
  examples: {
    'prop=revisions&titles=Main%20Page&rvslots=*&rvprop=timestamp|user|comment|content': 'The current revision of a page with its content.',
    'prop=revisions&titles=Main%20Page&rvlimit=5&rvprop=timestamp|user|comment': 'The last five revisions of a page.',
  },

  async execute(q) {
    const { found, revisions: live, deletedRevisions } = q.pages;
    const byRevision = live.size + deletedRevisions.size > 0;
    const enumerates = isEnumeration(q.params);
    if (byRevision ? live.size === 0 : found.size === 0) return q.asGenerator ? new Pages([]) : new Records([]);
    if (enumerates && byRevision) throw notWithRevisions(q.wirePrefix);
    if (enumerates && found.size > 1) throw singlePageOnly(q.wirePrefix);

    const list = { group: 'prop', name: 'revisions', unlimited: !enumerates } as const;
    const options = q.asGenerator ? undefined : await readRevisionOptions(q, list, q.params);
    const limit = options?.limit ?? generatedLimit(q.params);

    let revisions = selectRevisions(q.db);
    if (q.params.tag !== undefined) revisions = await whereTagged(q.db, revisions, 'rev_id', 'revision', q.params.tag);
    const rows = enumerates
      ? await readHistory(q, q.params, revisions, limit)
      : byRevision
        ? await readPage(whereEquals(revisions, { rev_id: [...live.keys()] }), {
            by: { rev_id: 'int' },
            limit,
            continue: leadingNumber(q.params.continue),
          })
        : await readPage(whereEquals(revisions, { rev_id: [...found.values()].map(page => page.latest) }), {
            by: { rev_page: 'int', rev_id: 'int' },
            limit,
            continue: q.params.continue,
          });
    if (!options) return rows.pages(row => ({ revision: row.rev_id }));
    return new Records(
      revisionEntries(q, options, rows, toRevision, (row, record) => ({ record, pageId: row.rev_page })),
      rows.next,
    );

    async function readHistory(env: Env, asked: ParamsOut<typeof params>, all: typeof revisions, most: number) {
      refuseBoth(env.wirePrefix, asked, ['startid', 'start'], ['endid', 'end'], ['user', 'excludeuser']);
      const bounds = await revisionTimes(env, asked);
      const { dir } = asked;
      let history = whereEquals(all, { rev_page: [...found.keys()] });
      history = await filterByUser(env, history, asked);
      for (const [id, time, reach] of [
        [asked.startid, bounds.start, dir === 'newer' ? '>=' : '<='],
        [asked.endid, bounds.end, dir === 'newer' ? '<=' : '>='],
      ] as const) {
        // Of the revisions of that very second only those on the right side of it.
        if (id !== undefined && time !== undefined)
          history = history.where(is => is.or([is('rev_timestamp', '!=', time), is('rev_id', reach, id)]));
      }
      const by = { rev_timestamp: 'timestamp', rev_id: 'int' } as const;
      return readPage(history, { by, limit: most, dir, continue: asked.continue, ...bounds });
    }

    async function filterByUser(
      env: Env,
      all: typeof revisions,
      { user, excludeuser }: { user?: UserRef | undefined; excludeuser?: UserRef | undefined },
    ) {
      const named = user ?? excludeuser;
      if (!named) return all;
      const visible = whereMaySee('rev_deleted', 'user', env.actor);
      const shown = visible ? all.where(visible) : all;
      const actor = (await loadActorsByName(env.db, [named.name])).get(named.name)?.actorId;
      if (user) return whereEquals(shown, { rev_actor: actor === undefined ? [] : actor });
      return actor === undefined ? shown : shown.where('rev_actor', '!=', actor);
    }
  },
});

type Asked = ParamsOut<typeof params>;

/** Whether the history of a page is asked for, not the current or the named revisions. */
const isEnumeration = ({ user, excludeuser, limit, startid, endid, dir, start, end }: Asked): boolean =>
  dir === 'newer' || [user, excludeuser, limit, startid, endid, start, end].some(value => value !== undefined);

/** MediaWiki reads whatever number a continue value of revision ids begins with. */
const leadingNumber = (text: string | undefined): string | undefined => text && String(Number.parseInt(text, 10) || 0);

function refuseBoth(prefix: string, asked: Asked, ...pairs: (readonly [keyof Asked & string, keyof Asked & string])[]): void {
  for (const pair of pairs) {
    if (pair.every(name => asked[name] !== undefined)) throw exclusiveParams({ params: pair.map(name => prefix + name) });
  }
}

/** The times at which to start and end; those of the revisions that were named instead. */
async function revisionTimes(
  { db, wirePrefix }: Env,
  { start, end, startid, endid }: Asked,
): Promise<{ start: string | undefined; end: string | undefined }> {
  const ids = [startid, endid].filter(id => id !== undefined);
  if (ids.length === 0) return { start, end };
  const rows = await db
    .selectFrom('revision')
    .select(['rev_id as id', 'rev_timestamp as time'])
    .where('rev_id', 'in', ids)
    .union(db.selectFrom('archive').select(['ar_rev_id as id', 'ar_timestamp as time']).where('ar_rev_id', 'in', ids))
    .execute();
  const times = new Map(rows.map(row => [row.id, row.time]));
  const timeOf = (name: string, id: number | undefined, given: string | undefined) => {
    if (id === undefined) return given;
    const time = times.get(id);
    if (time === undefined) throw badId(wirePrefix + name);
    return time;
  };
  return { start: timeOf('startid', startid, start), end: timeOf('endid', endid, end) };
}

const badId = (param: string): ApiError =>
  new ApiError(message(`badid_${param}`, `"${param}" is not the id of a revision.`, { key: 'apierror-revisions-badid', params: [param] }));

const notWithRevisions = (prefix: string): ApiError =>
  new ApiError(
    message(
      'invalidparammix',
      `Revisions named by "revids" are not enumerated: leave out "${prefix}limit", "${prefix}start" and their like.`,
      {
        key: 'apierror-revisions-norevids',
        params: [prefix],
      },
    ),
  );

const singlePageOnly = (prefix: string): ApiError =>
  new ApiError(
    message(
      'invalidparammix',
      `The history of one page at a time can be listed: name a single page, or leave out "${prefix}limit", "${prefix}start" and their like.`,
      {
        key: 'apierror-revisions-singlepage',
        params: [prefix],
      },
    ),
  );
