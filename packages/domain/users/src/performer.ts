import type { Users } from '@wikiquery/core';

interface PerformerRow {
  readonly actor_name?: string | null;
  readonly actor_user?: number | null;
}

interface PerformerFields {
  user?: string | undefined;
  userid?: number | undefined;
  temp?: true | undefined;
  anon?: true | undefined;
}

/** Adds the performer to a record. Temporary accounts are recognized by name, so only if the row contains the name. */
export function addPerformer(
  record: PerformerFields,
  users: Users,
  selected: { readonly user: boolean; readonly userid: boolean },
  { actor_name: name, actor_user: userId }: PerformerRow,
): void {
  if (selected.user) record.user = name ?? '';
  if (selected.userid) record.userid = userId ?? 0;
  if (name && users.isTemp(name)) record.temp = true;
  if (!userId) record.anon = true;
}
