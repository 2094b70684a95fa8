import type { Message } from '@wikiquery/core';
import { loadPermissions, type PermissionRigor, type Subject } from '@wikiquery/permissions';
import type { InfoQuery } from './info-query.ts';

interface ActionParams {
  readonly testactionsdetail: 'boolean' | 'full' | 'quick';
  readonly testactionsautocreate: boolean;
}
type ActionQuery = InfoQuery & { readonly params: ActionParams };

/** Returns a function that describes the user's permissions for a page, by action. */
export async function testActions(q: ActionQuery, actions: ReadonlySet<string>, subjects: readonly Subject[]) {
  const { testactionsdetail: detail, testactionsautocreate: reportsAutocreation } = q.params;
  const rigor: PermissionRigor = detail === 'quick' ? 'quick' : 'full';
  const permissions = await loadPermissions(q, subjects, rigor, detail !== 'boolean');
  const answer = (refusals: readonly Message[]) => (detail === 'boolean' ? refusals.length === 0 : refusals.map(q.describe));
  return (subject: Subject) => ({
    actions: Object.fromEntries([...actions].map(action => [action, answer(permissions.refusals(action, subject))])),
    ...(reportsAutocreation && {
      wouldautocreate: Object.fromEntries([...actions].map(action => [action, permissions.wouldAutocreate(action)])),
    }),
  });
}
