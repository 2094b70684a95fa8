import { formatComments } from '@wikiquery/comments';
import { type Env, isoTimestamp } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';
import { loadSlots, loadVisibility, type PartialRevision } from '@wikiquery/revisions';
import { isHidden, isSuppressed } from '@wikiquery/users';
import type { CompareProp } from './params.ts';

/** What is told of a revision, under names that begin with its side; in MediaWiki's order. */
export async function tellRevision(
  env: Env,
  prefix: 'from' | 'to',
  revision: PartialRevision,
  props: ReadonlySet<CompareProp>,
): Promise<Record<string, unknown>> {
  const { id, title, timestamp, hidden, isDeleted } = revision;
  const fields: Record<string, unknown> = {};
  const tell = (name: string, value: unknown): void => {
    fields[prefix + name] = value;
  };
  if (props.has('ids')) {
    tell('id', isDeleted ? ((await pagesByTitle(env.db, [title]))[0]?.id ?? 0) : revision.pageId);
    tell('revid', id);
  }
  if (props.has('title')) {
    tell('ns', title.namespace);
    tell('title', env.titles.text(title));
  }
  if (props.has('size')) tell('size', revision.length ?? (await sizeOf(env, id)));
  if (props.has('timestamp')) tell('timestamp', isoTimestamp(timestamp));
  const visibility = await loadVisibility(env, [revision]);
  if (isHidden(hidden, 'text')) tell('texthidden', true);
  if (isHidden(hidden, 'user')) tell('userhidden', true);
  if (props.has('user') && revision.user !== undefined && visibility(revision, 'user')) {
    tell('user', revision.user);
    tell('userid', revision.userId ?? 0);
  }
  if (isHidden(hidden, 'comment')) tell('commenthidden', true);
  if ((props.has('comment') || props.has('parsedcomment')) && visibility(revision, 'comment')) {
    const text = revision.comment ?? '';
    if (props.has('comment')) tell('comment', text);
    // MediaWiki tells it with either.
    tell('parsedcomment', (await formatComments(env, [{ text, title }]))[0]);
  }
  if (['text', 'user', 'comment'].some(part => isHidden(hidden, part as 'text')) && isSuppressed(hidden)) tell('suppressed', true);
  if (isDeleted) tell('archive', true);
  return fields;
}

const sizeOf = async ({ db }: Env, id: number): Promise<number> =>
  ((await loadSlots(db, [id])).get(id) ?? []).reduce((sum, { size }) => sum + size, 0);
