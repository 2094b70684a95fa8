import { whereTagged } from '@wikiquery/changes/tags';
import { exclusiveParams, Pages, type ParamsOut, p, type Query, Records, type Rows, readPage } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { whereEquals } from '@wikiquery/database';
import { messages } from '@wikiquery/messages';
import { rendererOf } from '@wikiquery/rendering';
import {
  checkDeletedRights,
  type DeletedRevisionQuery,
  type DeletedRevisionRow,
  generatedLimit,
  readDeletedOf,
  readMaker,
  readRevisionOptions,
  revisionEntries,
  revisionParams,
  revisionProps,
  revisionSources,
  selectDeletedRevisions,
  toDeletedRevision,
  whereMadeBy,
} from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';

const params = {
  ...revisionParams,
  start: p.timestamp().help('Time to start at. Ignored for revisions selected by id.'),
  end: p.timestamp().help('Time to end at. Ignored for revisions selected by id.'),
  dir: p.dir.temporal(),
  tag: p.string().help('Include only revisions with this tag.'),
  user: p.user().help('Include only revisions of this user.'),
  excludeuser: p.user().help('Exclude revisions of this user.'),
  continue: p.continue(),
};

/** Returns deleted revisions of pages, or deleted revisions by id, as MediaWiki's `prop=deletedrevisions` does. */
export default defineModule({
  group: 'prop',
  name: 'deletedrevisions',
  prefix: 'drv',
  summary: 'Return deleted revisions of pages, or deleted revisions by id.',
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: revisionSources,
  quirks: { warnsTwice: true, emptyIsList: true },
  generator: true,
  params,
  element: 'rev',
  returns: revisionProps,
  services: { messages },
  examples: {
    'prop=deletedrevisions&titles=Main%20Page&drvslots=*&drvprop=user|comment|content': 'Deleted revisions of a page with their content.',
    'prop=deletedrevisions&revids=123456': 'Deleted revision by id.',
  },

  async execute(q) {
    const { found, missing, revisions: live, deletedRevisions } = q.pages;
    const byRevision = live.size + deletedRevisions.size > 0;
    if (byRevision ? deletedRevisions.size === 0 : found.size + missing.size === 0) return q.asGenerator ? new Pages([]) : new Records([]);
    refuseBothUsers(q);

    const options = q.asGenerator
      ? undefined
      : await readRevisionOptions(q, { group: 'prop', name: 'deletedrevisions' }, q.params, rendererOf(q));
    if (options) checkDeletedRights(q, options);
    const limit = options?.limit ?? generatedLimit(q.params);

    let revisions = whereMadeBy(selectDeletedRevisions(q.db, options?.props ?? []), 'ar', await readMaker(q, q.params));
    if (q.params.tag !== undefined) revisions = await whereTagged(q.db, revisions, 'ar_rev_id', 'revision', q.params.tag);
    const rows = await (byRevision ? readNamed : readTitles)(q, revisions, limit);
    if (!options) return rows.pages(row => ({ revision: row.ar_rev_id }));
    return new Records(
      await revisionEntries(q, options, rows, toDeletedRevision, (row, record) => {
        const pageId = q.pages.idOf(row.ar_namespace, row.ar_title);
        return pageId === undefined ? {} : { record, pageId };
      }),
      rows.next,
    );
  },
});

type ModuleParams = ParamsOut<typeof params>;
type ModuleQuery = Query<'prop', typeof params, true>;

const readNamed = (
  { pages, params: { dir, continue: from } }: ModuleQuery,
  revisions: DeletedRevisionQuery,
  limit: number,
): Promise<Rows<DeletedRevisionRow>> =>
  readPage(whereEquals(revisions, { ar_rev_id: [...pages.deletedRevisions.keys()] }), {
    by: { ar_rev_id: 'int', ar_id: 'int' },
    limit,
    dir,
    continue: from,
  });

const readTitles = ({ pages, params }: ModuleQuery, revisions: DeletedRevisionQuery, limit: number): Promise<Rows<DeletedRevisionRow>> =>
  readDeletedOf([...pages.found.values(), ...pages.missing.values()], revisions, { ...params, limit });

function refuseBothUsers({
  wirePrefix,
  params: { user, excludeuser },
}: {
  readonly wirePrefix: string;
  readonly params: ModuleParams;
}): void {
  if (user && excludeuser) throw exclusiveParams({ params: [`${wirePrefix}user`, `${wirePrefix}excludeuser`] });
}
