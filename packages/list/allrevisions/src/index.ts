import { type Env, f, Pages, p, Records, readPage } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { prepare } from '@wikiquery/database';
import { messages } from '@wikiquery/messages';
import { rendererOf } from '@wikiquery/rendering';
import {
  generatedLimit,
  listedRevision,
  type Maker,
  type RevisionProp,
  readMaker,
  readRevisionOptions,
  revisionEntries,
  revisionList,
  revisionParams,
  revisionSources,
  selectPartialRevisions,
  toRevision,
  whereMadeBy,
} from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';

const params = {
  ...revisionParams,
  user: p.user().help('Include only revisions of this user.'),
  namespace: p.namespace().multi().help('Include only revisions of pages in these namespaces.'),
  start: p.timestamp().help('Time to start at.'),
  end: p.timestamp().help('Time to end at.'),
  dir: p.dir.temporal(),
  excludeuser: p.user().help('Exclude revisions of this user.'),
  continue: p.continue(),
  generatetitles: p.boolean().help('As a generator, return pages instead of revisions.'),
};

/** Lists revisions of all pages by time, as MediaWiki's `list=allrevisions` does. */
export default defineModule({
  group: 'list',
  name: 'allrevisions',
  prefix: 'arv',
  summary: 'List revisions of all pages by time.',
  differences: ['Unknown namespaces alone do not filter the list. MediaWiki 1.43 fails with an internal error.'],
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: revisionSources,
  quirks: { warnsTwice: true },
  generator: true,
  params,
  atMostOne: [['user', 'excludeuser']],
  element: 'page',
  returns: f.record({ pageid: f.int(), revisions: revisionList, ...f.title() }),
  services: { messages },
  examples: {
    'list=allrevisions&arvuser=Example&arvlimit=50': 'Latest 50 edits of a user.',
    'list=allrevisions&arvdir=newer&arvlimit=50': 'First 50 edits on the wiki.',
  },

  async execute(q) {
    const options = q.asGenerator
      ? undefined
      : await readRevisionOptions(q, { group: 'list', name: 'allrevisions' }, q.params, rendererOf(q));
    const limit = options?.limit ?? generatedLimit(q.params);
    const { dir, start, end } = q.params;

    const namespaces = someNamespaces(q, q.params.namespace);
    // Possibly few revisions match, so in miser mode the rows are filtered after they are read.
    const { miserMode } = q.site.configuration;
    const isListed = (row: { page_namespace: number }) => !miserMode || !namespaces || namespaces.has(row.page_namespace);
    const maker = await readMaker(q, q.params);
    const filteredBy = miserMode ? undefined : namespaces;
    const revisions = matchingRevisions(q.db, maker, options?.props, filteredBy);
    const by = { rev_timestamp: 'timestamp', rev_id: 'int' } as const;
    const isFiltered = filteredBy !== undefined || maker.ids.excluded !== undefined;
    const candidates = isFiltered ? revisionsOf(q.db, maker) : undefined;
    const rows = await readPage(revisions, { by, limit, dir, start, end, continue: q.params.continue, candidates });

    if (!options) {
      const listed = rows.rows.filter(isListed);
      const refs = q.params.generatetitles
        ? [...new Set(listed.map(row => row.rev_page))].map(id => ({ id }))
        : listed.map(row => ({ revision: row.rev_id }));
      const [first] = rows;
      return new Pages(refs, rows.next, first && rows.cursorOf(first));
    }
    const listed = { rows: rows.rows.filter(isListed), cursorOf: rows.cursorOf.bind(rows) };
    return new Records(
      await revisionEntries(q, options, listed, toRevision, (row, record) => ({
        record: {
          pageid: row.rev_page,
          revisions: [listedRevision(record)],
          ns: row.page_namespace,
          title: q.titles.textOf(row.page_namespace, row.page_title),
        },
        group: { id: row.rev_page, list: 'revisions' },
      })),
      rows.next,
    );
  },
});

const NO_NAMESPACE = -9;

/** Selects the revisions of the requested author that the user can see, or of all authors. */
const revisionsOf = prepare(
  ({ ids: { actor }, unseen }: Maker) => ({ bindings: { actor }, shape: { unseen } }),
  (db, { actor }, { unseen }) =>
    whereMadeBy(db.selectFrom('revision').select(['rev_timestamp', 'rev_id']), 'rev', { ids: { actor, excluded: undefined }, unseen }),
);

const matchingRevisions = prepare(
  ({ ids, unseen }: Maker, props: ReadonlySet<RevisionProp> | undefined, namespaces: ReadonlySet<number> | undefined) => ({
    bindings: ids,
    shape: { props, namespaces, unseen },
  }),
  (db, ids, { props, namespaces, unseen }) => {
    const revisions = whereMadeBy(selectPartialRevisions(db, props ?? []), 'rev', { ids, unseen });
    if (!namespaces) return revisions;
    // `coalesce` prevents query planners from starting with all pages of a namespace.
    return revisions.where(is => is(is.fn.coalesce('page_namespace', is.lit(NO_NAMESPACE)), 'in', [...namespaces]));
  },
);

function someNamespaces({ site }: Env, requested: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
  // Unknown namespaces were removed when the parameter was parsed. An empty set does not filter.
  if (!requested?.size) return undefined;
  const all = [...site.namespaces.keys()].filter(id => id >= 0);
  return all.every(id => requested.has(id)) ? undefined : requested;
}
