import { defineAction, type Env, f, missingAtLeastOneOf } from '@wikiquery/core';
import { diffContents, MAIN, neighbour } from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { describeRevision } from './describe-revision.ts';
import { deletedBase, noBase, noNeighbour, noRevisionOf } from './errors.ts';
import { type CompareParams, params, sideOf } from './params.ts';
import { findRevision, readSide, type Side, visibleContents } from './side.ts';

const sideFields = <const P extends string>(prefix: P) =>
  ({
    [`${prefix}id`]: f.int().help('Id of the page; 0 if the page is deleted.').optional(),
    [`${prefix}revid`]: f.int().help('Id of the revision.').optional(),
    [`${prefix}ns`]: f.int().help('Namespace number of the page.').optional(),
    [`${prefix}title`]: f.string().help('Title of the page.').optional(),
    [`${prefix}size`]: f.int().help('Size of the revision in bytes.').optional(),
    [`${prefix}timestamp`]: f.timestamp().help('Time of the revision.').optional(),
    [`${prefix}texthidden`]: f.flag().help('The text of the revision is revision-deleted.'),
    [`${prefix}userhidden`]: f.flag().help('The user name of the revision is revision-deleted.'),
    [`${prefix}user`]: f.string().help('User name or address of the author.').optional(),
    [`${prefix}userid`]: f.int().help('Id of the account; 0 for an anonymous user.').optional(),
    [`${prefix}commenthidden`]: f.flag().help('The edit summary is revision-deleted.'),
    [`${prefix}comment`]: f.string().help('Edit summary in wikitext.').optional(),
    [`${prefix}parsedcomment`]: f.string().help('Edit summary in HTML.').optional(),
    [`${prefix}suppressed`]: f.flag().help('Deleted parts of the revision are also suppressed.'),
    [`${prefix}archive`]: f.flag().help('The page of the revision is deleted.'),
  }) as const;

const returns = f.record({
  compare: f
    .object(
      {
        ...sideFields('from'),
        ...sideFields('to'),
        prev: f.int().help('Id of the revision that precedes the `from` side.').optional(),
        next: f.int().help('Id of the revision that follows the `to` side.').optional(),
        diffsize: f.int().help('Size of the diff in bytes.').optional(),
        bodies: f
          .assoc(f.oneOf(f.string(), f.no()))
          .element('_v', 'diff')
          .help('Diff of each slot, as rows of an HTML table; false for slots without a difference.')
          .optional(),
        body: f.string().content().help('Diff of all slots, as rows of an HTML table.').optional(),
      },
      { emptyIsList: true },
    )
    .help('Diff and metadata of both sides.'),
});

const SIDES = ['title', 'id', 'rev', 'text', 'slots'] as const;

/** Compares two revisions, pages or texts, as MediaWiki's `action=compare` does. */
export default defineAction({
  name: 'compare',
  prefix: '',
  summary: 'Compare two revisions, pages or texts and return the diff.',
  params,
  returns,
  cache: ({ frompst, topst }, actor) => (frompst || topst || canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: ({ frompst, topst }) => (frompst || topst ? ['database', 'clock'] : ['database']),
  differences: ['The `inline` diff format is not supported. It requires a program outside PHP.'],
  examples: { 'action=compare&fromrev=1&torev=2': 'Diff of two revisions.' },

  async execute(q) {
    const { prop: props, slots, difftype } = q.params;
    requireBothSides(q.params);
    const { from, to } = await sidesOf(q, q.params);
    const bodies = await diffContents(q, from.contents, to.contents, difftype);
    const compare: Record<string, unknown> = {};
    for (const [prefix, { revision, isRevision }] of [
      ['from', from],
      ['to', to],
    ] as const)
      if (revision && isRevision) Object.assign(compare, await describeRevision(q, prefix, revision, props));
    if (props.has('rel')) {
      const prev =
        from.revision && from.isRevision && !sideOf(q.params, 'from').section ? (await neighbour(q, from.revision, 'desc'))?.id : undefined;
      const next =
        to.revision && to.isRevision && !sideOf(q.params, 'to').section ? (await neighbour(q, to.revision, 'asc'))?.id : undefined;
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

function requireBothSides(values: CompareParams): void {
  for (const prefix of ['from', 'to'] as const) {
    const names = SIDES.map(name => `${prefix}${name}` as const);
    const required = prefix === 'to' ? [...names.slice(0, 4), 'torelative' as const, 'toslots' as const] : names;
    if (required.every(name => values[name as keyof CompareParams] === undefined)) throw missingAtLeastOneOf({ params: required });
  }
}

async function sidesOf(env: Env, values: CompareParams): Promise<{ from: Side; to: Side }> {
  const from = { prefix: 'from', params: sideOf(values, 'from') } as const;
  const to = { prefix: 'to', params: sideOf(values, 'to') } as const;
  const side = await readSide(env, from, to);
  if (values.torelative === undefined) return { from: side, to: await readSide(env, to, from) };
  return relativeTo(env, side, values.torelative);
}

/** Compares a revision with an adjacent or the current revision of its page. With `prev`, the given side becomes `to`. */
async function relativeTo(env: Env, side: Side, direction: 'prev' | 'next' | 'cur'): Promise<{ from: Side; to: Side }> {
  const { revision } = side;
  if (!revision) throw noBase();
  if (direction !== 'cur' && revision.isDeleted) throw deletedBase(direction);
  const id =
    direction === 'cur'
      ? await currentId(env, revision.title)
      : (await neighbour(env, revision, direction === 'prev' ? 'desc' : 'asc'))?.id;
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
