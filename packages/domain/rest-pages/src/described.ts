import { type Env, isoTimestamp, type PageRow } from '@wikiquery/core';
import { neighbour, type Revision, type Slot } from '@wikiquery/revisions';
import { licenseOf, pageNames } from './page.ts';
import { makersOf, sizeOf } from './revision.ts';

/** Returns the REST API's description of a revision, including its user and comment if visible, and the change in size (`delta`). */
export async function describeRevision(q: Env, revision: Revision, page: PageRow, slot: Slot) {
  const size = await sizeOf(q, revision);
  const parent = await neighbour(q, revision, 'desc');
  return {
    id: revision.id,
    size,
    minor: revision.minor,
    timestamp: isoTimestamp(revision.timestamp),
    content_model: slot.model,
    page: pageNames(q, page),
    license: licenseOf(q),
    ...(await makersOf(q, [revision]))(revision),
    delta: parent ? size - (await sizeOf(q, parent)) : null,
  };
}
