import { whereTagged } from '@wikiquery/changes/tags';
import { ApiError, type Env, f, message, Pages, type ParamsOut, p, type Query, Records, readPage, titleKey } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { whereEquals } from '@wikiquery/database';
import { messages } from '@wikiquery/messages';
import { pagesByTitle } from '@wikiquery/pages';
import { rendererOf } from '@wikiquery/rendering';
import {
  checkDeletedRights,
  generatedLimit,
  listedRevision,
  type RevisionOptions,
  readMaker,
  readRevisionOptions,
  revisionEntries,
  revisionList,
  revisionParams,
  revisionSources,
  selectDeletedRevisions,
  toDeletedRevision,
  whereMadeBy,
} from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { type ArchiveQuery, whereTitleInRange } from './title-range.ts';

const WITH_USER = 'Requires `adruser`.';
const WITHOUT_USER = 'Cannot be combined with `adruser`.';

const params = {
  ...revisionParams,
  user: p.user().help('Include only revisions of this user, ordered by time. Without `adruser`, revisions are ordered by title.'),
  namespace: p.namespace().multi().help('Include only revisions of pages in these namespaces.'),
  start: p.timestamp().mark('useronly', WITH_USER).help('Time to start at.'),
  end: p.timestamp().mark('useronly', WITH_USER).help('Time to end at.'),
  dir: p.dir.temporal(),
  from: p.string().mark('nonuseronly', WITHOUT_USER).help('Title to start at.'),
  to: p.string().mark('nonuseronly', WITHOUT_USER).help('Title to end at.'),
  prefix: p.string().mark('nonuseronly', WITHOUT_USER).help('Include only pages with this title prefix.'),
  excludeuser: p.user().mark('nonuseronly', WITHOUT_USER).help('Exclude revisions of this user.'),
  tag: p.string().help('Include only revisions with this tag.'),
  continue: p.continue(),
  generatetitles: p.boolean().help('As a generator, return titles instead of revisions.'),
};

/** Lists deleted revisions by user or by title, as MediaWiki's `list=alldeletedrevisions` does. */
export default defineModule({
  group: 'list',
  name: 'alldeletedrevisions',
  prefix: 'adr',
  summary: 'List deleted revisions by user or by title.',
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: revisionSources,
  quirks: { warnsTwice: true },
  generator: true,
  params,
  element: 'page',
  returns: f.record({ pageid: f.int(), revisions: revisionList, ...f.title() }),
  services: { messages },
  examples: {
    'list=alldeletedrevisions&adruser=Example&adrlimit=50': 'Latest 50 deleted revisions of a user.',
    'list=alldeletedrevisions&adrdir=newer&adrnamespace=0&adrlimit=50': 'Oldest 50 deleted revisions of main-namespace pages.',
  },

  async execute(q) {
    const { user, namespace, dir, generatetitles } = q.params;
    if (namespace?.size === 0) return q.asGenerator ? new Pages([]) : new Records([]);
    checkMode(q.params);
    const byTitle = user === undefined;
    const titlesOnly = q.asGenerator && generatetitles;
    if (byTitle && titlesOnly && dir === 'older') q.warn(slow);
    const options = q.asGenerator
      ? undefined
      : await readRevisionOptions(q, { group: 'list', name: 'alldeletedrevisions' }, q.params, rendererOf(q));
    if (options) checkDeletedRights(q, options);

    if (byTitle && titlesOnly && dir === 'newer') return generateTitles(q);
    const rows = await readRevisions(q, options, byTitle);
    // Possibly few of the user's revisions match, so in miser mode the rows are filtered after they are read.
    const filters = !byTitle && q.site.configuration.miserMode;
    const listed = filters ? rows.rows.filter(row => namespace?.has(row.ar_namespace) ?? true) : rows.rows;
    if (!options) {
      const refs = titlesOnly
        ? listed.map(row => ({ title: { namespace: row.ar_namespace, dbkey: row.ar_title } }))
        : listed.map(row => ({ revision: row.ar_rev_id }));
      return new Pages(refs, rows.next);
    }
    const pageIds = await loadPageIds(q, listed);
    const shown = { rows: listed, cursorOf: rows.cursorOf.bind(rows) };
    return new Records(
      await revisionEntries(q, options, shown, toDeletedRevision, (row, record) => {
        const key = titleKey(row.ar_namespace, row.ar_title);
        return {
          record: {
            pageid: pageIds.get(key) ?? 0,
            revisions: [listedRevision(record)],
            ...q.titles.fields(row.ar_namespace, row.ar_title),
          },
          group: { id: key, list: 'revisions' },
        };
      }),
      rows.next,
    );
  },
});

