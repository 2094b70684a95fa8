import type { Actor, Site, UserGroup } from '@wikiquery/core';
import { explicitGroups } from '@wikiquery/users';

/** Returns the groups that the user can add to and remove from accounts. */
export function changeableGroups(site: Site, actor: Actor) {
  const all = explicitGroups(site);
  // The right `userrights` allows changes to all groups.
  if (actor.can('userrights')) return { add: all, remove: all, 'add-self': [], 'remove-self': [] };
  const own = actor.groups.flatMap(name => site.groups.get(name) ?? []);
  const named = (list: (group: UserGroup) => readonly string[] | true) => [
    ...new Set(
      own.flatMap(group => {
        const names = list(group);
        return names === true ? all : names;
      }),
    ),
  ];
  return {
    add: named(group => group.add),
    remove: named(group => group.remove),
    'add-self': named(group => group.addSelf),
    'remove-self': named(group => group.removeSelf),
  };
}
