import { formatComments } from '@wikiquery/comments';
import { type Env, isoTimestamp } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';
import { loadSlots, loadVisibility, type PartialRevision } from '@wikiquery/revisions';
import { isHidden, isSuppressed } from '@wikiquery/users';
import type { CompareProp } from './params.ts';

/** Returns the fields of a revision in MediaWiki's order, each with the prefix `from` or `to`. */
export async function describeRevision(
  env: Env,
  prefix: 'from' | 'to',
  revision: PartialRevision,
  props: ReadonlySet<CompareProp>,
): Promise<Record<string, unknown>> {
  const { id, title, timestamp, hidden, isDeleted } = revision;
  const fields: Record<string, unknown> = {};
  const add = (name: string, value: unknown): void => {
    fields[prefix + name] = value;
  };
  if (props.has('ids')) {
    add('id', isDeleted ? ((await pagesByTitle(env.db, [title]))[0]?.id ?? 0) : revision.pageId);
    add('revid', id);
  }
  if (props.has('title')) {
    add('ns', title.namespace);
    add('title', env.titles.text(title));
  }
  if (props.has('size')) add('size', revision.length ?? (await sizeOf(env, id)));
  if (props.has('timestamp')) add('timestamp', isoTimestamp(timestamp));
  const visibility = await loadVisibility(env, [revision]);
  if (isHidden(hidden, 'text')) add('texthidden', true);
  if (isHidden(hidden, 'user')) add('userhidden', true);
  if (props.has('user') && revision.user !== undefined && visibility(revision, 'user')) {
    add('user', revision.user);
    add('userid', revision.userId ?? 0);
  }
  if (isHidden(hidden, 'comment')) add('commenthidden', true);
  if ((props.has('comment') || props.has('parsedcomment')) && visibility(revision, 'comment')) {
    const text = revision.comment ?? '';
    if (props.has('comment')) add('comment', text);
    // MediaWiki also returns `parsedcomment` if only `comment` is requested.
    add('parsedcomment', (await formatComments(env, [{ text, title }]))[0]);
  }
  if (['text', 'user', 'comment'].some(part => isHidden(hidden, part as 'text')) && isSuppressed(hidden)) add('suppressed', true);
  if (isDeleted) add('archive', true);
  return fields;
}

const sizeOf = async ({ db }: Env, id: number): Promise<number> =>
  ((await loadSlots(db, [id])).get(id) ?? []).reduce((sum, { size }) => sum + size, 0);