type ModuleQuery = Query<'list', typeof params, true>;
const BY_TITLE = { ar_namespace: 'int', ar_title: 'string' } as const;
const BY_TIME = { ar_timestamp: 'timestamp', ar_id: 'int' } as const;

function checkMode(values: ParamsOut<typeof params>): void {
  const refused = values.user ? (['from', 'to', 'prefix', 'excludeuser'] as const) : (['start', 'end'] as const);
  const unsupported = refused.find(name => values[name] !== undefined);
  if (unsupported === undefined) return;
  const sentence = values.user
    ? `"adr${unsupported}" cannot be combined with "adruser".`
    : `"adr${unsupported}" may only be used with "adruser".`;
  const key = `apierror-invalidparammix-${values.user ? 'cannotusewith' : 'mustusewith'}`;
  throw new ApiError(message('invalidparammix', sentence, { key, params: [`adr${unsupported}`, 'adruser'] }));
}

const slow = message('performance', 'Titles are generated faster with "adrdir=newer".', {
  key: 'apiwarn-alldeletedrevisions-performance',
  params: ['adr'],
});

async function generateTitles(q: ModuleQuery): Promise<Pages> {
  const titles = await narrow(q, q.db.selectFrom('archive').select(['ar_namespace', 'ar_title']).distinct());
  const rows = await readPage(titles, { by: BY_TITLE, limit: generatedLimit(q.params), continue: q.params.continue });
  return rows.pages(row => ({ title: { namespace: row.ar_namespace, dbkey: row.ar_title } }));
}

async function readRevisions(q: ModuleQuery, options: RevisionOptions | undefined, byTitle: boolean) {
  const { start, end, dir, continue: from } = q.params;
  const revisions = await narrow(q, selectDeletedRevisions(q.db, options?.props ?? []));
  const limit = options?.limit ?? generatedLimit(q.params);
  const by = byTitle ? { ...BY_TITLE, ...BY_TIME } : BY_TIME;
  return readPage(revisions, { by, limit, dir, start, end, continue: from });
}

async function narrow<Row>(q: ModuleQuery, all: ArchiveQuery<Row>): Promise<ArchiveQuery<Row>> {
  const { user, namespace, tag } = q.params;
  let revisions = whereMadeBy(all, 'ar', await readMaker(q, q.params));
  if (tag !== undefined) revisions = await whereTagged(q.db, revisions, 'ar_rev_id', 'revision', tag);
  if (!user) return whereTitleInRange(q, revisions, namespace ?? existing(q), q.params);
  return q.site.configuration.miserMode ? revisions : whereEquals(revisions, { ar_namespace: namespace });
}

const existing = ({ site }: Env): ReadonlySet<number> => new Set([...site.namespaces.keys()].filter(id => id >= 0));

/** Returns the ids of the pages that currently have the titles of deleted revisions, by title key. */
async function loadPageIds(
  { db }: Env,
  rows: readonly { readonly ar_namespace: number; readonly ar_title: string }[],
): Promise<ReadonlyMap<string, number>> {
  const titles = new Map(rows.map(row => [titleKey(row.ar_namespace, row.ar_title), { namespace: row.ar_namespace, dbkey: row.ar_title }]));
  const pages = await pagesByTitle(db, [...titles.values()]);
  return new Map(pages.map(({ id, namespace, dbkey }) => [titleKey(namespace, dbkey), id]));
}
