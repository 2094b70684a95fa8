import { type Actor, ApiError, message, type Site } from '@wikiquery/core';

/** Kinds of changes whose patrol flags the user may see: edits, page creations and uploads. */
export interface PatrolVisibility {
  readonly edits: boolean;
  readonly pages: boolean;
  readonly files: boolean;
}

/** Returns the patrol flags that the user may see, depending on the rights `patrol` and `patrolmarks` and the site configuration. */
export function patrolVisibility({ configuration }: Site, actor: Actor): PatrolVisibility {
  const may = actor.can('patrol') || actor.can('patrolmarks');
  const { useRCPatrol, useNPPatrol, useFilePatrol } = configuration;
  return { edits: may && useRCPatrol, pages: may && (useRCPatrol || useNPPatrol), files: may && (useRCPatrol || useFilePatrol) };
}

/** Creates the error for a request for patrol flags without the right `patrol` or `patrolmarks`. `code`: the error code. */
export const patrolDenied = (code = 'permissiondenied') =>
  new ApiError(
    message(code, 'Patrol flags require the right "patrol" or "patrolmarks".', {
      key: 'apierror-permissiondenied-patrolflag',
    }),
  );
