import type { Actor } from '@wikiquery/core';

/** Who asks in a test: rights alone, or an account with them. Everybody may read. */
export type Reader =
  | readonly string[]
  | { readonly id: number; readonly name: string; readonly rights?: readonly string[]; readonly groups?: readonly string[] };

/** An actor with exactly these rights, without a session. */
export function reader(as: Reader = []): Actor {
  const { id, name, rights = [], groups = [] } = 'id' in as ? as : { id: 0, name: '127.0.0.1', rights: as };
  const all = new Set(['read', ...rights]);
  return {
    id,
    name,
    isAnon: id === 0,
    groups,
    implicitGroups: id === 0 ? ['*'] : ['*', 'user'],
    rights: all,
    block: async () => undefined,
    can: right => all.has(right),
    token: () => '+\\',
  };
}
