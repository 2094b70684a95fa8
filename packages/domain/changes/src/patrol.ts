import { type Actor, ApiError, message, type Site } from '@wikiquery/core';

/** Of which changes the reader is told whether they are patrolled, on this wiki. */
export interface PatrolVisibility {
  readonly edits: boolean;
  readonly pages: boolean;
  readonly files: boolean;
}

export function patrolVisibility({ configuration }: Site, actor: Actor): PatrolVisibility {
  const may = actor.can('patrol') || actor.can('patrolmarks');
  const { useRCPatrol, useNPPatrol, useFilePatrol } = configuration;
  return { edits: may && useRCPatrol, pages: may && (useRCPatrol || useNPPatrol), files: may && (useRCPatrol || useFilePatrol) };
}

/** Modules differ in the code. */
export const patrolDenied = (code = 'permissiondenied') =>
  new ApiError(
    message(code, 'Whether changes are patrolled is told to those with the right "patrol" or "patrolmarks".', {
      key: 'apierror-permissiondenied-patrolflag',
    }),
  );
