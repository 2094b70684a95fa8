import { defineRoute, type Env, HttpError, p } from '@wikiquery/core';
import { findRevision, loadSource, mainSlot } from '@wikiquery/rest-pages';
import { loadVisibility, MAIN, type Revision } from '@wikiquery/revisions';
import { isolatedTask } from '@wikiquery/tasks';
import { extensionTagsOf } from '@wikiquery/wikitext';
import type { compare } from './compare-task.ts';

const compareApart = isolatedTask<typeof compare>(import.meta.url, './compare-task', 'compare');

/** Compares two revisions of a page line by line, as MediaWiki's route `/v1/revision/{from}/compare/{to}` does. */
export default defineRoute({
  name: 'revision-compare',
  summary: 'Compare two revisions of a page line by line.',
  paths: { compare: '/v1/revision/{from}/compare/{to}' },
  params: {
    from: p.int().required().help('Id of the older revision.'),
    to: p.int().required().help('Id of the newer revision.'),
  },
  sources: ['database'],
  differences: [
    'If several minimal diffs exist, the result can differ from the one of the wikidiff2 extension.',
    'Thai text is not split into words.',
  ],

  async execute(q) {
    const { params, site, request } = q;
    const from = await visible(q, 'from', params.from);
    const to = await visible(q, 'to', params.to);
    if (from.pageId !== to.pageId) throw new HttpError(400, 'rest-compare-page-mismatch', 'The revisions are of different pages.');
    const [before, after] = [await textOf(q, 'from', from), await textOf(q, 'to', to)];
    const found = await compareApart({ before, after, options: { extensionTags: extensionTagsOf(site) } }, request);
    const side = ({ id }: Revision, sections: typeof found.from) => ({ id, slot_role: MAIN, sections });
    return { json: { from: side(from, found.from), to: side(to, found.to), diff: found.diff } };
  },
});

type Side = 'from' | 'to';

/** Loads a revision. Throws `rest-compare-nonexistent` if it does not exist, and `rest-compare-inaccessible` if its text is hidden. */
async function visible(q: Env, side: Side, id: number): Promise<Revision> {
  const revision = await findRevision(q, id);
  if (!revision) throw missing(side);
  if (!(await loadVisibility(q, [revision]))(revision, 'text'))
    throw new HttpError(403, 'rest-compare-inaccessible', `You may not view the "${side}" revision.`);
  return revision;
}

async function textOf(q: Env, side: Side, revision: Revision): Promise<string> {
  try {
    return await loadSource(q, revision, await mainSlot(q, revision.id));
  } catch (error) {
    throw error instanceof HttpError && error.status === 404 ? missing(side) : error;
  }
}

const missing = (side: Side) => new HttpError(404, 'rest-compare-nonexistent', `The "${side}" revision does not exist.`);
