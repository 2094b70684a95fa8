import { type Actor, ApiError, message, type Site } from '@wikiquery/core';

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

export const patrolDenied = (code = 'permissiondenied') =>
  new ApiError(
    message(code, 'Patrol flags require the right "patrol" or "patrolmarks".', {
      key: 'apierror-permissiondenied-patrolflag',
    }),
  );
