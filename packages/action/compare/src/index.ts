import { defineAction, type Env, f, missingAtLeastOneOf } from '@wikiquery/core';
import { diffContents, MAIN, neighbour } from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { deletedBase, noBase, noNeighbour, noRevisionOf } from './errors.ts';
import { type CompareParams, params, sideOf } from './params.ts';
import { findRevision, readSide, type Side, visibleContents } from './side.ts';
import { tellRevision } from './told.ts';

/** What is told of one side. */
const told = <const P extends string>(prefix: P) =>
  ({
    [`${prefix}id`]: f.int().help('The id of the page; 0 where it is deleted.').optional(),
    [`${prefix}revid`]: f.int().help('The id of the revision.').optional(),
    [`${prefix}ns`]: f.int().help('The namespace of the page.').optional(),
    [`${prefix}title`]: f.string().help('The title of the page.').optional(),
    [`${prefix}size`]: f.int().help('Bytes of the revision.').optional(),
    [`${prefix}timestamp`]: f.timestamp().help('When the revision was made.').optional(),
    [`${prefix}texthidden`]: f.flag().help('Its text is hidden from some.'),
    [`${prefix}userhidden`]: f.flag().help('Its author is hidden from some.'),
    [`${prefix}user`]: f.string().help('Who made it.').optional(),
    [`${prefix}userid`]: f.int().help('The id of the account; 0 without one.').optional(),
    [`${prefix}commenthidden`]: f.flag().help('Its summary is hidden from some.'),
    [`${prefix}comment`]: f.string().help('Its summary.').optional(),
    [`${prefix}parsedcomment`]: f.string().help('Its summary as HTML.').optional(),
    [`${prefix}suppressed`]: f.flag().help('What is hidden of it is hidden from administrators, too.'),
    [`${prefix}archive`]: f.flag().help('Its page is deleted.'),
  }) as const;

const returns = f.record({
  compare: f
    .object(
      {
        ...told('from'),
        ...told('to'),
        prev: f.int().help('The revision before the side "from".').optional(),
        next: f.int().help('The revision behind the side "to".').optional(),
        diffsize: f.int().help('Bytes of the differences.').optional(),
        bodies: f
          .assoc(f.oneOf(f.string(), f.no()))
          .element('_v', 'diff')
          .help('The difference of each slot, as rows of an HTML table; false where nothing differs.')
          .optional(),
        body: f.string().content().help('The differences, as rows of an HTML table.').optional(),
      },
      { emptyIsList: true },
    )
    .help('The difference, and what is known of both sides.'),
});

const SIDES = ['title', 'id', 'rev', 'text', 'slots'] as const;

export default defineAction({
  name: 'compare',
  prefix: '',
  summary: 'Get the difference between two revisions, pages or texts.',
  params,
  returns,
  cache: ({ frompst, topst }, actor) => (frompst || topst || canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: ({ frompst, topst }) => (frompst || topst ? ['database', 'clock'] : ['database']),
  differences: ['The form `inline`, which needs a program beside PHP, is not there.'],
  examples: { 'action=compare&fromrev=1&torev=2': 'What differs between two revisions.' },

  async execute(q) {
    const { prop: props, slots, difftype } = q.params;
    refuseNothing(q.params);
    const { from, to } = await sidesOf(q, q.params);
    const bodies = await diffContents(q, from.contents, to.contents, difftype);
    const compare: Record<string, unknown> = {};
    for (const [prefix, { revision, isRevision }] of [
      ['from', from],
      ['to', to],
    ] as const)
      if (revision && isRevision) Object.assign(compare, await tellRevision(q, prefix, revision, props));
    if (props.has('rel')) {
      const prev =
        from.revision && from.isRevision && !sideOf(q.params, 'from').section ? await neighbour(q, from.revision, 'desc') : undefined;
      const next = to.revision && to.isRevision && !sideOf(q.params, 'to').section ? await neighbour(q, to.revision, 'asc') : undefined;
      if (prev !== undefined) compare.prev = prev;
      if (next !== undefined) compare.next = next;
    }
    const shown = slots ? Array.from(slots, role => [role, bodies.get(role) ?? false] as const) : undefined;
    const all = shown ? shown.map(([, body]) => body || '').join('') : [...bodies.values()].join('');
    if (props.has('diffsize')) compare.diffsize = Buffer.byteLength(all);
    if (props.has('diff')) {
      if (shown) compare.bodies = Object.fromEntries(shown);
      else compare.body = all;
    }
    return { compare };
  },
});

function refuseNothing(given: CompareParams): void {
  for (const prefix of ['from', 'to'] as const) {
    const names = SIDES.map(name => `${prefix}${name}` as const);
    const wanted = prefix === 'to' ? [...names.slice(0, 4), 'torelative' as const, 'toslots' as const] : names;
    if (wanted.every(name => given[name as keyof CompareParams] === undefined)) throw missingAtLeastOneOf({ params: wanted });
  }
}

async function sidesOf(env: Env, given: CompareParams): Promise<{ from: Side; to: Side }> {
  const from = { prefix: 'from', params: sideOf(given, 'from') } as const;
  const to = { prefix: 'to', params: sideOf(given, 'to') } as const;
  const side = await readSide(env, from, to);
  if (given.torelative === undefined) return { from: side, to: await readSide(env, to, from) };
  return relativeTo(env, side, given.torelative);
}

/** The revision of a side is compared with one beside it: the side itself is the newer one of `prev`. */
async function relativeTo(env: Env, side: Side, direction: 'prev' | 'next' | 'cur'): Promise<{ from: Side; to: Side }> {
  const { revision } = side;
  if (!revision) throw noBase();
  if (direction !== 'cur' && revision.isDeleted) throw deletedBase(direction);
  const id =
    direction === 'cur' ? await currentId(env, revision.title) : await neighbour(env, revision, direction === 'prev' ? 'desc' : 'asc');
  const other = id === undefined ? undefined : await findRevision(env, id);
  if (direction === 'cur' && !other) throw noRevisionOf(env, revision.title);
  if (direction !== 'cur' && !other) env.warn(noNeighbour(direction, env.titles.text(revision.title), revision.id));
  const beside: Side = other
    ? { contents: await visibleContents(env, other), revision: other, isRevision: true }
    : { contents: direction === 'prev' ? NOTHING : await visibleContents(env, revision), revision: undefined, isRevision: false };
  return direction === 'prev' ? { from: beside, to: side } : { from: side, to: beside };
}

const NOTHING: Side['contents'] = new Map([[MAIN, { model: 'wikitext', text: '' }]]);

const currentId = async ({ db }: Env, { namespace, dbkey }: { namespace: number; dbkey: string }): Promise<number | undefined> =>
  (
    await db
      .selectFrom('page')
      .select('page_latest')
      .where('page_namespace', '=', namespace)
      .where('page_title', '=', dbkey)
      .executeTakeFirst()
  )?.page_latest;
